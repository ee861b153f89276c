import { describe, expect, it } from 'vitest';
import { assemble } from '../../views/assemble.ts';
import { importRecords } from '../../views/testing/imported.ts';
import type { JsonObject } from '../values.ts';

const uuid = (number: number): string => `c0910000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const session = (events: readonly [type: string, data: JsonObject][]): JsonObject[] =>
  events.map(([type, data], at) => ({
    ...{ type, data, id: uuid(at + 1), parentId: at === 0 ? null : uuid(at) },
    timestamp: new Date(Date.UTC(2026, 0, 5, 9, 0, at)).toISOString(),
  }));

const prompt = (content: string): [string, JsonObject] => ['user.message', { content, transformedContent: `${content} <now />` }];
const answer = (content: string, id: number): [string, JsonObject] => [
  'assistant.message',
  { messageId: uuid(800 + id), content, toolRequests: [] },
];
const system = (content: string): [string, JsonObject] => ['system.message', { role: 'system', content }];
const totals = (inputTokens: number): [string, JsonObject] => [
  'session.shutdown',
  { modelMetrics: { 'gpt-5.4': { usage: { inputTokens, outputTokens: 10, cacheReadTokens: 100, cacheWriteTokens: 50 } } } },
];

const held = async (events: readonly [string, JsonObject][]) => {
  const { rim, tape, store } = importRecords(session(events));
  const { blocks, warnings } = await assemble(rim, tape, { next: true }, { type: 'as-recorded' });
  const { usage } = store.catalog.tape(tape);
  store.close();
  return { next: blocks.flatMap(({ entries }) => [...entries]), warnings, usage };
};

describe('a session of Copilot CLI', () => {
  it('sends its newest system prompt first, and what else was said in order', async () => {
    const { next } = await held([system('Old.'), prompt('A.'), answer('a', 1), system('New.'), prompt('B.')]);
    expect(next).toEqual([4, 2, 3, 5]);
  });

  it('goes back to before the event that a rewind names', async () => {
    const { next } = await held([
      prompt('A.'),
      answer('a', 1),
      prompt('B.'),
      answer('b', 2),
      ['session.snapshot_rewind', { upToEventId: uuid(3), eventsRemoved: 2 }],
      prompt('C.'),
    ]);
    expect(next).toEqual([1, 2, 6]);
  });

  it('has the summary of a compaction and as many of the newest messages as it kept, and nothing of one that failed', async () => {
    const said = [prompt('A.'), answer('a', 1), prompt('B.'), answer('b', 2)];
    const done = { success: true, summaryContent: 'All ground.', preCompactionMessagesLength: 4, messagesRemoved: 3 };
    expect((await held([...said, ['session.compaction_complete', done], prompt('C.')])).next).toEqual([5, 4, 6]);
    expect((await held([...said, ['session.compaction_complete', { success: false }], prompt('C.')])).next).toEqual([1, 2, 3, 4, 6]);
  });

  it('counts what a session used once, whether its totals go on from those before or begin again', async () => {
    expect((await held([prompt('A.'), totals(1000), prompt('B.'), totals(1500)])).usage).toMatchObject({
      input: 1350,
      cacheRead: 100,
      cacheWrite: 50,
    });
    expect((await held([prompt('A.'), totals(1000), prompt('B.'), totals(700)])).usage).toMatchObject({ input: 1400 });
  });
});
