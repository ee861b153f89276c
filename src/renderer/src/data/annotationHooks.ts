import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Annotation } from '../../../shared/model/index.ts';
import type { Client } from '../../../shared/rpc/client.ts';
import type { Input, Output } from '../../../shared/rpc/contract.ts';
import { useClient } from './client.tsx';
import { keys } from './keys.ts';
import { useSharedQuery } from './shared-query.ts';

type Listed = Output<'annotations.list'>;

/** The annotations of a tape by the entries they are about. */
export interface NoteIndex {
  readonly entries: ReadonlyMap<number, readonly Annotation[]>;
  readonly spans: readonly (Annotation & { target: { type: 'span' } })[];
  /** First and last entry of each, in the order of the tape: what a timeline draws. */
  readonly ranges: readonly (readonly [number, number])[];
}

const NONE: NoteIndex = { entries: new Map(), spans: [], ranges: [] };

const isSpan = (one: Annotation): one is Annotation & { target: { type: 'span' } } => one.target.type === 'span';

const index = (items: readonly Annotation[]): NoteIndex => {
  const entries = new Map<number, Annotation[]>();
  for (const one of items) {
    if (one.target.type === 'span') continue;
    const held = entries.get(one.target.seq);
    if (held) held.push(one);
    else entries.set(one.target.seq, [one]);
  }
  const ranges = items.map(({ target }) =>
    target.type === 'span' ? ([target.from, target.to] as const) : ([target.seq, target.seq] as const),
  );
  return { entries, spans: items.filter(isSpan), ranges: ranges.toSorted((a, b) => a[0] - b[0]) };
};

const indexed = ({ items }: Listed): NoteIndex => (items.length === 0 ? NONE : index(items));

/** What was written about an entry: directly first, then the spans that contain it. */
export function notesOn({ entries, spans }: NoteIndex, seq: number): readonly Annotation[] {
  const own = entries.get(seq) ?? [];
  const around = spans.filter(({ target }) => target.from <= seq && seq <= target.to);
  return around.length === 0 ? own : [...own, ...around];
}

const askNotes = (client: Client, tape: string | null) => ({
  queryKey: keys.annotations(tape ?? ''),
  queryFn: ({ signal }: { signal: AbortSignal }) => client.call('annotations.list', { tape: tape ?? '' }, signal),
  enabled: tape !== null,
  // Whatever changes them notifies the window: rows that come into view ask for nothing.
  staleTime: Number.POSITIVE_INFINITY,
});

/** Annotations of a tape with the labels in use. */
export function useAnnotations(tape: string | null) {
  return useQuery(askNotes(useClient(), tape));
}

/** One list for each tape, shared by every row that looks itself up in it. */
export function useNotes(tape: string | null): NoteIndex {
  return useSharedQuery({ ...askNotes(useClient(), tape), select: indexed }) ?? NONE;
}

/** Writes and removes annotations of a tape. */
export function useAnnotate(tape: string) {
  const client = useClient();
  const queries = useQueryClient();
  const again = () => queries.invalidateQueries({ queryKey: keys.annotations(tape) });
  const set = useMutation({
    mutationFn: (input: Omit<Input<'annotations.set'>, 'tape'>) => client.call('annotations.set', { tape, ...input }),
    onSuccess: again,
  });
  const remove = useMutation({ mutationFn: (id: string) => client.call('annotations.remove', { id }), onSuccess: again });
  return { set, remove };
}
