import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type CatalogStore, openCatalog } from '../catalog/open-catalog.ts';
import { answerOf, bodyOf, said, writeLines } from '../exchanges/testing/written.ts';
import { bringSource } from '../sources/bring-source.ts';
import { scan } from '../sources/scan.ts';
import { tempFolder, writeTape } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';
import { createProofs } from './create-proofs.ts';

const stores: CatalogStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.close();
});

const open = (home: string): CatalogStore => {
  const store = openCatalog(home);
  stores.push(store);
  return store;
};

const LOG = claudeTree('u1 "Grind the barley." > a1 "It is ground." <- step msg_1 > u2 "And the rye." > a2 "Too." <- step msg_2');
const first = [said('user', 'Grind the barley.')];
const second = (words: string) => [...first, said('assistant', 'It is ground.'), said('user', words)];

/** A log and what was captured of it, in the catalog of a folder. */
const library = async () => {
  const [home, captures] = [tempFolder(), tempFolder()];
  const store = open(home);
  bringSource(store.db, writeTape(LOG));
  const capture = async (words: string, catalog: CatalogStore): Promise<void> => {
    const path = writeLines(captures, [
      { request: bodyOf(first), response: answerOf('msg_1', 'It is ground.') },
      { request: bodyOf(second(words)), response: answerOf('msg_2', 'Too.') },
    ]);
    for (const candidate of (await scan([path], true)).candidates) bringSource(catalog.db, candidate.path);
  };
  await capture('And the rye.', store);
  return { home, store, capture };
};

/** The verdicts after a start, and how many steps were compared for them. */
const asked = async (store: CatalogStore, { code = 'one' as string | null, readOnly = false } = {}) => {
  let compared = 0;
  const stop = (): void => {
    compared += 1;
  };
  const proofs = createProofs(store.catalog, { home: store.home, readOnly, code });
  const { byTape, looked, of } = await proofs(store.catalog.tapes(), { until: Number.POSITIVE_INFINITY, stop });
  expect(looked).toBe(of);
  return { verdicts: [...byTape.values()], compared };
};

const BOTH = { verdicts: [{ verified: 2, differs: 0 }], compared: 2 };

it('compares nothing again at a later start, whatever else was imported', async () => {
  const { home, store } = await library();
  expect(await asked(store)).toEqual(BOTH);
  bringSource(store.db, writeTape(claudeTree('u1 "Another." > a1 "Yes." <- step msg_9')));
  expect(await asked(open(home))).toEqual({ ...BOTH, compared: 0 });
});

it('compares again where more was captured, and by other code', async () => {
  const { home, store, capture } = await library();
  await asked(store);
  expect(await asked(open(home), { code: 'two' })).toEqual(BOTH);
  const later = open(home);
  await capture('And all of the rye.', later);
  expect(await asked(later, { code: 'two' })).toEqual({ verdicts: [{ verified: 1, differs: 1 }], compared: 2 });
  expect(await asked(open(home), { code: 'two' })).toEqual({ verdicts: [{ verified: 1, differs: 1 }], compared: 0 });
  expect(Object.values(JSON.parse(readFileSync(join(home, 'verdicts.json'), 'utf8')).verdicts)).toEqual([{ verified: 1, differs: 1 }]);
});

it.each(['', '{"code":"one","verdicts":{"x":{"verified":"many"}}}', '[1', '{"code":"one"}'])(
  'takes a damaged file for none: %j',
  async (text) => {
    const { home, store } = await library();
    await asked(store);
    writeFileSync(join(home, 'verdicts.json'), text);
    expect(await asked(open(home))).toEqual(BOTH);
    expect(await asked(open(home))).toEqual({ ...BOTH, compared: 0 });
  },
);

it('writes nothing where nothing is to be written, or nothing tells one code from another', async () => {
  const { home, store } = await library();
  await asked(store, { readOnly: true });
  await asked(open(home), { code: null });
  expect(existsSync(join(home, 'verdicts.json'))).toBe(false);
});
