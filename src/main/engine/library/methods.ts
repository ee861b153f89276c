import { findTapes } from '../../../shared/library/find.ts';
import { libraryCsv } from '../../../shared/library/library-csv.ts';
import { pageOf, tablePart } from '../../../shared/library/page.ts';
import { countOf, fitting } from '../../../shared/library/query.ts';
import type { TapeItem, TapeRow } from '../../../shared/model/index.ts';
import type { Handlers } from '../../../shared/rpc/contract.ts';
import { createShelf } from '../annotations/shelf.ts';
import type { Engine } from '../engine.ts';
import { nameOf } from '../formats/abouts.ts';
import { createPriceTable } from '../prices/table.ts';
import { createTapeCosts } from '../prices/tape-cost.ts';
import { createJoins } from './joins.ts';
import { createLayouts } from './layouts.ts';
import { createShelved } from './shelved.ts';

const withMore = <R extends TapeItem>(row: R, cost: TapeItem['cost'], curve: TapeItem['curve']): R =>
  cost === undefined && curve === undefined ? row : { ...row, ...(cost && { cost }), ...(curve && { curve }) };

/** A row of the catalog is the same object as long as its tape stays as it is. */
const createCurves = (catalog: Engine['catalog']) => {
  const kept = new WeakMap<TapeRow, number[] | null>();
  return (tape: TapeRow): number[] | undefined => {
    let known = kept.get(tape);
    if (known === undefined) {
      known = tape.steps > 1 ? catalog.curve(tape) : null;
      kept.set(tape, known);
    }
    return known ?? undefined;
  };
};

/** Calls about the library as it is drawn, and about tapes that are found in it. */
export function libraryMethods({
  catalog,
  ingest,
  options,
}: Pick<Engine, 'catalog' | 'ingest'> & { options: Pick<Engine['options'], 'home' | 'readOnly'> }): Pick<
  Handlers,
  'library.rows' | 'library.find' | 'library.csv' | 'library.counts' | 'library.own'
> {
  const layoutOf = createLayouts();
  const costOf = createTapeCosts(catalog, createPriceTable(options.home));
  const curveFor = createCurves(catalog);
  const shelf = createShelf(options.home, options.readOnly);
  const shelved = createShelved(shelf, createJoins());
  const scanning = (): boolean => ingest.jobs().some((job) => job.state === 'running' && job.phase === 'structure');
  return {
    'library.rows': async (asked) => {
      const listed = await shelved(catalog.listed());
      const layout = layoutOf(listed, asked);
      const page = pageOf(layout, asked);
      const table = tablePart(layout, page.rows);
      const curve = (tape: TapeRow) => (asked.look === 'table' ? curveFor(tape) : undefined);
      const rows = page.rows.map((row) => (row.type === 'tape' ? withMore(row, costOf(row.tape.id), curve(row.tape)) : row));
      return { ...page, rows, tapes: listed.sorted(asked.sort, asked.reverse).length, scanning: scanning(), ...(table && { table }) };
    },
    'library.find': async ({ limit, ...asked }) => {
      const listed = await shelved(catalog.listed());
      const found = findTapes(listed.sorted('newest'), asked);
      return { tapes: found.slice(0, limit), total: found.length, scanning: scanning() };
    },
    'library.csv': async ({ filter, sort, reverse }) => {
      const tapes = (await shelved(catalog.listed())).sorted(sort, reverse);
      const fits = fitting(filter, nameOf, Date.now());
      return { csv: libraryCsv(fits === null ? tapes : tapes.filter(fits), nameOf) };
    },
    'library.counts': async ({ queries }) => {
      const tapes = (await shelved(catalog.listed())).sorted('newest');
      return { counts: queries.map((query) => countOf(tapes, query, nameOf)) };
    },
    'library.own': ({ tape, title, ...change }) => {
      const { file } = catalog.tape(tape);
      return shelf.set(file, { ...change, title: title === undefined ? title : title?.trim() || null });
    },
  };
}
