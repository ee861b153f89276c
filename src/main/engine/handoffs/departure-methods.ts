import type { Handlers } from '../../../shared/rpc/contract.ts';
import { type HeavyEngine, heavyOf } from '../jobs/heavy.ts';
import { createRim } from '../views/rim.ts';
import { askedOf } from './cut.ts';
import { departureOf } from './departure.ts';
import { fidelityOf } from './fidelity.ts';

/** What a phase left behind, and what its state is true to: of a long tape both look at much of it. */
export function leftMethods(engine: HeavyEngine): Pick<Handlers, 'handoffs.fidelity' | 'handoffs.left'> {
  const rim = createRim(engine.catalog);
  const heavy = heavyOf(engine);
  return {
    'handoffs.fidelity': (input, { signal }) =>
      heavy({ method: 'handoffs.fidelity', input }, [input.tape], () => fidelityOf(rim, input.tape, input.seq, signal), signal),
    'handoffs.left': (input, { signal }) =>
      heavy(
        { method: 'handoffs.left', input },
        [input.tape],
        () => departureOf(rim, input.tape, input.seq, { signal, asked: askedOf(input) }),
        signal,
      ),
  };
}
