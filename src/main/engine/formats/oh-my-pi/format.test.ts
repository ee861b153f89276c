import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../../../shared/model/policy.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { detect } from '../../testing/detect.ts';
import { assemble } from '../../views/assemble.ts';
import { importRecords } from '../../views/testing/imported.ts';
import type { JsonObject } from '../values.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 9, 1, 8, 0, second)).toISOString();
const entry = (second: number, type: string, fields: JsonObject): JsonObject => ({
  ...{ type, id: `e${second}`, parentId: second > 1 ? `e${second - 1}` : null, timestamp: at(second) },
  ...fields,
});
const usage = { input: 900, output: 20, cacheRead: 0, cacheWrite: 0 };
const RECORDS: JsonObject[] = [
  { type: 'title', v: 1, title: 'A bed of roses', updatedAt: at(0), pad: '' },
  { type: 'session', version: 3, id: 'garden', timestamp: at(0), cwd: '/home/ann/garden' },
  entry(1, 'model_change', { model: 'anthropic/claude-sonnet-4-5', role: 'default' }),
  entry(2, 'message', { message: { role: 'user', content: 'Plan the beds' } }),
  entry(3, 'message', {
    message: { role: 'assistant', content: [{ type: 'text', text: 'Four beds.' }], model: 'claude-sonnet-4-5', stopReason: 'stop', usage },
  }),
  entry(4, 'model_usage', { purpose: 'title', model: 'claude-haiku-4-5', usage: { ...usage, input: 50 } }),
  entry(5, 'reset_boundary', {}),
];

describe('a session of Oh My Pi', () => {
  it('is known from one of pi by what only it writes, or by its folder', () => {
    const found = (path: string, records: JsonObject[]) => detect({ path, records })?.id;
    expect(found('/home/ann/some.jsonl', RECORDS)).toBe('oh-my-pi');
    const plain = RECORDS.filter(({ type }) => type === 'session' || type === 'message');
    expect(found('/home/ann/some.jsonl', plain)).toBe('pi');
    expect(found('/home/ann/.omp/agent/sessions/--garden--/some.jsonl', plain)).toBe('oh-my-pi');
  });

  it('is read whole, and its contexts are said to be no more than what pi would send', async () => {
    const { store, rim, tape } = importRecords(RECORDS);
    const { catalog } = store;
    expect(catalog.tape(tape)).toMatchObject({ format: 'oh-my-pi', title: 'A bed of roses', steps: 1, usage: { input: 950 } });
    expect(catalog.entries(tape, 1, 99).filter(({ flags }) => has(flags, Flag.Unknown))).toEqual([]);
    const { evidence, blocks } = await assemble(rim, tape, { step: 1 }, parsePolicy('as-recorded'));
    expect([evidence.state, blocks.length]).toEqual(['unknown', 1]);
    expect(evidence.rule).toContain('what pi would send');
    store.close();
  });

  it('begins again below the place where its context was cleared, on that branch alone', async () => {
    const said = (second: number, text: string, from: number): JsonObject => ({
      ...entry(second, 'message', { message: { role: 'user', content: text } }),
      parentId: `e${from}`,
    });
    const answer = (second: number, from: number): JsonObject => ({
      ...entry(second, 'message', {
        message: { role: 'assistant', content: [{ type: 'text', text: 'ok' }], model: 'claude-sonnet-4-5', usage },
      }),
      parentId: `e${from}`,
    });
    const records = [...RECORDS, said(6, 'Now a pond', 5), answer(7, 6), said(8, 'Five beds', 3), answer(9, 8)];
    const { store, rim, tape } = importRecords(records);
    const held = async (step: number) => {
      const { blocks, omissions } = await assemble(rim, tape, { step }, parsePolicy('as-recorded'));
      return [blocks.flatMap(({ entries }) => entries), omissions.map(({ reason }) => reason).includes('compacted')];
    };
    expect(await held(2)).toEqual([[8], true]);
    expect(await held(3)).toEqual([[4, 5, 10], false]);
    store.close();
  });
});
