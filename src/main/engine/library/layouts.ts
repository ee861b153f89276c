import { type Laid, layOut } from '../../../shared/library/page.ts';
import { type Table, tableOf } from '../../../shared/library/table.ts';
import { libraryRows } from '../../../shared/library/tree.ts';
import type { LibraryGroup, LibrarySort, RowHeights } from '../../../shared/model/index.ts';
import type { Listed } from '../catalog/kept-rows.ts';
import { nameOf } from '../formats/abouts.ts';

export interface Drawing {
  look: 'tree' | 'table';
  sort: LibrarySort;
  reverse: boolean;
  filter: string;
  group: LibraryGroup;
  toggled: readonly string[];
  heights: RowHeights;
}

/** Rows laid out; of a table, its sums and names too. */
export type Layout = Laid & Partial<Omit<Table, 'rows'>>;

/** Drawings that are kept: of a few windows, or of what was typed last. */
const KEPT = 4;

const drawn = (listed: Listed, drawing: Drawing): Layout => {
  const tapes = listed.sorted(drawing.sort, drawing.reverse);
  const wish = { ...drawing, toggled: new Set(drawing.toggled) };
  if (drawing.look === 'tree') return layOut(libraryRows(tapes, wish, nameOf), drawing.heights);
  const { rows, ...table } = tableOf(tapes, wish, nameOf);
  return { ...layOut(rows, drawing.heights), ...table };
};

/** Lays out the rows of the library as they are asked for; the same drawing of the same tapes is worked out once. */
export function createLayouts() {
  const kept = new Map<string, { version: number; laid: Layout }>();
  return (listed: Listed, drawing: Drawing): Layout => {
    const { look, sort, reverse, filter, group, toggled, heights } = drawing;
    const key = JSON.stringify([look, sort, reverse, filter, group, toggled, heights]);
    const known = kept.get(key);
    kept.delete(key);
    const { version } = listed;
    const laid = known?.version === version ? known.laid : drawn(listed, drawing);
    kept.set(key, { version, laid });
    for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest);
    return laid;
  };
}
