import type { Outside, Residency } from './residency.ts';
import type { Verdict } from './verdict.ts';
import type { Evidence, View } from './view.ts';

/** How a context is known, in the order of the numbers in `Residency.evidence`. */
const EVIDENCE: readonly Evidence['state'][] = ['recorded', 'derived', 'inferred', 'unknown'];

export function evidenceAt({ evidence }: Pick<Residency, 'evidence'>, at: number): Evidence['state'] {
  return EVIDENCE[evidence[at] ?? -1] ?? 'unknown';
}

const OUTSIDE_NAMES: Readonly<Record<Outside, string>> = {
  system: 'system prompt',
  tools: 'tools',
  request: 'only in the request',
  'other-tapes': 'from other tapes',
};

/** What a person calls what a context holds and no entry of its tape does. */
export function outsideName(what: Outside): string {
  return OUTSIDE_NAMES[what];
}

/** Steps that follow each other with the same weight. */
export interface Run {
  /** Indexes of steps, both inclusive. */
  from: number;
  to: number;
  tokens: number;
}

/** The runs of a column of tokens by step; none where there is nothing. */
export function runsOf(column: ArrayLike<number>): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < column.length; at += 1) {
    const tokens = column[at] ?? 0;
    const last = runs.at(-1);
    if (last && last.to === at - 1 && last.tokens === tokens) last.to = at;
    else if (tokens !== 0) runs.push({ from: at, to: at, tokens });
  }
  return runs;
}

/** What a step has of each column, by name; columns without anything there are left out. */
export function partsAt(columns: readonly { name: string; tokens: Float64Array }[], at: number): Record<string, number> {
  return Object.fromEntries(columns.flatMap(({ name, tokens }) => (tokens[at] ? [[name, tokens[at]] as const] : [])));
}

/** What one request held, in tokens. */
export interface LedgerLine {
  step: number;
  /** Input as the log records it, and its two parts; null where it records none. */
  recorded: number | null;
  cached: number | null;
  new: number | null;
  /** What the entries in context weigh, those that were counted and the rest. */
  counted: number;
  estimated: number;
  /** recorded − counted − estimated, negative where the estimate is too high; null where the context is not the one that was sent. */
  unaccounted: number | null;
  /** What of it no entry holds, what events added to that, and what is left; null where nobody measured. */
  base: number | null;
  events: number | null;
  unexplained: number | null;
}

type Columns = Pick<Residency, 'policy' | 'steps' | 'recorded' | 'cached' | 'counted' | 'estimated' | 'base' | 'added' | 'unexplained'>;

const known = (value: number | undefined): number | null => (value === undefined || Number.isNaN(value) ? null : value);

/** The ledger of the step with this index. */
export function ledgerAt({ policy, steps, recorded, cached, ...columns }: Columns, at: number): LedgerLine {
  const whole = known(recorded[at]);
  const read = known(cached[at]);
  const [counted, estimated] = [columns.counted[at] ?? 0, columns.estimated[at] ?? 0];
  return {
    step: steps[at] ?? 0,
    recorded: whole,
    cached: whole === null ? null : read,
    new: whole === null ? null : whole - (read ?? 0),
    counted,
    estimated,
    unaccounted: whole === null || policy !== 'as-recorded' ? null : whole - counted - estimated,
    base: known(columns.base[at]),
    events: known(columns.added[at]),
    unexplained: known(columns.unexplained[at]),
  };
}

/** What a recorded size has beyond what is known of it; where every part of the request is an entry or a block, only estimates can be off. */
export function restIn(
  { unaccounted, base }: Pick<LedgerLine, 'unaccounted' | 'base'>,
  evidence: Evidence['state'],
  verdict: Verdict = null,
): { words: string; tokens: number } | null {
  if (unaccounted === null) return null;
  if (!isWhole(evidence, verdict)) return base === null ? { words: 'unaccounted', tokens: unaccounted } : null;
  if (unaccounted === 0) return null;
  return { words: `estimates too ${unaccounted < 0 ? 'high' : 'low'}`, tokens: Math.abs(unaccounted) };
}

/** Where the log's own record of a request is not what was sent, more than estimates can be off. */
const isWhole = (evidence: Evidence['state'] | undefined, verdict: Verdict): boolean => evidence === 'recorded' && verdict !== 'differs';

/** What a request has that is in no block. */
export interface Beyond {
  what: 'too-high' | 'too-low' | 'base' | 'events' | 'unexplained' | 'unaccounted';
  tokens: number;
}

/**
 * What a context has besides its blocks, part by part. Where the request itself is at hand only estimates can be off; else it is a base with
 * what events added to it, and unaccounted only where nobody measured one. What was recorded says nothing of a context that was not sent.
 * `verdict` is that of the captured request.
 */
export function beyondBlocks(
  { tokens, policy, evidence }: Pick<View, 'tokens' | 'policy'> & { evidence?: Evidence | undefined },
  verdict: Verdict = null,
): Beyond[] {
  const { unaccounted, base, events, unexplained } = tokens;
  const sent = policy === 'as-recorded';
  const some = (what: Beyond['what'], value: number | null): Beyond[] => (value === null || value === 0 ? [] : [{ what, tokens: value }]);
  if (sent && unaccounted !== null && isWhole(evidence?.state, verdict))
    return some(unaccounted < 0 ? 'too-high' : 'too-low', Math.abs(unaccounted));
  if (base !== null && base >= 0)
    return [{ what: 'base', tokens: base }, ...some('events', events), ...some('unexplained', sent ? unexplained : null)];
  return sent && unaccounted !== null ? [{ what: 'unaccounted', tokens: unaccounted }] : [];
}
