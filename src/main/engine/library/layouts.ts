import { type Laid, layOut } from '../../../shared/library/page.ts';
import { libraryRows } from '../../../shared/library/tree.ts';
import type { LibrarySort, RowHeights } from '../../../shared/model/index.ts';
import type { Listed } from '../catalog/listed.ts';
import { nameOf } from '../formats/abouts.ts';

export interface Drawing {
  sort: LibrarySort;
  filter: string;
  toggled: readonly string[];
  heights: RowHeights;
}

/** Drawings that are kept: of a few windows, or of what was typed last. */
const KEPT = 4;

/** Lays out the rows of the library as they are asked for; the same drawing of the same tapes is worked out once. */
export const createLayouts = () => {
  const kept = new Map<string, { version: number; laid: Laid }>();
  return (listed: Listed, drawing: Drawing): Laid => {
    const key = JSON.stringify([drawing.sort, drawing.filter, drawing.toggled, drawing.heights]);
    const known = kept.get(key);
    kept.delete(key);
    const { version } = listed;
    const laid =
      known?.version === version
        ? known.laid
        : layOut(libraryRows(listed.sorted(drawing.sort), { ...drawing, toggled: new Set(drawing.toggled) }, nameOf), drawing.heights);
    kept.set(key, { version, laid });
    for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest);
    return laid;
  };
};
