import { isDerived, isSession, type NameOf, placeOf, projectNames, titleOf } from '../../../shared/library/names.ts';
import type { LibraryOverview, OverviewBy, Sums, SumsBy, TapeRow } from '../../../shared/model/index.ts';
import { OVERVIEWS, tokensOf } from '../../../shared/model/overview.ts';
import type { PriceBook } from '../../../shared/model/prices.ts';
import type { Spent } from '../pages/spent.ts';
import { isCounted, type Part } from '../prices/parts.ts';
import { type SpentCost, spentCost } from '../prices/spent-cost.ts';
import { inDays } from './days.ts';

export interface OverviewWish {
  /** The day of a quarter of an hour; empty for none. */
  dayOf(quarter: number): string;
  /** The first and the last day that count; null for no end. */
  from: string | null;
  to: string | null;
  fits(tape: TapeRow): boolean;
  nameOf: NameOf;
  book: PriceBook;
  /** Most groups of each list, except days. */
  limit: number;
}

const LARGEST = 10;

const nothing = (): Sums => ({
  ...{ sessions: 0, subAgents: 0, steps: 0, silent: 0, errors: 0, compactions: 0 },
  ...{ input: 0, output: 0, cacheRead: 0, cacheWrite: 0, priced: 0, dollars: 0, computed: 0, unpriced: 0 },
});

/** Written out: this runs for each quarter of an hour of each session. */
const add = (sums: Sums, spent: Spent, { computed, unpriced }: SpentCost): void => {
  sums.steps += spent[2];
  sums.silent += spent[3];
  sums.errors += spent[4];
  sums.input += spent[5];
  sums.output += spent[6];
  sums.cacheRead += spent[7];
  sums.cacheWrite += spent[8];
  sums.priced += spent[9];
  sums.dollars += spent[10];
  sums.computed += computed;
  sums.unpriced += unpriced;
};

interface Group extends Sums {
  key: string;
  /** The tape that was counted last, so that each is counted once. */
  last: string;
}

type Groups = Map<string, Group>;

/** The sums of a key, in which `tape` is counted once. */
const groupOf = (groups: Groups, key: string, tape: TapeRow): Group => {
  let group = groups.get(key);
  if (group === undefined) {
    group = { ...nothing(), key, last: '' };
    groups.set(key, group);
  }
  if (group.last === tape.id) return group;
  group.last = tape.id;
  if (tape.relation === 'sub-agent') group.subAgents += 1;
  else group.sessions += Number(isSession(tape));
  return group;
};

const listed = (
  groups: Groups,
  name: (key: string) => string,
  limit: number,
  order: (a: Sums & { key: string }, b: Sums & { key: string }) => number,
): SumsBy => {
  const all = [...groups.values()].sort(order).map(({ last: _, ...group }) => ({ ...group, name: name(group.key) }));
  const others = all.slice(limit);
  const sum = nothing();
  for (const group of others) for (const figure of Object.keys(sum) as (keyof Sums)[]) sum[figure] += group[figure];
  return { groups: all.slice(0, limit), left: others.length, others: others.length === 0 ? null : sum };
};

/** Adds the parts up by day, project, model and agent, as they come. What an agent program made for itself is in no sum. */
export async function overviewOf(
  parts: Iterable<Part> | AsyncIterable<Part>,
  wish: OverviewWish,
): Promise<Omit<LibraryOverview, 'scanning' | 'prices'>> {
  const by: Record<OverviewBy, Groups> = { day: new Map(), project: new Map(), model: new Map(), agent: new Map() };
  const [all, tapes]: [Groups, Map<string, TapeRow>] = [new Map(), new Map()];
  const single: Groups = new Map();
  const inRange = inDays(wish);
  const each = (tape: TapeRow, day: string, model: string | null, put: (sums: Sums) => void): void => {
    const keys: Record<OverviewBy, string> = { day, project: placeOf(tape), model: model ?? '', agent: tape.format };
    for (const name of OVERVIEWS) put(groupOf(by[name], keys[name], tape));
    put(groupOf(all, '', tape));
    put(groupOf(single, tape.id, tape));
  };
  for await (const { tape, spent, compacted } of parts) {
    if (isDerived(tape) || !wish.fits(tape)) continue;
    tapes.set(tape.id, tape);
    for (const row of spent) {
      const day = wish.dayOf(row[0]);
      if (!inRange(day) || !isCounted(tape, row)) continue;
      const cost = spentCost(row, wish.book);
      each(tape, day, row[1], (sums) => add(sums, row, cost));
    }
    for (const quarter of compacted) {
      const day = wish.dayOf(quarter);
      if (inRange(day))
        each(tape, day, tape.model, (sums) => {
          sums.compactions += 1;
        });
    }
  }
  const { last: _, key: __, ...total } = all.get('') ?? { ...nothing(), last: '', key: '' };
  const most = (a: Sums & { key: string }, b: Sums & { key: string }): number => tokensOf(b) - tokensOf(a) || (a.key < b.key ? -1 : 1);
  const names = projectNames([...by.project.keys()]);
  return {
    total,
    day: listed(
      by.day,
      (key) => key,
      Number.POSITIVE_INFINITY,
      (a, b) => (a.key < b.key ? -1 : 1),
    ),
    project: listed(by.project, (key) => names.get(key) ?? key, wish.limit, most),
    model: listed(by.model, (key) => key, wish.limit, most),
    agent: listed(by.agent, wish.nameOf, wish.limit, most),
    largest: [...single.values()]
      .filter(({ key }) => tapes.get(key)?.relation !== 'capture')
      .sort(most)
      .slice(0, LARGEST)
      .flatMap(({ key, last: ___, ...sums }) => {
        const tape = tapes.get(key);
        return tape === undefined
          ? []
          : [{ ...sums, tape: key, title: titleOf(tape), project: names.get(placeOf(tape)) ?? placeOf(tape), format: tape.format }];
      }),
  };
}
