import { TapeError } from '../rpc/tape-error.ts';

/** What may be used, in tokens or in dollars. */
export interface Budget {
  tokens: number | null;
  dollars: number | null;
}

/** Reads a budget: `50000` or `50k` tokens, `$2` or `2usd`. `name` is what the field is called. Throws 'bad-input'. */
export function budgetOf(text: string, name = '--budget'): Budget {
  const [, dollars] = /^\$(\d+(?:\.\d+)?)$/.exec(text) ?? /^(\d+(?:\.\d+)?) ?usd$/i.exec(text) ?? [];
  if (dollars !== undefined && Number(dollars) > 0) return { tokens: null, dollars: Number(dollars) };
  const [, amount, unit] = /^(\d+(?:\.\d+)?)([km]?)$/i.exec(text) ?? [];
  const tokens = Math.floor(Number(amount) * ({ k: 1000, m: 1_000_000 }[unit?.toLowerCase() ?? ''] ?? 1));
  if (tokens >= 1) return { tokens, dollars: null };
  throw new TapeError('bad-input', `${name} takes tokens, such as 50000 or 50k, or money, such as $2, not "${text.slice(0, 40)}".`);
}
