import { isDerived, type NameOf, placeOf, projectNames, titleOf } from '../../../shared/library/names.ts';
import type { CostItem, StepRow, TapeRow } from '../../../shared/model/index.ts';
import type { CostBy } from '../../../shared/model/listing.ts';
import { type PriceBook, type PriceTable, priceBook } from '../../../shared/model/prices.ts';
import { addSpent, newSpent, type Spent } from '../pages/spent.ts';
import { isSpent, type Part } from '../prices/parts.ts';
import { spentCost } from '../prices/spent-cost.ts';
import { inDays } from './days.ts';

interface Place {
  key: string;
  name: string;
  tape?: TapeRow | undefined;
}

const belowOf = (tape: TapeRow | undefined): Pick<CostItem, 'parent' | 'relation' | 'inferred'> => ({
  ...(tape?.relation === 'sub-agent' || tape?.relation === 'capture'
    ? { parent: tape.parent, relation: tape.parent === null ? null : tape.relation }
    : { parent: null, relation: null }),
  ...(tape?.inferred && { inferred: tape.inferred.why }),
});

const newItem = ({ key, name, tape }: Place, currency: string): CostItem => ({
  ...{ key, name, tape: tape?.id ?? null, ...belowOf(tape), steps: 0 },
  ...{ input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cacheWriteHour: 0 },
  ...{ cost: null, currency, priced: false, recorded: 0, computed: 0, unpriced: 0, unpricedModels: [] },
});

/** Adds one row of spending to an item. */
const add = (item: CostItem, row: Spent, book: PriceBook): void => {
  item.steps += row[2];
  item.input += row[5];
  item.output += row[6];
  item.cacheRead += row[7];
  item.cacheWrite += row[8];
  item.cacheWriteHour += row[11];
  const { recorded, computed, unpriced } = spentCost(row, book);
  item.recorded += recorded;
  item.computed += computed;
  item.unpriced += unpriced;
  const model = row[1] ?? '';
  if (unpriced > 0 && !item.unpricedModels.includes(model)) item.unpricedModels.push(model);
};

/** What was taken away of a sum leaves a last digit of nothing. */
const settled = (sum: number): number => (Math.abs(sum) < 1e-9 ? 0 : sum);

const done = (item: CostItem): CostItem => {
  const [recorded, computed] = [settled(item.recorded), settled(item.computed)];
  const cost = recorded + computed || null;
  return { ...item, recorded, computed, cost, priced: cost !== null && item.unpriced <= 0 };
};

const byCost = (a: CostItem, b: CostItem): number =>
  (b.cost ?? -1) - (a.cost ?? -1) ||
  b.input + b.cacheRead + b.cacheWrite - (a.input + a.cacheRead + a.cacheWrite) ||
  (a.key < b.key ? -1 : 1);

export interface CostWish {
  by: Exclude<CostBy, 'step'>;
  dayOf(quarter: number): string;
  nameOf: NameOf;
  from: string | null;
  to: string | null;
}

const placed = (tape: TapeRow, model: string | null, day: string, { by, nameOf }: CostWish): Place => {
  if (by === 'session') return { key: tape.id, name: titleOf(tape), tape };
  if (by === 'day') return { key: day, name: day };
  if (by === 'model') return { key: model ?? '', name: model ?? '' };
  return by === 'agent' ? { key: tape.format, name: nameOf(tape.format) } : { key: placeOf(tape), name: placeOf(tape) };
};

/** What the requests of some tapes cost, each counted once, with their sum; what an agent program made for itself is left out. The dearest come first, days in order. */
export function costsOf(parts: Iterable<Part>, wish: CostWish, prices: PriceTable): { items: CostItem[]; total: CostItem } {
  const book = priceBook(prices);
  const items = new Map<string, CostItem>();
  const total = newItem({ key: '', name: 'all' }, prices.currency);
  const counts = inDays(wish);
  for (const { tape, spent } of parts) {
    if (isDerived(tape)) continue;
    for (const row of spent) {
      const day = wish.dayOf(row[0]);
      if (!counts(day)) continue;
      if (!isSpent(row)) continue;
      const place = placed(tape, row[1], day, wish);
      const item = items.get(place.key) ?? newItem(place, prices.currency);
      items.set(place.key, item);
      add(item, row, book);
      add(total, row, book);
    }
  }
  const names = wish.by === 'project' ? projectNames([...items.keys()]) : null;
  // A copy that is asked about alone has each of its requests taken away again.
  const counted = [...items.values()].filter(({ steps, input, output, cacheRead, cacheWrite }) =>
    [steps, input, output, cacheRead, cacheWrite].some((figure) => figure !== 0),
  );
  const all = counted.map((item) => done({ ...item, name: names?.get(item.key) ?? item.name }));
  return { items: all.sort(wish.by === 'day' ? (a, b) => (a.key < b.key ? -1 : 1) : byCost), total: done(total) };
}

const rowOf = ({ model, usage, cost, failed, time }: StepRow): Spent => {
  const sums = newSpent();
  addSpent(sums, {
    ...{ time: time ?? Number.NaN, model, silent: usage === null, failed, cost: cost ?? null },
    usage: usage ?? { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  });
  return [...sums.values()][0] as Spent;
};

/** The same by step: what each recorded, else what its tokens cost by the list. */
export function stepCosts(
  tapes: readonly (readonly [TapeRow, readonly StepRow[]])[],
  prices: PriceTable,
): { items: CostItem[]; total: CostItem } {
  const book = priceBook(prices);
  const total = newItem({ key: '', name: 'all' }, prices.currency);
  const items = tapes.flatMap(([tape, steps]) =>
    steps.map((step) => {
      const key = tapes.length === 1 ? String(step.step) : `${tape.id} ${step.step}`;
      const item = newItem({ key, name: step.model ?? '', tape }, prices.currency);
      add(item, rowOf(step), book);
      add(total, rowOf(step), book);
      return done(item);
    }),
  );
  return { items, total: done(total) };
}
