import { findTapes } from '../../shared/library/find.ts';
import { reordered } from '../../shared/library/order.ts';
import { layOut, pageOf, tablePart } from '../../shared/library/page.ts';
import { countOf } from '../../shared/library/query.ts';
import { type Table, tableOf } from '../../shared/library/table.ts';
import { libraryRows } from '../../shared/library/tree.ts';
import type { LibraryRow, TapeRow } from '../../shared/model/index.ts';
import type { Answers } from './fake-bridge.ts';
import { nameOf } from './formats.ts';

/** What a library of these tapes answers. */
export function libraryAnswers(tapes: readonly TapeRow[], scanning = false): Answers {
  return {
    'library.rows': (asked) => {
      const wish = { ...asked, toggled: new Set(asked.toggled) };
      const sorted = reordered([], tapes, asked.sort, asked.reverse);
      const drawn: Partial<Table> & { rows: LibraryRow[] } =
        asked.look === 'table' ? tableOf(sorted, wish, nameOf) : { rows: libraryRows(sorted, wish, nameOf) };
      const page = pageOf(layOut(drawn.rows, asked.heights), asked);
      const table = tablePart(drawn, page.rows);
      return { ...page, tapes: tapes.length, scanning, ...(table && { table }) };
    },
    'library.counts': ({ queries }) => ({ counts: queries.map((query) => countOf(tapes, query, nameOf)) }),
    'library.find': ({ limit, ...asked }) => {
      const found = findTapes(reordered([], tapes, 'newest'), asked);
      return { tapes: found.slice(0, limit), total: found.length, scanning };
    },
  };
}
