import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openEngineRoom } from '../../testing/catalog.ts';
import { tempFolder, writeFile } from '../../testing/files.ts';
import { assemble } from '../../views/assemble.ts';
import { importRecords } from '../../views/testing/imported.ts';
import type { JsonObject } from '../values.ts';

const uuid = (number: number): string => `94e70000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Records of a session, each below the one before unless it says below which. */
const session = (records: readonly (JsonObject & { below?: number })[]): JsonObject[] =>
  records.map(({ below, ...record }, at) => ({
    ...{ uuid: uuid(at + 1), parentUuid: at === 0 ? null : uuid(below ?? at), sessionId: uuid(900) },
    ...{
      timestamp: new Date(Date.UTC(2026, 0, 5, 9, 0, at)).toISOString(),
      cwd: '/home/ann/mill',
      version: '0.24.4',
      provenance: 'real_user',
    },
    ...record,
  }));

const said = (text: string, more: JsonObject = {}): JsonObject => ({ type: 'user', message: { role: 'user', parts: [{ text }] }, ...more });
const answered = (text: string, more: JsonObject = {}): JsonObject => ({
  ...{ type: 'assistant', message: { role: 'model', parts: [{ text: 'Hm.', thought: true }, { text }] }, model: 'qwen3-coder' },
  ...{ usageMetadata: { promptTokenCount: 900, candidatesTokenCount: 5, cachedContentTokenCount: 400 }, ...more },
});

const linesOf = (records: readonly JsonObject[]): string => `${records.map((record) => JSON.stringify(record)).join('\n')}\n`;

const held = async (records: JsonObject[]) => {
  const { rim, tape, store } = importRecords(session(records));
  const { blocks } = await assemble(rim, tape, { next: true }, { type: 'as-recorded' });
  const { items } = store.catalog.steps(tape, 1, 100);
  const anchors = store.catalog.anchors(tape);
  store.close();
  return { next: blocks.flatMap(({ entries }) => [...entries]), steps: items, anchors };
};

describe('a session of Qwen Code', () => {
  it('sends the path to the newest answer', async () => {
    const { next, steps } = await held([said('A.'), answered('a'), said('B.'), answered('b'), { ...said('C.'), below: 2 }, answered('c')]);
    expect(next).toEqual([1, 2, 5, 6]);
    expect(steps[0]?.usage).toEqual({ input: 500, output: 5, cacheRead: 400, cacheWrite: 0 });
  });

  it('sends a prompt once that was stopped and went out again at the head of the next one', async () => {
    expect((await held([said('Wait.'), said('Wait. Are you there?'), answered('Yes.')])).next).toEqual([2, 3]);
    expect((await held([said('Wait.'), answered('Yes.'), said('Wait. Are you there?')])).next).toEqual([1, 2, 3]);
    expect((await held([said('Wait.'), said('Something else.'), answered('Yes.')])).next).toEqual([1, 2, 3]);
  });

  it('begins again with the history that a compression leaves', async () => {
    const history = ['All ground.', 'Got it.'].map((text, at) => ({ role: at === 0 ? 'user' : 'model', parts: [{ text }] }));
    const compression = {
      type: 'system',
      subtype: 'chat_compression',
      systemPayload: { info: { triggerReason: 'auto' }, compressedHistory: history },
    };
    const { next, anchors } = await held([said('A.'), answered('a'), compression, said('And now?')]);
    expect(next).toEqual([4, 5, 6]);
    expect(anchors.filter(({ type }) => type === 'compaction').map(({ compaction }) => compaction?.trigger)).toEqual(['auto']);
  });
});

it('a sub-agent of Qwen Code is linked to the call that started it', async () => {
  const room = openEngineRoom();
  const chats = join(tempFolder(), '-mill');
  const args = { description: 'count', prompt: 'Count the sacks.', subagent_type: 'general-purpose' };
  const parts = [{ functionCall: { id: 'call-1', name: 'agent', args } }];
  const main = session([said('Grind.'), { ...answered(''), message: { role: 'model', parts } }]);
  const own = { agentId: 'general-purpose-call-1', isSidechain: true };
  const records = session([said('Count the sacks.', own), answered('Nine.', own)]).map(({ provenance: _, ...record }) => record);
  writeFile(join(chats, 'chats'), `${uuid(900)}.jsonl`, linesOf(main));
  const path = writeFile(join(chats, 'subagents', uuid(900)), 'agent-general-purpose-call-1.jsonl', linesOf(records));
  await room.ingest.open([chats]);
  const tapes = room.store.catalog.tapes();
  const parent = tapes.find(({ file }) => file !== path);
  expect(tapes.find(({ file }) => file === path)).toMatchObject({
    ...{ format: 'qwen', title: 'Count the sacks.', relation: 'sub-agent', parent: parent?.id, caller: 2 },
    steps: 1,
  });
});

it('a session of Qwen Code that was forked has the requests before the fork in common with its source', async () => {
  const room = openEngineRoom();
  const folder = tempFolder();
  const source = session([said('Grind.'), answered('Ground.'), said('More.'), answered('More.')]);
  const [first, second] = source;
  const forkedFrom = { sessionId: uuid(900) };
  const copied = [first, second].map((record) => ({
    ...record,
    sessionId: uuid(901),
    forkedFrom: { ...forkedFrom, messageUuid: record?.uuid },
  }));
  const own = session([said('Oats.'), answered('Oats.')]).map((record, at) => ({
    ...{ ...record, sessionId: uuid(901), uuid: uuid(50 + at), parentUuid: at === 0 ? uuid(2) : uuid(50) },
  }));
  const path = writeFile(folder, `${uuid(901)}.jsonl`, linesOf([...copied, ...own] as JsonObject[]));
  writeFile(folder, `${uuid(900)}.jsonl`, linesOf(source));
  await room.ingest.open([folder]);
  const tapes = room.store.catalog.tapes();
  const [fork, other] = [tapes.find(({ file }) => file === path), tapes.find(({ file }) => file !== path)];
  expect(fork).toMatchObject({ relation: 'fork', parent: other?.id, steps: 2, session: uuid(901) });
  const sizes = room.store.catalog.list({ format: 'qwen' }).items.map(({ usage }) => usage.output);
  expect(sizes.toSorted((a, b) => a - b)).toEqual([5, 10]);
});
