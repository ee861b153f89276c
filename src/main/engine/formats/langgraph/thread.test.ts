import { join } from 'node:path';
import { ExtData, encode } from '@msgpack/msgpack';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { openEngineRoom } from '../../testing/catalog.ts';
import { tempFolder } from '../../testing/files.ts';
import { messagesOf } from '../../views/methods.ts';
import { importFile } from '../../views/testing/imported.ts';
import type { JsonObject } from '../values.ts';
import { unpack } from './unpack.ts';

const message = (kind: 'Human' | 'AI', content: string, id: string, more: JsonObject = {}): ExtData => {
  const fields = { content, type: kind === 'AI' ? 'ai' : 'human', id, ...more };
  return new ExtData(5, encode([`langchain_core.messages.${kind.toLowerCase()}`, `${kind}Message`, fields, 'model_validate_json']));
};

const TABLES = `CREATE TABLE checkpoints (thread_id TEXT, checkpoint_ns TEXT DEFAULT '', checkpoint_id TEXT, parent_checkpoint_id TEXT, type TEXT,
    checkpoint BLOB, metadata BLOB, PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id));
  CREATE TABLE writes (thread_id TEXT, checkpoint_ns TEXT DEFAULT '', checkpoint_id TEXT, task_id TEXT, idx INTEGER, channel TEXT, type TEXT, value BLOB,
    PRIMARY KEY (thread_id, checkpoint_ns, checkpoint_id, task_id, idx));`;

const saver = () => {
  const path = join(tempFolder(), 'checkpoints.sqlite');
  const db = new Database(path);
  onTestFinished(() => void db.close());
  db.exec(TABLES);
  return {
    path,
    write: (id: string, channel: string, value: unknown) =>
      db.prepare("INSERT INTO writes VALUES ('mill', '', ?, 'task', 0, ?, 'msgpack', ?)").run(id, channel, encode(value)),
    add(id: string, parent: string | null, messages: ExtData[], state: JsonObject = {}) {
      const held = { v: 4, ts: '2026-01-05T09:00:00+00:00', id, channel_values: { messages, ...state }, updated_channels: ['messages'] };
      const metadata = JSON.stringify({ source: parent === null ? 'input' : 'loop', step: 1, parents: {} });
      db.prepare("INSERT INTO checkpoints VALUES ('mill', '', ?, ?, 'msgpack', ?, ?)").run(id, parent, encode(held), Buffer.from(metadata));
    },
  };
};

const asked = message('Human', 'Grind.', 'h1');
const used = { usage_metadata: { input_tokens: 90, output_tokens: 9, input_token_details: { cache_read: 40 } } };

it('has a step for each answer, with the state before it, also where the thread was forked', async () => {
  const { path, add, write } = saver();
  add('c1', null, [asked], { sacks: 1 });
  write('c1', '__interrupt__', { question: 'Sure?' });
  add('c2', 'c1', [asked, message('AI', 'Rye.', 'a1', used)], { sacks: 2 });
  add('c3', 'c1', [asked, message('AI', 'Oats.', 'a2')], { sacks: 2 });
  const { store, rim, tape } = importFile(join(path, 'mill'));
  onTestFinished(() => store.close());
  expect(store.catalog.tape(tape)).toMatchObject({ format: 'langgraph', session: 'mill', title: 'Grind.', steps: 2 });
  expect(store.catalog.steps(tape, 1, 9).items[0]?.usage).toEqual({ input: 50, output: 9, cacheRead: 40, cacheWrite: 0 });
  for (const step of [1, 2])
    expect(await messagesOf(rim, tape, { step }, { type: 'as-recorded' })).toEqual([
      { role: 'user', parts: [{ type: 'text', content: 'Grind.' }] },
    ]);
  const rows = store.catalog.entries(tape, 1, 99);
  expect(
    rows.filter(({ id }) => id?.startsWith('c')).map(({ id, parentSeq }) => [id, rows.find(({ seq }) => seq === parentSeq)?.id ?? null]),
  ).toEqual([
    ['c1', null],
    ['c2', 'c1'],
    ['c3', 'c1'],
  ]);
  expect(rows.filter(({ kind }) => kind === 'write').map(({ label }) => label)).toEqual(['__interrupt__']);
  expect(store.catalog.anchors(tape).filter(({ derived }) => !derived)).toHaveLength(3);
});

it('is read again when a checkpoint was added', async () => {
  const room = openEngineRoom();
  const { path, add } = saver();
  add('c1', null, [asked]);
  const [first] = (await room.ingest.open([path])).receipts;
  add('c2', 'c1', [asked, message('AI', 'Rye.', 'a1')]);
  const [second] = (await room.ingest.open([path])).receipts;
  expect(second?.tape).toBe(first?.tape);
  expect(room.store.catalog.tape(first?.tape ?? '').steps).toBe(1);
});

it('reads what Python and JavaScript pack: models, sets, ids, bytes, and JSON', () => {
  const held = (type: number, ...words: unknown[]) => unpack(encode(new ExtData(type, encode(words))));
  expect(held(0, 'builtins', 'set', ['a', 'b'])).toEqual(['a', 'b']);
  expect(held(0, 'uuid', 'UUID', '1f0d')).toBe('1f0d');
  expect(held(2, 'mill', 'Summary', { text: 'x' })).toEqual({ Summary: { text: 'x' } });
  expect(unpack(encode({ bytes: new Uint8Array([1, 2]) }))).toEqual({ bytes: 'AQI=' });
  expect(unpack(Buffer.from('{"lc":1}'))).toEqual({ lc: 1 });
  expect(() => unpack(Buffer.from([0xc1]))).toThrow();
});
