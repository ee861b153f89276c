import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openEngineRoom } from '../../testing/catalog.ts';
import { tempFolder, writeFile } from '../../testing/files.ts';
import { assemble } from '../../views/assemble.ts';
import { messagesOf } from '../../views/methods.ts';
import { importFile } from '../../views/testing/imported.ts';
import type { JsonObject } from '../values.ts';

const event = (id: number, source: string, more: JsonObject): JsonObject => ({ id, timestamp: `2026-01-05T09:00:0${id}`, source, ...more });

const response = (id: string, message: JsonObject, call: string | null): JsonObject => ({
  tool_call_metadata: {
    ...{ tool_call_id: call, function_name: 'execute_bash' },
    model_response: { id, model: 'm-1', choices: [{ message }], usage: { prompt_tokens: 900, completion_tokens: 9 } },
  },
});

const call = (id: string): JsonObject => ({ id, type: 'function', function: { name: 'execute_bash', arguments: '{"command":"mill"}' } });

const write = (folder: string, events: readonly JsonObject[]): void => {
  for (const one of events) writeFile(join(folder, 'events'), `${one.id}.json`, JSON.stringify(one, null, 1));
};

const OLDER = [
  event(0, 'user', { action: 'message', args: { content: 'Grind.' } }),
  event(1, 'environment', { action: 'change_agent_state', args: { agent_state: 'running' } }),
  event(2, 'agent', {
    action: 'run',
    args: { command: 'mill' },
    ...response('r1', { content: 'Now.', tool_calls: [call('a'), call('b')] }, 'a'),
  }),
  event(3, 'agent', {
    action: 'run',
    args: { command: 'mill' },
    ...response('r1', { content: 'Now.', tool_calls: [call('a'), call('b')] }, 'b'),
  }),
  event(4, 'agent', {
    observation: 'run',
    content: 'rye',
    cause: 2,
    tool_call_metadata: { tool_call_id: 'a', function_name: 'execute_bash' },
  }),
  event(5, 'agent', {
    observation: 'run',
    content: 'oats',
    cause: 3,
    tool_call_metadata: { tool_call_id: 'b', function_name: 'execute_bash' },
  }),
];

it('is a tape whose events are documents, and grows with each of them', async () => {
  const room = openEngineRoom();
  const folder = join(tempFolder(), 'sessions', 'abc');
  write(folder, OLDER.slice(0, 2));
  const [first] = (await room.ingest.open([folder])).receipts;
  expect(room.store.catalog.tape(first?.tape ?? '')).toMatchObject({ format: 'openhands', session: 'abc', entries: 2, steps: 0 });
  write(folder, OLDER.slice(2));
  const { receipts } = await room.ingest.open([join(folder, 'events', '5.json')]);
  expect([...receipts].map(({ tape }) => tape)).toEqual([first?.tape]);
  expect(room.store.catalog.tape(first?.tape ?? '')).toMatchObject({ entries: 6, steps: 1 });
});

it('sends calls of one answer as one message', async () => {
  const folder = join(tempFolder(), 'sessions', 'abc');
  write(folder, OLDER);
  const { store, rim, tape } = importFile(join(folder, 'events', '0.json'));
  onTestFinished(() => store.close());
  expect((await messagesOf(rim, tape, { next: true }, { type: 'as-recorded' })).map(({ role, content }) => [role, content])).toEqual([
    ['user', 'Grind.'],
    ['assistant', 'Now.'],
    ['tool', 'rye'],
    ['tool', 'oats'],
  ]);
});

it('has the summary of a condensation in the place of what it forgot, and not before it', async () => {
  const newer = (at: number, more: JsonObject): JsonObject => ({
    id: `e${at}`,
    timestamp: `2026-01-05T09:00:0${at}`,
    source: 'agent',
    ...more,
  });
  const said = (at: number, role: string, text: string): JsonObject =>
    newer(at, {
      kind: 'MessageEvent',
      source: role === 'user' ? 'user' : 'agent',
      llm_message: { role, content: [{ type: 'text', text }] },
      llm_response_id: role === 'user' ? null : `r${at}`,
    });
  const events = [
    ...[said(0, 'user', 'Grind.'), said(1, 'assistant', 'Ground.'), said(2, 'user', 'More.'), said(3, 'assistant', 'Done.')],
    newer(4, { kind: 'Condensation', source: 'environment', forgotten_event_ids: ['e1', 'e2'], summary: 'All ground.', summary_offset: 1 }),
    ...[said(5, 'user', 'Weigh.'), said(6, 'assistant', 'Heavy.')],
  ];
  const folder = join(tempFolder(), 'conversations', 'abc');
  const head = writeFile(
    folder,
    'base_state.json',
    JSON.stringify({ id: 'abc', agent: { llm: { model: 'm-1' } }, workspace: { working_dir: '/mill' } }),
  );
  for (const [at, one] of events.entries()) writeFile(join(folder, 'events'), `event-0000${at}-0b1c2d3e.json`, JSON.stringify(one));
  const { store, rim, tape } = importFile(head);
  onTestFinished(() => store.close());
  const at = async (place: { step: number } | { next: true }) =>
    (await assemble(rim, tape, place, { type: 'as-recorded' })).blocks.flatMap(({ entries }) => [...entries]);
  expect(store.catalog.tape(tape)).toMatchObject({ project: '/mill', steps: 3 });
  expect(await at({ step: 2 })).toEqual([2, 3, 4]);
  expect(await at({ step: 3 })).toEqual([2, 6, 5, 7]);
});

it('is in the family of the conversation that started it, which has a folder for its sub-agents', async () => {
  const [parent, child, grandchild] = ['0b1c2d3e', '1b1c2d3e', '2b1c2d3e'].map((start) =>
    `${start}1111422283334444555566667777`.slice(0, 32),
  );
  const dashed = (id = '') => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const root = join(tempFolder(), 'conversations');
  const folders = [[parent], [parent, 'subagents', child], [parent, 'subagents', child, 'subagents', grandchild]];
  for (const [at, names] of folders.entries()) {
    const folder = join(root, ...names.map(String));
    const said = { role: 'user', content: [{ type: 'text', text: 'Grind.' }] };
    const one = { kind: 'MessageEvent', id: `e${at}`, timestamp: `2026-01-05T09:00:0${at}`, source: 'user', llm_message: said };
    writeFile(folder, 'base_state.json', JSON.stringify({ id: dashed(names.at(-1)), agent: { llm: { model: 'm-1' } } }));
    writeFile(join(folder, 'events'), 'event-00000-0b1c2d3e.json', JSON.stringify(one));
  }
  writeFile(join(root, String(parent), 'subagents'), 'tasks.json', '{"schema_version":1,"tasks":{}}');
  const room = openEngineRoom();
  const { refused } = await room.ingest.open([root]);
  expect(refused).toEqual([]);
  const of = (session: string | undefined) => room.store.catalog.tapes().find((tape) => tape.session === dashed(session));
  expect(of(parent)).toMatchObject({ relation: null, entries: 2 });
  expect(of(child)).toMatchObject({ relation: 'sub-agent', parent: of(parent)?.id });
  expect(of(grandchild)).toMatchObject({ relation: 'sub-agent', parent: of(child)?.id });
});
