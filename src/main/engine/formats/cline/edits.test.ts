import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { holdToViews } from '../../residency/testing/as-views.ts';
import { openEngineRoom } from '../../testing/catalog.ts';
import { tempFolder, writeFile } from '../../testing/files.ts';
import { holdMessages, holdReceipt, holdView } from '../../testing/laws/tape-laws.ts';
import { assemble } from '../../views/assemble.ts';
import { changesBetween } from '../../views/changes-of.ts';
import { messagesOf } from '../../views/methods.ts';
import { importFile } from '../../views/testing/imported.ts';
import type { Json, JsonObject } from '../values.ts';
import { editsIn, replaced } from './edits.ts';
import { cline } from './format.ts';

const START = 1767603600000;

const text = (words: string): JsonObject => ({ type: 'text', text: words });
const said = (role: string, ...texts: string[]): JsonObject => ({ role, content: texts.map(text) });

/** A request that the user saw, its minute after the start, and the newest message before its own prompt. */
const request = (minute: number, index: number, more: JsonObject = {}): JsonObject => ({
  ...{ ts: START + minute * 60_000, type: 'say', say: 'api_req_started', text: '{}', conversationHistoryIndex: index },
  ...more,
});

/** What was sent in the place of a text from a minute on. */
const update = (minute: number, words: string, ...more: Json[]): Json => [START + minute * 60_000, 'text', [words], ...more];

const HISTORY = [
  ...[said('user', '<task>\nGrind.\n</task>', 'At the mill.'), said('assistant', 'One.'), said('user', '[read] Result: rye')],
  ...[said('assistant', 'Two.'), said('user', '[read] Result: rye', 'Noon.'), said('assistant', 'Three.'), said('user', 'And?')],
  said('assistant', 'Four.'),
];

const RANGE = { conversationHistoryDeletedRange: [2, 3] };
const SEEN = [request(1, -1), request(2, 1), request(3, 3), { ts: START + 200_000, type: 'say', say: 'text', text: 'It.', ...RANGE }];
const REQUESTS = [...SEEN, request(4, 5, RANGE)];

/** After the second request two texts are replaced, one of which was deleted by the third; after the third the first answer, and the other text again. */
const EDITS: Json = [
  [2, [2, [[0, [update(2, '[read] Result: see below')]]]]],
  [4, [2, [[1, [update(2, 'Late.'), update(3, 'Later.')]]]]],
  [1, [0, [[0, [update(3, '[NOTE] Cut.')]]]]],
];

const write = (folder: string, edits: Json | null): string => {
  writeFile(folder, 'ui_messages.json', JSON.stringify(REQUESTS));
  if (edits !== null) writeFile(folder, 'context_history.json', JSON.stringify(edits));
  return writeFile(folder, 'api_conversation_history.json', JSON.stringify(HISTORY));
};
const folderOf = () => join(tempFolder(), 'tasks', '1767603600000');

const AS_RECORDED = { type: 'as-recorded' } as const;

const open = (edits: Json | null) => {
  const tape = importFile(write(folderOf(), edits));
  onTestFinished(() => tape.store.close());
  const textsAt = async (place: { step: number } | { next: true }) =>
    (await messagesOf(tape.rim, tape.tape, place, AS_RECORDED)).map(({ content }) => (content as JsonObject[]).map((block) => block.text));
  return { ...tape, textsAt };
};

it('sends each text as Cline sent it at the time, and leaves those of other requests alone', async () => {
  const { textsAt } = open(EDITS);
  const task = ['<task>\nGrind.\n</task>', 'At the mill.'];
  expect(await textsAt({ step: 2 })).toEqual([task, ['One.'], ['[read] Result: rye']]);
  const read = ['[read] Result: rye'];
  expect(await textsAt({ step: 3 })).toEqual([task, ['One.'], [...read, 'Late.']]);
  expect(await textsAt({ step: 4 })).toEqual([task, ['[NOTE] Cut.'], [...read, 'Later.'], ['Three.'], ['And?']]);
});

it('shows what was sent in the place of a text, says so, and keeps the entry', async () => {
  const { rim, tape } = open(EDITS);
  const { blocks, omissions } = await assemble(rim, tape, { step: 4 }, AS_RECORDED);
  expect(blocks.map(({ entries, instead }) => [entries[0], instead])).toEqual([
    ...[
      [5, undefined],
      [6, 4],
      [9, 3],
      [10, undefined],
      [11, undefined],
    ],
  ]);
  expect(blocks[1]?.why).toBe('edited: entry 4 has what was sent in the place of its text');
  expect(omissions.map(({ reason, count }) => [reason, count])).toContainEqual(['compacted', 2]);
});

it('keeps the laws', async () => {
  const tape = open(EDITS);
  await holdReceipt(tape);
  for (const place of [{ step: 2 }, { step: 4 }, { next: true as const }]) {
    for (const policy of ['as-recorded', 'full', 'as-recorded + pin:#2 + without:#9']) await holdView(tape, place, policy);
    await holdMessages(tape, place);
  }
  for (const policy of ['as-recorded', 'full']) await holdToViews(tape, policy);
});

it('says of two steps which texts were sent differently', async () => {
  const { rim, tape } = open(EDITS);
  const { changed } = await changesBetween(rim, { tape, place: { step: 4 }, against: 3, choice: AS_RECORDED });
  expect(changed.map(({ seq, why }) => [seq, why])).toEqual([
    [6, 'edited: entry 4 was sent in its place'],
    [9, 'edited: entry 3 was sent in its place'],
  ]);
});

it('is read again once there are edits, which have an entry for each time', async () => {
  const room = openEngineRoom();
  const folder = folderOf();
  const [first] = (await room.ingest.open([write(folder, null)])).receipts;
  const tape = first?.tape ?? '';
  expect(room.store.catalog.tape(tape)).toMatchObject({ entries: 13, steps: 4 });
  writeFile(folder, 'context_history.json', JSON.stringify(EDITS));
  const { receipts, refused } = await room.ingest.open([join(folder, 'context_history.json')]);
  expect([[...receipts].map((one) => one.tape), refused]).toEqual([[tape], []]);
  expect(room.store.catalog.tape(tape)).toMatchObject({ entries: 17, steps: 4, title: 'Grind.' });
  expect(room.store.catalog.receipt(tape).lines).toMatchObject({ total: 16, withEntries: 16, unreadable: 0 });
  expect(room.store.catalog.entries(tape, 1, 5).map(({ kind, label, part }) => [kind, label, part ?? 0])).toEqual([
    ...[
      ['edit', 'in message 2', 0],
      ['edit', 'in message 4', 0],
      ['edit', 'in message 4', 1],
      ['edit', 'in message 1', 0],
    ],
  ]);
});

it('makes an entry of an edit again, searches its texts, and leaves blocks that are not texts', () => {
  const record: JsonObject = { list: (EDITS as Json[])[1] as Json };
  const second = cline.part(record, 1);
  expect(editsIn(record)?.[1]).toEqual(second);
  expect(cline.read(second)).toMatchObject({ kind: 'edit', label: 'in message 4', time: START + 180_000 });
  expect([cline.text(second), cline.preview(second)]).toEqual(['Later.', 'Later.']);
  const message = { role: 'user', content: [text('A'), { type: 'image', source: {} }] };
  expect(replaced(message, second)).toEqual(message);
  expect([cline.part(record, 9), cline.part(message, 0), cline.part(message, 1)]).toEqual([{}, message, {}]);
});

it.each<Json>([
  [],
  [[]],
  [1],
  ['a', [0, []]],
  [1, [0, [[0, [[5, 'image', ['x'], []]]]]]],
  [2, 'x'],
  [3, [0, [[null, [[5, 'text', ['x']]]]]]],
])('reads %j, which is not an edit, as what it is', (list) => {
  const drafts = cline.read({ list } as JsonObject);
  expect(Array.isArray(drafts) ? drafts : [drafts]).toSatisfy((all: unknown[]) => all.length <= 1);
});
