import type { Handlers, Waiting } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Engine } from '../engine.ts';
import { createRim } from '../views/rim.ts';
import { apartOf } from './apart.ts';
import { requestAt } from './at-hand.ts';
import { baseLike } from './base.ts';
import { joinsOf } from './joins.ts';
import { differingIn, proofOf, verdictsOf } from './prove.ts';

/** Throws TapeError('cancelled') where nobody waits any more. */
const stopped = ({ aborted }: Waiting): void => {
  if (aborted) throw new TapeError('cancelled', 'The call was cancelled.');
};

type Methods = 'evidence.step' | 'evidence.differing' | 'evidence.base' | 'evidence.apart' | 'evidence.request' | 'evidence.verify';

/** Calls on requests as they were sent, and on views compared with them. */
export function evidenceMethods({ catalog }: Pick<Engine, 'catalog'>): Pick<Handlers, Methods> {
  const rim = createRim(catalog);
  return {
    'evidence.step': ({ tape, step }) => proofOf(rim, catalog.tape(tape), step),
    'evidence.differing': ({ tape, from, limit }, { signal }) =>
      differingIn(rim, catalog.tape(tape), () => stopped(signal), { from, limit }),
    'evidence.base': ({ tape, step }) => {
      const row = catalog.tape(tape);
      return baseLike(rim, row, catalog.step(row.id, step));
    },
    'evidence.apart': ({ tape }) => apartOf(rim, catalog.tape(tape)),
    'evidence.request': async ({ tape, step }) => {
      const row = catalog.tape(tape);
      return requestAt(rim, row, catalog.step(row.id, step).step, (await joinsOf(catalog, row)).get(step));
    },
    'evidence.verify': async ({ tapes }, { signal }) => {
      const rows = tapes === undefined ? catalog.tapes() : tapes.map((id) => catalog.tape(id));
      return { items: await verdictsOf(rim, rows, () => stopped(signal)) };
    },
  };
}
