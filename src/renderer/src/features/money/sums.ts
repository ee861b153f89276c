import { type CacheFate, type CostItem, contextSize, type StepRow, type Usage } from '../../../../shared/model/index.ts';
import { costAt, type PriceBook } from '../../../../shared/model/prices.ts';
import { dollarsOf } from '../../ui/money.ts';

/** A share of what a request used, at its price; `rate` in dollars for a million tokens, null where none is known. */
export interface PriceLine {
  name: string;
  tokens: number;
  rate: number | null;
  dollars: number | null;
}

const NOTHING: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

/** A request as lines of tokens and prices: read from the cache, sent again, new, output. They add up to what it used. */
export function priceLines(
  step: Pick<StepRow, 'model' | 'time'> & { usage: Usage },
  fate: Pick<CacheFate, 'again'> | undefined,
  book: PriceBook,
): PriceLine[] {
  const { usage } = step;
  const rates = book.rates(step.model, step.time, contextSize(usage));
  const sent = usage.input + usage.cacheWrite;
  const again = Math.min(fate?.again ?? 0, sent);
  const whole = rates === null ? null : costAt(rates, { ...usage, output: 0, cacheRead: 0 });
  const line = (name: string, tokens: number, dollars: number | null): PriceLine => ({
    ...{ name, tokens, dollars },
    rate: dollars === null || tokens === 0 ? null : (dollars / tokens) * 1e6,
  });
  const part = (tokens: number): number | null => (whole === null || sent === 0 ? whole : (whole / sent) * tokens);
  const of = (some: Partial<Usage>): number | null => rates && costAt(rates, { ...NOTHING, ...some });
  return [
    line('read from the cache', usage.cacheRead, of({ cacheRead: usage.cacheRead })),
    line('sent again', again, part(again)),
    line('new', sent - again, part(sent - again)),
    line('output', usage.output, of({ output: usage.output })),
  ].filter(({ tokens }) => tokens > 0);
}

/** What some tapes came to; a price is lacking only where tokens are recorded. */
export function sumWords(items: readonly Pick<CostItem, 'cost' | 'unpriced'>[]): string {
  const sum = items.reduce((all, { cost }) => all + (cost ?? 0), 0);
  return sum > 0 || items.some(({ unpriced }) => unpriced > 0) ? dollarsOf(sum) : 'no tokens recorded';
}

/** What a session came to. Requests of a copy are counted once, in the session that was read first, and that is no lack of a price. */
export function sessionWords({ steps, cost }: Pick<CostItem, 'steps' | 'cost'>): string {
  return steps === 0 ? 'counted in another copy' : dollarsOf(cost);
}

const BELOW = [
  ['sub-agent', 'sub-agents'],
  ['capture', 'captured requests without a step'],
] as const;

/** What of a session its sub-agents and captured requests came to. A sub-agent's own session is all of it, and no part. */
export function partsOf(
  items: readonly Pick<CostItem, 'tape' | 'relation' | 'cost' | 'unpriced'>[],
  tape: string,
): { words: string; sum: string }[] {
  return BELOW.flatMap(([relation, words]) => {
    const parts = items.filter((item) => item.relation === relation && item.tape !== tape);
    return parts.length === 0 ? [] : [{ words, sum: sumWords(parts) }];
  });
}
