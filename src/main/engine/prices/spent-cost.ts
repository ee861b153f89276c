import { costAt, type PriceBook, sizeIn } from '../../../shared/model/prices.ts';
import { QUARTER, type Spent } from '../pages/spent.ts';

/** What some steps cost in dollars: as their log recorded it, and by the list of prices where it did not; `unpriced` are steps whose tokens have no price. */
export interface SpentCost {
  recorded: number;
  computed: number;
  unpriced: number;
}

/**
 * A row has steps of one model, and either all of their prices are recorded or none. Of one whose tokens are taken away (of copies) all is negative.
 * Steps without recorded usage have no tokens to price.
 */
export function spentCost(row: Spent, book: PriceBook): SpentCost {
  const [quarter, model, steps, silent, , input, output, cacheRead, cacheWrite, priced, dollars, cacheWriteHour, size] = row;
  if (priced !== 0 || dollars !== 0) return { recorded: dollars, computed: 0, unpriced: 0 };
  const rates = book.rates(model, quarter < 0 ? null : quarter * QUARTER, sizeIn(size));
  if (rates === null) return { recorded: 0, computed: 0, unpriced: steps - silent };
  return { recorded: 0, computed: costAt(rates, { input, output, cacheRead, cacheWrite, cacheWriteHour }), unpriced: 0 };
}
