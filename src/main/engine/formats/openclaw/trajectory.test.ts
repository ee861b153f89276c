import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openEngineRoom } from '../../testing/catalog.ts';
import { tempFolder, writeFile } from '../../testing/files.ts';
import { stories } from '../../testing/laws/drawing.ts';
import { jsonl } from '../../testing/tree.ts';
import type { Json } from '../values.ts';
import { drawing } from './testing/drawing.ts';

const SESSION = '6f1c2a.jsonl';
const TRAJECTORY = '6f1c2a.trajectory.jsonl';

const [story = []] = fc.sample(stories, { seed: 7, numRuns: 1 });
const compiled = (messages: Json): string =>
  `${JSON.stringify({ type: 'context.compiled', runId: 'r1', data: { messages, systemPrompt: 'You tend a garden.' } })}\n`;

const whole = compiled([{ role: 'user', content: 'Plan the beds' }]);

/** What a run that was killed, a full disk, or somebody else leaves of a trajectory. */
const LEFT: readonly (readonly [string, Buffer | string])[] = [
  ['torn in its only line', whole.slice(0, -40)],
  ['torn inside of a letter', Buffer.from(compiled('Grünkohl')).subarray(0, -60)],
  ['empty', ''],
  ['of bytes that are no text', Buffer.from([0, 255, 254, 1, 2, 10, 0])],
  ['of another session', compiled([{ role: 'user', content: 'nothing of this was said' }])],
  ['of lists where messages should be', `${compiled(7)}[[[[\n{"type":"context.compiled","data":null}\n`],
];

const seen = async (folder: string) => {
  const { ingest, store } = openEngineRoom();
  const { refused } = await ingest.open([folder]);
  const tapes = store.catalog
    .tapes()
    .map(({ file, format, entries, steps, usage }) => [file.slice(folder.length + 1), format, entries, steps, usage]);
  return { tapes, refused };
};

const sessionIn = (): string => {
  const folder = tempFolder();
  writeFile(folder, SESSION, jsonl(drawing.write(story)));
  return folder;
};

it.each(LEFT)('a session reads the same whether its trajectory is missing or %s', async (_, bytes) => {
  const folder = sessionIn();
  const without = await seen(folder);
  expect(without.tapes.map(([file, format]) => [file, format])).toEqual([[SESSION, 'openclaw']]);
  writeFileSync(join(folder, TRAJECTORY), bytes);
  expect(await seen(folder)).toEqual(without);
});

it('a trajectory that is named itself is refused with what it is, and one that grows or goes changes no tape', async () => {
  const folder = sessionIn();
  const path = writeFile(folder, TRAJECTORY, whole);
  const { ingest, store } = openEngineRoom();
  expect((await ingest.open([path])).refused).toMatchObject([{ path, reason: expect.stringContaining('trajectory of OpenClaw') }]);
  await ingest.open([folder]);
  await ingest.idle();
  const before = store.catalog.tapes();
  appendFileSync(path, whole.repeat(3));
  await ingest.open([folder]);
  rmSync(path);
  await ingest.open([folder]);
  await ingest.idle();
  expect(store.catalog.tapes()).toEqual(before);
});
