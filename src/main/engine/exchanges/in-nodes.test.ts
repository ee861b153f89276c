import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openCatalog } from '../catalog/open-catalog.ts';
import { identityOf } from '../formats/captured/identity.ts';
import { bringSource } from '../sources/bring-source.ts';
import { scan } from '../sources/scan.ts';
import { tempFolder } from '../testing/files.ts';
import { openContainer } from './container.ts';

/** The table as versions 0.1 to 0.4 make it, and as the first did. */
const SCHEMA = `CREATE TABLE nodes (hash text NOT NULL, parent_hash text NULL, bucket json NULL, type text NULL, role text NULL, content json NULL,
  model text NULL, provider text NULL, agent_name text NULL, stop_reason text NULL, prompt_tokens integer NULL, completion_tokens integer NULL,
  total_tokens integer NULL, cache_creation_input_tokens integer NULL, cache_read_input_tokens integer NULL, total_duration_ns integer NULL,
  prompt_duration_ns integer NULL, project text NULL, created_at datetime NOT NULL DEFAULT (CURRENT_TIMESTAMP), PRIMARY KEY (hash))`;
const FEWER = `CREATE TABLE nodes (hash text PRIMARY KEY, parent_hash text, role text, content json, stop_reason text, created_at datetime)`;

type Content = Record<string, unknown>[];
interface Message {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: Content;
}

const text = (words: string): Content => [{ type: 'text', text: words }];
const user = (words: string): Message => ({ role: 'user', content: text(words) });
const assistant = (words: string): Message => ({ role: 'assistant', content: text(words) });

const CALL: Content = [{ type: 'tool_use', tool_use_id: 'toolu_1', tool_name: 'mill', tool_input: { of: 'barley' } }];
const RESULT: Content = [{ type: 'tool_result', tool_result_id: 'toolu_1', tool_output: 'flour', is_error: true }];

/** Keys in their order and no spaces: all that RFC 8785 asks of such messages. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, one) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );

/** A proxy that stores what it sees as the old versions did: messages that it knows are not stored again. */
const proxyAt = (path: string, schema = SCHEMA) => {
  const database = new Database(path);
  database.exec(schema);
  let minute = 0;
  const put = (parent: string | null, { role, content }: Message, facts: Record<string, unknown>): string => {
    const bucket = { type: 'message', role, content, model: 'mill-1', provider: 'anthropic' };
    const hash = createHash('sha256')
      .update(canonical({ parent: parent ?? '', content: bucket }))
      .digest('hex');
    const whole: Record<string, unknown> = {
      ...{ hash, parent_hash: parent, bucket: JSON.stringify(bucket), type: 'message', role, content: JSON.stringify(content) },
      ...{ model: 'mill-1', provider: 'anthropic', stop_reason: '', ...facts },
      created_at: `2026-01-05 09:${String(minute).padStart(2, '0')}:00.5+01:00`,
    };
    const there = new Set((database.pragma('table_info(nodes)') as { name: string }[]).map(({ name }) => name));
    const names = Object.keys(whole).filter((name) => there.has(name));
    database
      .prepare(`INSERT OR IGNORE INTO nodes (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
      .run(names.map((name) => whole[name]));
    return hash;
  };
  const usage = { prompt_tokens: 30, completion_tokens: 4, cache_read_input_tokens: 20, total_duration_ns: 1_500_000_000 };
  return {
    turn(asked: readonly Message[], answer: Message, stop = 'end_turn') {
      minute += 1;
      const last = asked.reduce<string | null>((parent, message) => put(parent, message, {}), null);
      put(last, answer, { stop_reason: stop, ...usage });
    },
    close: () => database.close(),
  };
};

const SYSTEM: Message = { role: 'system', content: text('You grind.') };
const FIRST = [SYSTEM, user('Grind the barley.')];
const ANSWERED = [...FIRST, { role: 'assistant', content: CALL } as const, { role: 'user', content: RESULT } as const];

const written = (path: string, schema?: string): string => {
  const proxy = proxyAt(path, schema);
  proxy.turn(FIRST, { role: 'assistant', content: CALL }, 'tool_use');
  proxy.turn(ANSWERED, assistant('It is ground.'));
  // Another way from the same message, as after a rewind.
  proxy.turn([...ANSWERED, assistant('It is ground.'), user('And the rye.')], assistant('That too.'));
  proxy.turn([...ANSWERED, assistant('It is ground.'), user('Stop.')], assistant('Stopped.'));
  proxy.close();
  return path;
};

test('a request is what an answer hangs on, in the words of Anthropic, with what was counted for it', () => {
  const container = openContainer(written(join(tempFolder(), 'tapes.sqlite')));
  expect(container.count).toBe(4);
  expect(container.exchange(1)).toMatchObject({
    ...{ by: 'papercomputeco/tapes (messages alone)', at: Date.UTC(2026, 0, 5, 8, 1, 59), ended: Date.UTC(2026, 0, 5, 8, 2, 0, 500) },
    request: {
      ...{ model: 'mill-1', system: [{ type: 'text', text: 'You grind.' }] },
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Grind the barley.' }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'mill', input: { of: 'barley' } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'flour', is_error: true }] },
      ],
    },
    response: {
      ...{ model: 'mill-1', content: [{ type: 'text', text: 'It is ground.' }], stop_reason: 'end_turn' },
      usage: { input_tokens: 10, output_tokens: 4, cache_read_input_tokens: 20 },
    },
  });
  const blocks = [0, 1, 2, 3].map((at) => {
    const exchange = container.exchange(at);
    return exchange && identityOf(exchange)?.blocks.length;
  });
  expect(blocks).toEqual([1, 3, 5, 5]);
});

test.each([
  ['of 0.4', SCHEMA],
  ['with the fewest columns', FEWER],
])('a database %s is one conversation', async (_, schema) => {
  const file = written(join(tempFolder(), 'tapes.db'), schema);
  const store = openCatalog(tempFolder());
  const { candidates, refused } = await scan([file], true);
  for (const candidate of candidates) bringSource(store.db, candidate.path);
  expect(refused).toEqual([]);
  expect(store.catalog.list({ sort: 'oldest' }).items.map(({ title, steps }) => [title, steps])).toEqual([['Grind the barley.', 4]]);
  store.close();
});

test('messages that hang on each other in a circle, on nothing, or are no list are read as far as they go', () => {
  const path = written(join(tempFolder(), 'tapes.sqlite'));
  const database = new Database(path);
  database.exec(`UPDATE nodes SET parent_hash = (SELECT hash FROM nodes WHERE stop_reason = 'tool_use') WHERE parent_hash IS NULL;
    INSERT INTO nodes (hash, parent_hash, role, content, stop_reason) VALUES ('a', 'gone', 'assistant', '{"no": "list"}', 'end_turn')`);
  database.close();
  const container = openContainer(path);
  const told = Array.from({ length: container.count }, (_, at) => container.exchange(at));
  expect(told).toHaveLength(5);
  expect(told.at(-1)).toMatchObject({ request: { messages: [] }, response: { content: [] } });
});
