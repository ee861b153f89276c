import { useQuery } from '@tanstack/react-query';
import type { StatePath, StateTree } from '../../../shared/model/index.ts';
import { useClient } from './client.tsx';
import { keys } from './keys.ts';

/** Where a phase begins: its tape and first entry. */
export interface PhaseAt {
  readonly tape: string;
  readonly seq: number;
}

/** Phases of a tape, or of its family. While a tape grows, or another one of the family is gone to, the last answer stays on screen. */
export function useHandoffs(tape: string, family: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: keys.handoffs(tape, family),
    queryFn: ({ signal }) => client.call('handoffs.get', { tape, family, limit: 2000 }, signal),
    placeholderData: (before) => (before?.tapes.some(({ id }) => id === tape) ? before : undefined),
  });
}

/** Values beyond this are folded at first, and fetched when they are looked at. */
const NODES = 1000;

/** The state of a phase, compared with that of another one. */
export function useStateTree(at: PhaseAt, against: PhaseAt | null) {
  const client = useClient();
  const other = against && { tape: against.tape, seq: against.seq };
  return useQuery({
    queryKey: keys.state(at.tape, at.seq, other),
    queryFn: ({ signal }) => client.call('handoffs.state', { ...at, limit: NODES, ...(other && { against: other }) }, signal),
  });
}

/** What is asked about parts of a state when a reader wants them. Paths are those of the tree that compares it with the other state. */
export interface StateCalls {
  /** At most `count` of the values in the one at `path`, those after the first `from`. */
  inside(path: StatePath, from: number, count: number): Promise<StateTree>;
  /** A value in full, also one that was removed. */
  value(path: StatePath): Promise<string>;
  /** The same of the state that it is compared with; null where there is none, or nothing at that path. */
  valueBefore(path: StatePath): Promise<string | null>;
}

export function useStateCalls({ tape, seq }: PhaseAt, against: PhaseAt | null): StateCalls {
  const client = useClient();
  const at = { tape, seq, ...(against && { against: { tape: against.tape, seq: against.seq } }) };
  return {
    inside: (path, from, count) => client.call('handoffs.state', { ...at, path, from, limit: Math.min(NODES, count + 1) }),
    value: async (path) => (await client.call('handoffs.value', { ...at, path })).text,
    valueBefore: (path) =>
      against === null
        ? Promise.resolve(null)
        : client.call('handoffs.value', { tape: against.tape, seq: against.seq, path }).then(
            ({ text }) => text,
            () => null,
          ),
  };
}

/** Places in a state that hold a text. Nothing is asked for an empty one. */
export function useStateFind({ tape, seq }: PhaseAt, query: string) {
  const client = useClient();
  return useQuery({
    queryKey: keys.stateFind(tape, seq, query),
    queryFn: ({ signal }) => client.call('handoffs.find', { tape, seq, query, limit: 1000 }, signal),
    enabled: query !== '',
  });
}

export function useFidelity({ tape, seq }: PhaseAt) {
  const client = useClient();
  return useQuery({
    queryKey: keys.fidelity(tape, seq),
    queryFn: ({ signal }) => client.call('handoffs.fidelity', { tape, seq }, signal),
  });
}

/** What left the context where a phase begins. */
export function useDeparture({ tape, seq }: PhaseAt) {
  const client = useClient();
  return useQuery({
    queryKey: keys.departure(tape, seq),
    queryFn: ({ signal }) => client.call('handoffs.left', { tape, seq }, signal),
  });
}

const SOURCE_CHARS = 1600;

/** How a source reads, longer than a line in a list, and what it is; null for what is not there. */
export function useSource(tape: string, seq: number) {
  const client = useClient();
  return useQuery({
    queryKey: [...keys.previews(tape, [seq], SOURCE_CHARS), 'source'],
    queryFn: async ({ signal }) => {
      const [read, listed] = await Promise.all([
        client.call('entries.previews', { tape, seqs: [seq], chars: SOURCE_CHARS }, signal),
        client.call('entries.list', { tape, from: seq, limit: 1 }, signal),
      ]);
      const [text, row] = [read.items[0]?.text, listed.items[0]];
      return text === undefined || row?.seq !== seq ? null : { text, row };
    },
  });
}

/** Characters of a listed entry. */
const LISTED_CHARS = 200;
const NO_TEXTS: ReadonlyMap<number, string> = new Map();

/** How entries begin, by their numbers; at most 300. */
export function usePreviewTexts(tape: string, seqs: readonly number[]): ReadonlyMap<number, string> {
  const client = useClient();
  const answer = useQuery({
    queryKey: keys.previews(tape, seqs, LISTED_CHARS),
    queryFn: ({ signal }) => client.call('entries.previews', { tape, seqs: [...seqs], chars: LISTED_CHARS }, signal),
    enabled: seqs.length > 0,
    select: ({ items }) => new Map(items.map(({ seq, text }) => [seq, text])),
  });
  return answer.data ?? NO_TEXTS;
}
