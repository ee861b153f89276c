import { expect, it } from 'vitest';
import { isMiss } from '../../../shared/model/cache.ts';
import { contract, type Input } from '../../../shared/rpc/contract.ts';
import { heavyOf } from '../jobs/heavy.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';
import { createCacheAnswers } from './methods.ts';

/** Each request reads what the one before cached; the fourth and the sixth read nothing. */
const TREE = [
  [0, 1000],
  [1000, 200],
  [1200, 100],
  [0, 1400],
  [1400, 100],
  [0, 1600],
]
  .map(([read, write], at) => `u${at} "on" > a${at} "yes" <- step m${at} usage 2 1 ${read} ${write}`)
  .join(' > ');

it('answers for a stretch of steps, and with all misses as columns and the worst in full, here and in a thread', async () => {
  const { store, ingest, home } = openEngineRoom();
  const file = writeFile(tempFolder(), 'session-1.jsonl', claudeTree(TREE));
  const { tapes } = await ingest.open([file], { text: false });
  const tape = tapes[0] ?? '';
  const answers = createCacheAnswers(store.catalog, home);
  const stepsOf = (asked: Omit<Input<'cache.steps'>, 'tape'> = {}) => answers.steps({ tape, ...asked });
  const all = (await stepsOf()).items;
  expect(all.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6]);
  expect((await stepsOf({ from: 3, to: 5 })).items).toEqual(all.slice(2, 5));

  const input = contract['cache.misses'].input.parse({ tape, by: 'tokens', limit: 1 });
  const misses = await answers.misses(input);
  const missed = all.filter(isMiss);
  expect(missed.map(({ step }) => step)).toEqual([4, 6]);
  expect([[...misses.steps], [...misses.again]]).toEqual([[4, 6], missed.map(({ again }) => again)]);
  const dollars = missed.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
  expect(misses).toMatchObject({ worst: [missed[1]], recorded: 6, dollars });

  const heavy = heavyOf({ catalog: store.catalog, options: { home, host: 'browser', readOnly: false, samples: null } }, 0);
  const elsewhere = () => Promise.reject(new Error('this ran here'));
  expect(await heavy({ method: 'cache.misses', input }, [tape], elsewhere)).toEqual(misses);
  expect(await heavy({ method: 'cache.steps', input: { tape } }, [tape], elsewhere)).toEqual(await stepsOf());
});
