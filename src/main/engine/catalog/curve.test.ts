import { expect, it } from 'vitest';
import type { JsonObject } from '../formats/format.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';

const curveOf = async (records: JsonObject[]) => {
  const { ingest, store } = openEngineRoom();
  await ingest.open([writeFile(tempFolder(), 'a.jsonl', records)], { text: false });
  const [tape] = store.catalog.tapes();
  return tape ? store.catalog.curve(tape) : undefined;
};

/** A session whose requests were of these sizes. */
const sized = (sizes: readonly (number | null)[]) =>
  claudeTree(
    sizes.map((size, at) => `u${at} "go" > a${at} "done" <- step m${at} ${size === null ? '' : `usage ${size} 1 0 0`}`).join(' > '),
  );

it('is the recorded sizes of contexts, in hundredths of the largest', async () => {
  expect(await curveOf(sized([50, 100, 200, 80]))).toEqual([25, 50, 100, 40]);
  expect(await curveOf(sized([50]))).toBeNull();
});

it('has the largest of each stretch of a long session, and stays at what was before where nothing is recorded', async () => {
  const sizes = Array.from({ length: 400 }, (_, at) => (at === 205 ? 1000 : at < 200 ? 100 + at : 50));
  const curve = await curveOf(sized(sizes));
  expect(curve).toHaveLength(40);
  expect([curve?.[0], curve?.[19], curve?.[20], curve?.[39]]).toEqual([11, 30, 100, 5]);
});

it('is made of as many pages as it has points, however long the session is', async () => {
  const { ingest, store } = openEngineRoom();
  await ingest.open([writeFile(tempFolder(), 'a.jsonl', sized(Array.from({ length: 11_000 }, (_, at) => at + 1)))], { text: false });
  const [tape] = store.catalog.tapes();
  const curve = (tape && store.catalog.curve(tape)) ?? [];
  expect(curve).toHaveLength(40);
  expect(curve).toEqual(curve.toSorted((a, b) => a - b));
});
