import { utimesSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { contextSize } from '../../../shared/model/vocabulary.ts';
import { type CatalogStore, openCatalog } from '../catalog/open-catalog.ts';
import { createGraphReader } from '../families/material.ts';
import { surgeryMethods } from '../graph/surgery-methods.ts';
import { forkTape } from '../store/fork.ts';
import { mergeForks } from '../store/merge/merge.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { assistant, MERGE, nativeHome, user } from '../testing/native.ts';
import { claudeTree } from '../testing/tree.ts';
import { assemble } from '../views/assemble.ts';
import { createRim } from '../views/rim.ts';
import { bringSource } from './bring-source.ts';

const open = (): CatalogStore => {
  const store = openCatalog(tempFolder());
  onTestFinished(() => store.close());
  return store;
};

/** What each of the readers says that the steps of a tape weigh; 0 for no size. */
const sizesIn = async ({ catalog, db }: CatalogStore, tape: string) => {
  const { items } = catalog.steps(tape, 1, 100);
  const rim = createRim(catalog);
  const views = await Promise.all(items.map(({ step }) => assemble(rim, tape, step, { type: 'as-recorded' })));
  const runs = [...catalog.stepRuns(tape)].flatMap(({ count, cols }) => [...cols.input.subarray(0, count)]);
  const known = {
    list: items.map(({ usage }) => (usage === null ? 0 : contextSize(usage))),
    one: items.map(({ step }) => contextSize(catalog.step(tape, step).usage ?? { input: 0, cacheRead: 0, cacheWrite: 0 })),
    timeline: [...catalog.timeline(tape, 1, 1).stepInput],
    graph: [...createGraphReader(db).material(tape).steps.context].map((size) => size || 0),
    views: views.map(({ tokens }) => tokens.recorded ?? 0),
    runs,
  };
  return { ...known, outputs: items.map(({ usage }) => usage?.output), borrowed: items.map(({ borrowed }) => borrowed === true) };
};

const all = (sizes: number[]) => ({ list: sizes, one: sizes, timeline: sizes, graph: sizes, views: sizes, runs: sizes });

it('no reader takes the size of a fork’s request for that of the step which a merge made of it', async () => {
  const { main, open: openTape } = nativeHome();
  const weighed = (text: string, input: number) => assistant(text, { meta: { usage: { input, output: 7 } } });
  main.append([user('which boat'), weighed('the green one', 1000)]);
  forkTape(main, { name: 'try' });
  main.append([user('a'), weighed('b', 1100)]);
  const fork = openTape('main', 'try');
  fork.append([user('c'), weighed('d', 9000)]);
  await mergeForks(main, { ...MERGE, names: ['try'] });
  main.append([user('e'), weighed('f', 1200)]);
  const store = open();
  const tape = bringSource(store.db, main.folder).source.id;
  expect(await sizesIn(store, tape)).toEqual({
    ...all([1000, 1100, 0, 1200]),
    ...{ outputs: [7, 7, 7, 7], borrowed: [false, false, true, false] },
  });
  expect(store.catalog.tape(tape).usage).toMatchObject({ input: 3300, output: 28 });
  const own = bringSource(store.db, fork.folder).source.id;
  expect((await sizesIn(store, own)).list).toEqual([1000, 9000]);
  expect(store.catalog.steps(own, 1, 100).items.map(({ copied }) => copied === true)).toEqual([true, false]);
});

it('no reader takes the size of a source’s request for that of the step which surgery copied', async () => {
  const store = open();
  const drawing =
    'u1 "one" > a1 "first" <- step m1 usage 2000 9 0 0 > u2 "two" > a2 "second" <- step m2 usage 60 30 2000 0 > u3 "three" > a3 "third" <- step m3 usage 60 8 2120 0';
  const file = writeFile(tempFolder(), 'session-1.jsonl', claudeTree(drawing));
  utimesSync(file, new Date('2026-01-06'), new Date('2026-01-06'));
  const source = bringSource(store.db, file).source.id;
  expect(await sizesIn(store, source)).toMatchObject({ list: [2000, 2060, 2180], borrowed: [false, false, false] });
  const change = { op: 'drop-span' as const, from: 3, to: 4 };
  const written = await surgeryMethods(store)['surgery.write']({ tape: source, change }, { signal: new AbortController().signal });
  const copy = bringSource(store.db, written.file).source.id;
  const own = { input: 2000, output: 17, cacheRead: 0, cacheWrite: 0 };
  expect([store.catalog.tape(copy).usage, store.catalog.stats(copy).usage]).toEqual([own, own]);
  expect(store.catalog.tape(source).usage).toEqual({ input: 2120, output: 47, cacheRead: 4120, cacheWrite: 0 });
  expect(await sizesIn(store, copy)).toMatchObject({ ...all([2000, 0]), runs: [2000, 0], outputs: [9, 8], borrowed: [false, true] });
});
