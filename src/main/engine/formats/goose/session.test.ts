import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openEngineRoom } from '../../testing/catalog.ts';
import { tempFolder } from '../../testing/files.ts';
import { assemble } from '../../views/assemble.ts';
import { messagesOf } from '../../views/methods.ts';
import { importFile } from '../../views/testing/imported.ts';
import type { JsonObject } from '../values.ts';
import { gooseDatabase } from './testing/database.ts';

const database = () => {
  const path = join(tempFolder(), 'sessions.db');
  const made = gooseDatabase(path);
  onTestFinished(() => void made.db.close());
  return { path, ...made };
};

const text = (words: string): JsonObject[] => [{ type: 'text', text: words }];
const called: JsonObject[] = [
  { type: 'toolRequest', id: 'a', toolCall: { status: 'success', value: { name: 'developer__shell', arguments: { command: 'mill' } } } },
];
const answered: JsonObject[] = [
  {
    ...{ type: 'toolResponse', id: 'a' },
    toolResult: {
      status: 'success',
      value: {
        content: [
          { type: 'text', text: 'rye' },
          { type: 'text', text: 'for you', annotations: { audience: ['user'] } },
        ],
        isError: false,
      },
    },
  },
];

it('is a tape for each session of the database, with its calls and results', async () => {
  const { path, add } = database();
  add('user', text('Grind.'));
  add('assistant', called);
  add('user', answered);
  add('assistant', text('Ground.'));
  const { store, rim, tape } = importFile(join(path, '20260105_1'));
  expect(store.catalog.tape(tape)).toMatchObject({ format: 'goose', title: 'Grind corn', project: '/mill', steps: 2 });
  expect((await messagesOf(rim, tape, { step: 2 }, { type: 'as-recorded' })).map(({ role, content }) => [role, content])).toEqual([
    ['user', text('Grind.')],
    ['assistant', [{ type: 'tool_use', id: 'a', name: 'developer__shell', input: { command: 'mill' } }]],
    ['user', [{ type: 'tool_result', tool_use_id: 'a', content: text('rye'), is_error: false }]],
  ]);
  store.close();
});

it('is read again where a compaction hid its messages, which were sent until then', async () => {
  const room = openEngineRoom();
  const { path, db, add } = database();
  add('user', text('Grind.'));
  add('assistant', text('Ground.'));
  const [first] = (await room.ingest.open([path])).receipts;
  db.exec(`DELETE FROM messages; UPDATE sessions SET updated_at = '2026-01-05 09:10:00'`);
  const hidden = { userVisible: true, agentVisible: false };
  add('user', text('Grind.'), hidden);
  add('assistant', text('Ground.'), hidden);
  add('user', text('All was ground.'), { userVisible: false, agentVisible: true });
  add('assistant', text('I go on.'), { userVisible: false, agentVisible: true });
  add('user', text('Weigh.'));
  add('assistant', text('Heavy.'));
  const [second] = (await room.ingest.open([path])).receipts;
  expect(second).toMatchObject({ tape: first?.tape });
  const { store, rim, tape } = importFile(join(path, '20260105_1'));
  const at = async (place: { step: number } | { next: true }) =>
    (await assemble(rim, tape, place, { type: 'as-recorded' })).blocks.flatMap(({ entries }) => [...entries]);
  expect(store.catalog.tape(tape).steps).toBe(2);
  expect(await at({ step: 1 })).toEqual([2]);
  expect(await at({ step: 2 })).toEqual([4, 5, 6]);
  store.close();
});

it('links a session that another one started, where its row names that one', async () => {
  const path = join(tempFolder(), 'sessions.db');
  const { db, add } = gooseDatabase(path);
  onTestFinished(() => void db.close());
  add('user', [{ type: 'text', text: 'Grind.' }]);
  db.exec(`ALTER TABLE sessions ADD COLUMN parent_session_id TEXT;
    INSERT INTO sessions SELECT 'child', 'Count', '', 'sub_agent', working_dir, created_at, updated_at, 9, model_config_json, id FROM sessions`);
  const room = openEngineRoom();
  await room.ingest.open([path]);
  const tapes = room.store.catalog.tapes();
  const parent = tapes.find(({ session }) => session !== 'child');
  expect(tapes.find(({ session }) => session === 'child')).toMatchObject({ relation: 'sub-agent', parent: parent?.id });
});
