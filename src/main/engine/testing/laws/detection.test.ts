import { basename, join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formats } from '../../formats/index.ts';
import { openEngineRoom } from '../catalog.ts';
import { tempFolder, writeFile } from '../files.ts';
import { type Drawing, stories } from './drawing.ts';
import { DRAWINGS } from './drawings.ts';

/** Native tapes are folders, which are no logs, and a mapping is no format by itself. */
const APART = new Set(['native', 'mapped']);

const [story = []] = fc.sample(
  stories.filter((turns) => turns.length > 2 && turns.some(({ calls, summary }) => calls.length > 0 && summary !== null)),
  { numRuns: 1, seed: 7 },
);

const write = (root: string, id: string, { write: records, document, folder = '', file }: Drawing): string => {
  const drawn = records(story);
  const name = file ?? (document ? 'session-1.json' : 'session-1.jsonl');
  return writeFile(root, join(id, folder, name), document?.(drawn) ?? drawn);
};

it('takes each session in a folder of all formats for what it is', async () => {
  const room = openEngineRoom();
  const root = tempFolder();
  const ids = formats()
    .map(({ id }) => id)
    .filter((id) => !APART.has(id));
  const files = new Map(ids.map((id) => [write(root, id, DRAWINGS[id as keyof typeof DRAWINGS]), id]));
  expect(files.size).toBeGreaterThan(20);
  const { refused } = await room.ingest.open([...files.keys()]);
  expect(refused).toEqual([]);
  const found = new Map(room.store.catalog.tapes().map(({ file, format }) => [file, format]));
  expect([...files].map(([file]) => [basename(file), found.get(file)])).toEqual([...files].map(([file, id]) => [basename(file), id]));
});
