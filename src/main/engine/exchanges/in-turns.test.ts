import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openCatalog } from '../catalog/open-catalog.ts';
import type { JsonObject } from '../formats/format.ts';
import { bringSource } from '../sources/bring-source.ts';
import { scan } from '../sources/scan.ts';
import { tempFolder } from '../testing/files.ts';
import { openContainer } from './container.ts';
import { answerOf, bodyOf, conversation, said, writeLines } from './testing/written.ts';

/** The table as the proxy makes it; written from its schema, since no database of its own is at hand. */
const SCHEMA = `CREATE TABLE raw_turns (id INTEGER PRIMARY KEY, org_id TEXT NOT NULL, source TEXT NOT NULL, provider TEXT NOT NULL,
  agent_name TEXT NOT NULL, harness_id TEXT NOT NULL, harness_session_id TEXT NOT NULL, request_id TEXT NOT NULL, raw_request BLOB, response BLOB,
  raw_response BLOB, raw_response_encoding TEXT NOT NULL, raw_response_dropped INTEGER NOT NULL, meta BLOB NOT NULL, session_envelope BLOB,
  received_at INTEGER NOT NULL); CREATE TABLE spans (span_id TEXT)`;

interface Stored {
  request: JsonObject | null;
  answer?: JsonObject | null;
  reduced?: JsonObject;
  encoding?: string;
  source?: string;
}

const blob = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

const stored = (path: string, turns: readonly Stored[]): string => {
  const database = new Database(path);
  database.exec(SCHEMA.replaceAll('CREATE TABLE', 'CREATE TABLE IF NOT EXISTS'));
  const put = database.prepare(
    `INSERT INTO raw_turns VALUES (NULL, 'o', ?, 'anthropic', 'mill', 'claude', 'session-1', '', ?, ?, ?, ?, 0, ?, NULL, ?)`,
  );
  for (const [at, { request, answer = null, reduced, encoding = '', source = 'wire' }] of turns.entries()) {
    const sent = answer === null ? null : encoding === 'gzip' ? gzipSync(blob(answer)) : blob(answer);
    const meta = {
      ts_request: new Date(1_767_603_600_000 + at * 10_000).toISOString(),
      elapsed_seconds: 1,
      method: 'POST',
      path: '/v1/messages',
    };
    put.run(
      source,
      request && blob(request),
      reduced ? blob(reduced) : null,
      sent,
      encoding,
      blob(meta),
      (1_767_603_601_000 + at * 10_000) * 1e6,
    );
  }
  database.close();
  return path;
};

/** Titles, steps and usage of the tapes at a path. */
const tapesAt = async (path: string) => {
  const store = openCatalog(tempFolder());
  const { candidates, refused } = await scan([path], true);
  for (const candidate of candidates) bringSource(store.db, candidate.path);
  const tapes = store.catalog.list({ sort: 'oldest' }).items;
  store.close();
  expect(refused).toEqual([]);
  return tapes.map(({ title, steps, session, usage, started, model }) => ({ title, steps, session, usage, started, model }));
};

test('a database of captured turns is the same tapes as a file with the same requests', async () => {
  const turns = conversation().map(({ request, response }, at) => ({ request, answer: response, encoding: at === 0 ? 'gzip' : '' }));
  const file = stored(join(tempFolder(), 'tapes.sqlite'), [...turns, { request: bodyOf([]), source: 'transcript' }, { request: null }]);
  expect(await tapesAt(file)).toEqual(await tapesAt(writeLines(tempFolder())));
  const [first] = [openContainer(file).exchange(0)];
  expect(first).toMatchObject({ by: 'papercomputeco/tapes', path: '/v1/messages', at: 1_767_603_600_000, ended: 1_767_603_601_000 });
});

test('an answer of which only the reduction was kept says the same, with the cache no part of its input', () => {
  const message = {
    role: 'assistant',
    content: [
      { type: 'text', text: 'It is ground.' },
      { type: 'tool_use', tool_use_id: 't1', tool_name: 'mill', tool_input: { of: 'rye' } },
    ],
  };
  const usage = { prompt_tokens: 30, completion_tokens: 4, cache_read_input_tokens: 20, cache_creation_input_tokens: 1 };
  const reduced = { model: 'mill-1', message, stop_reason: 'tool_use', usage, extra: { id: 'msg_1' } };
  const file = stored(join(tempFolder(), 'tapes.sqlite'), [{ request: bodyOf([said('user', 'Grind.')]), reduced }]);
  expect(openContainer(file).exchange(0)?.response).toEqual({
    ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'mill-1', stop_reason: 'tool_use' },
    content: [
      { type: 'text', text: 'It is ground.' },
      { type: 'tool_use', id: 't1', name: 'mill', input: { of: 'rye' } },
    ],
    usage: { input_tokens: 9, output_tokens: 4, cache_read_input_tokens: 20, cache_creation_input_tokens: 1 },
  });
});

test('turns that are added are there at the next look, and every request is the one that was stored', () => {
  const texts = fc.array(fc.string(), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(texts, texts, (some, more) => {
      const file = join(tempFolder(), 'tapes.sqlite');
      const turnOf = (text: string): Stored => ({ request: bodyOf([said('user', text)]), answer: answerOf('m', text) });
      const all = [...some, ...more].map((text) => bodyOf([said('user', text)]));
      stored(file, some.map(turnOf));
      expect(openContainer(file).count).toBe(some.length);
      stored(file, more.map(turnOf));
      const container = openContainer(file);
      expect(Array.from({ length: container.count }, (_, at) => container.exchange(at)?.request)).toEqual(all);
    }),
    { numRuns: 20 },
  );
});

test('a database of something else is said to be of no agent', async () => {
  const path = join(tempFolder(), 'other.sqlite');
  const database = new Database(path);
  database.exec('CREATE TABLE raw_turns (id INTEGER)');
  database.close();
  expect((await scan([path], true)).refused).toMatchObject([
    { path, reason: expect.stringContaining('not from any agent that Tapescope reads') },
  ]);
});
