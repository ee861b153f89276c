import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openEngineRoom } from '../../testing/catalog.ts';
import { tempFolder, writeFile } from '../../testing/files.ts';
import { holdMessages, holdReceipt, holdView } from '../../testing/laws/tape-laws.ts';
import { assemble } from '../../views/assemble.ts';
import { messagesOf } from '../../views/methods.ts';
import { importFile } from '../../views/testing/imported.ts';
import type { JsonObject } from '../values.ts';

const ID = '1767603600000_mill1';

const text = (words: string): JsonObject => ({ type: 'text', text: words });
const said = (id: string, words: string, more: JsonObject = {}): JsonObject => ({
  ...{ id, role: id.startsWith('u') ? 'user' : 'assistant', content: [text(words)], ts: 1767603600000 },
  ...more,
});

const MESSAGES = [
  ...[said('u1', 'Grind.'), said('a1', 'Rye.'), said('u2', 'And?'), said('a2', 'Oats.'), said('u3', 'And?'), said('a3', 'Spelt.')],
  ...[said('u4', 'Done?'), said('a4', 'Done.')],
];

const SUMMARY: JsonObject = { role: 'user', content: [text('Context summary:\n\nRye.')], metadata: { kind: 'compaction_summary' } };

/** What is sent in the place of so many messages. */
const stateOf = (count: number, messages: JsonObject[]): JsonObject => ({
  ...{ version: 1, updated_at: '2026-01-05T09:00:00.000Z', conversation_id: ID, source_message_count: count },
  ...{ source_prefix_hash: 'sha256:0', messages, system_prompt: 'You grind.' },
});

const write = (folder: string, state: JsonObject | null): string => {
  const own = { version: 1, updated_at: '', agent: 'lead', sessionId: ID, origin: { source: 'cli', version: '3.0.65' } };
  if (state !== null) writeFile(folder, `${ID}.compaction.json`, JSON.stringify(state, null, 2));
  return writeFile(folder, `${ID}.messages.json`, JSON.stringify({ ...own, messages: MESSAGES }, null, 2));
};
const folderOf = () => join(tempFolder(), 'sessions', ID);

const AS_RECORDED = { type: 'as-recorded' } as const;

const open = (state: JsonObject) => {
  const tape = importFile(write(folderOf(), state));
  onTestFinished(() => tape.store.close());
  const textsAt = async (place: { step: number } | { next: true }) =>
    (await messagesOf(tape.rim, tape.tape, place, AS_RECORDED)).map(({ content }) => (content as JsonObject[])[0]?.text);
  return { ...tape, textsAt };
};

it('sends what a compaction left and what came after it, and all of it before', async () => {
  const tape = open(stateOf(5, [SUMMARY, said('a2', 'Oats.'), said('u3', 'And?')]));
  const { rim, tape: id, store, textsAt } = tape;
  expect(store.catalog.tape(id)).toMatchObject({ steps: 4, entries: 12, title: 'Grind.' });
  const summary = 'Context summary:\n\nRye.';
  expect(await textsAt({ step: 2 })).toEqual(['Grind.', 'Rye.', 'And?']);
  expect(await textsAt({ step: 3 })).toEqual([summary, 'Oats.', 'And?']);
  expect(await textsAt({ step: 4 })).toEqual([summary, 'Oats.', 'And?', 'Spelt.', 'Done?']);
  expect(await textsAt({ next: true })).toEqual([summary, 'Oats.', 'And?', 'Spelt.', 'Done?', 'Done.']);
  const { blocks, omissions } = await assemble(rim, id, { step: 3 }, AS_RECORDED);
  expect(blocks.map(({ entries, tone }) => [entries[0], tone])).toEqual([
    ...[
      [1, 'summary'],
      [8, 'assistant'],
      [9, 'user'],
    ],
  ]);
  expect(omissions.map(({ reason, count }) => [reason, count])).toContainEqual(['compacted', 3]);
  await holdReceipt(tape);
  for (const place of [{ step: 2 }, { step: 4 }, { next: true as const }]) {
    for (const policy of ['as-recorded', 'full', 'as-recorded + pin:#6 + without:#9']) await holdView(tape, place, policy);
    await holdMessages(tape, place);
  }
});

it('says before a compaction that an older one would not be known, and after it nothing', async () => {
  const { rim, tape } = open(stateOf(5, [SUMMARY]));
  const warnings = async (step: number) => (await assemble(rim, tape, { step }, AS_RECORDED)).warnings;
  expect(await warnings(2)).toContainEqual(expect.stringContaining('only its newest compaction is kept'));
  expect(await warnings(3)).not.toContainEqual(expect.stringContaining('only its newest compaction is kept'));
});

it('shows what a compaction has in the place of a message, and keeps the entry', async () => {
  const { rim, tape, textsAt } = open(stateOf(5, [said('u1', 'Grind. Rye, and then oats.', { metadata: { kind: 'compaction' } })]));
  expect(await textsAt({ step: 3 })).toEqual(['Grind. Rye, and then oats.']);
  const { blocks } = await assemble(rim, tape, { step: 3 }, AS_RECORDED);
  expect(blocks).toMatchObject([{ entries: [3], instead: 1, why: 'rewritten by the compaction' }]);
});

it('is read again once it is compacted', async () => {
  const room = openEngineRoom();
  const folder = folderOf();
  const [first] = (await room.ingest.open([write(folder, null)])).receipts;
  const tape = first?.tape ?? '';
  expect(room.store.catalog.tape(tape)).toMatchObject({ entries: 9, steps: 4 });
  writeFile(folder, `${ID}.compaction.json`, JSON.stringify(stateOf(5, [SUMMARY])));
  const { receipts, refused } = await room.ingest.open([join(folder, `${ID}.compaction.json`)]);
  expect([[...receipts].map((one) => one.tape), refused]).toEqual([[tape], []]);
  expect(room.store.catalog.tape(tape)).toMatchObject({ entries: 10, steps: 4 });
  expect(room.store.catalog.entries(tape, 1, 2)).toMatchObject([{ kind: 'compacted', label: 'after 5' }]);
});
