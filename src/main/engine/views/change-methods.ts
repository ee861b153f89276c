import { placeOf } from '../../../shared/model/place.ts';
import { parsePolicy } from '../../../shared/model/policy.ts';
import type { Handlers } from '../../../shared/rpc/contract.ts';
import type { Engine } from '../engine.ts';
import { changesBetween } from './changes-of.ts';
import { createRim } from './rim.ts';

/** What came and went between two steps. */
export function changeMethods(engine: Pick<Engine, 'catalog' | 'options'>): Pick<Handlers, 'views.changes'> {
  const rim = createRim(engine.catalog, engine.options.home);
  return {
    'views.changes': ({ tape, against, policy, ...at }) =>
      changesBetween(rim, { tape, place: placeOf(at), against, choice: parsePolicy(policy) }),
  };
}
