import type { CacheFate } from '../../../shared/model/index.ts';
import { type PriceTable, priceBook } from '../../../shared/model/prices.ts';
import type { Handlers } from '../../../shared/rpc/contract.ts';
import { allSteps } from '../catalog/all-steps.ts';
import type { Engine } from '../engine.ts';
import { createPriceTable } from '../prices/table.ts';
import { branchesWith } from '../views/branches.ts';
import { createRim } from '../views/rim.ts';
import { cutsOf, fatesOf, givenOf, stepsBefore } from './fates.ts';
import { look } from './look.ts';

/** Tapes whose fates are remembered: those of a few windows. */
const KEPT = 8;

/** Why caches were read or missed. What was asked of a tape again costs nothing, until it or the prices change. */
export function cacheMethods(engine: Pick<Engine, 'catalog' | 'options'>): Pick<Handlers, 'cache.steps'> {
  const { catalog, options } = engine;
  const rim = createRim(catalog, options.home);
  const pricesNow = createPriceTable(options.home);
  const kept = new Map<string, { revision: string; prices: PriceTable; fates: Promise<CacheFate[]> }>();
  const work = async (id: string, prices: PriceTable): Promise<CacheFate[]> => {
    const tape = catalog.tape(id);
    const anchors = catalog.anchors(id);
    const steps = allSteps(catalog, id);
    const given = givenOf(steps, stepsBefore(steps, branchesWith(catalog, tape, anchors).before), cutsOf(anchors));
    return fatesOf(given, priceBook(prices), (step, before) => look(rim, id, step, before));
  };
  return {
    'cache.steps': async ({ tape: name }) => {
      const { id } = catalog.tape(name);
      const [revision, prices] = [catalog.revision(id), pricesNow()];
      const known = kept.get(id);
      if (known?.revision === revision && known.prices === prices) return { items: await known.fates, prices: prices.date };
      const fates = work(id, prices);
      kept.set(id, { revision, prices, fates });
      for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest);
      fates.catch(() => kept.delete(id));
      return { items: await fates, prices: prices.date };
    },
  };
}
