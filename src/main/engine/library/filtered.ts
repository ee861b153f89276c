import { asksCost, asksModels, asksPeriod, asksProof } from '../../../shared/library/query.ts';
import type { TapeProof, TapeRow } from '../../../shared/model/index.ts';
import type { Waiting } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { createShelf, type Shelf } from '../annotations/shelf.ts';
import type { Listed } from '../catalog/kept-rows.ts';
import type { Catalog } from '../catalog/types.ts';
import { createPriceTable } from '../prices/table.ts';
import { type Costs, createTapeCosts } from '../prices/tape-cost.ts';
import { createJoins } from './joins.ts';
import { createShelved } from './shelved.ts';

/** Rows to filter, and how many of the tapes that the filter asks to be compared were. */
export interface Filtered {
  listed: Listed;
  comparing?: { looked: number; of: number };
}

/** Compares the contexts of tapes with what was captured, until a moment of `performance.now()`; `stop` is asked between steps. */
export type ProofsOf = (
  tapes: readonly TapeRow[],
  patience: { until: number; stop: () => void },
) => Promise<{ byTape: ReadonlyMap<string, TapeProof>; looked: number; of: number }>;

/** What rows are asked for: `costs` also where the filter says nothing of them. */
export interface Wanted {
  filter: string;
  costs?: boolean;
}

/** Gives the rows of the library with what a filter asks of them. Whoever has no `patience`, in milliseconds, waits until all is compared. */
export type Filtering = (wanted: Wanted, signal: Waiting, patience?: number) => Promise<Filtered>;

/** Throws TapeError('cancelled') when nobody waits for the answer any more. */
export function stopped({ aborted }: Waiting): void {
  if (aborted) throw new TapeError('cancelled', 'The call was cancelled.');
}

/** The rows of the library as readers see them, of whatever was asked last. */
export function createFiltering(
  catalog: Catalog,
  options: { home: string; readOnly: boolean },
  proofsOf: ProofsOf,
): Filtering & { shelf: Shelf; costs: Costs } {
  const shelf = createShelf(options.home, options.readOnly);
  const costs = createTapeCosts(catalog, createPriceTable(options.home));
  const shelved = createShelved(shelf, createJoins());
  const filtering: Filtering = async ({ filter, costs: wantsCosts = false }, signal, patience = Number.POSITIVE_INFINITY) => {
    const stop = () => stopped(signal);
    const dollars = wantsCosts || asksCost(filter) ? await costs.all(stop) : null;
    const models = asksModels(filter) ? await costs.models(stop) : null;
    const busy = asksPeriod(filter) ? await costs.busy(stop) : null;
    const rows = catalog.listed();
    if (!asksProof(filter)) return { listed: await shelved(rows, { costs: dollars, models, busy }) };
    const { byTape, looked, of } = await proofsOf(rows.sorted('newest'), { until: performance.now() + patience, stop });
    return { listed: await shelved(rows, { proofs: byTape, costs: dollars, models, busy }), comparing: { looked, of } };
  };
  return Object.assign(filtering, { shelf, costs });
}
