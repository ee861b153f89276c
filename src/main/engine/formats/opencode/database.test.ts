import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { parsePolicy } from '../../../../shared/model/policy.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { loadRecords } from '../../bytes/load.ts';
import { openEngineRoom } from '../../testing/catalog.ts';
import { tempFolder } from '../../testing/files.ts';
import { stories } from '../../testing/laws/drawing.ts';
import { assemble } from '../../views/assemble.ts';
import { messagesOf } from '../../views/methods.ts';
import { createRim } from '../../views/rim.ts';
import { type ImportedTape, importFile, importRecords } from '../../views/testing/imported.ts';
import type { JsonObject } from '../values.ts';
import { openCodeTables } from './tables.ts';
import { openCodeDatabase } from './testing/database.ts';
import { drawing } from './testing/drawing.ts';
import { session } from './testing/session.ts';

const database = (events: readonly JsonObject[], how: { events?: boolean } = {}) => {
  const path = join(tempFolder(), 'opencode.db');
  const made = openCodeDatabase(path, how);
  onTestFinished(() => void made.db.close());
  made.add(events);
  return { path, ...made };
};

const rowsOf = ({ store, tape }: ImportedTape) =>
  store.catalog.entries(tape, 1, 1e6).map(({ offset: _offset, length: _length, line: _line, ...row }) => row);

const closed = <T>(tape: ImportedTape, look: (tape: ImportedTape) => T): T => {
  onTestFinished(() => tape.store.close());
  return look(tape);
};

const textOf = (tape: ImportedTape, place: { step: number } | { next: true }) =>
  messagesOf(tape.rim, tape.tape, place, { type: 'as-recorded' });

it('is the same tape in a database as in lines, and of the state alone at its head', async () => {
  const [turns = []] = fc.sample(
    stories.filter((all) => all.length > 1 && all.some(({ calls }) => calls.length > 0)),
    { numRuns: 1, seed: 5 },
  );
  const events = drawing.write(turns);
  const lines = closed(importRecords(events), (tape) => tape);
  const rows = closed(importFile(join(database(events).path, 'ses_drawn1')), (tape) => tape);
  expect(rowsOf(rows)).toEqual(rowsOf(lines));
  const state = closed(importFile(join(database(events, { events: false }).path, 'ses_drawn1')), (tape) => tape);
  expect(await textOf(state, { next: true })).toEqual(await textOf(rows, { next: true }));
});

it('marks each state of a call but the last as said again, also where the last one comes with a later read', async () => {
  const room = openEngineRoom();
  const { user, ask, tool, events } = session();
  const own = ask(user('Count the sacks.'));
  tool(own, 'prt_1', { name: 'write', state: { status: 'pending', input: {} } });
  tool(own, 'prt_1', { name: 'write', state: { status: 'running', input: { filePath: '/mill/a' } } });
  const { path, add } = database(events.splice(0));
  const [receipt] = (await room.ingest.open([path])).receipts;
  tool(own, 'prt_1', { name: 'write', state: { status: 'completed', input: { filePath: '/mill/a' }, output: 'Done.' } });
  add(events);
  await room.ingest.open([path]);
  const calls = room.store.catalog.entries(receipt?.tape ?? '', 1, 100).filter(({ kind }) => kind === 'tool_call');
  expect(calls.map(({ flags }) => has(flags, Flag.Twin))).toEqual([true, true, false]);
});

it('grows with its database, event by event', async () => {
  const room = openEngineRoom();
  const { user, answer, events } = session();
  const asked = user('Count the sacks.');
  answer(asked, { text: 'Nine.' });
  const { path, add } = database(events.splice(0));
  const [receipt] = (await room.ingest.open([path])).receipts;
  answer(user('And now?'), { text: 'Ten.' });
  add(events);
  const [after] = (await room.ingest.open([path])).receipts;
  expect(after).toMatchObject({ tape: receipt?.tape, reread: 0, notes: [] });
  expect(room.store.catalog.tape(after?.tape ?? '')).toMatchObject({ steps: 2, title: 'Count the sacks.' });
});

it('lists the events of a session from their index, without a sort of its own', () => {
  const { user, events } = session();
  for (const sacks of [1, 2, 3]) user(`Count ${sacks} sacks.`);
  const { db } = database(events);
  const names = 'SELECT m.name AS "table", c.name FROM sqlite_master m, pragma_table_info(m.name) c';
  const columns = new Map<string, Set<string>>();
  for (const { table, name } of db.prepare<[], { table: string; name: string }>(names).all())
    columns.set(table, (columns.get(table) ?? new Set()).add(name));
  const listed = (rows: string) => `SELECT t, row, at FROM (${rows}) ORDER BY at LIMIT 100`;
  const key = { key: String(events[0]?.aggregate_id) };
  const appended = listed(openCodeTables.appendedRows?.(columns) ?? '');
  expect(db.prepare(appended).all(key)).toHaveLength(events.length);
  expect(db.prepare(appended).all(key)).toEqual(db.prepare(listed(openCodeTables.rows(columns))).all(key));
  expect(JSON.stringify(db.prepare(`EXPLAIN QUERY PLAN ${appended}`).all(key))).not.toContain('TEMP B-TREE');
});

it('links a sub-agent to its call, in the database in which both are', async () => {
  const room = openEngineRoom();
  const main = session();
  const child = session({ id: 'ses_child', parentID: main.id });
  child.answer(child.user('Look in the barn.'), { text: 'Empty.' });
  const state = { status: 'completed', input: { prompt: 'Look in the barn.' }, output: 'Empty.', metadata: { sessionId: child.id } };
  main.answer(main.user('Where are they?'), { tool: { name: 'task', state } });
  await room.ingest.open([database([...main.events, ...child.events]).path]);
  const tapes = new Map(room.store.catalog.tapes().map((tape) => [tape.file.split('/').at(-1), tape]));
  const parent = tapes.get(main.id);
  const call = room.store.catalog.entries(parent?.id ?? '', 1, 99).find(({ kind }) => kind === 'tool_call');
  expect(tapes.get(child.id)).toMatchObject({ parent: parent?.id, relation: 'sub-agent', caller: call?.seq });
});

const blocksAt = async (tape: ImportedTape, place: { step: number } | { next: true }): Promise<string[]> => {
  const { blocks } = await assemble(tape.rim, tape.tape, place, parsePolicy('as-recorded'));
  const rows = tape.store.catalog.entriesAt(
    tape.tape,
    blocks.flatMap(({ entries }) => [...entries]),
  );
  const records = await loadRecords(tape.store.catalog.tape(tape.tape), rows);
  const format = createRim(tape.store.catalog).formatOf('opencode');
  return records.map((record, at) => (blocks[at]?.cleared ? '(cleared)' : format.preview(record)));
};

it('sends the summary of a compaction before the tail that it kept', async () => {
  const { user, answer, compaction, events } = session();
  answer(user('One.'), { text: 'Is one.' });
  const tail = user('Two.');
  answer(tail, { text: 'Is two.' });
  compaction({ tail }, 'All in all.');
  answer(user('Three.'), { text: 'Is three.' });
  const tape = closed(importRecords(events), (one) => one);
  expect(await blocksAt(tape, { step: 4 })).toEqual(['What did we do so far?', 'All in all.', 'Two.', 'Is two.', 'Three.']);
  const { omissions } = await assemble(tape.rim, tape.tape, { step: 4 }, parsePolicy('as-recorded'));
  expect(omissions.map(({ reason, count }) => [reason, count])).toContainEqual(['compacted', 2]);
  const asked = await assemble(tape.rim, tape.tape, { step: 3 }, parsePolicy('as-recorded'));
  expect(asked.evidence.state).toBe('unknown');
});

it('sends a placeholder for output that was cleared since, and the output before', async () => {
  const { user, answer, tool, events } = session();
  const state = { status: 'completed', input: { command: 'ls' }, output: 'nine sacks', time: { start: 1, end: 2 } };
  const asked = user('List.');
  const { part, message } = answer(asked, { tool: { name: 'bash', state } });
  answer(asked, { text: 'Nine.' });
  tool(message, part, { name: 'bash', state: { ...state, time: { ...state.time, compacted: 9 } } });
  answer(user('Again?'), { text: 'No.' });
  const tape = closed(importRecords(events), (one) => one);
  expect(await blocksAt(tape, { step: 2 })).toEqual(['List.', 'bash {"command":"ls"}', 'nine sacks']);
  expect((await blocksAt(tape, { step: 3 })).slice(0, 3)).toEqual(['List.', 'bash {"command":"ls"}', '(cleared)']);
  expect(JSON.stringify(await textOf(tape, { step: 3 }))).toContain('[Old tool result content cleared]');
});

it('leaves out what a person went back over, before it is removed and after', async () => {
  const { user, answer, revert, remove, events } = session();
  answer(user('One.'), { text: 'Is one.' });
  const wrong = user('Wrong.');
  const { message } = answer(wrong, { text: 'Is wrong.' });
  revert(wrong);
  const pending = closed(importRecords(events), (one) => one);
  expect(await blocksAt(pending, { next: true })).toEqual(['One.', 'Is one.']);
  for (const id of [wrong, message]) remove(id);
  revert(null);
  answer(user('Right.'), { text: 'Is right.' });
  const tape = closed(importRecords(events), (one) => one);
  expect(await blocksAt(tape, { step: 3 })).toEqual(['One.', 'Is one.', 'Right.']);
  const { omissions } = await assemble(tape.rim, tape.tape, { step: 3 }, parsePolicy('as-recorded'));
  expect(omissions.map(({ reason, count }) => [reason, count])).toContainEqual(['other-branch', 2]);
});

it('counts a request of which nothing came, and none for a command of the user', async () => {
  const { user, ask, end, tool, events } = session();
  const failed = ask(user('Too long.'));
  end(failed, {});
  const own = ask(user('! ls'));
  tool(own, 'prt_own', { name: 'bash', state: { status: 'completed', input: {}, output: 'x' } });
  end(own, {});
  const tape = closed(importRecords(events), (one) => one);
  expect(tape.store.catalog.tape(tape.tape).steps).toBe(1);
});
