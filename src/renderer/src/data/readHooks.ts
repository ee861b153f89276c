import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { FloatRead, TapeRow } from '../../../shared/model/index.ts';
import { useClient } from './client.tsx';
import { useEntryCount } from './hooks.ts';
import { keys } from './keys.ts';
import { useSharedQuery } from './shared-query.ts';

interface Asking<T> {
  /** How many are asked for at once. */
  readonly lanes: number;
  /** Each answer as it comes; null where there was none. */
  hears(id: string, answer: T | null): void;
  stopped(): boolean;
}

/** Asks for one thing after the other, in order. A failure holds up nothing; once `stopped`, nothing more is asked or heard. */
export async function askEach<T>(
  ids: readonly string[],
  ask: (id: string) => Promise<T>,
  { lanes, hears, stopped }: Asking<T>,
): Promise<void> {
  const left = ids.values();
  const lane = async () => {
    for (const id of left) {
      if (stopped()) return;
      const answer = await ask(id).catch(() => null);
      if (stopped()) return;
      hears(id, answer);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

const AT_REST = Number.POSITIVE_INFINITY;

/** How one tape is asked for what its agents read: all of it once, and what came since whenever it grows. */
const useAskReads = () => {
  const client = useClient();
  return {
    all: (tape: string) => ({
      queryKey: keys.reads(tape),
      queryFn: ({ signal }: { signal: AbortSignal }) => client.call('float.reads', { tape }, signal),
      staleTime: AT_REST,
      retry: false,
    }),
    tail: (tape: string, upTo: number) => ({
      queryKey: keys.readsTail(tape, upTo),
      queryFn: async ({ signal }: { signal: AbortSignal }) => (await client.call('float.reads', { tape, from: upTo + 1 }, signal)).items,
      staleTime: AT_REST,
      retry: false,
    }),
  };
};

const put = (all: readonly FloatRead[], upTo: number, tail: readonly FloatRead[]): FloatRead[] => [
  ...all.filter(({ seq }) => seq <= upTo),
  ...tail,
];

const NONE: readonly FloatRead[] = [];

/** Where a tape shows that an agent read a context file. Nothing is asked unless `wanted`. */
export function useReads(tape: string, wanted = true): readonly FloatRead[] {
  const ask = useAskReads();
  const entries = useEntryCount(tape);
  const all = useSharedQuery({ ...ask.all(tape), enabled: wanted });
  const upTo = all?.upTo ?? 0;
  const tail = useSharedQuery({ ...ask.tail(tape, upTo), enabled: wanted && all !== undefined && entries > upTo });
  return useMemo(() => (all === undefined ? NONE : tail === undefined ? all.items : put(all.items, upTo, tail)), [all, upTo, tail]);
}

/** Tapes that name context files though they were written elsewhere. Asked again when the library has more tapes or fewer. */
export function useReadersElsewhere(root: string, library: number) {
  const client = useClient();
  return useQuery({
    queryKey: keys.floatPart(root, 'readers', library),
    queryFn: async ({ signal }) => (await client.call('float.readers', { root }, signal)).tapes,
    placeholderData: keepPreviousData,
    staleTime: AT_REST,
    retry: false,
  });
}

/** What was found in the tapes that were looked into so far. */
export interface Looked {
  readonly found: ReadonlyMap<string, readonly FloatRead[]>;
  readonly done: number;
  /** Tapes that could not be read. */
  readonly failed: number;
  readonly running: boolean;
}

const NOTHING: Looked = { found: new Map(), done: 0, failed: 0, running: true };

/** As many as the engine has threads for it. */
const LANES = 2;
/** Milliseconds in which answers are drawn together. */
const TOGETHER = 80;

type Tapes = readonly Pick<TapeRow, 'id' | 'entries'>[];

const isSame = (a: Tapes, b: Tapes): boolean =>
  a.length === b.length && a.every(({ id, entries }, at) => id === b[at]?.id && entries === b[at]?.entries);

/** Looks into one tape after the other; what it finds is there as it comes. A tape that grew is looked into again, the others are not. */
export function useReadsThrough(tapes: Tapes) {
  const queries = useQueryClient();
  const ask = useAskReads();
  const [wanted, setWanted] = useState(true);
  const [looked, setLooked] = useState(NOTHING);
  const asked = useRef(new Set<string>());
  // The library is a new list whenever anything in it changes.
  const [round, setRound] = useState(tapes);
  if (!isSame(round, tapes)) setRound(tapes);
  const read = async (tape: string, entries: number): Promise<FloatRead[]> => {
    const { items, upTo } = await queries.fetchQuery(ask.all(tape));
    return entries <= upTo ? items : put(items, upTo, await queries.fetchQuery(ask.tail(tape, upTo)));
  };
  const look = useEffectEvent((of: Tapes, hears: (id: string, reads: FloatRead[] | null) => void, stopped: () => boolean) =>
    askEach(
      of.map(({ id }) => id),
      (id) => {
        asked.current.add(id);
        return read(id, of.find((one) => one.id === id)?.entries ?? 0).finally(() => asked.current.delete(id));
      },
      { lanes: LANES, hears, stopped },
    ),
  );
  useEffect(() => {
    if (!wanted) return;
    let over = false;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const found = new Map<string, readonly FloatRead[]>();
    let [done, failed] = [0, 0];
    const draw = (running: boolean) => {
      timer = null;
      setLooked({ found: new Map(found), done, failed, running });
    };
    const hears = (id: string, reads: FloatRead[] | null) => {
      done += 1;
      if (reads === null) failed += 1;
      else if (reads.length > 0) found.set(id, reads);
      timer ??= setTimeout(() => draw(true), TOGETHER);
    };
    const end = () => {
      if (timer !== null) clearTimeout(timer);
    };
    void look(round, hears, () => over).then(() => {
      if (over) return;
      end();
      draw(false);
    });
    return () => {
      over = true;
      end();
    };
  }, [round, wanted]);
  // After the effect above, so that what was given up no longer counts as a failure. A tape that is being read continues while others change.
  useEffect(() => {
    if (!wanted) return;
    const running = asked.current;
    return () => {
      for (const id of running) void queries.cancelQueries({ queryKey: keys.reads(id) });
    };
  }, [queries, wanted]);
  return { ...looked, running: wanted && looked.running, stopped: !wanted, stop: () => setWanted(false), goOn: () => setWanted(true) };
}
