import { type CacheFate, type CacheMisses, isMiss } from '../../../shared/model/cache.ts';
import { type PriceTable, priceBook } from '../../../shared/model/prices.ts';
import type { Handlers, Output, Parsed } from '../../../shared/rpc/contract.ts';
import { allSteps } from '../catalog/all-steps.ts';
import type { Catalog } from '../catalog/types.ts';
import type { Engine } from '../engine.ts';
import { heavyOf } from '../jobs/heavy.ts';
import { createPriceTable } from '../prices/table.ts';
import { branchesWith } from '../views/branches.ts';
import { createRim } from '../views/rim.ts';
import { cutsOf, fatesOf, givenOf, stepsBefore } from './fates.ts';
import { look } from './look.ts';

/** Tapes whose fates are remembered: those of a few windows. */
const KEPT = 8;

const missesOf = (fates: readonly CacheFate[], prices: string, { by, limit }: Parsed<'cache.misses'>): CacheMisses => {
  const misses = fates.filter(isMiss);
  const priced = misses.filter(({ cost }) => cost !== null);
  const dearest = (a: CacheFate, b: CacheFate): number => (by === 'cost' ? (b.cost ?? 0) - (a.cost ?? 0) : 0) || b.again - a.again;
  return {
    steps: Uint32Array.from(misses, ({ step }) => step),
    again: Float64Array.from(misses, ({ again }) => again),
    worst: misses.toSorted(dearest).slice(0, limit),
    dollars: priced.length === 0 ? null : priced.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
    recorded: fates.length,
    prices,
  };
};

interface CacheAnswers {
  steps(input: Parsed<'cache.steps'>): Promise<Output<'cache.steps'>>;
  misses(input: Parsed<'cache.misses'>): Promise<CacheMisses>;
}

/** Works fates out where it is called, which takes a look at all steps. What was asked of a tape again costs nothing, until it or the prices change. */
export function createCacheAnswers(catalog: Catalog, home: string): CacheAnswers {
  const rim = createRim(catalog, home);
  const pricesNow = createPriceTable(home);
  const kept = new Map<string, { revision: string; prices: PriceTable; fates: Promise<CacheFate[]> }>();
  const work = async (id: string, prices: PriceTable): Promise<CacheFate[]> => {
    const tape = catalog.tape(id);
    const anchors = catalog.anchors(id);
    const steps = allSteps(catalog, id);
    const given = givenOf(steps, stepsBefore(steps, branchesWith(catalog, tape, anchors).before), cutsOf(anchors));
    return fatesOf(given, priceBook(prices), (step, before) => look(rim, id, step, before));
  };
  const known = async (name: string): Promise<{ fates: CacheFate[]; prices: string }> => {
    const { id } = catalog.tape(name);
    const [revision, prices] = [catalog.revision(id), pricesNow()];
    const before = kept.get(id);
    if (before?.revision === revision && before.prices === prices) return { fates: await before.fates, prices: prices.date };
    const fates = work(id, prices);
    kept.set(id, { revision, prices, fates });
    for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest);
    fates.catch(() => kept.delete(id));
    return { fates: await fates, prices: prices.date };
  };
  return {
    async steps({ tape, from = 1, to = Number.POSITIVE_INFINITY }) {
      const { fates, prices } = await known(tape);
      return { items: fates.filter(({ step }) => step >= from && step <= to), prices };
    },
    async misses(input) {
      const { fates, prices } = await known(input.tape);
      return missesOf(fates, prices, input);
    },
  };
}

/** Why caches were read or missed; of a long tape that is worked out in a thread, which remembers it. */
export function cacheMethods(engine: Pick<Engine, 'catalog' | 'options'>): Pick<Handlers, 'cache.steps' | 'cache.misses'> {
  const heavy = heavyOf(engine);
  const answers = createCacheAnswers(engine.catalog, engine.options.home);
  return {
    'cache.steps': (input, { signal }) => heavy({ method: 'cache.steps', input }, [input.tape], () => answers.steps(input), signal),
    'cache.misses': (input, { signal }) => heavy({ method: 'cache.misses', input }, [input.tape], () => answers.misses(input), signal),
  };
}
