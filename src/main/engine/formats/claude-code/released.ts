import { type Growth, heldBy, heldOf, type Sized } from '../context/growth-state.ts';
import { NOTHING_RELEASED, type Released } from '../context/habits.ts';
import { CLEARED_TOKENS } from '../context/tokens.ts';

/** Tools whose results Claude Code clears. */
const CLEARABLE = /^(Read|Bash|Grep|Glob|LS|WebFetch|WebSearch|Edit|MultiEdit|Write|NotebookEdit|NotebookRead|mcp__.*)$/;

/** A request that falls short by less was not cleared: that would not be worth the cache that it costs. */
const LEAST = 10_000;
const MOST_OF_IT = 0.6;
/** After a pause like this the thinking of earlier turns may be removed, in ms. */
const LONG_PAUSE = 60 * 60_000;

/** Which entries were probably cleared, where a request falls short by this many tokens: old results, or after a long pause the thinking. */
export function releasedAt(growth: Growth, before: Sized | null, request: Sized, short: number): Released {
  if (short < LEAST) return NOTHING_RELEASED;
  const results = oldest(suspectsOf(growth, before === null ? 0 : request.usage.cacheRead), short);
  const pause = before === null ? 0 : (request.time ?? 0) - (before.time ?? 0);
  if (pause < LONG_PAUSE) return enough(results, short);
  const seqs = [...growth.thoughts];
  const thoughts = { seqs, tokens: seqs.reduce((sum, seq) => sum + heldBy(growth, seq), 0) };
  return enough(Math.abs(short - thoughts.tokens) < Math.abs(short - results.tokens) ? thoughts : results, short);
}

/** What explains only a small part of a fall was not the cause of it. */
const enough = (released: Released, short: number): Released => (released.tokens < MOST_OF_IT * short ? NOTHING_RELEASED : released);

interface Suspect {
  seq: number;
  /** Place of its call among all calls. */
  order: number;
  tokens: number;
}

/** Results that the agent may have cleared. What a cache still held is as it was. */
const suspectsOf = (growth: Growth, cached: number): Suspect[] => {
  const found: Suspect[] = [];
  let behind = (growth.base ?? 0) + growth.added;
  for (const entry of growth.entries.values()) {
    const { seq, results } = entry.row;
    const tokens = heldOf(growth, entry);
    behind += tokens;
    const tool = growth.tools.get(results[0] ?? '');
    if (tool === undefined || tokens === 0 || growth.replaced.has(seq) || behind <= cached) continue;
    if (CLEARABLE.test(tool.name)) found.push({ seq, order: tool.order, tokens });
  }
  return found;
};

/** The oldest calls first, as the agent clears them, up to where the sum comes nearest. */
const oldest = (suspects: readonly Suspect[], short: number): Released => {
  const inOrder = suspects.toSorted((a, b) => a.order - b.order || a.seq - b.seq);
  let best = { count: 0, tokens: 0 };
  let tokens = 0;
  for (const [at, one] of inOrder.entries()) {
    tokens += one.tokens - CLEARED_TOKENS;
    if (Math.abs(short - tokens) < Math.abs(short - best.tokens)) best = { count: at + 1, tokens };
  }
  return { seqs: inOrder.slice(0, best.count).map(({ seq }) => seq), tokens: best.tokens };
};
