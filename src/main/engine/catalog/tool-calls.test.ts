import { expect, test } from 'vitest';
import { openEngineRoom } from '../testing/catalog.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { jsonl } from '../testing/tree.ts';

const at = (second: number): string => `2026-01-05T10:00:${String(second).padStart(2, '0')}.000Z`;

const record = (second: number, message: object) => ({
  ...{ type: 'message', id: `m${second}`, parentId: second === 1 ? null : `m${second - 1}`, timestamp: at(second) },
  message: { timestamp: Date.parse(at(second)), ...message },
});

const answer = (second: number, call: string, more: object = {}) =>
  record(second, {
    ...{ role: 'assistant', content: [{ type: 'toolCall', id: call, name: 'bash', arguments: { command: 'make' } }] },
    ...{ model: 'm', provider: 'p', stopReason: 'toolUse', usage: { input: 9, output: 1, cacheRead: 0, cacheWrite: 0 }, ...more },
  });

const result = (second: number, call: string) =>
  record(second, { role: 'toolResult', toolCallId: call, toolName: 'bash', content: [{ type: 'text', text: 'done' }], isError: false });

test('a call of an answer that broke off is not a tool of the name of its failure', async () => {
  const { store, ingest } = openEngineRoom();
  const folder = tempFolder();
  const header = { type: 'session', version: 3, id: 's1', timestamp: at(0), cwd: '/harbour' };
  const lines = [
    ...[header, record(1, { role: 'user', content: 'Build it.' }), answer(2, 'c1'), result(3, 'c1')],
    ...[answer(4, 'c2', { stopReason: 'error', errorMessage: 'terminated' }), answer(5, 'c3'), result(6, 'c3')],
  ];
  writeFile(folder, '2026-01-05T10-00-00-000Z_s1.jsonl', jsonl(lines));
  const { tapes } = await ingest.open([folder], { text: false });
  const calls = store.catalog.toolCalls(tapes[0] ?? '', 1);
  expect(calls.map(({ name, took }) => [name, took])).toEqual([['bash', [1000, 1000]]]);
});
