// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type EntryRow, type Form, headOf, type Part } from '../../../../shared/model/index.ts';
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

const headed = (form: Form) => ({ tool: 'run', ...headOf(form, '') });

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

test('a long folder gives way before the command, and is whole in its tooltip', () => {
  const folder = '/srv/elsewhere/of/a/depth/that/no/line/has/room/for';
  const call: Part = { type: 'tool_call', name: 'run', text: '{}', form: { as: 'command', command: 'make keel', folder } };
  const line = { tool: 'run', ...headOf({ as: 'command', command: 'make keel', folder }, '/home/ann/boat') };
  const came = { row, parts: [], line: { tool: 'run', subject: '', words: ['exit 0'] } };
  const read = { row, parts: [call], line, results: [came], links: [] };
  draw(<Call of={{ tape: 't', project: '/home/ann/boat', sent: null }} read={read} open={false} active={false} onTurn={() => {}} />);
  const long = screen.getByTitle(`in ${folder}`);
  expect(long.className).toMatch(/long.* cut/);
  expect(screen.getByText('exit 0').className).toBe('rigid');
});

test('a file keeps its name where its line is too short for the path', () => {
  const path = '/srv/elsewhere/of/a/depth/that/no/line/has/room/for/keel.ts';
  const call: Part = { type: 'tool_call', name: 'read', text: '{}', form: { as: 'read', path, from: null, count: null } };
  const read = { row, parts: [call], line: { tool: 'read', subject: path, words: [] }, results: [], links: [] };
  draw(<Call of={{ tape: 't', project: '/home/ann/boat', sent: null }} read={read} open={false} active={false} onTurn={() => {}} />);
  expect(screen.getByTitle(path).className).toContain('shrink-x');
  expect(screen.getByText('/keel.ts').className).toContain('rigid');
  expect(screen.getByText(path).className).toContain('unseen');
});

test.each<[string, Form]>([
  ['a command', { as: 'command', command: 'echo \u202egnp.exe', folder: null }],
  ['what a command printed', { as: 'output', text: 'as \u202egnp.exe', lines: 1, exit: 0, ms: null }],
  ['what was found', { as: 'found', text: 'as \u202egnp.exe', lines: 1 }],
  ['a line of a file', { as: 'file', path: 'a.ts', from: 1, lines: 1, text: '// \u202egnp.exe' }],
  ['the name of a file', { as: 'read', path: '\u202egnp.exe', from: null, count: null }],
  [
    'a change',
    {
      as: 'changes',
      files: [{ path: 'a.ts', what: 'edit', added: 1, removed: 0, hidden: 0, lines: [{ mark: 'new', text: '\u202egnp.exe' }] }],
    },
  ],
  ['a task', { as: 'list', items: [{ text: 'open \u202egnp.exe', state: 'open' }] }],
])('nothing in %s turns the order in which it is read', (_, form) => {
  const read = { row, parts: [{ type: 'tool_call' as const, name: 'run', text: '{}', form }], line: headed(form), results: [], links: [] };
  draw(<Call of={{ tape: 't', project: '', sent: null }} read={read} open active={false} onTurn={() => {}} />);
  const turned = screen.getAllByText('\u202e');
  expect(turned.every(({ dataset, className }) => dataset.point === 'U+202E' && className.includes('inline-block'))).toBe(true);
});
