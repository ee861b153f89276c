// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { EntryRow, Form, Part } from '../../../../shared/model/index.ts';
import { draw } from '../../testing/desk.tsx';
import { Call } from './Call.tsx';

const row: EntryRow = {
  ...{ seq: 7, kind: 'tool_call', role: 'assistant', flags: 0, label: '', time: null, line: 7, offset: 0, length: 1, chars: 0 },
  ...{ id: null, parentSeq: null, danglingParent: null, step: null, origin: null, calls: ['a', 'b'], results: [] },
};
const write = (path: string): Part => {
  const form: Form = { as: 'file', path: `/home/ann/boat/${path}`, from: 1, lines: 2, text: 'a\nb' };
  return { type: 'tool_call', name: 'write_file', text: JSON.stringify({ file_path: form.path, content: form.text }), form };
};

test('calls of one answer are each the line that they would be alone', () => {
  const read = { row, parts: [write('a.ts'), write('b.ts')], results: [], links: [] };
  draw(<Call of={{ tape: 't', project: '/home/ann/boat', sent: null }} read={read} open={false} active={false} onTurn={() => {}} />);
  expect(screen.getAllByText('2 lines')).toHaveLength(2);
  expect(screen.getByText('a.ts')).toBeTruthy();
  expect(screen.getByText('b.ts')).toBeTruthy();
  expect(screen.queryByText(/file_path/)).toBeNull();
});

test('the line where a read began is said once', () => {
  const call: Part = { type: 'tool_call', name: 'read', text: '{}', form: { as: 'read', path: 'a.ts', from: 10, count: 20 } };
  const line = { tool: 'read', subject: 'a.ts', words: ['lines 10 to 29'] };
  const came = { row, parts: [], line: { tool: 'read', subject: 'a.ts', words: ['20 lines', 'from line 10'] } };
  const read = { row, parts: [call], line, results: [came], links: [] };
  draw(<Call of={{ tape: 't', project: '', sent: null }} read={read} open={false} active={false} onTurn={() => {}} />);
  expect(screen.getByText('lines 10 to 29')).toBeTruthy();
  expect(screen.getByText('20 lines')).toBeTruthy();
  expect(screen.queryByText('from line 10')).toBeNull();
});
