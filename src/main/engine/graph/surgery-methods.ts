import type { Handlers } from '../../../shared/rpc/contract.ts';
import type { Engine } from '../engine.ts';
import { formatById } from '../formats/index.ts';
import { createLegalCache } from './legal-cache.ts';

type Methods = 'graph.legal' | 'graph.forkPoints' | 'tapes.check';

/** Where one may resume or fork, whether a transcript keeps its contract, and surgery on copies. */
export const surgeryMethods = ({ catalog }: Pick<Engine, 'catalog'>): Pick<Handlers, Methods> => {
  const legal = createLegalCache(catalog);
  return {
    'graph.legal': ({ tape, seq }) => legal.legality(tape, seq),
    'graph.forkPoints': ({ tape, ...options }) => legal.points(tape, options),
    'tapes.check': async ({ tape }) => (await import('./check-tape.ts')).checkTape(catalog, formatById, tape),
  };
};
