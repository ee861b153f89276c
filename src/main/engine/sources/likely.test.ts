import { appendFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openEngineRoom } from '../testing/catalog.ts';
import { writeTape } from '../testing/files.ts';
import { mixedLog } from '../testing/mixed-log.ts';
import { jsonl } from '../testing/tree.ts';

const formatsIn = ({ store }: ReturnType<typeof openEngineRoom>): string[] => store.catalog.tapes().map(({ format }) => format);

it('asks which of two formats a log is of that fits both as well, and reads it as the one that is named', async () => {
  const room = openEngineRoom();
  const path = writeTape(mixedLog());
  const { refused } = await room.ingest.open([path]);
  expect(refused).toEqual([
    { path, reason: `${path} could as well be a log of Gemini CLI or of Copilot CLI.`, likely: ['gemini', 'copilot'] },
  ]);
  expect((await room.ingest.open([path], { as: 'copilot' })).refused).toEqual([]);
  expect(formatsIn(room)).toEqual(['copilot']);
});

it('continues with that one, where the log grows and where it is written again', async () => {
  const room = openEngineRoom();
  const path = writeTape(mixedLog());
  const [first] = (await room.ingest.open([path], { as: 'copilot' })).receipts;
  appendFileSync(path, jsonl(mixedLog()));
  await room.ingest.open([path]);
  writeFileSync(path, jsonl([...mixedLog(), ...mixedLog()].toReversed()));
  const { receipts, refused } = await room.ingest.open([path]);
  const [last] = receipts;
  expect([refused, last?.tape, last?.reread, formatsIn(room)]).toEqual([[], first?.tape, 1, ['copilot']]);
});

it.each([
  ['nothing of it fits', 'claude-code', 'is not a log of Claude Code: nothing at its beginning fits'],
  ['there is no such format', 'nobody', 'There is no format called nobody'],
])('refuses what a person names where %s', async (_, as, sentence) => {
  const room = openEngineRoom();
  const { refused } = await room.ingest.open([writeTape(mixedLog())], { as });
  expect(refused).toEqual([{ path: expect.any(String), reason: expect.stringContaining(sentence) }]);
});

it('asks about each of many, which threads read', async () => {
  const room = openEngineRoom({ workers: 2 });
  const paths = Array.from({ length: 3 }, (_, at) => writeTape(mixedLog(), `mixed-${at}.jsonl`));
  const { refused } = await room.ingest.open(paths);
  expect(refused.map(({ likely }) => likely)).toEqual(paths.map(() => ['gemini', 'copilot']));
});
