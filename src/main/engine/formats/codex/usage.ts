import type { Usage } from '../../../../shared/model/index.ts';
import { asNumber, isObject } from '../json.ts';
import type { Json } from '../values.ts';
import type { Hint, Tokens } from './hint.ts';

/**
 * What a request used, from tokens that are counted up over the thread: the difference to the last count. Null for a count that was said
 * before, and for none: the first one is of nothing where only the size of a context was estimated. The count begins again where a program was started again (0.58), and then it is the request's own:
 * it is smaller than before, or the request is all that it counts.
 */
export function usageOf(state: { total: Tokens | null }, { total, last }: Extract<Hint, { is: 'usage' }>): Usage | null {
  if (total === null || (state.total === null && total.every((count) => count === 0))) return null;
  const before = state.total;
  state.total = total;
  if (before !== null && total.every((count, at) => count === before[at])) return null;
  const grown = total.map((count, at) => count - (before?.[at] ?? 0)) as Tokens;
  const begun = last !== null && (before === null || total.every((count, at) => count === last[at]));
  return used(!begun && grown.every((count) => count >= 0) ? grown : (last ?? total));
}

/** The cached and the written tokens are among the input. */
const used = ([input, cached, written, output]: Tokens): Usage => ({
  input: Math.max(0, input - cached - written),
  output,
  cacheRead: cached,
  cacheWrite: written,
});

/** Counts of tokens in the order of `Tokens`; null where there are none. */
export function tokensOf(usage: Json | undefined): Tokens | null {
  if (!isObject(usage)) return null;
  const count = (key: string): number => Math.max(0, asNumber(usage[key]) ?? 0);
  return [count('input_tokens'), count('cached_input_tokens'), count('cache_write_input_tokens'), count('output_tokens')];
}
