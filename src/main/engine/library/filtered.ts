import { asksProof } from '../../../shared/library/query.ts';
import type { TapeProof, TapeRow } from '../../../shared/model/index.ts';
import type { Waiting } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { createShelf, type Shelf } from '../annotations/shelf.ts';
import type { Listed } from '../catalog/listed.ts';
import type { Catalog } from '../catalog/types.ts';
import { createJoins } from './joins.ts';
import { createShelved } from './shelved.ts';

/** Rows to filter, and how many of the tapes that the filter asks to be compared were. */
export interface Filtered {
  listed: Listed;
  comparing?: { looked: number; of: number };
}

/** Holds the contexts of tapes against what was captured, until a moment of `performance.now()`; `stop` is asked between steps. */
export type ProofsOf = (
  tapes: readonly TapeRow[],
  patience: { until: number; stop: () => void },
) => Promise<{ byTape: ReadonlyMap<string, TapeProof>; looked: number; of: number }>;

/** Gives the rows of the library with what a filter asks of them. Whoever has no `patience`, in milliseconds, waits until all is known. */
export type Filtering = (filter: string, signal: Waiting, patience?: number) => Promise<Filtered>;

const stopped = ({ aborted }: Waiting): void => {
  if (aborted) throw new TapeError('cancelled', 'The call was cancelled.');
};

/** The rows of the library as readers see them, of whatever was asked last. */
export function createFiltering(
  catalog: Catalog,
  options: { home: string; readOnly: boolean },
  proofsOf: ProofsOf,
): Filtering & { shelf: Shelf } {
  const shelf = createShelf(options.home, options.readOnly);
  const shelved = createShelved(shelf, createJoins());
  const filtering: Filtering = async (filter, signal, patience = Number.POSITIVE_INFINITY) => {
    const rows = catalog.listed();
    if (!asksProof(filter)) return { listed: await shelved(rows) };
    const stop = () => stopped(signal);
    const { byTape, looked, of } = await proofsOf(rows.sorted('newest'), { until: performance.now() + patience, stop });
    return { listed: await shelved(rows, byTape), comparing: { looked, of } };
  };
  return Object.assign(filtering, { shelf });
}
