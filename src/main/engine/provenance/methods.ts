import { type Place, placeOf, placeText } from '../../../shared/model/place.ts';
import { parsePolicy } from '../../../shared/model/policy.ts';
import type { Handlers } from '../../../shared/rpc/contract.ts';
import type { Engine } from '../engine.ts';
import { assemble } from '../views/assemble.ts';
import { createRim } from '../views/rim.ts';
import { askedIn } from './asked.ts';
import { factsOf } from './facts.ts';
import { blocksIn, gather } from './gather.ts';
import { pairOf } from './pair.ts';
import { type Trace, traceOf } from './trace.ts';

/** Contexts taken apart that are kept: unfolding and paging ask for the same one again. */
const KEPT = 8;

type Methods = 'provenance.get' | 'provenance.blocks' | 'provenance.facts' | 'provenance.pair';

/** Where a context is from. What is asked of one context again costs nothing, until its tape changes. */
export function provenanceMethods({
  catalog,
  options,
}: Pick<Engine, 'catalog'> & Partial<Pick<Engine, 'options'>>): Pick<Handlers, Methods> {
  const rim = createRim(catalog, options?.home);
  const kept = new Map<string, Promise<Trace>>();

  const take = async (tape: string, place: Place, policy: string): Promise<Trace> => {
    const view = await assemble(rim, tape, place, parsePolicy(policy));
    return traceOf(view, await askedIn(catalog, catalog.tape(view.tape), view));
  };
  const traced = (tape: string, place: Place, policy: string): Promise<Trace> => {
    const id = catalog.tape(tape).id;
    const key = JSON.stringify([id, catalog.revision(id), placeText(place), policy]);
    const found = kept.get(key) ?? take(id, place, policy);
    kept.delete(key);
    kept.set(key, found);
    found.catch(() => kept.delete(key));
    for (const old of [...kept.keys()].slice(0, -KEPT)) kept.delete(old);
    return found;
  };
  return {
    'provenance.get': async ({ tape, policy, open, ...at }) => gather(await traced(tape, placeOf(at), policy), open),
    'provenance.blocks': async ({ tape, policy, open, source, from, limit, ...at }) =>
      blocksIn(await traced(tape, placeOf(at), policy), open, source, { from, limit }),
    'provenance.facts': async ({ tape, policy, seq, ...at }) =>
      factsOf(catalog, catalog.tape(tape), (await traced(tape, placeOf(at), policy)).view, seq),
    'provenance.pair': ({ a, b }) => pairOf(rim, [a, b]),
  };
}
