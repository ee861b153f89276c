import type { TapeRow } from '../../../shared/model/index.ts';
import type { PriceTable } from '../../../shared/model/prices.ts';
import type { Handlers } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { allSteps } from '../catalog/all-steps.ts';
import type { Catalog } from '../catalog/types.ts';
import { nameOf } from '../formats/abouts.ts';
import type { Part } from '../prices/parts.ts';
import { costsOf, stepCosts } from './costs.ts';

interface Around {
  catalog: Catalog;
  pricesNow(): PriceTable;
  /** The parts of all sessions of the library, without those that were forgotten. */
  allParts(): Promise<Part[]>;
  partOf(tape: TapeRow): Part;
  zoned(zone: string): (quarter: number) => string;
}

/** The tapes with the sub-agents that they started, those that these started, and requests that were captured of them; each once. */
const withAgents = (catalog: Catalog, tapes: readonly string[]): TapeRow[] => {
  const found = new Map<string, TapeRow>();
  const open = tapes.map((id) => catalog.tape(id));
  for (const row of open) {
    if (found.has(row.id)) continue;
    found.set(row.id, row);
    open.push(
      ...catalog.subagents(row.id),
      ...catalog.related(row.id).filter(({ relation, parent }) => relation === 'capture' && parent === row.id),
    );
  }
  return [...found.values()];
};

/** What requests cost. */
export function costMethods({ catalog, pricesNow, allParts, partOf, zoned }: Around): Pick<Handlers, 'cost.list' | 'prices.get'> {
  return {
    'prices.get': () => pricesNow(),
    'cost.list': async ({ tapes, by, zone, from, to }) => {
      const table = pricesNow();
      const prices = { date: table.date, currency: table.currency, own: table.own, problem: table.problem };
      if (by === 'step') {
        if (tapes === undefined || tapes.length === 0) throw new TapeError('bad-input', 'Name the tapes whose steps you want.');
        const rows = tapes.map((id) => catalog.tape(id));
        return {
          ...stepCosts(
            rows.map((row) => [row, allSteps(catalog, row.id)] as const),
            table,
          ),
          prices,
        };
      }
      const parts = tapes === undefined ? await allParts() : withAgents(catalog, tapes).map(partOf);
      return { ...costsOf(parts, { by, dayOf: zoned(zone), nameOf, from: from ?? null, to: to ?? null }, table), prices };
    },
  };
}
