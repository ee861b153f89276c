import { findTapes } from '../../../shared/library/find.ts';
import { pageOf, tablePart } from '../../../shared/library/page.ts';
import type { Handlers } from '../../../shared/rpc/contract.ts';
import type { Engine } from '../engine.ts';
import { createLayouts } from './layouts.ts';

/** Calls about the library as it is drawn, and about tapes that are found in it. */
export const libraryMethods = ({
  catalog,
  ingest,
}: Pick<Engine, 'catalog' | 'ingest'>): Pick<Handlers, 'library.rows' | 'library.find'> => {
  const layoutOf = createLayouts();
  const scanning = (): boolean => ingest.jobs().some((job) => job.state === 'running' && job.phase === 'structure');
  return {
    'library.rows': (asked) => {
      const listed = catalog.listed();
      const layout = layoutOf(listed, asked);
      const page = pageOf(layout, asked);
      const table = tablePart(layout, page.rows);
      return { ...page, tapes: listed.sorted(asked.sort, asked.reverse).length, scanning: scanning(), ...(table && { table }) };
    },
    'library.find': ({ limit, ...asked }) => {
      const found = findTapes(catalog.listed().sorted('newest'), asked);
      return { tapes: found.slice(0, limit), total: found.length, scanning: scanning() };
    },
  };
};
