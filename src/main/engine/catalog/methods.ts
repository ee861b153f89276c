import { closeSync, openSync } from 'node:fs';
import type { Handlers, Signal } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { createFinder } from '../bytes/tape-place.ts';
import type { Engine } from '../engine.ts';
import type { Opened } from '../ingest/ingest.ts';
import { readAt } from '../sources/read-batch.ts';

type Methods =
  | 'library.open'
  | 'tapes.get'
  | 'tapes.receipt'
  | 'tapes.stats'
  | 'tapes.timeline'
  | 'tapes.overview'
  | 'tapes.rawLine'
  | 'steps.list'
  | 'entries.list'
  | 'jobs.list'
  | 'jobs.cancel';

/** Characters of a raw line that are shown, and the most bytes they can take. */
const RAW_CHARS = 100_000;
const RAW_BYTES = RAW_CHARS * 4;

/** Calls about what is in the catalog, and about bringing more in. */
export const catalogMethods = (engine: Engine): Pick<Handlers, Methods> => {
  const { catalog, ingest } = engine;
  return {
    'library.open': async ({ paths }, { signal }) => {
      const { receipts, tapes, refused } = await openSoon(engine, paths, signal);
      return { receipts, tapes: tapes.map((id) => catalog.tape(id)), refused };
    },
    'tapes.get': ({ tape }) => ({ tape: catalog.tape(tape), anchors: catalog.anchors(tape), related: catalog.related(tape) }),
    'tapes.receipt': ({ tape, limit }) => {
      const { items, total } = catalog.problems(tape, limit);
      return { receipt: catalog.receipt(tape), problems: items, problemCount: total };
    },
    'tapes.stats': ({ tape }) => catalog.stats(tape),
    'tapes.timeline': ({ tape, from, fromStep, rows }) => catalog.timeline(tape, from, fromStep, rows),
    'tapes.overview': ({ tape }) => catalog.overview(tape),
    'tapes.rawLine': ({ tape, offset, length }) => ({ text: rawLine(catalog.tape(tape).file, offset, length) }),
    'steps.list': ({ tape, from, limit }) => catalog.steps(tape, from, limit),
    'entries.list': ({ tape, from, limit, kinds }) => catalog.page(tape, from, limit, kinds),
    'jobs.list': () => ({ items: ingest.jobs() }),
    'jobs.cancel': ({ id }) => ({ cancelled: ingest.cancel(id) }),
  };
};

/**
 * Opens sources; of a long one it answers what there is as soon as its beginning can be looked at. The rest comes behind, as a job that people
 * see, and what goes wrong with it is told as one that failed.
 */
const openSoon = ({ catalog, ingest }: Engine, paths: readonly string[], signal: Signal): Promise<Opened> =>
  new Promise((resolve, reject) => {
    let answered = false;
    const begun = (id: string): void => {
      answered = true;
      resolve({ receipts: [catalog.receipt(id)], tapes: [id], refused: [] });
    };
    const failed = (message: string): void => {
      const job = { title: `Reading ${paths.join(', ')}`, phase: 'structure', unit: 'bytes', total: 0, tape: null } as const;
      if (answered) ingest.startJob(job).end('failed', message);
    };
    ingest.open(paths, { signal, begun }).then(
      (opened) => {
        resolve(opened);
        const [refused] = opened.cancelled ? [] : opened.refused;
        if (refused) failed(refused.reason);
      },
      (failure: Error) => {
        reject(failure);
        failed(failure.message);
      },
    );
  });

/** Bytes of a source as text. The path comes from the catalog, never from a log. */
const rawLine = (source: string, start: number, length: number): string => {
  const place = createFinder()(source, start);
  if (place === null) throw new TapeError('unreadable', `The line is no longer in ${source}.`, { path: source });
  const { file: path, offset } = place;
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (failure) {
    throw new TapeError(
      'unreadable',
      `The source ${path} cannot be opened (${(failure as NodeJS.ErrnoException).code ?? String(failure)}).`,
      { path },
    );
  }
  try {
    const buffer = Buffer.alloc(Math.min(length, RAW_BYTES));
    return buffer.toString('utf8', 0, readAt(file, buffer, offset, buffer.length)).slice(0, RAW_CHARS);
  } finally {
    closeSync(file);
  }
};
