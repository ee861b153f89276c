import { type Arrival, asking, without } from '../../../shared/library/asked.ts';
import type { SearchAnswer } from '../../../shared/model/index.ts';
import type { CallContext, Handlers, Signal } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Engine } from '../engine.ts';
import { markAltered } from '../entries/altered.ts';
import { createAsking } from '../jobs/ask.ts';
import { createJoins } from '../library/joins.ts';
import { cutHits } from './cut.ts';
import { type GatheredAll, type Gathering, type GatherQuery, gatherUnlessDamaged } from './gather.ts';
import { daysOf, dropsOf, facetsOf, fits, type Gathered, grouped, type Places, withPlaces } from './narrow.ts';
import { renewText } from './renew.ts';

/** Milliseconds after which a search is the answer that it is by then, and those after which its thread is ended. */
const LIMIT = 2000;
const GRACE = 400;
/** The same where somebody asks to look for longer. */
const LONGER = 10_000;

type Asked = Parameters<Handlers['search.find']>[0];

/** What was gathered for a query, without conditions and with them: pages of it, and other conditions, need no other search. */
interface Kept {
  key: string;
  version: number;
  all: GatheredAll;
  narrow: GatheredAll;
  ms: number;
}

/** Queries whose hits are kept. */
const KEPT = 6;

const NOTHING: Omit<GatheredAll, keyof Gathering> = { complete: true, left: 0, indexed: 0, of: 0, note: null };

/** Milliseconds for which a call finds out whether the model received the hits. The terminal waits for all. */
const LOOKS = 800;

/** Says of entries of a tape whether the model received them; null where that takes too long. */
type ReachedOf = (tape: string, seqs: readonly number[], signal: Signal) => Promise<ReadonlyMap<number, Arrival> | null>;

/** The search page: all hits of a query with what they can be narrowed by, a page at a time. */
export function searchPageMethods(engine: Engine, reachedOf: ReachedOf): Pick<Handlers, 'search.find'> {
  const { home, host } = engine.options;
  const kept: Kept[] = [];
  const threads = () => createAsking<GatherQuery, GatheredAll | null, Gathering>('search/gather-worker', { home });
  const plain = threads();
  const patterns = threads();
  let here: ReturnType<typeof gatherUnlessDamaged> | null = null;

  /** A regular expression may be such that one text takes for ever: its thread is ended, and what it told until then is the answer. */
  const untilLate = async (query: GatherQuery, { signal }: CallContext): Promise<GatheredAll | null> => {
    const told: Gathering = { hits: [], searched: 0 };
    let late = false;
    let kill: NodeJS.Timeout | undefined;
    const end = (): void => {
      late = true;
      void patterns.close();
    };
    // It tells first that it begins: on a busy machine a thread may take longer to start than a search may.
    const hear = ({ hits, searched }: Gathering): void => {
      kill ??= setTimeout(end, query.limit + GRACE);
      told.hits.push(...hits);
      told.searched = searched;
    };
    try {
      return await patterns.ask(query, { signal, progress: hear });
    } catch (failure) {
      if (!late) throw failure;
      const tapes = engine.catalog.tapes();
      return { ...NOTHING, ...told, left: tapes.length - told.searched, ...covered(tapes) };
    } finally {
      clearTimeout(kill);
    }
  };

  let before: Promise<unknown> = Promise.resolve();
  /** One after the other, as their thread goes: where that is ended, nobody else waits for it. */
  const askPattern = (query: GatherQuery, context: CallContext): Promise<GatheredAll | null> => {
    const answer = before.then(() => untilLate(query, context));
    before = answer.catch(() => undefined);
    return answer;
  };

  const gather = async (query: GatherQuery, context: CallContext): Promise<GatheredAll> => {
    const ask = async (): Promise<GatheredAll | null> => {
      if (query.mode === 'regex' && query.query.trim() !== '') return askPattern(query, context);
      if (host !== 'terminal') return plain.ask(query, context);
      here ??= gatherUnlessDamaged(home);
      return here(query, context);
    };
    const answer = await ask();
    if (answer !== null) return answer;
    await Promise.all([plain.close(), patterns.close()]);
    here = null;
    await renewText(engine);
    const again = await ask();
    if (again === null) throw new TapeError('internal', 'The text index was rebuilt, and still cannot be read.');
    return again;
  };

  /** What is looked for knows nothing of contexts: a hit is looked at when it is there. */
  const gathered = async (
    { query, mode, filters: { reached: _, ...filters }, from, longer }: Asked,
    context: CallContext,
  ): Promise<Kept> => {
    const { version } = engine.catalog.listed();
    const key = JSON.stringify([query, mode]);
    const limit = longer ? LONGER : LIMIT;
    if (longer) kept.splice(0, kept.length, ...kept.filter((one) => !one.key.startsWith(key) || one.narrow.left === 0));
    const own = kept.find((one) => one.key === key + JSON.stringify(filters) && (from > 0 || one.version === version));
    if (own) return own;
    const begun = performance.now();
    const bare = query.trim() === '';
    // Without words there is nothing but the conditions to look for.
    const whole = bare ? undefined : kept.find((one) => one.key.startsWith(key) && one.version === version)?.all;
    const all = whole ?? (await gather({ query, mode, filters: bare ? filters : {}, limit }, context));
    const enough = bare || asking(filters).length === 0 || (all.complete && all.left === 0);
    const narrow = enough ? all : await gather({ query, mode, filters, limit }, context);
    const made = { key: key + JSON.stringify(filters), version, all, narrow, ms: performance.now() - begun };
    kept.unshift(made);
    kept.length = Math.min(kept.length, KEPT);
    return made;
  };

  const joinsOf = createJoins();

  /** Finds out for a while whether the model received the hits, one session after the other. Hits that were looked at remember it. */
  const look = async (hits: readonly Gathered[], { signal }: CallContext): Promise<void> => {
    const until = performance.now() + (host === 'terminal' ? Number.POSITIVE_INFINITY : LOOKS);
    for (const [tape, own] of Map.groupBy(hits, (hit) => hit.tape)) {
      if (performance.now() > until) return;
      const open = own.filter(({ reached }) => reached === null);
      if (open.length === 0 || passed.has(tape)) continue;
      const known = await reachedOf(
        tape,
        open.map(({ seq }) => seq),
        signal,
      );
      if (known === null) passed.add(tape);
      for (const hit of open) hit.reached = known?.get(hit.seq) ?? null;
    }
  };
  /** Tapes that are too long to look at. */
  const passed = new Set<string>();

  return {
    'search.find': async (asked, context) => {
      if (asked.query.trim() === '' && asking(without(asked.filters, 'reached')).length === 0)
        throw new TapeError('bad-input', 'There is nothing to look for.');
      const places = await joinsOf(
        new Set(
          engine.catalog
            .listed()
            .sorted('newest')
            .map(({ project }) => project),
        ),
      );
      const input = { ...asked, filters: withPlaces(asked.filters, places) };
      const { all, narrow, ms } = await gathered(input, context);
      const found = union(all.hits, narrow.hits);
      const others = without(input.filters, 'reached');
      const fitting = found.filter((hit) => fits(hit, others));
      if (input.looks || asking(input.filters).includes('reached')) await look(fitting, context);
      const done = fitting.filter(({ tape, reached }) => reached !== null || passed.has(tape)).length;
      const answer = answerOf(input.only === undefined ? found : found.filter(({ seq }) => seq === input.only), input, places);
      const hits = await markAltered(engine.catalog, await cutHits(engine.catalog, answer.rows, input.around), (hit) => hit);
      const { complete, left, indexed, of, note, searched } = narrow;
      if (indexed < of && host !== 'terminal') engine.ingest.catchUpText();
      const stopped = left > 0 ? { ms: Math.round(ms), left } : null;
      return {
        ...answer.told,
        hits,
        looked: { done, of: fitting.length },
        complete: complete && left === 0,
        stopped,
        searched,
        ms: Math.round(ms),
        indexed,
        of,
        note,
      };
    },
  };
}

const covered = (tapes: readonly { textTo: number; entries: number }[]) => ({
  indexed: tapes.reduce((sum, { textTo, entries }) => sum + Math.min(textTo, entries), 0),
  of: tapes.reduce((sum, { entries }) => sum + entries, 0),
});

/** Hits of both, each once, in the order of the first. */
const union = (all: readonly Gathered[], more: readonly Gathered[]): Gathered[] => {
  if (all === more) return [...all];
  return [...new Map([...more, ...all].map((hit) => [`${hit.tape} ${hit.seq}`, hit])).values()];
};

type Told = Pick<SearchAnswer, 'total' | 'repeats' | 'sessions' | 'groups' | 'next' | 'facets' | 'days' | 'drops'>;
type Row = ReturnType<typeof grouped>[number]['rows'][number];

/** One page of hits that are all there. Pure. */
export function answerOf(
  all: readonly Gathered[],
  { filters, sort, from, limit, each }: Pick<Asked, 'filters' | 'sort' | 'from' | 'limit' | 'each'>,
  places?: Places,
): { rows: Row[]; told: Told } {
  const hits = all.filter((hit) => fits(hit, filters));
  const groups = grouped(hits, sort);
  const rows = groups.flatMap(({ rows: own }) => own.slice(0, each));
  const page = rows.slice(from, from + limit);
  const shown = new Set(page.map(({ hit }) => hit.tape));
  const told: Told = {
    total: hits.length,
    repeats: hits.length - groups.reduce((sum, group) => sum + group.rows.length, 0),
    sessions: groups.length,
    groups: groups
      .filter(({ tape }) => shown.has(tape))
      .map(({ tape, hits: count, rows: own }) => ({ tape, hits: count, shown: own.length })),
    next: from + limit < rows.length ? from + limit : null,
    facets: facetsOf(all, filters, places),
    days: daysOf(hits),
    drops: hits.length === 0 ? dropsOf(all, filters) : [],
  };
  return { rows: page, told };
}
