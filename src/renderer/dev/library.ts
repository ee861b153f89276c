import { findTapes } from '../../shared/library/find.ts';
import { reordered } from '../../shared/library/order.ts';
import { layOut, pageOf } from '../../shared/library/page.ts';
import { libraryRows } from '../../shared/library/tree.ts';
import type { TapeRow } from '../../shared/model/index.ts';
import type { Answers } from './fake-bridge.ts';
import { nameOf } from './formats.ts';

/** What a library of these tapes answers. */
export const libraryAnswers = (tapes: readonly TapeRow[], scanning = false): Answers => ({
  'library.rows': (asked) => {
    const rows = libraryRows(reordered([], tapes, asked.sort), { ...asked, toggled: new Set(asked.toggled) }, nameOf);
    return { ...pageOf(layOut(rows, asked.heights), asked), tapes: tapes.length, scanning };
  },
  'library.find': ({ limit, ...asked }) => {
    const found = findTapes(reordered([], tapes, 'newest'), asked);
    return { tapes: found.slice(0, limit), total: found.length, scanning };
  },
});
