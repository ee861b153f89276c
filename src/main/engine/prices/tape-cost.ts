import type { TapeCost, TapeRow } from '../../../shared/model/index.ts';
import { type PriceBook, type PriceTable, priceBook } from '../../../shared/model/prices.ts';
import type { Catalog } from '../catalog/types.ts';
import { inTurns } from '../in-turns.ts';
import { busyOf, createParts, isSpent } from './parts.ts';
import { spentCost } from './spent-cost.ts';

/** What tapes cost, by their ids; a tape that is not in it has no price. */
export type TapeCosts = ReadonlyMap<string, TapeCost>;

export interface Costs {
  /** Cost of one tape; undefined where nothing is known. */
  of(id: string): TapeCost | undefined;
  /** Costs of all tapes; the same map as long as no tape and no price changed. `stop` is asked between tapes, and others have their turn. */
  all(stop: () => void): Promise<TapeCosts>;
  /** The models of all tapes that have others than the one that their row names; kept likewise. */
  models(stop: () => void): Promise<TapeModels>;
  /** When all tapes were at work; kept likewise. */
  busy(stop: () => void): Promise<TapeBusy>;
}

export type TapeModels = ReadonlyMap<string, readonly string[]>;
export type TapeBusy = ReadonlyMap<string, [number, number][]>;

/** What the own requests of tapes cost, each counted once. A tape that did not change is added up once for each list of prices. */
export function createTapeCosts(catalog: Pick<Catalog, 'spent' | 'listed'>, pricesNow: () => PriceTable): Costs {
  const partOf = createParts(catalog);
  let rows: { version: number; byId: ReadonlyMap<string, TapeRow> } | null = null;
  let kept: { prices: PriceTable; book: PriceBook; costs: WeakMap<TapeRow, TapeCost> } | null = null;
  let whole: { prices: PriceTable; version: number; costs: TapeCosts } | null = null;
  let worked: { version: number; busy: TapeBusy } | null = null;
  let named: { version: number; models: TapeModels } | null = null;
  const rowsNow = (): NonNullable<typeof rows> => {
    const listed = catalog.listed();
    if (rows?.version !== listed.version)
      rows = { version: listed.version, byId: new Map(listed.sorted('newest').map((row) => [row.id, row])) };
    return rows;
  };
  const costOf = (tape: TapeRow, book: PriceBook): TapeCost => {
    const costs = partOf(tape).spent.map((row) => spentCost(row, book));
    const dollars = costs.reduce((sum, { recorded, computed }) => sum + recorded + computed, 0);
    return { dollars: dollars < 1e-9 ? 0 : dollars, whole: !costs.some(({ unpriced }) => unpriced > 0) };
  };
  const knownOf = (tape: TapeRow, prices: PriceTable): TapeCost | undefined => {
    if (kept?.prices !== prices) kept = { prices, book: priceBook(prices), costs: new WeakMap() };
    const cost = kept.costs.get(tape) ?? costOf(tape, kept.book);
    kept.costs.set(tape, cost);
    return cost.dollars === 0 ? undefined : cost;
  };
  const modelsOf = (tape: TapeRow): readonly string[] | undefined => {
    const models = [...new Set(partOf(tape).spent.flatMap((row) => (row[1] !== null && isSpent(row) ? [row[1]] : [])))];
    return models.length === 0 || (models.length === 1 && models[0] === tape.model) ? undefined : models;
  };
  /** What a look at each tape gives. */
  const ofEach = async <T>(look: (tape: TapeRow) => T | undefined, stop: () => void): Promise<ReadonlyMap<string, T>> => {
    const found = new Map<string, T>();
    for await (const [id, tape] of inTurns(rowsNow().byId, stop)) {
      const one = look(tape);
      if (one !== undefined) found.set(id, one);
    }
    return found;
  };
  return {
    of(id) {
      const tape = rowsNow().byId.get(id);
      return tape && knownOf(tape, pricesNow());
    },
    async all(stop) {
      const [{ version }, prices] = [rowsNow(), pricesNow()];
      if (whole?.version !== version || whole.prices !== prices)
        whole = { prices, version, costs: await ofEach((tape) => knownOf(tape, prices), stop) };
      return whole.costs;
    },
    async models(stop) {
      const { version } = rowsNow();
      if (named?.version !== version) named = { version, models: await ofEach(modelsOf, stop) };
      return named.models;
    },
    async busy(stop) {
      const { version } = rowsNow();
      if (worked?.version !== version) worked = { version, busy: await ofEach((tape) => busyOf(partOf(tape)), stop) };
      return worked.busy;
    },
  };
}
