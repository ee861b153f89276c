import { describe, expect, it } from 'vitest';
import { importMany } from '../../ingest/import-many.ts';
import { openEngineRoom } from '../../testing/catalog.ts';
import { tempFolder, writeFile } from '../../testing/files.ts';
import { assemble } from '../../views/assemble.ts';
import { messagesOf } from '../../views/methods.ts';
import { importRecords } from '../../views/testing/imported.ts';
import type { JsonObject } from '../values.ts';

const checkpoint = (id: number): JsonObject => ({ role: '_checkpoint', id });
const tokens = (count: number): JsonObject => ({ role: '_usage', token_count: count });
const said = (text: string): JsonObject => ({ role: 'user', content: text });
const answered = (text: string, calls: JsonObject[] = []): JsonObject => ({
  ...{
    role: 'assistant',
    content: [
      { type: 'think', think: 'Hm.', encrypted: null },
      { type: 'text', text },
    ],
  },
  ...(calls.length > 0 && { tool_calls: calls }),
});
const called = (id: string, name: string, input: JsonObject): JsonObject => ({
  type: 'function',
  id,
  function: { name, arguments: JSON.stringify(input) },
});
const result = (id: string, ...texts: string[]): JsonObject => ({
  ...{ role: 'tool', tool_call_id: id },
  content: texts.map((text) => ({ type: 'text', text })),
});
const system: JsonObject = { role: '_system_prompt', content: 'You grind. The current working directory is `/home/ann/mill`.' };

const held = async (records: JsonObject[]) => {
  const { rim, tape, store } = importRecords(records, 'context.jsonl');
  const view = await assemble(rim, tape, { next: true }, { type: 'as-recorded' });
  const found = {
    next: view.blocks.flatMap(({ entries }) => [...entries]),
    evidence: view.evidence,
    lacking: view.lacking.map(({ what }) => what),
    steps: store.catalog.steps(tape, 1, 100).items.map(({ first, usage }) => [first, usage?.input ?? null, usage?.output ?? null]),
    rows: store.catalog.entries(tape, 1, 100),
    row: store.catalog.tape(tape),
    messages: await messagesOf(rim, tape, { next: true }, { type: 'as-recorded' }),
  };
  store.close();
  return found;
};

describe('a context of Kimi CLI', () => {
  it('is its messages, the system prompt first, with what a model thought in a field of its own', async () => {
    const { next, lacking, row, messages } = await held([
      system,
      checkpoint(0),
      said('Grind.'),
      checkpoint(1),
      tokens(900),
      answered('Done.'),
      tokens(920),
    ]);
    expect(next).toEqual([1, 3, 6]);
    expect(lacking).toEqual(['tools']);
    expect(row).toMatchObject({ format: 'kimi', title: 'Grind.', project: '/home/ann/mill' });
    expect(messages).toEqual([
      { role: 'system', content: system.content },
      { role: 'user', content: 'Grind.' },
      { role: 'assistant', content: [{ type: 'text', text: 'Done.' }], reasoning_content: 'Hm.' },
    ]);
  });

  it('has the size of a request in front of its answer and that of both after it, and takes no other size for them', async () => {
    const { steps } = await held([
      ...[checkpoint(0), said('Grind.'), tokens(900), answered('Half.', [called('a', 'Shell', { command: 'mill' })]), tokens(930)],
      ...[result('a', '<system>Command executed successfully.</system>', 'corn'), tokens(950), checkpoint(1), answered('Done.')],
    ]);
    expect(steps).toEqual([
      [4, 900, 30],
      [9, null, null],
    ]);
  });

  it('tells what a person typed from what the program says in tags, and a tool that failed from one that did not', async () => {
    const { rows } = await held([
      ...[checkpoint(0), { role: 'user', content: [{ type: 'text', text: '<system>CHECKPOINT 0</system>' }] }, said('Grind.')],
      ...[
        answered('', [called('a', 'Shell', { command: 'mill' })]),
        result('a', '<system>ERROR: Command failed with exit code: 3.</system>'),
      ],
      {
        role: 'user',
        content: [
          { type: 'text', text: '<system>Previous context has been compacted. Here it is:</system>' },
          { type: 'text', text: 'Corn.' },
        ],
      },
      { role: '_dream', content: 'x' },
    ]);
    expect(rows.map(({ kind, label }) => `${kind} ${label}`.trim())).toEqual([
      ...['event checkpoint 0', 'message system', 'message', 'tool_call Shell', 'tool_result', 'message summary', '_dream'],
    ]);
    expect(rows.map(({ flags }) => flags)).toMatchObject([1 << 5, 12, 10, 8, 8 | (1 << 10), 4 | 8 | (1 << 8), (1 << 15) | (1 << 5)]);
  });
});

const FOLDER = 'sessions/0123456789abcdef0123456789abcdef/5e55';
const event = (type: string, payload: JsonObject, second: number): JsonObject => ({
  timestamp: 1767603600 + second,
  message: { type, payload },
});

const family = () => {
  const { store } = openEngineRoom();
  const folder = tempFolder();
  const task = called('t1', 'Task', { description: 'Count', subagent_name: 'coder', prompt: 'Count the sacks.' });
  const agent = called('t2', 'Agent', { description: 'Weigh', subagent_type: 'coder', prompt: 'Weigh.' });
  const files: Record<string, JsonObject[]> = {
    'context.jsonl': [
      ...[checkpoint(0), said('Grind.'), answered('', [task, agent]), result('t1', 'Nine sacks.')],
      result('t2', 'agent_id: a7f3\nresumed: false\nstatus: completed\n\n[summary]\nHeavy.'),
    ],
    'context_sub_1.jsonl': [checkpoint(0), said('Count the sacks.'), answered('Nine sacks.')],
    'subagents/a7f3/context.jsonl': [checkpoint(0), said('Something else.'), answered('Heavy.')],
    'context_1.jsonl': [checkpoint(0), said('Grind.'), answered('No.'), checkpoint(1)],
    'wire.jsonl': [
      { type: 'metadata', protocol_version: '1.3' },
      ...[event('TurnBegin', { user_input: [{ type: 'text', text: 'Grind.' }] }, 0), event('StepBegin', { n: 1 }, 1)],
      event('ToolCall', called('t1', 'Task', { prompt: 'Count the sacks.' }), 2),
      event('ToolResult', { tool_call_id: 't1', return_value: { is_error: true, output: '', message: 'No sacks.' } }, 4),
      event('StatusUpdate', { token_usage: { input_other: 500, output: 20, input_cache_read: 400, input_cache_creation: 0 } }, 5),
      event('Aurora', {}, 6),
    ],
  };
  importMany(
    store.db,
    Object.entries(files).map(([name, records]) => writeFile(folder, `${FOLDER}/${name}`, records)),
  );
  const tapes = store.catalog.tapes();
  const tapeOf = (name: string) => tapes.find(({ file }) => file.endsWith(`${FOLDER}/${name}`));
  return { store, tapeOf };
};

describe('the folder of a session', () => {
  it('is a family: the calls of sub-agents, the context before a revert, the events', () => {
    const { store, tapeOf } = family();
    const id = tapeOf('context.jsonl')?.id;
    expect(tapeOf('context.jsonl')).toMatchObject({ parent: null, relation: null });
    expect(tapeOf('context_sub_1.jsonl')).toMatchObject({ parent: id, relation: 'sub-agent', caller: 3 });
    expect(tapeOf('subagents/a7f3/context.jsonl')).toMatchObject({ parent: id, relation: 'sub-agent', caller: 3 });
    expect(tapeOf('context_1.jsonl')).toMatchObject({ parent: id, relation: 'archive' });
    expect(tapeOf('wire.jsonl')).toMatchObject({ parent: id, relation: 'aside', steps: 0 });
    store.close();
  });

  it('has the times and what came from the cache in its events, which are no context', () => {
    const { store, tapeOf } = family();
    const rows = store.catalog.entries(tapeOf('wire.jsonl')?.id ?? '', 1, 100);
    expect(rows.map(({ kind, label }) => `${kind} ${label}`.trim())).toEqual([
      ...['metadata', 'TurnBegin', 'StepBegin step 1', 'ToolCall Task', 'ToolResult'],
      ...['StatusUpdate 500 new, 400 cached, 0 written to the cache, 20 out', 'Aurora'],
    ]);
    expect(rows.map(({ time }) => time)).toEqual([null, ...[0, 1, 2, 4, 5, 6].map((second) => (1767603600 + second) * 1000)]);
    expect(rows[4]).toMatchObject({ results: ['t1'] });
    store.close();
  });

  it('says of the events that their context is unknown', async () => {
    const { rim, tape, store } = importRecords([event('StepBegin', { n: 1 }, 1), event('TurnEnd', {}, 2)], 'wire.jsonl');
    const { evidence, blocks } = await assemble(rim, tape, { next: true }, { type: 'as-recorded' });
    expect([evidence.state, blocks]).toEqual(['unknown', []]);
    store.close();
  });
});
