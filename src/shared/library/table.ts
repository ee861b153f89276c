import type { LibraryGroup, LibraryRow, TapeRow, Totals } from '../model/index.ts';
import { type NameOf, placeOf, projectNames } from './names.ts';
import { fitting, totalsOf } from './query.ts';
import { addTape, childrenOf, rootsOf, type Walk, withParents } from './tree.ts';

export interface Table {
  rows: LibraryRow[];
  /** Sums of the tapes that match the filter, without those shown only because one below them matches. */
  totals: Totals;
  /** Short names of the projects and repositories, by what tapes are filed under. */
  names: ReadonlyMap<string, string>;
}

export interface TableWish {
  filter: string;
  group?: LibraryGroup;
  /** Keys of rows that were unfolded or folded by hand. */
  toggled: ReadonlySet<string>;
}

/** Keys of the tapes that are here for what is below them: those are open. */
const keysAbove = (shown: readonly TapeRow[], hits: ReadonlySet<TapeRow>): ReadonlySet<string> =>
  new Set(shown.filter((tape) => !hits.has(tape)).map(({ id }) => `tape ${id}`));

const addAll = (walk: Walk, tops: readonly TapeRow[], parent: number | null): void => {
  const level = parent === null ? 1 : 2;
  for (const [at, tape] of tops.entries()) addTape(walk, tape, { parent, level, position: at + 1, siblings: tops.length }, null, false);
};

/** Some tapes, and all that is below them. */
const withBelow = (tapes: readonly TapeRow[], children: Walk['children']): TapeRow[] =>
  tapes.flatMap((tape) => [tape, ...withBelow(children.get(tape.id) ?? [], children)]);

const GROUPED: Record<Exclude<LibraryGroup, 'none'>, (tape: TapeRow) => string> = {
  project: placeOf,
  agent: ({ format }) => format,
  model: ({ model }) => model ?? '',
};

interface Grouping {
  by: Exclude<LibraryGroup, 'none'>;
  isHit: (tape: TapeRow) => boolean;
  nameOf: (value: string) => string;
}

/** A heading for each group in the order of its first tape, and below it its sessions. */
const addGroups = (walk: Walk, tops: readonly TapeRow[], { by, isHit, nameOf }: Grouping): void => {
  const groups = [...Map.groupBy(tops, GROUPED[by])];
  for (const [at, [value, own]] of groups.entries()) {
    const key = `group ${by} ${value}`;
    const [expanded, index] = [walk.isOpen(key, true), walk.rows.length];
    const place = { parent: null, level: 1, position: at + 1, siblings: groups.length };
    const totals = totalsOf(withBelow(own, walk.children).filter(isHit));
    walk.rows.push({ type: 'project', key, index, ...place, expanded, name: nameOf(value), path: value, tapes: own.length, totals });
    if (expanded) addAll(walk, own, index);
  }
};

/**
 * The library as a table: a row for each session in the order of `tapes`, below it what was made for it, and the sums of all that fit; in groups
 * where they are asked for.
 */
export function tableOf(tapes: readonly TapeRow[], { filter, group = 'none', toggled }: TableWish, nameOf: NameOf): Table {
  const fits = fitting(filter, nameOf, Date.now());
  const hits = fits === null ? tapes : tapes.filter(fits);
  const shown = fits === null ? tapes : withParents(tapes, hits);
  const all = hits.length === shown.length;
  const hit = all ? null : new Set(hits);
  const above = hit === null ? new Set<string>() : keysAbove(shown, hit);
  const tops = rootsOf(shown);
  const walk: Walk = {
    rows: [],
    children: childrenOf(shown, tops),
    isOpen: (key, byDefault) => toggled.has(key) !== (key.startsWith('group ') ? byDefault : above.has(key)),
  };
  const names = projectNames([...new Set(shown.map(placeOf))]);
  const naming = { project: (value: string) => names.get(value) ?? value, agent: nameOf, model: (value: string) => value || 'no model' };
  if (group === 'none') addAll(walk, tops, null);
  else addGroups(walk, tops, { by: group, isHit: (tape) => hit === null || hit.has(tape), nameOf: naming[group] });
  return { rows: walk.rows, totals: totalsOf(hits), names };
}
