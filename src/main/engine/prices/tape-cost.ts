import type { TapeItem, TapeRow } from '../../../shared/model/index.ts';
import { type PriceTable, priceBook } from '../../../shared/model/prices.ts';
import type { Catalog } from '../catalog/types.ts';
import { createParts } from './parts.ts';
import { spentCost } from './spent-cost.ts';

type Cost = NonNullable<TapeItem['cost']>;

/**
 * What the own requests of a tape cost, each counted once; undefined where nothing is known. A tape that did not change is added up once for
 * each list of prices.
 */
export function createTapeCosts(catalog: Pick<Catalog, 'spent' | 'listed'>, pricesNow: () => PriceTable): (id: string) => Cost | undefined {
  const partOf = createParts(catalog);
  let rows: { version: number; byId: ReadonlyMap<string, TapeRow> } | null = null;
  let kept: { prices: PriceTable; costs: WeakMap<TapeRow, Cost> } | null = null;
  const rowOf = (id: string): TapeRow | undefined => {
    const listed = catalog.listed();
    if (rows?.version !== listed.version)
      rows = { version: listed.version, byId: new Map(listed.sorted('newest').map((row) => [row.id, row])) };
    return rows.byId.get(id);
  };
  const costOf = (tape: TapeRow, prices: PriceTable): Cost => {
    const book = priceBook(prices);
    const costs = partOf(tape).spent.map((row) => spentCost(row, book));
    const dollars = costs.reduce((sum, { recorded, computed }) => sum + recorded + computed, 0);
    return { dollars: dollars < 1e-9 ? 0 : dollars, whole: !costs.some(({ unpriced }) => unpriced > 0) };
  };
  return (id) => {
    const tape = rowOf(id);
    if (tape === undefined) return undefined;
    const prices = pricesNow();
    if (kept?.prices !== prices) kept = { prices, costs: new WeakMap() };
    const cost = kept.costs.get(tape) ?? costOf(tape, prices);
    kept.costs.set(tape, cost);
    return cost.dollars === 0 ? undefined : cost;
  };
}
