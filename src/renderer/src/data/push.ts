import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Bridge } from '../../../shared/rpc/client.ts';
import type { Job, Output, Push } from '../../../shared/rpc/contract.ts';
import type { Side } from '../state/hash.ts';
import { keys } from './keys.ts';
import { withRun } from './runHooks.ts';

type Jobs = Output<'jobs.list'>;

/** Running jobs stay in the list, a failed one stays until it is read, all else leaves it. */
export function withJob(jobs: Jobs | undefined, job: Job): Jobs {
  const others = (jobs?.items ?? []).filter((item) => item.id !== job.id);
  return { items: job.state === 'running' || job.state === 'failed' ? [...others, job] : others };
}

/** What is said of one step. */
const ofStep = new Set(['view', 'proof', 'request', 'base-like']);

/** The newest step of a growing tape may still change; what comes before it is history. */
const isSettled = (key: readonly unknown[], steps: number): boolean =>
  ofStep.has(String(key[2])) && typeof key[3] === 'number' && key[3] < steps;

/** Parts of a tape whose answer never changes while the file only grows, or whose key says how far it has grown. */
const fixed = new Set(['raw', 'image', 'previews', 'annotations', 'reads', 'ahead', 'fates', 'misses']);

/** What takes the engine a look at all of a tape: not for each line of one with more entries than these. */
const ofAll = new Set(['branches']);
const LONG = 10_000;
/** Milliseconds from a line on until that is asked for again, and from one time to the next. */
const ALL_LAG = 500;
const ALL_EVERY = 2000;

/** A comparison in which the next request of a tape is a side: it is another one with each entry. */
const comparesHead = ([room, sides]: readonly unknown[], tape: string): boolean =>
  room === 'compare' && Array.isArray(sides) && (sides as Side[]).some((side) => side.tape === tape && 'next' in side);

const stepsOf = (queries: QueryClient, tape: string): number => queries.getQueryData<Output<'tapes.get'>>(keys.head(tape))?.tape.steps ?? 0;

/** What of a tape its growth can touch. */
const touchedBy = (queries: QueryClient, tape: string): { queryKey: QueryKey; predicate: (query: Query) => boolean } => {
  const known = stepsOf(queries, tape);
  return { queryKey: keys.tape(tape), predicate: ({ queryKey }) => !fixed.has(String(queryKey[2])) && !isSettled(queryKey, known) };
};

/** Asks again for what of a tape may have changed: all of it after a rewrite, else what its growth can touch. */
export function refreshTape(queries: QueryClient, tape: string, reread: boolean): void {
  // What was compared of another file is of no use for this one.
  if (reread) void queries.resetQueries({ queryKey: keys.differing(tape) });
  void queries.invalidateQueries(reread ? { queryKey: keys.tape(tape) } : touchedBy(queries, tape));
  void queries.invalidateQueries({ predicate: ({ queryKey }) => comparesHead(queryKey, tape) });
}

/**
 * The same for a tape that grew, where it is known how far it is. That is written into its head first: a playhead at its end moves to the new step
 * at once, and of the step that it leaves nothing is asked again.
 */
function growTape(queries: QueryClient, { tape, entries, steps }: Told): void {
  const asked = queries.getQueryCache().findAll(touchedBy(queries, tape));
  const before = new Set(entries > LONG ? asked.filter(({ queryKey }) => !ofAll.has(String(queryKey[2]))) : asked);
  queries.setQueryData<Output<'tapes.get'>>(keys.head(tape), (head) => head && { ...head, tape: { ...head.tape, entries, steps } });
  void queries.invalidateQueries({ predicate: ({ queryKey }) => comparesHead(queryKey, tape) });
  // When the new head was drawn.
  setTimeout(() => void queries.invalidateQueries({ predicate: (query) => before.has(query) }), 0);
}

type Told = Extract<Push, { type: 'tape' }>;

const isHead = (key: readonly unknown[]): boolean => key[0] === 'tape' && key[2] === 'head';

const isAnnotations = (key: readonly unknown[], tape: string | null): boolean =>
  key[0] === 'tape' && key[2] === 'annotations' && (tape === null || key[1] === tape);

/** A context of the memory, or two next to each other: what it holds depends on the index, which is made after everything else. */
const asksIndex = (key: readonly unknown[]): boolean =>
  (key[0] === 'tape' || key[0] === 'compare') && JSON.stringify(key).includes('"memory:');

/** What is compared with captured requests: these are tapes of their own, which are read again as more is captured. */
const ofCaptures = new Set(['proof', 'request', 'differing', 'base-like', 'apart']);

const restsOnCaptures = (key: readonly unknown[]): boolean =>
  key[0] === keys.verdicts[0] || (key[0] === 'tape' && ofCaptures.has(String(key[2])));

/** Milliseconds in which pushes about one thing count as one: a scan of thousands of files tells of each. */
const TOGETHER = 100;
/** A tape that only grows changes its row in the library and where it is among others: that comes after what is looked at, and once for several lines. */
const ROWS_LAG = 150;

/**
 * Acts `first` milliseconds after it was quiet, and else when `wait` are over since it last did: a single line does not wait for more.
 */
const createTogether = (act: () => void, wait: number, first = 0) => {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let last = Number.NEGATIVE_INFINITY;
  const run = () => {
    timer = null;
    last = performance.now();
    act();
  };
  return {
    soon() {
      // What comes in the same moment comes together.
      timer ??= setTimeout(run, Math.max(first, last + wait - performance.now()));
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
};

/** A tape that is shown with those that belong to it: the session of a fork tells how far the fork is. */
const isRelated = (queries: QueryClient, key: readonly unknown[], tapes: ReadonlySet<string>): boolean =>
  isHead(key) && queries.getQueryData<Output<'tapes.get'>>(key)?.related?.some(({ id }) => tapes.has(id)) === true;

/** Turns what the engine tells without being asked into exactly the refetches it causes. */
export function followPushes(bridge: Pick<Bridge, 'subscribe'>, queries: QueryClient): () => void {
  const tapes = new Map<string, Told>();
  let library = false;
  /** Which requests were captured, by the newest word on that. */
  let captures: string | undefined;
  let captured = false;
  const grown = new Set<string>();
  const rows = createTogether(
    () => {
      const some = new Set(grown);
      grown.clear();
      void queries.invalidateQueries({ queryKey: keys.library });
      void queries.invalidateQueries({ predicate: ({ queryKey }) => isRelated(queries, queryKey, some) });
    },
    ROWS_LAG,
    ROWS_LAG,
  );
  const long = new Set<string>();
  const ofLong = createTogether(
    () => {
      const isOfAll = ({ queryKey: [, tape, part] }: Query): boolean => long.has(String(tape)) && ofAll.has(String(part));
      void queries.invalidateQueries({ queryKey: ['tape'], predicate: isOfAll });
      long.clear();
    },
    ALL_EVERY,
    ALL_LAG,
  );
  const all = createTogether(() => {
    if (library) {
      rows.stop();
      grown.clear();
      void queries.invalidateQueries({ queryKey: keys.library });
      // The open tape may be what left the library, because its file is gone.
      void queries.invalidateQueries({ predicate: ({ queryKey }) => isHead(queryKey) || asksIndex(queryKey) });
    }
    if (captured || [...tapes.values()].some(({ reread }) => reread))
      void queries.invalidateQueries({ predicate: ({ queryKey }) => restsOnCaptures(queryKey) });
    for (const told of tapes.values())
      if (told.reread) refreshTape(queries, told.tape, true);
      else {
        growTape(queries, told);
        if (told.entries > LONG) long.add(told.tape);
      }
    if (long.size > 0) ofLong.soon();
    if (!library && tapes.size > 0) {
      for (const tape of tapes.keys()) grown.add(tape);
      rows.soon();
    }
    library = false;
    captured = false;
    tapes.clear();
  }, TOGETHER);
  const note = (push: Extract<Push, { type: 'library' | 'tape' }>) => {
    if (push.type === 'library') {
      library = true;
      captured ||= push.captures === undefined || push.captures !== captures;
      captures = push.captures;
    } else tapes.set(push.tape, { ...push, reread: push.reread || tapes.get(push.tape)?.reread === true });
    all.soon();
  };
  const stop = bridge.subscribe((push) => {
    if (push.type === 'job') queries.setQueryData<Jobs>(keys.jobs, (jobs) => withJob(jobs, push.job));
    else if (push.type === 'run') queries.setQueryData<Output<'runs.setup'>>(keys.run(push.run.tape), (setup) => withRun(setup, push.run));
    else if (push.type === 'agents') void queries.invalidateQueries({ queryKey: keys.agents });
    else if (push.type === 'annotations') {
      void queries.invalidateQueries({ predicate: ({ queryKey }) => isAnnotations(queryKey, push.tape) });
      // Another process may have said something of sessions as a whole.
      if (push.tape === null) void queries.invalidateQueries({ queryKey: keys.library });
    } else if (push.type === 'float') void queries.invalidateQueries({ queryKey: keys.float(push.root) });
    else if (push.type !== 'what-if') note(push);
  });
  return () => {
    stop();
    all.stop();
    rows.stop();
    ofLong.stop();
  };
}
