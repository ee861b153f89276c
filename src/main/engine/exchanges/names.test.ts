import { expect, test } from 'vitest';
import type { JsonObject } from '../formats/format.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { looksCaptured } from './names.ts';

const record = (type: string, payload: JsonObject): JsonObject => ({ timestamp: '2026-01-05T09:00:00.000Z', type, payload });
const pair: JsonObject = { timestamp: 1, request: { method: 'POST', url: 'https://api.example/v1/messages' }, response: {} };
const long = 'x'.repeat(200_000);

test.each([
  ['a log whose first line has a time first, however long', [record('meta', { text: long }), record('event', {})], false],
  ['pairs', [pair, pair], true],
  ['one pair', [pair], true],
  ['a record alone, which may be a document', [record('meta', { turns: [pair] })], true],
  ['a run of ours', [{ type: 'run', version: 1 }, { type: 'request' }], true],
])('looks like captured requests: %s', (_, records, looks) => {
  expect(looksCaptured(writeFile(tempFolder(), 'a.jsonl', records))).toBe(looks);
});

test('a first line that is torn tells nothing', () => {
  const path = writeFile(tempFolder(), 'a.jsonl', `{"timestamp":1,"request":{"met\n${JSON.stringify(pair)}\n`);
  expect(looksCaptured(path)).toBe(true);
});
