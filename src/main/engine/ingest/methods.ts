import type { Handlers, Signal } from '../../../shared/rpc/contract.ts';
import type { Engine } from '../engine.ts';
import type { Opened } from './ingest.ts';

/** Calls about bringing logs in, and about the work that is under way. */
export function ingestMethods(engine: Engine): Pick<Handlers, 'library.open' | 'jobs.list' | 'jobs.cancel'> {
  const { catalog, ingest } = engine;
  return {
    'library.open': async ({ paths, as }, { signal }) => {
      const { receipts, tapes, refused } = await openSoon(engine, paths, { as, signal });
      return { receipts: [...receipts], tapes: tapes.map((id) => catalog.tape(id)), refused };
    },
    'jobs.list': () => ({ items: ingest.jobs() }),
    'jobs.cancel': ({ id }) => ({ cancelled: ingest.cancel(id) }),
  };
}

/**
 * Opens sources; of a long one it answers what there is as soon as its beginning can be looked at. The rest follows as a job that people
 * see, and what goes wrong with it is shown as one that failed.
 */
const openSoon = (
  { catalog, ingest }: Engine,
  paths: readonly string[],
  how: { as: string | undefined; signal: Signal },
): Promise<Opened> =>
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
    ingest.open(paths, { ...how, begun }).then(
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
