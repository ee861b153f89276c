import { describe, expect, it } from 'vitest';
import type { NativeEntry } from '../../../../shared/model/native.ts';
import { factReader } from './facts.ts';

const entry = (id: number, kind: string, payload: unknown, meta: Record<string, unknown> = {}): NativeEntry => ({
  id,
  kind,
  at: '2026-11-21T11:00:00.000Z',
  anchor: 'session/start',
  payload,
  meta,
});

const row = { digest: Buffer.from('ab', 'hex'), summary: 'words' };

const calls = (entries: NativeEntry[], before: NativeEntry[] = []) => {
  const read = factReader(before);
  return entries.map((one) => read(row, one).calls);
};

describe('calls of an entry', () => {
  it('are those it makes, in each form', () => {
    expect(
      calls([entry(1, 'tool_call', { calls: [{ id: 'a' }, { id: 'b' }] }), entry(2, 'tool_call', { id: 'c', name: 'x', arguments: {} })]),
    ).toEqual([['a', 'b'], ['c']]);
  });
  it('are those it answers: by name, and by place those that wait', () => {
    const made = [entry(1, 'tool_call', { calls: [{ id: 'a' }, { id: 'b' }] }), entry(2, 'tool_call', { id: 'c', name: 'x' })];
    const answers = [entry(3, 'tool_result', { tool_call_id: 'b', content: '' }), entry(4, 'tool_result', { results: ['', ''] })];
    expect(calls(answers, made)).toEqual([['b'], ['a', 'c']]);
    expect(calls([entry(3, 'tool_result', { results: ['', '', ''] })], made)).toEqual([['a', 'b', 'c']]);
  });
  it('are none where one of them has no id', () => {
    expect(calls([entry(1, 'tool_call', { calls: [{ id: 'a' }, {}] }), entry(2, 'tool_result', { results: ['', '', ''] })])).toEqual([
      [],
      [],
    ]);
    expect(calls([entry(1, 'tool_result', { results: ['out'] }), entry(2, 'message', { id: 'a' })])).toEqual([[], []]);
  });
});

it('sources are named in state, payload or meta, and a merged entry names what they became', () => {
  const read = factReader();
  expect(read(row, entry(1, 'anchor', { name: 'p', state: { source_ids: [3, 4, 'x', 3] } }))).toMatchObject({
    cites: [3, 4],
    anchor: { name: 'p', state: { source_ids: [3, 4, 'x', 3] } },
  });
  expect(
    read(row, entry(2, 'insight', { source_ids: [5] }, { source_ids: [6], from: { fork: 'x', id: 9, ids: { 5: 12 } } })),
  ).toMatchObject({
    cites: [12, 6],
    insight: true,
  });
  expect(read(row, entry(3, 'message', 'text', { insight: true }))).toMatchObject({ insight: true, cites: [], anchor: null });
});
