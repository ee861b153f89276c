import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { type Opened, openEngineRoom } from '../../testing/catalog.ts';
import { tempFolder, writeFile } from '../../testing/files.ts';
import { messagesOf } from '../../views/methods.ts';
import { importFile } from '../../views/testing/imported.ts';
import type { JsonObject } from '../values.ts';

const step = (kind: string, prompt_id: string, more: JsonObject): JsonObject => ({
  metadata: { id: `${kind}-${prompt_id}`, prompt_id },
  kind,
  ...more,
});

const asked = [step('user', '', { content: 'Where is the boat?' }), step('assistant', 'p1', { content: 'By the weir.' })];

const FIRST = `---
metadata:
  id: t1
  author: Pilot
steps:
- &asked
  metadata: {id: s1, prompt_id: ''}
  kind: user
  content: Where is the boat?
- metadata: {id: s2, prompt_id: p1}
  kind: assistant
  content: By the weir.
`;

const SECOND = `---
- metadata: {id: t2, parent_id: t1}
  steps:
  - {metadata: {id: s3, prompt_id: ''}, kind: user, content: And the oars?}
- metadata: {id: t1}
  steps: []
- metadata: {}
  steps: [{kind: user, content: "Who rows?"}]
`;

const problemsIn = ({ store: { catalog } }: Opened): string[] =>
  catalog.tapes().flatMap(({ id }) => catalog.problems(id, 9).items.map(({ reason }) => reason ?? ''));

const yaml = (text: string, name = 'tapes.yaml') => writeFile(tempFolder(), name, text);

describe('tapes in a YAML file', () => {
  it('are one each for a document and for each item of a list, and continue one another', async () => {
    const room = openEngineRoom();
    const path = yaml(FIRST + SECOND);
    const { receipts, refused } = await room.ingest.open([path]);
    expect(refused).toEqual([]);
    expect([...receipts]).toHaveLength(4);
    const tapes = room.store.catalog.list({ format: 'tapeagents' }).items;
    const named = new Map(tapes.map((tape) => [tape.file.slice(path.length + 1), tape]));
    expect([...named.keys()].toSorted()).toEqual(['3', '4', 't1', 't2']);
    expect(named.get('t1')).toMatchObject({ session: 't1', title: 'Where is the boat?', steps: 1, entries: 3 });
    expect(named.get('t2')).toMatchObject({ relation: 'fork', parent: named.get('t1')?.id });
  });

  it('have the words of their steps', async () => {
    const { store, rim, tape } = importFile(join(yaml(FIRST), 't1'));
    expect(await messagesOf(rim, tape, { next: true }, { type: 'as-recorded' })).toEqual([
      { role: 'user', content: 'Where is the boat?' },
      { role: 'assistant', content: 'By the weir.' },
    ]);
    store.close();
  });

  it('are read where another document is torn, of which a sentence names the file and the line', async () => {
    const room = openEngineRoom();
    const { receipts, refused } = await room.ingest.open([yaml(`${FIRST}---\nmetadata: {id: t9}\nsteps: [\n${SECOND}`)]);
    expect(refused).toEqual([]);
    expect([...receipts].map(({ lines }) => lines.unreadable).toSorted()).toEqual([0, 0, 0, 0, 1]);
    const [reason, ...others] = problemsIn(room);
    expect(others).toEqual([]);
    expect(reason).toMatch(/^tapes\.yaml, line 16: Flow sequence .+\.$/);
  });

  it('are bounded where aliases repeat themselves without an end', async () => {
    const levels = 'bcdefghij'.split('').map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghij'[at]}`).join(', ')}]`);
    const bomb = `${FIRST}---\nmetadata: {id: t8}\na: &a [grind]\n${levels.join('\n')}\nsteps: []\n---\n&x [*x]\n`;
    const room = openEngineRoom();
    await room.ingest.open([yaml(bomb)]);
    expect(problemsIn(room)).toEqual([
      expect.stringMatching(/^tapes\.yaml, line 13: It repeats itself by aliases/),
      expect.stringMatching(/^tapes\.yaml, line 26: It is nested too deeply, or in itself/),
    ]);
  });

  it('hold what a tag names as words, and run nothing', async () => {
    const text = FIRST.replace('Where is the boat?', '!!python/object/apply:os.system ["ls"]');
    const { store, tape } = importFile(join(yaml(text), 't1'));
    expect(store.catalog.tape(tape)).toMatchObject({ entries: 3, title: 'ls' });
    store.close();
  });
});

it.each([
  ['name: mill\nservices:\n  wheel: 1\n', /is YAML with the keys name, services, not from any program that Tapescope reads\.$/],
  ['metadata: {}\nsteps: 12\n', /is YAML with the keys metadata, steps, not from any program/],
  ['metadata: {id: t1}\nsteps: "torn\n', /cannot be read as YAML, line \d: Missing closing "quote\.$/],
  ['', /is YAML without keys at its top/],
])('a YAML file that holds no tape is refused with what it looks like: %j', async (text, reason) => {
  const { refused } = await openEngineRoom().ingest.open([yaml(text, 'mill.yml')]);
  expect(refused.map((one) => one.reason)).toEqual([expect.stringMatching(reason)]);
});

const SCHEMA = `CREATE TABLE Tapes (tape_id TEXT PRIMARY KEY, timestamp TEXT, length INTEGER, metadata TEXT, context TEXT, steps TEXT);
  CREATE TABLE LLMCalls (prompt_id TEXT PRIMARY KEY, timestamp TEXT, prompt TEXT, output TEXT)`;

const database = (...tapes: JsonObject[]) => {
  const path = join(tempFolder(), 'tapedata.sqlite');
  const db = new Database(path);
  db.exec(SCHEMA);
  for (const { metadata, context = null, steps } of tapes)
    db.prepare('INSERT INTO Tapes VALUES (?, ?, ?, ?, ?, ?)').run(
      ...[(metadata as JsonObject).id, '2026-01-05T09:00:00.123456', (steps as unknown[]).length],
      ...[metadata, context, steps].map((value) => JSON.stringify(value)),
    );
  const prompt = { id: 'p1', tools: null, messages: [{ role: 'user', content: 'Where is the boat?' }] };
  db.prepare('INSERT INTO LLMCalls VALUES (?, ?, ?, ?)').run(
    'p1',
    null,
    JSON.stringify(prompt),
    JSON.stringify({ content: 'By the weir.' }),
  );
  db.close();
  return path;
};

describe('the table of tapes in the database of a program', () => {
  it('has a tape in each row, next to the prompts', async () => {
    const room = openEngineRoom();
    const { refused } = await room.ingest.open([
      database(
        { metadata: { id: 't1', parent_id: null, author: 'Pilot' }, steps: asked },
        {
          metadata: { id: 't2', parent_id: 't1', author: 'Pilot' },
          steps: [...asked, step('user', '', { content: 'And the oars?' }), 'torn'],
        },
      ),
    ]);
    expect(refused).toEqual([]);
    const [first, second] = room.store.catalog.list({ format: 'tapeagents' }).items.toSorted((a, b) => a.entries - b.entries);
    expect(first).toMatchObject({ session: 't1', steps: 1, entries: 3, title: 'Where is the boat?' });
    expect(second).toMatchObject({ session: 't2', steps: 1, entries: 5, relation: 'fork', parent: first?.id });
    expect(room.store.catalog.list({ format: 'wirelog' }).items).toHaveLength(1);
  });

  it('is passed over where it is empty, as most programs leave it', async () => {
    const room = openEngineRoom();
    expect((await room.ingest.open([database()])).refused).toEqual([]);
    expect(room.store.catalog.list({}).items.map(({ format }) => format)).toEqual(['wirelog']);
  });

  it('has the tape that an agent reads before its own steps, whose requests are not its own', async () => {
    const context = { metadata: { id: 't1' }, context: { form: 'harbour' }, steps: asked };
    const path = database({ metadata: { id: 't3' }, context, steps: [step('assistant', 'p9', { content: 'Well said.' })] });
    const { store, rim, tape } = importFile(join(path, 't3'));
    expect(store.catalog.tape(tape)).toMatchObject({ session: 't3', steps: 1, entries: 4 });
    expect(await messagesOf(rim, tape, { step: 1 }, { type: 'as-recorded' })).toEqual([
      { role: 'user', content: 'Where is the boat?' },
      { role: 'assistant', content: 'By the weir.' },
    ]);
    store.close();
  });
});
