import type { Handlers } from '../../../shared/rpc/contract.ts';
import type { Engine } from '../engine.ts';
import { createRim } from '../views/assemble.ts';
import { fidelityOf } from './fidelity.ts';
import { departureOf } from './left.ts';

/** What a phase left behind, and what its state is true to. */
export const leftMethods = (engine: Pick<Engine, 'catalog'>): Pick<Handlers, 'handoffs.fidelity' | 'handoffs.left'> => {
  const rim = createRim(engine.catalog);
  return {
    'handoffs.fidelity': ({ tape, seq }, { signal }) => fidelityOf(rim, tape, seq, signal),
    'handoffs.left': ({ tape, seq }, { signal }) => departureOf(rim, tape, seq, signal),
  };
};
