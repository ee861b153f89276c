import { findTapes } from '../../../shared/library/find.ts';
import { libraryCsv } from '../../../shared/library/library-csv.ts';
import { pageOf, tablePart } from '../../../shared/library/page.ts';
import { countOf, fitting } from '../../../shared/library/query.ts';
import type { TapeItem, TapeRow } from '../../../shared/model/index.ts';
import type { Handlers } from '../../../shared/rpc/contract.ts';
import type { Engine } from '../engine.ts';
import { nameOf } from '../formats/abouts.ts';
import { createFiltering, type ProofsOf } from './filtered.ts';
import { createLayouts } from './layouts.ts';

/** Milliseconds after which rows are answered though not all tapes were compared that the filter asks about; whoever draws them asks again. */
const PATIENCE = 200;

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
export function libraryMethods(
  {
    catalog,
    ingest,
    options,
  }: Pick<Engine, 'catalog'> & { ingest: Pick<Engine['ingest'], 'jobs'>; options: Pick<Engine['options'], 'home' | 'readOnly'> },
  proofsOf: ProofsOf,
): Pick<Handlers, 'library.rows' | 'library.find' | 'library.csv' | 'library.counts' | 'library.own'> {
  const layoutOf = createLayouts();
  const curveFor = createCurves(catalog);
  const filtering = createFiltering(catalog, options, proofsOf);
  const scanning = (): boolean => ingest.jobs().some((job) => job.state === 'running' && job.phase === 'structure');
  return {
    'library.rows': async (asked, { signal }) => {
      const { listed, comparing } = await filtering({ filter: asked.filter, costs: asked.look === 'table' }, signal, PATIENCE);
      const layout = layoutOf(listed, asked);
      const page = pageOf(layout, asked);
      const table = tablePart(layout, page.rows);
      const curve = (tape: TapeRow) => (asked.look === 'table' ? curveFor(tape) : undefined);
      const rows = page.rows.map((row) => (row.type === 'tape' ? withMore(row, filtering.costs.of(row.tape.id), curve(row.tape)) : row));
      return {
        ...page,
        rows,
        tapes: listed.sorted(asked.sort, asked.reverse).length,
        scanning: scanning(),
        ...(table && { table }),
        ...(comparing && { comparing }),
      };
    },
    'library.find': async ({ limit, ...asked }, { signal }) => {
      const { listed } = await filtering({ filter: '' }, signal);
      const found = findTapes(listed.sorted('newest'), asked);
      return { tapes: found.slice(0, limit), total: found.length, scanning: scanning() };
    },
    'library.csv': async ({ filter, sort, reverse }, { signal }) => {
      const tapes = (await filtering({ filter, costs: true }, signal)).listed.sorted(sort, reverse);
      const fits = fitting(filter, nameOf, Date.now());
      return { csv: libraryCsv(fits === null ? tapes : tapes.filter(fits), nameOf) };
    },
    'library.counts': async ({ queries }, { signal }) => {
      const tapes = (await filtering({ filter: queries.join(' ') }, signal)).listed.sorted('newest');
      return { counts: queries.map((query) => countOf(tapes, query, nameOf)) };
    },
    'library.own': ({ tape, title, ...change }) => {
      const { file } = catalog.tape(tape);
      return filtering.shelf.set(file, { ...change, title: title === undefined ? title : title?.trim() || null });
    },
  };
}
