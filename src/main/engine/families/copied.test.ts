import { appendFileSync, rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { openCatalog } from '../catalog/open-catalog.ts';
import type { JsonObject } from '../formats/format.ts';
import { breakDown } from '../graph/breakdown.ts';
import { importMany } from '../ingest/import-many.ts';
import { forkTape } from '../store/fork.ts';
import { forgetGone } from '../storing/forget.ts';
import { countingRows, openEngineRoom } from '../testing/catalog.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { assistant, nativeHome, user } from '../testing/native.ts';
import { claudeTree, jsonl } from '../testing/tree.ts';
import { settleCopied } from './copied.ts';
import { createGraphReader } from './material.ts';

const SHARED = `u1 "go" > a1 "one" <- step m1 usage 100 5 0 20 > u2 "on" > a2 "two" <- step m2 usage 30 7 100 10`;
const first = claudeTree(`${SHARED} > u3 "further" > a3 "three" <- step m3 usage 40 9 130 0`, { session: 'session-1' });
/** What an agent writes when it continues in a new file: the same lines with the session of that file. */
const second = claudeTree(`${SHARED} > u4 "another way" > a4 "four" <- step m4 usage 50 11 130 0`, { session: 'session-2' });

const outputs = (store: ReturnType<typeof openCatalog>): number => store.catalog.tapes().reduce((sum, { usage }) => sum + usage.output, 0);

it.each([
  ['the source first', ['a.jsonl', 'b.jsonl']],
  ['the copy first', ['b.jsonl', 'a.jsonl']],
])('a request that two files hold is counted once, %s', (_, order) => {
  const { store } = openEngineRoom();
  const folder = tempFolder();
  const files: Record<string, string> = { 'a.jsonl': writeFile(folder, 'a.jsonl', first), 'b.jsonl': writeFile(folder, 'b.jsonl', second) };
  for (const name of order) importMany(store.db, [files[name] ?? '']);
  expect(outputs(store)).toBe(5 + 7 + 9 + 11);
  const [a, b] = ['a.jsonl', 'b.jsonl'].map((name) => store.catalog.tapes().find(({ file }) => file === files[name]));
  expect([a?.copied, a?.usage]).toEqual([undefined, { input: 170, output: 21, cacheRead: 230, cacheWrite: 30 }]);
  expect([b?.steps, b?.copied]).toEqual([3, { steps: 2, usage: { input: 130, output: 12, cacheRead: 100, cacheWrite: 30 } }]);
  expect(store.catalog.stats(b?.id ?? '')).toMatchObject({ steps: 3, usage: { output: 11 }, copied: { steps: 2 } });
  expect(breakDown(createGraphReader(store.db), undefined, false).steps).toBe(4);
  const byTokens = store.catalog.list({ sort: 'tokens' }).items.map(({ file }) => file);
  expect(byTokens).toEqual([files['a.jsonl'], files['b.jsonl']]);
});

it('a copy that continues counts its own requests, and all of them once what it was copied from is gone', () => {
  const { store } = openEngineRoom();
  const folder = tempFolder();
  const [source, copy] = [writeFile(folder, 'a.jsonl', first), writeFile(folder, 'b.jsonl', second)];
  importMany(store.db, [source, copy]);
  appendFileSync(copy, jsonl(claudeTree('u5 "more" @a4 > a5 "five" <- step m5 usage 60 13 180 0', { session: 'session-2' })));
  importMany(store.db, [copy]);
  expect(outputs(store)).toBe(5 + 7 + 9 + 11 + 13);
  rmSync(source);
  forgetGone(store);
  expect(outputs(store)).toBe(5 + 7 + 11 + 13);
  expect(store.catalog.tapes()[0]?.copied).toBeUndefined();
});

it('sessions that a server gave the same ids have nothing in common', () => {
  const { store } = openEngineRoom();
  const folder = tempFolder();
  const strangers = second.map((record, at) => ({ ...record, uuid: `other-${at}`, parentUuid: at === 0 ? null : `other-${at - 1}` }));
  importMany(store.db, [writeFile(folder, 'a.jsonl', first), writeFile(folder, 'b.jsonl', strangers)]);
  expect(store.catalog.tapes().map(({ copied }) => copied)).toEqual([undefined, undefined]);
});

const planted = (id: string, parentId: string | null, message: JsonObject): JsonObject => ({
  ...{ type: 'message', id, parentId, timestamp: '2026-10-01T08:00:00.000Z', message },
});

it('a fork of a tree with short ids, which names its source', () => {
  const { store } = openEngineRoom();
  const folder = tempFolder();
  const answered = (output: number): JsonObject => ({
    ...{ role: 'assistant', content: [{ type: 'text', text: 'ok' }], api: 'x', provider: 'y', model: 'z', stopReason: 'stop' },
    usage: { input: 10, output, cacheRead: 0, cacheWrite: 0 },
  });
  const header = (id: string, more: JsonObject = {}): JsonObject => ({
    ...{ type: 'session', version: 3, id, timestamp: '2026-10-01T08:00:00.000Z', cwd: '/home/ann/garden', ...more },
  });
  const shared = [planted('aa01', null, { role: 'user', content: 'Plan' }), planted('aa02', 'aa01', answered(3))];
  const source = [header('one'), ...shared, planted('aa03', 'aa02', { role: 'user', content: 'On' }), planted('aa04', 'aa03', answered(4))];
  const fork = [header('two', { parentSession: '/home/ann/a.jsonl' }), ...shared, planted('bb03', 'aa02', answered(6))];
  importMany(store.db, [writeFile(folder, 'b.jsonl', fork), writeFile(folder, 'a.jsonl', source)]);
  expect(outputs(store)).toBe(3 + 4 + 6);
});

it('a fork of a native tape counts what was written in the fork', () => {
  const { store } = openEngineRoom();
  const { main, open } = nativeHome();
  const answer = (output: number) => ({
    ...assistant('done'),
    meta: { step: `answer ${output}`, usage: { input: 10, output, cacheRead: 0, cacheWrite: 0 } },
  });
  main.append([user('go'), answer(3)]);
  forkTape(main, { name: 'try' });
  const fork = open('main', 'try');
  fork.append([user('on'), answer(5)]);
  importMany(store.db, [main.folder, fork.folder]);
  expect(store.catalog.tapes().map(({ usage, copied }) => [usage.output, copied?.steps])).toEqual([
    [5, 1],
    [3, undefined],
  ]);
});

it('looks up no id of a tape that shares none', () => {
  const { store } = openEngineRoom();
  const alone = claudeTree('u1 "by itself" > a1 "done" <- step m1 usage 10 1 0 0', { session: 'session-3' });
  const other = jsonl([{ type: 'user', uuid: 'other', parentUuid: null, sessionId: 'o', message: { role: 'user', content: 'hi' } }]);
  importMany(store.db, [writeFile(tempFolder(), 'alone.jsonl', alone), writeFile(tempFolder(), 'other.jsonl', other)]);
  const { count, db } = countingRows(store.db);
  const tapes = store.db.prepare<[], number>('SELECT tape FROM tapes').pluck().all();
  expect(settleCopied(db, tapes)).toEqual([]);
  // Each tape's own row, and nothing of its ids.
  expect(count.rows).toBe(2);
});

it('looks at each of many that share entries once', () => {
  const read = (many: number): number => {
    const { store } = openEngineRoom();
    const folder = tempFolder();
    const paths = Array.from({ length: many }, (_, at) => writeFile(folder, `${at}.jsonl`, at % 2 === 0 ? first : second));
    importMany(store.db, paths);
    expect(outputs(store)).toBe(5 + 7 + 9 + 11);
    const { count, db } = countingRows(store.db);
    const tapes = store.db.prepare<[], number>('SELECT tape FROM tapes').pluck().all();
    expect(settleCopied(db, tapes)).toEqual([]);
    return count.rows;
  };
  expect(read(40)).toBeLessThanOrEqual(4 * read(10));
});

/** Files that each hold the shared beginning and an answer of their own. */
const family = (folder: string, many: number): string[] =>
  Array.from({ length: many }, (_, at) => {
    const own = claudeTree(`${SHARED} > u${at + 50} "way ${at}" > a${at + 50} "ok" <- step own${at} usage 1 ${at + 1} 0 0`, {
      session: `session-${at}`,
    });
    return writeFile(folder, `${String(at).padStart(3, '0')}.jsonl`, own);
  });

it('a tape that joins a family is looked at alone, however large the family is', () => {
  const read = (many: number): number => {
    const { store } = openEngineRoom();
    const files = family(tempFolder(), many);
    for (const file of files.slice(0, -1)) importMany(store.db, [file]);
    const { count, db } = countingRows(store.db);
    importMany(db, [files.at(-1) ?? '']);
    expect(outputs(store)).toBe(5 + 7 + (many * (many + 1)) / 2);
    return count.rows;
  };
  expect(read(40)).toBe(read(10));
});

it('a tape that grows, or comes first, is looked at alone with those that it counts the requests of', () => {
  const { store } = openEngineRoom();
  const folder = tempFolder();
  const [one = '', two = '', three = ''] = family(folder, 3);
  importMany(store.db, [two]);
  importMany(store.db, [three]);
  appendFileSync(three, jsonl(claudeTree('u9 "more" @a52 > a9 "nine" <- step m9 usage 60 100 180 0', { session: 'session-2' })));
  importMany(store.db, [three]);
  // It has the same times, and comes first by its path.
  importMany(store.db, [one]);
  expect(store.catalog.tapes().map(({ file, copied }) => [file, copied?.steps ?? 0])).toEqual(
    expect.arrayContaining([
      [one, 0],
      [two, 2],
      [three, 2],
    ]),
  );
  expect(outputs(store)).toBe(5 + 7 + 1 + 2 + 3 + 100);
});

/** Requests of a session as a recorder keeps them, with what their answers used. */
const captured = (folder: string, session: string): string => {
  const asked = (at: number): JsonObject => ({ role: 'user', content: [{ type: 'text', text: `ask ${at}` }] });
  const use = [
    ['m1', 100, 5, 0, 20],
    ['m2', 30, 7, 100, 10],
    ['aside', 8, 1, 0, 0],
  ] as const;
  for (const [at, [id, input, output, read, wrote]] of use.entries()) {
    const usage = { input_tokens: input, output_tokens: output, cache_read_input_tokens: read, cache_creation_input_tokens: wrote };
    const messages = id === 'aside' ? [{ role: 'user', content: 'A title?' }] : Array.from({ length: at + 1 }, (__, turn) => asked(turn));
    const body = { model: 'mill-1', system: id, tools: [{ name: 'mill' }], metadata: { user_id: JSON.stringify({ session_id: session }) } };
    writeFile(folder, `000${at}.request.json`, JSON.stringify({ ...body, messages }));
    writeFile(folder, `000${at}.response.json`, JSON.stringify({ id, type: 'message', role: 'assistant', content: [], usage }));
  }
  return folder;
};

it.each([
  ['the log first', [0, 1]],
  ['the requests first', [1, 0]],
])('a request that was logged and captured is counted once, where it was logged, %s', async (_, order) => {
  const { store, ingest } = openEngineRoom();
  const places = [writeFile(tempFolder(), 'a.jsonl', first), captured(tempFolder(), 'session-1')];
  for (const at of order) await ingest.open([places[at] ?? '']);
  expect(outputs(store)).toBe(5 + 7 + 9 + 1);
  expect(store.catalog.tapes().find(({ file }) => file === places[0])?.copied).toBeUndefined();
  rmSync(places[0] ?? '');
  forgetGone(store);
  expect(outputs(store)).toBe(5 + 7 + 1);
});

it.each([
  ['at once', ([one = '', two = '']: string[]) => [[one, two]]],
  ['one after the other', ([one = '', two = '']: string[]) => [[one], [two]]],
])('a request that was captured twice is counted once, also where nobody logged it, %s', async (_, turns) => {
  const { store, ingest } = openEngineRoom();
  const places = [captured(tempFolder(), 'session-1'), captured(tempFolder(), 'session-1'), captured(tempFolder(), 'session-2')];
  for (const some of turns(places)) await ingest.open(some);
  expect(outputs(store)).toBe(5 + 7 + 1);
  await ingest.open(places.slice(2));
  expect(outputs(store)).toBe(2 * (5 + 7 + 1));
  rmSync(places[0] ?? '', { recursive: true });
  forgetGone(store);
  expect(outputs(store)).toBe(2 * (5 + 7 + 1));
});

it('requests of another session that have the same ids are counted as well', async () => {
  const { store, ingest } = openEngineRoom();
  await ingest.open([writeFile(tempFolder(), 'a.jsonl', first), captured(tempFolder(), 'session-9')]);
  expect(outputs(store)).toBe(5 + 7 + 9 + 5 + 7 + 1);
});
