import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { holdToViews } from '../../residency/testing/as-views.ts';
import { openEngineRoom } from '../../testing/catalog.ts';
import { tempFolder, writeFile } from '../../testing/files.ts';
import { assemble } from '../../views/assemble.ts';
import { messagesOf } from '../../views/methods.ts';
import { importFile } from '../../views/testing/imported.ts';
import type { JsonObject } from '../values.ts';
import { read } from './read.ts';

const said = (role: string, text: string, more: JsonObject = {}): JsonObject => ({ role, content: [{ type: 'text', text }], ...more });

/** What the user saw of a request: its history then, and what it used. */
const request = (index: number | null, used: JsonObject, more: JsonObject = {}): JsonObject => ({
  ...{ ts: 1767603600000 + (index ?? 0), type: 'say', say: 'api_req_started', text: JSON.stringify({ request: 'x', ...used }) },
  ...(index !== null && { conversationHistoryIndex: index }),
  ...more,
});
const saw = (say: string, more: JsonObject = {}): JsonObject => ({ ts: 1767603700000, type: 'say', say, text: `It ${say}s.`, ...more });

const documentOf = (records: readonly JsonObject[]): string => JSON.stringify(records, null, 1);

const task = (history: readonly JsonObject[], seen: readonly JsonObject[], storage = 'saoudrizwan.claude-dev') => {
  const folder = join(tempFolder(), storage, 'tasks', '1767603600000');
  writeFile(folder, 'ui_messages.json', documentOf(seen));
  return writeFile(folder, 'api_conversation_history.json', documentOf(history));
};

const open = (path: string) => {
  const tape = importFile(path);
  onTestFinished(() => tape.store.close());
  const view = async (place: { step: number } | { next: true }) => {
    await holdToViews(tape, 'as-recorded');
    const { blocks, omissions } = await assemble(tape.rim, tape.tape, place, { type: 'as-recorded' });
    return [blocks.flatMap(({ entries }) => [...entries]), omissions.map(({ reason, count }) => [reason, count])];
  };
  return { ...tape, view };
};

const HISTORY = [
  ...[said('user', '<task>\nGrind.\n</task>'), said('assistant', 'One.'), said('user', '[grind] Result: rye'), said('assistant', 'Two.')],
  ...[said('user', '[grind] Result: oats'), said('assistant', 'Three.')],
];

it('has what each request used and cost, from what the user saw of it', () => {
  const used = (tokensIn: number) => ({ tokensIn, tokensOut: 9, cacheReads: 100, cacheWrites: 5, cost: 0.5 });
  const path = task(HISTORY, [saw('text'), request(-1, used(900)), saw('text'), request(1, used(950)), request(3, used(990))]);
  const { store, tape } = open(path);
  expect(store.catalog.tape(tape)).toMatchObject({ format: 'cline', session: '1767603600000', title: 'Grind.', steps: 3 });
  expect(read(request(1, used(950)))).toMatchObject({ cost: 0.5 });
  expect(store.catalog.steps(tape, 1, 9).items.map(({ first, usage }) => [first, usage?.input])).toEqual([
    [2, 900],
    [4, 950],
    [6, 990],
  ]);
  expect(store.catalog.receipt(tape).lines).toMatchObject({ total: 11, withEntries: 11 });
});

it('leaves out of a request what was deleted from the history by then, and keeps it in those before', async () => {
  const range = { conversationHistoryDeletedRange: [2, 3] };
  const { view } = open(task(HISTORY, [request(-1, {}), saw('text'), request(1, {}), saw('text'), request(3, {}), saw('text', range)]));
  expect(await view({ step: 2 })).toEqual([[1, 2, 3], []]);
  expect(await view({ step: 3 })).toEqual([[1, 2, 5], [['compacted', 2]]]);
  expect((await view({ next: true }))[0]).toEqual([1, 2, 5, 6]);
});

it('is read again when either document is written', async () => {
  const room = openEngineRoom();
  const path = task(HISTORY.slice(0, 2), []);
  const [first] = (await room.ingest.open([path])).receipts;
  expect(room.store.catalog.steps(first?.tape ?? '', 1, 9).items[0]?.usage).toBeNull();
  writeFile(join(path, '..'), 'ui_messages.json', documentOf([request(-1, { tokensIn: 900, tokensOut: 1 })]));
  const [second] = (await room.ingest.open([join(path, '..', 'ui_messages.json')])).receipts;
  expect(second?.tape).toBe(first?.tape);
  expect(room.store.catalog.steps(first?.tape ?? '', 1, 9).items[0]?.usage).toMatchObject({ input: 900 });
});

it('of a fork of the program begins with the newest summary that was there, without what it took the place of', async () => {
  const history = [
    ...HISTORY.slice(0, 4).map((message) => ({ ...message, condenseParent: 's1' })),
    said('user', 'All ground.', { isSummary: true, condenseId: 's1' }),
    ...HISTORY.slice(4),
  ];
  const { store, tape, view } = open(
    task(history, [request(null, { tokensIn: 900, cacheReads: 400, apiProtocol: 'openai' })], 'rooveterinaryinc.roo-cline'),
  );
  expect(store.catalog.tape(tape)).toMatchObject({ format: 'roo', steps: 3 });
  expect(store.catalog.steps(tape, 1, 9).items[0]?.usage).toMatchObject({ input: 500, cacheRead: 400 });
  expect(await view({ step: 2 })).toEqual([[1, 2, 3], []]);
  expect((await view({ step: 3 }))[0]).toEqual([5, 6]);
});

const AS_RECORDED = { type: 'as-recorded' } as const;

it('sends a result for each call, first and in their order, and nothing that Cline notes for itself', async () => {
  const call = (id: string): JsonObject => ({ type: 'tool_use', id, name: 'grind', input: { what: id }, call_id: id });
  const result = (id: string): JsonObject => ({ type: 'tool_result', tool_use_id: id, content: `${id} ground` });
  const text = (words: string): JsonObject => ({ type: 'text', text: words });
  const thought = { type: 'thinking', thinking: 'Rye first.', signature: 'c2ln', summary: [] };
  const first = said('user', '<task>\nGrind.\n</task>');
  const calls = [{ ...text('Both.'), call_id: '', reasoning_details: [] }, call('rye'), call('oats')];
  const history = [
    ...[first, { role: 'assistant', ts: 1, content: [{ type: 'thinking', thinking: 'Unsigned.' }, thought, ...calls] }],
    ...[
      { role: 'user', content: [text('[grind] Result: rye'), result('oats')] },
      { role: 'assistant', content: [call('spelt')] },
    ],
    ...[{ role: 'user', content: [text('[grind] Result: spelt')] }, said('assistant', 'All.')],
  ];
  const { rim, tape } = open(task(history, []));
  const { call_id: _, ...rye } = call('rye');
  const missing = (id: string): JsonObject => ({ ...result(id), content: 'result missing' });
  expect((await messagesOf(rim, tape, { step: 3 }, AS_RECORDED)).slice(1)).toEqual([
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Rye first.', signature: 'c2ln' },
        text('Both.'),
        rye,
        { ...rye, id: 'oats', input: { what: 'oats' } },
      ],
    },
    { role: 'user', content: [missing('rye'), result('oats'), text('[grind] Result: rye')] },
    { role: 'assistant', content: [{ ...rye, id: 'spelt', input: { what: 'spelt' } }] },
    { role: 'user', content: [missing('spelt'), text('[grind] Result: spelt')] },
  ]);
});

it('sends no result of a call that was deleted from the history', async () => {
  const call = (id: string) => ({ role: 'assistant', content: [{ type: 'tool_use', id, name: 'grind', input: {} }] });
  const result = (id: string) => ({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: id }] });
  const history = [
    said('user', '<task>\nGrind.\n</task>'),
    call('rye'),
    result('rye'),
    call('oats'),
    result('oats'),
    said('assistant', 'Both.'),
  ];
  const range = { conversationHistoryDeletedRange: [2, 3] };
  const { rim, tape } = open(task(history, [request(-1, {}), request(1, {}), request(3, {}), saw('text', range)]));
  const sentThen = await messagesOf(rim, tape, { step: 3 }, AS_RECORDED);
  expect(sentThen[2]).toEqual({ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'rye', content: 'result missing' }] });
});

it('has a compaction where Cline had a summary written, which the request after it holds', async () => {
  const summary = said('user', '[summarize_task] Result:\n\nAll was ground.');
  const history = [...HISTORY.slice(0, 4), summary, said('assistant', 'Three.')];
  const { store, tape, view } = open(
    task(history, [request(-1, {}), request(1, {}), request(3, {}, { conversationHistoryDeletedRange: [2, 3] })]),
  );
  expect(store.catalog.tape(tape)).toMatchObject({ compactions: 1, steps: 3 });
  expect(await view({ step: 3 })).toEqual([[1, 2, 5], [['compacted', 2]]]);
});
