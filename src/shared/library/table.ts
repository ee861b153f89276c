import type { LibraryRow, TapeRow, Totals } from '../model/index.ts';
import { type NameOf, placeOf, projectNames } from './names.ts';
import { fitting, totalsOf } from './query.ts';
import { addTape, childrenOf, rootsOf, type Walk, withParents } from './tree.ts';

export interface Table {
  rows: LibraryRow[];
  /** Of the tapes that fit the filter, without those that are shown only because one below them does. */
  totals: Totals;
  /** Short names of the projects and repositories, by what tapes are filed under. */
  names: ReadonlyMap<string, string>;
}

export interface TableWish {
  filter: string;
  /** Keys of rows that were unfolded or folded by hand. */
  toggled: ReadonlySet<string>;
}

/** Keys of the tapes that are here for what is below them: those are open. */
const keysAbove = (shown: readonly TapeRow[], hits: ReadonlySet<TapeRow>): ReadonlySet<string> =>
  new Set(shown.filter((tape) => !hits.has(tape)).map(({ id }) => `tape ${id}`));

/** The library as a table: a row for each session in the order of `tapes`, below it what was made for it, and the sums of all that fit. */
export function tableOf(tapes: readonly TapeRow[], { filter, toggled }: TableWish, nameOf: NameOf): Table {
  const fits = fitting(filter, nameOf, Date.now());
  const hits = fits === null ? tapes : tapes.filter(fits);
  const shown = fits === null ? tapes : withParents(tapes, hits);
  const above = hits.length === shown.length ? new Set<string>() : keysAbove(shown, new Set(hits));
  const tops = rootsOf(shown);
  const walk: Walk = {
    rows: [],
    children: childrenOf(shown, tops),
    isOpen: (key) => toggled.has(key) !== above.has(key),
  };
  for (const [at, tape] of tops.entries())
    addTape(walk, tape, { parent: null, level: 1, position: at + 1, siblings: tops.length }, null, false);
  return { rows: walk.rows, totals: totalsOf(hits), names: projectNames([...new Set(shown.map(placeOf))]) };
}
