import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openCatalog } from '../catalog/open-catalog.ts';
import { joinsOf } from '../evidence/joins.ts';
import type { JsonObject } from '../formats/format.ts';
import { bringSource } from '../sources/bring-source.ts';
import { scan } from '../sources/scan.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { openContainer } from './container.ts';

/** The table as the first version made it, and the columns of later ones. */
const FIRST = `CREATE TABLE LLMCalls (prompt_id TEXT PRIMARY KEY, timestamp TEXT, prompt TEXT, "output" TEXT)`;
const LATER = `CREATE TABLE LLMCalls (prompt_id TEXT PRIMARY KEY, timestamp TEXT, prompt TEXT, output TEXT, prompt_length_tokens INTEGER,
  output_length_tokens INTEGER, cached INTEGER, llm_info TEXT, cost REAL); CREATE TABLE Tapes (tape_id TEXT PRIMARY KEY, steps TEXT)`;

const said = (content: string): JsonObject => ({ role: 'user', content });
const promptOf = (id: string, ...messages: JsonObject[]) => JSON.stringify({ id, tools: null, messages, token_ids: [] });

const written = (schema: string, rows: readonly (readonly unknown[])[]): string => {
  const path = join(tempFolder(), 'tapedata.sqlite');
  const database = new Database(path);
  database.exec(schema);
  for (const row of rows) database.prepare(`INSERT INTO LLMCalls VALUES (${row.map(() => '?').join(', ')})`).run(...row);
  database.close();
  return path;
};

const TIME = '2026-01-05T09:00:00.123456';
const MODEL = JSON.stringify({ model_name: 'mill-1', parameters: { temperature: 0 }, context_size: 32_000 });
const answer = JSON.stringify({ role: 'assistant', content: 'By the weir.', tool_calls: null });

test('each prompt of a program is a request, with its model, parameters and answer', () => {
  const file = written(LATER, [['p1', TIME, promptOf('p1', said('Where is the boat?')), answer, 12, 4, 0, MODEL, 0.25]]);
  expect(openContainer(file).exchange(0)).toMatchObject({
    ...{ by: 'TapeAgents', join: { request_id: 'p1' } },
    request: { model: 'mill-1', temperature: 0, messages: [said('Where is the boat?')] },
    response: { model: 'mill-1', choices: [{ message: { content: 'By the weir.' } }], usage: { prompt_tokens: 12, completion_tokens: 4 } },
  });
});

test('a database of the first version, and rows that hold no prompt, hinder nothing', () => {
  const file = written(FIRST, [
    ['p1', TIME, promptOf('p1', said('Where is the boat?')), answer],
    ['p2', null, 'torn', null],
    ['p3', null, null, null],
  ]);
  const container = openContainer(file);
  expect(container.count).toBe(3);
  expect(container.exchange(0)).toMatchObject({ request: { messages: [said('Where is the boat?')] } });
  expect([1, 2].map((at) => container.exchange(at))).toEqual([null, null]);
});

test('a step of a tape is joined to the prompt that it names', async () => {
  const folder = tempFolder();
  const step = (kind: string, prompt_id: string, content: string) => ({
    metadata: { id: `${kind}-${prompt_id}`, prompt_id },
    kind,
    content,
  });
  const tape = {
    metadata: { id: 't1', parent_id: null, author: 'Pilot', n_added_steps: 2 },
    steps: [step('user', '', 'Where is the boat?'), step('assistant', 'p2', 'By the weir.'), step('assistant', 'p1', 'It floats.')],
  };
  const paths = [
    writeFile(folder, 'tape.json', JSON.stringify(tape)),
    written(LATER, [
      ['p1', TIME, promptOf('p1', said('And?')), answer, 0, 0, 0, '{}', 0],
      ['p2', TIME, promptOf('p2', said('Where is the boat?')), answer, 0, 0, 0, '{}', 0],
    ]),
  ];
  const store = openCatalog(tempFolder());
  for (const { path } of (await scan(paths, true)).candidates) bringSource(store.db, path);
  const [one] = store.catalog.list({ format: 'tapeagents' }).items;
  const joins = one === undefined ? [] : [...(await joinsOf(store.catalog, one))];
  expect(joins.map(([at, { by }]) => [at, by])).toEqual([
    [1, 'id'],
    [2, 'id'],
  ]);
  const [first, second] = joins.map(([, { tape: id, step: at }]) => store.catalog.stepKeys(id)[at - 1]);
  expect([first, second]).toEqual(['p2', 'p1']);
  store.close();
});
