import { basename, join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type FormatId, formats } from '../../formats/index.ts';
import { openEngineRoom } from '../catalog.ts';
import { tempFolder, writeFile } from '../files.ts';
import { type Drawing, nameOf, requestsIn, stories } from './drawing.ts';
import { DRAWINGS } from './drawings.ts';

/** Native tapes are folders, which are not logs, and a mapping is not a format by itself. */
const APART = new Set(['native', 'mapped']);

const [story = []] = fc.sample(
  stories.filter((turns) => turns.length > 2 && turns.some(({ calls, summary }) => calls.length > 0 && summary !== null)),
  { numRuns: 1, seed: 7 },
);

const write = (root: string, folder: string, drawing: Drawing, turns = story): string => {
  const drawn = drawing.write(turns);
  return writeFile(root, join(folder, nameOf(drawing)), drawing.document?.(drawn) ?? drawn);
};

const idsOf = (): FormatId[] => formats().flatMap(({ id }) => (APART.has(id) ? [] : [id as FormatId]));

it('takes each session in a folder of all formats for what it is', async () => {
  const room = openEngineRoom();
  const root = tempFolder();
  const files = new Map(idsOf().map((id) => [write(root, id, DRAWINGS[id]), id]));
  expect(files.size).toBeGreaterThan(20);
  const { refused } = await room.ingest.open([...files.keys()]);
  expect(refused).toEqual([]);
  const found = new Map(room.store.catalog.tapes().map(({ file, format }) => [file, format]));
  expect([...files].map(([file]) => [basename(file), found.get(file)])).toEqual([...files].map(([file, id]) => [basename(file), id]));
});

it('opens a hundred of all formats at once, each for what it is and with a receipt that closes', async () => {
  const room = openEngineRoom({ workers: 2 });
  const root = tempFolder();
  // Some agents ask for a summary in a request of its own.
  const plain = story.map((turn) => ({ ...turn, summary: null }));
  const copy = (number: number) => idsOf().map((id) => [write(root, `${number}/${id}`, DRAWINGS[id], plain), id] as const);
  const files = new Map([1, 2, 3, 4].flatMap(copy));
  expect(files.size).toBeGreaterThanOrEqual(100);
  const { refused, receipts } = await room.ingest.open([root]);
  expect(refused).toEqual([]);
  const found = new Map(Array.from(receipts, (receipt) => [receipt.file, receipt]));
  expect([...files].filter(([file, id]) => found.get(file)?.format !== id)).toEqual([]);
  for (const { lines } of found.values()) expect(lines.total).toBe(lines.withEntries + lines.blank + lines.unreadable + (lines.noted ?? 0));
  await room.ingest.idle();
  const steps = room.store.catalog.tapes().map((tape) => [tape.format, tape.steps]);
  expect(steps.filter(([, count]) => count !== requestsIn(plain).length)).toEqual([]);
});
