import { plainModel } from './limits.ts';
import type { Usage } from './tape.ts';
import { contextSize } from './vocabulary.ts';

/** Dollars for a million tokens. What a provider does not charge apart is absent: to read and write a cache then costs what input does. */
export interface Rates {
  input: number;
  output: number;
  cacheRead?: number | undefined;
  cacheWrite5m?: number | undefined;
  cacheWrite1h?: number | undefined;
}

/** A price, and the first and the last day (UTC, 2026-11-24) on which it holds; absent for no end. `above`: what all tokens of a longer request cost. */
export interface PriceRow extends Rates {
  from?: string | undefined;
  until?: string | undefined;
  above?: (Rates & { tokens: number }) | undefined;
}

interface ModelPrices {
  names: readonly string[];
  source: string;
  prices: readonly PriceRow[];
}

/** Of the models of a `provider`: `url` is its page, `also` where it was read as well, `taken` the day it was taken, `asOf` of when the page is known to say so. */
interface PriceSource {
  provider: string;
  url: string;
  also?: string | undefined;
  taken: string;
  asOf: string;
}

export interface PriceFile {
  date: string;
  currency: string;
  sources: Readonly<Record<string, PriceSource>>;
  models: readonly ModelPrices[];
}

/** The prices that hold, those of the user's own file first. `problem` is a sentence where that file could not be used, or not all of it. */
export interface PriceTable extends PriceFile {
  own: { file: string; date: string; models: readonly string[] } | null;
  problem: string | null;
}

/** Requests are priced by how much they send, and sums of requests keep apart what is on either side of these sizes, in tokens. */
export const PROMPT_SIZES = [100_000, 200_000, 272_000] as const;

/** How many of the sizes a request exceeds. */
export function sizeClass(context: number): number {
  return PROMPT_SIZES.filter((size) => context > size).length;
}

/** A size that is in a class. */
export function sizeIn(size: number): number {
  return size === 0 ? 0 : (PROMPT_SIZES[size - 1] ?? 0) + 1;
}

const MILLION = 1_000_000;
const DAY = 86_400_000;

/** What tokens cost at these rates, in dollars. */
export function costAt(rates: Rates, { input, output, cacheRead, cacheWrite, cacheWriteHour = 0 }: Usage): number {
  const { cacheRead: read = rates.input, cacheWrite5m: short = rates.input } = rates;
  const hour = rates.cacheWrite1h ?? short;
  const written = (cacheWrite - cacheWriteHour) * short + cacheWriteHour * hour;
  return (input * rates.input + output * rates.output + cacheRead * read + written) / MILLION;
}

interface Dated {
  from: number;
  to: number;
  row: PriceRow;
}

const dated = (row: PriceRow): Dated => ({
  from: row.from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(row.from),
  to: row.until === undefined ? Number.POSITIVE_INFINITY : Date.parse(row.until) + DAY,
  row,
});

/** A model as it is named in a list of prices: without provider, window, date of its snapshot. */
export function pricedName(model: string): string {
  return plainModel(model).replace(/-(latest|\d{8}|\d{4}-\d\d-\d\d)$/, '');
}

/** A list of prices, ready to be asked. */
export interface PriceBook {
  /** What a request of this many tokens cost then (epoch ms; null for not known: as now); null where no price is known. */
  rates(model: string | null, time: number | null, context: number): Rates | null;
  /** What a request cost in dollars; null where no price is known. */
  cost(model: string | null, time: number | null, usage: Usage): number | null;
}

/** Names are looked up once for each spelling of a model. */
export function priceBook({ models }: Pick<PriceFile, 'models'>, now = Date.now()): PriceBook {
  const byName = new Map<string, readonly Dated[]>();
  for (const { names, prices } of models) for (const name of names) if (!byName.has(name)) byName.set(name, prices.map(dated));
  const asked = new Map<string, readonly Dated[]>();
  const pricesOf = (model: string): readonly Dated[] => {
    const name = pricedName(model);
    // Some programs write versions with a dot where the provider has a dash.
    const known = asked.get(model) ?? byName.get(name) ?? byName.get(name.replaceAll('.', '-')) ?? [];
    asked.set(model, known);
    return known;
  };
  const rates = (model: string | null, time: number | null, context: number): Rates | null => {
    if (model === null) return null;
    const at = time ?? now;
    const row = pricesOf(model).find(({ from, to }) => from <= at && at < to)?.row;
    if (row === undefined) return null;
    return row.above !== undefined && context > row.above.tokens ? row.above : row;
  };
  return {
    rates,
    cost: (model, time, usage) => {
      const found = rates(model, time, contextSize(usage));
      return found && costAt(found, usage);
    },
  };
}
