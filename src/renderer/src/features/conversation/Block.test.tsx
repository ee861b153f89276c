// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { EntryRow, Form, Part, Read } from '../../../../shared/model/index.ts';
import { draw } from '../../testing/desk.tsx';
import { Block } from './Block.tsx';
import type { Conversation } from './conversation.ts';
import { showsItself } from './folding.ts';
import { ROW } from './structure.ts';

const row: EntryRow = {
  ...{ seq: 1, kind: 'tool_call', role: 'assistant', flags: 0, label: 'run', time: null, line: 7, offset: 0, length: 1, chars: 0 },
  ...{ id: null, parentSeq: null, danglingParent: null, step: null, origin: null, calls: ['a'], results: [] },
};
const call: Part = { type: 'tool_call', name: 'run', text: '{}' };

const one = Uint8Array.of(0);
const of: Conversation = {
  ...{ tape: 't', project: '', sent: null, spot: null, unfolded: false },
  rows: {
    ...{ count: 1, seq: Uint32Array.of(1), what: Uint8Array.of(ROW.entry), holds: Uint32Array.of(1), step: Uint32Array.of(1) },
    ...{ begins: one, kind: one, lineage: {}, settled: 0 },
  },
  held: { kinds: ['tool_call'], steps: 0, time: Float64Array.of(Number.NaN) } as unknown as Conversation['held'],
};

/** The row of an entry, as `read` gives it: in part, or more of it. */
const drawn = (read: (more: boolean) => Omit<Read, 'row' | 'links'>) =>
  draw(<Block of={of} row={0} head={null} turned active={false} onTurn={() => {}} />, {
    answers: { 'entries.read': ({ more }) => ({ items: [{ row, links: [], ...read(more === true) }] }) },
  });

test('what is said with a call is under the name of who says it, and the call is named once', async () => {
  drawn(() => ({ parts: [{ type: 'text', text: 'Now I look.' }, call], results: [] }));
  expect(await screen.findByText('assistant')).toBeTruthy();
  expect(screen.getAllByText('run')).toHaveLength(1);
});

test('where a long output is read to the end of what came, more of it comes, and then it says what is in the source only', async () => {
  const form = (lines: number, cut: number): Form => ({
    as: 'output',
    text: 'ok 12\n'.repeat(lines),
    lines: 100_000,
    exit: 0,
    ms: null,
    cut,
  });
  const { hand, calls } = drawn((more) => ({
    parts: [call],
    results: [{ row: { ...row, seq: 2 }, parts: [{ type: 'tool_result', text: '', form: more ? form(3000, 2000) : form(1000, 14_000) }] }],
  }));
  await hand.click(await screen.findByRole('button', { name: 'show' }));
  expect(screen.getByText(/6,000 of 20,000 characters/)).toBeTruthy();
  await hand.click(screen.getByRole('button', { name: 'show more' }));
  expect(await screen.findByText('2,000 more characters, only in the source.')).toBeTruthy();
  expect(calls.filter(([method]) => method === 'entries.read').map(([, input]) => input)).toEqual([
    { tape: 't', seqs: [1] },
    { tape: 't', seqs: [1], more: true },
  ]);
});

test('an answer that is said by a call is read as one, once, and a thought is one line until it is unfolded', async () => {
  const said = (what: 'answer' | 'thought'): Part => ({ ...call, form: { as: 'said', what, text: 'All **done**.' } });
  const result = { row: { ...row, seq: 2 }, parts: [{ type: 'tool_result' as const, text: '' }] };
  const head = { tool: 'run', subject: '', words: ['All **done**.'] };
  drawn(() => ({ parts: [said('answer')], line: head, results: [result] }));
  expect((await screen.findByText('done')).tagName).toBe('STRONG');
  expect(screen.queryByText('All **done**.')).toBeNull();
  expect(showsItself(said('thought'))).toBe(false);
  expect(document.querySelectorAll('pre')).toHaveLength(0);
});
