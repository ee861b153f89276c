import { describe, expect, it } from 'vitest';
import { assemble } from '../../views/assemble.ts';
import { type ImportedTape, importRecords } from '../../views/testing/imported.ts';
import type { JsonObject } from '../values.ts';

const uuid = (number: number): string => `7e0a0000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const at = (second: number): string => new Date(Date.UTC(2026, 0, 5, 9, 0, second)).toISOString();
const header: JsonObject = { sessionId: uuid(900), projectHash: 'f00d', startTime: at(0), lastUpdated: at(0), kind: 'main' };

const said = (id: number, text: string): JsonObject => ({ id: uuid(id), timestamp: at(id), type: 'user', content: [{ text }] });
const answered = (id: number, content: string, more: JsonObject = {}): JsonObject => ({
  ...{ id: uuid(id), timestamp: at(id), type: 'gemini', content, model: 'gemini-3-pro' },
  ...{ tokens: { input: 1000 + id, output: 5, cached: 400, thoughts: 7, tool: 0, total: 1012 + id }, ...more },
});
const called = (id: string, output: string): JsonObject => ({
  ...{ id: `read_file__${id}`, name: 'read_file', args: { file_path: 'mill.txt' }, status: 'success' },
  result: [{ functionResponse: { id: `read_file__${id}`, name: 'read_file', response: { output } } }],
});

/** The entries that the next request holds. */
const next = async ({ rim, tape }: ImportedTape): Promise<number[]> => {
  const { blocks } = await assemble(rim, tape, { next: true }, { type: 'as-recorded' });
  return blocks.flatMap(({ entries }) => [...entries]);
};

const held = async (records: JsonObject[]) => {
  const tape = importRecords([header, ...records]);
  const { items } = tape.store.catalog.steps(tape.tape, 1, 100);
  const rows = tape.store.catalog.entries(tape.tape, 1, 100);
  const found = { next: await next(tape), steps: items, rows, anchors: tape.store.catalog.anchors(tape.tape) };
  tape.store.close();
  return found;
};

describe('a chat of Gemini CLI', () => {
  it('says an answer once whose line was written again when its tool had answered, and its result once', async () => {
    const answer = answered(2, 'Reading.');
    const written = { ...answer, toolCalls: [called('a', 'corn')] };
    const result = { id: uuid(3), timestamp: at(3), type: 'user', content: called('a', 'corn').result ?? null };
    const { next: entries, steps } = await held([said(1, 'Read the mill.'), answer, written, result, answered(4, 'It is corn.')]);
    expect(entries).toEqual([2, 4, 6, 7]);
    expect(steps.map(({ usage }) => usage)).toEqual([
      { input: 602, output: 12, cacheRead: 400, cacheWrite: 0 },
      { input: 604, output: 12, cacheRead: 400, cacheWrite: 0 },
    ]);
  });

  it('has the result of the line itself where older versions write no message for it', async () => {
    const { next: entries } = await held([said(1, 'Read.'), { ...answered(2, ''), toolCalls: [called('a', 'corn')] }]);
    expect(entries).toEqual([2, 3, 4]);
  });

  it('goes back to before a message', async () => {
    const { next: entries, anchors } = await held([said(1, 'A.'), answered(2, 'a'), said(3, 'B.'), { $rewindTo: uuid(3) }, said(5, 'C.')]);
    expect(entries).toEqual([2, 3, 6]);
    expect(anchors.map(({ name }) => name)).toContain('rewind');
  });

  it('begins again with the list that a compression leaves, and with the one that a resumed session writes', async () => {
    const summary = said(3, '<state_snapshot>All ground.</state_snapshot>');
    const set = { $set: { messages: [summary, answered(3, 'Got it.')] } };
    const again = { $set: { messages: [summary, said(4, 'And now?')] } };
    const compressed = await held([said(1, 'A.'), answered(2, 'a'), set, said(4, 'And now?')]);
    expect(compressed.next).toEqual([5, 6, 7]);
    expect(compressed.anchors.filter(({ type }) => type === 'compaction')).toHaveLength(1);
    const resumed = await held([said(1, 'A.'), answered(2, 'a'), set, said(4, 'And now?'), header, again]);
    expect(resumed.next).toEqual([10, 11]);
    expect(resumed.anchors.filter(({ type }) => type === 'compaction')).toHaveLength(1);
  });

  it('keeps nothing of an empty list', async () => {
    const { next: entries } = await held([said(1, 'A.'), { $set: { messages: [] } }, said(2, 'B.')]);
    expect(entries).toEqual([4]);
  });
});
