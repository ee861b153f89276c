import { bisect } from '../../../shared/model/bisect.ts';
import type { CacheFate, CacheReason, StepRow, Usage } from '../../../shared/model/index.ts';
import { cacheLifetime } from '../../../shared/model/limits.ts';
import type { PriceBook, Rates } from '../../../shared/model/prices.ts';
import { contextSize } from '../../../shared/model/vocabulary.ts';
import { words } from './fate-text.ts';

/**
 * A provider that caches by itself, without marks and without a word of what it wrote, keeps pieces of a prefix and drops its tail: what is
 * not read within this is not a miss.
 */
const TAIL = 1024;

/** Where contexts began again, or results were cleared: the number of the entry that says so. */
export interface Cut {
  seq: number;
  type: 'compaction' | 'micro-compaction';
}

/** What two requests, or the contexts derived of them, show: the entry whose block is the first that differs, and of which kind. */
export interface Shown {
  reason: CacheReason;
  basis: 'request' | 'view';
  at: number | null;
  /** What changed, in a few words: "12 tools came", "Read src/a.ts". */
  what: string;
}

/** The request whose cache a step could read. */
export interface Chain {
  step: StepRow;
  /** How long what it cached is kept; null where nobody knows. */
  lifetime: number | null;
  /** It wrote no cache, so whatever it sent may have been cached. */
  implicit: boolean;
}

/** How much of a request was in the cache after it. */
const cachedBy = ({ usage }: StepRow, implicit: boolean): number =>
  usage === null ? 0 : implicit ? Math.max(0, contextSize(usage) - TAIL) : usage.cacheRead + usage.cacheWrite;

/** How long what a request wrote is kept, or else what was written before it. */
export function lifetimeOf(model: string | null, { cacheWriteHour = 0, cacheWrite }: Usage, before: number | null): number | null {
  return cacheWrite === 0 ? before : cacheLifetime(model, cacheWriteHour > 0);
}

/** What is known of a step's cache before anybody looked into contexts. */
export interface Given {
  step: StepRow & { usage: Usage };
  /** The newest request before it on its branch, of any model. */
  last: StepRow | null;
  /** The newest one of its model. */
  chain: Chain | null;
  cuts: readonly Cut[];
}

type Found = Pick<CacheFate, 'reason' | 'basis'> & Partial<Pick<CacheFate, 'at'>> & { what?: string };

/** The newest cut between two steps, by halving: a long tape has thousands of both. */
const cutBetween = (cuts: readonly Cut[], from: StepRow, to: StepRow): Cut | undefined => {
  const newest = cuts[bisect(0, cuts.length, (at) => (cuts[at]?.seq ?? 0) >= to.first) - 1];
  return newest !== undefined && newest.seq > from.first ? newest : undefined;
};

/** What the log says, then what follows from model, compactions and time; null where only contexts can tell. */
const found = ({ step, last, chain, cuts }: Given, missed: number): Found | null => {
  const { told } = step;
  if (told?.reason) return { reason: told.reason, basis: 'log' };
  if ((told?.cleared ?? 0) > 0) return { reason: 'cleared', basis: 'log' };
  if (last === null) return { reason: 'first-use', basis: 'usage' };
  if (chain === null) return { reason: 'model-switched', basis: 'model' };
  if (missed <= 0) return { reason: 'warm', basis: 'usage' };
  const cut = cutBetween(cuts, chain.step, step);
  if (cut) return { reason: cut.type === 'compaction' ? 'compacted' : 'cleared', basis: 'compaction', at: cut.seq };
  const pause = pauseOf(step, chain.step);
  if (pause !== null && chain.lifetime !== null && pause > chain.lifetime) return { reason: 'expired', basis: 'pause' };
  return null;
};

const pauseOf = (step: StepRow, before: StepRow): number | null =>
  step.time === null || before.time === null ? null : Math.max(0, step.time - before.time);

const sums = ({ usage }: Given['step'], chain: StepRow | null, implicit: boolean): { missed: number; again: number } => {
  if (chain === null) return { missed: 0, again: 0 };
  const held = cachedBy(chain, implicit);
  const missed = Math.max(0, held - usage.cacheRead);
  const again = Math.max(0, Math.min(held, contextSize(usage)) - usage.cacheRead);
  return { missed, again: Math.min(again, usage.input + usage.cacheWrite) };
};

/** What some tokens cost to send again: at the rates at which this request sent what it did not read. */
const costsOf = ({ usage }: Given['step'], again: number, rates: Rates | null): Pick<CacheFate, 'cost' | 'warm'> => {
  const sent = usage.input + usage.cacheWrite;
  if (rates === null || sent === 0) return { cost: null, warm: null };
  const { cacheWriteHour = 0 } = usage;
  const short = rates.cacheWrite5m ?? rates.input;
  const whole = usage.input * rates.input + (usage.cacheWrite - cacheWriteHour) * short + cacheWriteHour * (rates.cacheWrite1h ?? short);
  return { cost: ((whole / sent) * again) / 1e6, warm: ((rates.cacheRead ?? rates.input) * again) / 1e6 };
};

/** Whether only the contexts themselves can tell why this step missed. */
export function needsLook(given: Given): boolean {
  return found(given, sums(given.step, given.chain?.step ?? null, given.chain?.implicit ?? false).missed) === null;
}

/** What is not a reason where nothing was read and nothing written: a context too short to be cached misses nothing, and is not warm either. */
const UNCACHED: ReadonlySet<CacheReason> = new Set(['warm', 'first-use', 'unknown']);

/** Why the cache of a step was read or missed. `shown` is what its context shows against the one before, where somebody looked. */
export function explain(given: Given, book: PriceBook, shown: Shown | null): CacheFate {
  const { step, last, chain } = given;
  const before = chain?.step ?? last;
  const { usage, told } = step;
  const byUsage = sums(step, before, chain?.implicit ?? false);
  const nothing = usage.cacheRead === 0 && usage.cacheWrite === 0 && (chain === null || chain.implicit);
  const why: Found = found(given, byUsage.missed) ?? (shown === null ? { reason: 'unknown', basis: 'none' } : { ...shown });
  const reason = nothing && UNCACHED.has(why.reason) ? 'not-cached' : why.reason;
  const pause = before === null ? null : pauseOf(step, before);
  const quiet = reason === 'warm' || reason === 'first-use' || reason === 'not-cached';
  const fate: Omit<CacheFate, 'text'> = {
    ...{ step: step.step, before: before?.step ?? null, read: usage.cacheRead, write: usage.cacheWrite },
    missed: told?.missed ?? (quiet ? 0 : byUsage.missed),
    again: quiet ? 0 : byUsage.again,
    ...{ reason, basis: why.basis, at: why.at ?? null, pause, lifetime: chain?.lifetime ?? null },
    saved: null,
    ...costsOf(step, quiet ? 0 : byUsage.again, book.rates(step.model, step.time, contextSize(usage))),
  };
  return {
    ...fate,
    text: words(fate, { what: why.what ?? null, told: told?.word ?? null, cleared: told?.cleared ?? 0, model: before?.model ?? null }),
  };
}
