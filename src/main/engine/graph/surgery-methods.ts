import type { Handlers } from '../../../shared/rpc/contract.ts';
import type { Engine } from '../engine.ts';
import { formatById } from '../formats/index.ts';
import { createLegalCache } from './legal-cache.ts';

type Methods = 'graph.legal' | 'graph.forkPoints' | 'tapes.check' | 'surgery.preview' | 'surgery.write';

/** Where one may resume or fork, whether a transcript keeps its contract, and surgery on copies. */
export const surgeryMethods = ({ catalog, ingest }: Pick<Engine, 'catalog'> & Partial<Pick<Engine, 'ingest'>>): Pick<Handlers, Methods> => {
  const legal = createLegalCache(catalog);
  const theatre = { catalog, formatOf: formatById, now: Date.now };
  return {
    'graph.legal': ({ tape, seq }) => legal.legality(tape, seq),
    'graph.forkPoints': ({ tape, ...options }) => legal.points(tape, options),
    'tapes.check': async ({ tape }) => (await import('./check-tape.ts')).checkTape(catalog, formatById, tape),
    'surgery.preview': async ({ tape, change }) => (await import('./surgery.ts')).previewSurgery(theatre, tape, change),
    'surgery.write': async ({ tape, change, out }) => {
      const written = await (await import('./surgery.ts')).writeSurgery(theatre, tape, change, out ?? null);
      const opened = await ingest?.open([written.file]);
      const [copy] = opened?.tapes ?? [];
      return { ...written, tape: copy === undefined ? null : catalog.tape(copy) };
    },
  };
};
