import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Form } from '../../../shared/model/index.ts';
import { tools } from '../formats/tools.ts';
import { formOfCall, formOfResult } from './forms.ts';

const call = (format: string, name: string, input: unknown) =>
  formOfCall(tools[format], name, typeof input === 'string' ? input : JSON.stringify(input));
const result = (format: string, name: string, input: unknown, text: string, failed = false) =>
  formOfResult(tools[format], { name, input: JSON.stringify(input) }, { text, failed });

const PATCH = `*** Begin Patch
*** Update File: src/boat.ts
*** Move to: src/ship.ts
@@ export class Boat
 const mast = 1;
-const sail = 'red';
+const sail = 'blue';
*** Add File: notes.md
+Paint it.
*** Delete File: old.ts
*** End Patch`;

describe('the form of a call', () => {
  it('is a change, with its lines', () => {
    const edit = call('claude-code', 'Edit', { file_path: '/home/ann/a.ts', old_string: 'a\nb', new_string: 'a\nc', replace_all: true });
    expect(edit).toEqual({
      as: 'changes',
      files: [
        {
          ...{ path: '/home/ann/a.ts', what: 'edit', all: true, added: 1, removed: 1, hidden: 0 },
          lines: [
            { mark: 'same', text: 'a' },
            { mark: 'gone', text: 'b' },
            { mark: 'new', text: 'c' },
          ],
        },
      ],
    });
    const several = call('pi', 'edit', {
      path: 'a.ts',
      edits: [
        { oldText: 'a', newText: 'b' },
        { oldText: 'c', newText: '' },
      ],
    });
    expect(several).toMatchObject({ files: [{ added: 1, removed: 2 }] });
  });

  it('is every file of a patch, by what happens to it', () => {
    expect(call('codex', 'apply_patch', PATCH)).toMatchObject({
      as: 'changes',
      files: [
        { path: 'src/boat.ts', to: 'src/ship.ts', what: 'edit', added: 1, removed: 1 },
        { path: 'notes.md', what: 'add', added: 1, removed: 0 },
        { path: 'old.ts', what: 'delete', added: 0, removed: 0 },
      ],
    });
    for (const agent of ['bub', 'opencode'])
      expect(call(agent, 'apply_patch', { patchText: PATCH })).toMatchObject({ files: [{}, {}, {}] });
    expect(call('bub', 'fs_edit', { path: 'a.ts', old: 'a', new: 'b' })).toMatchObject({ files: [{ added: 1, removed: 1 }] });
    expect(call('codex', 'apply_patch', 'rm -r boats')).toBeNull();
  });

  it('is what blocks search for and replace, with the line they are at or without', () => {
    const blocks = '------- SEARCH\nred\n=======\nblue\nand green\n+++++++ REPLACE\n\n------- SEARCH\nmast\n=======\n+++++++ REPLACE\n';
    expect(call('cline', 'replace_in_file', { path: 'boat.ts', diff: blocks })).toMatchObject({
      files: [{ path: 'boat.ts', added: 2, removed: 2 }],
    });
    const placed = '<<<<<<< SEARCH\n:start_line:7\n-------\nred\n=======\nblue\n>>>>>>> REPLACE';
    expect(call('roo', 'apply_diff', { path: 'boat.ts', diff: placed })).toMatchObject({
      files: [
        {
          lines: [
            { mark: 'gone', text: 'red' },
            { mark: 'new', text: 'blue' },
          ],
        },
      ],
    });
    expect(call('cline', 'replace_in_file', { path: 'boat.ts', diff: 'no block' })).toBeNull();
  });

  it('is what the command of a text editor says', () => {
    for (const [agent, name] of [
      ['openhands', 'str_replace_editor'],
      ['openhands', 'file_editor'],
      ['goose', 'developer__text_editor'],
    ] as const) {
      const edit = (command: string, more: object) => call(agent, name, { command, path: '/boat.ts', ...more });
      expect(edit('view', { view_range: [3, 5] })).toEqual({ as: 'read', path: '/boat.ts', from: 3, count: 3 });
      expect(edit('view', { view_range: [3, -1] })).toMatchObject({ from: 3, count: null });
      expect(edit('view', {})).toMatchObject({ as: 'read', from: null });
      expect(edit('create', { file_text: 'a\nb' })).toMatchObject({ as: 'file', lines: 2 });
      expect(edit('str_replace', { old_str: 'a' })).toMatchObject({ files: [{ added: 0, removed: 1 }] });
      expect(edit('insert', { new_str: 'a', insert_line: 4 })).toMatchObject({ files: [{ added: 1, removed: 0 }] });
      expect(edit('undo_edit', {})).toBeNull();
    }
    expect(call('amp', 'Read', { path: '/boat.ts', read_range: [2, 9] })).toMatchObject({ from: 2, count: 8 });
    expect(call('goose', 'edit', { path: 'a.ts', before: 'a', after: 'b' })).toMatchObject({ files: [{ added: 1, removed: 1 }] });
    expect(call('amp', 'edit_file', { path: 'a.ts', old_str: 'a', new_str: 'b', replace_all: true })).toMatchObject({
      files: [{ all: true }],
    });
  });

  it('is a command, also one that is a list of words', () => {
    expect(call('cline', 'run_commands', { commands: ['ls', 'pwd'] })).toMatchObject({ as: 'command', command: 'ls\npwd' });
    expect(call('codex', 'shell', { command: ['bash', '-lc', 'ls boats'], workdir: '/home/ann' })).toEqual({
      ...{ as: 'command', command: 'ls boats', folder: '/home/ann' },
    });
    expect(call('codex', 'write_stdin', { session_id: 7, chars: 'y\n\u0003' })).toMatchObject({ as: 'command', command: 'y\n^C' });
    expect(call('codex', 'write_stdin', { session_id: 7, chars: '' })).toBeNull();
    expect(call('codex', 'shell', { command: ['git', 'status'] })).toMatchObject({ command: 'git status', folder: null });
  });

  it('is a list, a question, a plan', () => {
    const plan = [
      { step: 'Paint', status: 'completed' },
      { step: 'Sail', status: 'in_progress' },
    ];
    expect(call('codex', 'update_plan', { plan })).toEqual({
      as: 'list',
      items: [
        { text: 'Paint', state: 'done' },
        { text: 'Sail', state: 'doing' },
      ],
    });
    expect(call('roo', 'update_todo_list', { todos: '[x] Paint\n[-] Sail\n- [ ] Rest' })).toEqual({
      as: 'list',
      items: [
        { text: 'Paint', state: 'done' },
        { text: 'Sail', state: 'doing' },
        { text: 'Rest', state: 'open' },
      ],
    });
    expect(call('goose', 'todo__todo_write', { content: '# Boat\n- [x] Paint\n- [ ] Sail' })).toMatchObject({
      as: 'list',
      items: [{}, {}],
    });
    const todos = [
      { content: 'Paint', status: 'in-progress' },
      { content: 'Sail', status: 'todo' },
    ];
    expect(call('amp', 'todo_write', { todos })).toMatchObject({ items: [{ state: 'doing' }, { state: 'open' }] });
    const answers = [{ name: 'Red', about: '' }];
    expect(call('cline', 'ask_followup_question', { question: 'Which?', options: '["Red"]' })).toMatchObject({
      items: [{ options: answers }],
    });
    expect(call('cline', 'ask_followup_question', { question: 'Which?', options: 'Red' })).toMatchObject({ items: [{ options: [] }] });
    expect(call('roo', 'ask_followup_question', { question: 'Which?', follow_up: [{ text: 'Red', mode: null }] })).toMatchObject({
      items: [{ options: answers }],
    });
    const questions = [{ question: 'Which?', options: [{ label: 'Red', description: 'as before' }, { label: 'Blue' }] }];
    expect(call('claude-code', 'AskUserQuestion', { questions })).toEqual({
      as: 'questions',
      items: [
        {
          text: 'Which?',
          options: [
            { name: 'Red', about: 'as before' },
            { name: 'Blue', about: '' },
          ],
        },
      ],
    });
    expect(call('opencode', 'question', { questions })).toEqual(call('claude-code', 'AskUserQuestion', { questions }));
    expect(call('copilot', 'ask_user', { question: 'Which?', choices: ['Red', 'Blue'] })).toMatchObject({
      items: [{ text: 'Which?', options: [{ name: 'Red' }, { name: 'Blue' }] }],
    });
    expect(call('claude-code', 'ExitPlanMode', { plan: 'Sail north.' })).toEqual({ as: 'plan', text: 'Sail north.' });
  });

  it('is what a model says by a call: an answer, or a thought', () => {
    const answer = { as: 'said', what: 'answer', text: 'All **done**.' };
    expect(call('cline', 'attempt_completion', { result: 'All **done**.' })).toEqual(answer);
    expect(call('roo', 'attempt_completion', { result: 'All **done**.' })).toEqual(answer);
    expect(call('openhands', 'finish', { message: 'All **done**.' })).toEqual(answer);
    expect(call('openhands', 'think', { thought: 'Gates swing.' })).toEqual({ as: 'said', what: 'thought', text: 'Gates swing.' });
    expect(call('copilot', 'report_intent', { intent: 'Looking' })).toMatchObject({ as: 'said', what: 'thought' });
  });

  it('is a read however its tool lists files', () => {
    const read = { as: 'read', path: 'a.ts', from: null, count: null };
    for (const input of [
      { path: 'a.ts' },
      { files: [{ path: 'a.ts' }] },
      { args: { file: [{ path: 'a.ts' }] } },
      { args: { file: { path: 'a.ts' } } },
    ])
      expect(call('roo', 'read_file', input)).toEqual(read);
    expect(call('roo', 'read_file', { args: { file: [{ path: 'a.ts' }, { path: 'b.ts' }] } })).toMatchObject({ path: 'a.ts, b.ts' });
    expect(call('cline', 'read_files', { files: [{ path: 'a.ts' }, { path: 'b.ts' }] })).toMatchObject({ path: 'a.ts, b.ts' });
    expect(call('copilot', 'view', { path: 'a.ts', view_range: [3, 5] })).toMatchObject({ from: 3, count: 3 });
    expect(call('copilot', 'glob', { pattern: '*.md', paths: 'docs' })).toMatchObject({ as: 'search', where: 'docs' });
    expect(call('openhands', 'fetch', { url: 'https://example.com' })).toMatchObject({ as: 'fetch' });
  });

  it('is none of a tool that nobody knows, or that was called with something else', () => {
    expect(call('claude-code', 'Sail', { file_path: 'a' })).toBeNull();
    expect(call('claude-code', 'toString', {})).toBeNull();
    expect(call('claude-code', 'Edit', { file_path: 'a' })).toBeNull();
    expect(call('claude-code', 'Read', 'not JSON')).toBeNull();
    expect(call('nobody', 'Read', { file_path: 'a' })).toBeNull();
  });
});

describe('the form of a result', () => {
  it('is a file, without the numbers that the tool put before its lines', () => {
    expect(result('roo', 'read_file', { path: 'a.ts' }, 'File: a.ts\n 9 | const a = 1;\n10 | ')).toMatchObject({
      from: 9,
      text: 'const a = 1;\n',
    });
    const inTags = '<files><file><path>a.ts</path><content lines="4-5">\n4 | c\n5 | d\n</content></file></files>';
    expect(result('roo', 'read_file', { files: [{ path: 'a.ts' }] }, inTags)).toMatchObject({ path: 'a.ts', from: 4, text: 'c\nd' });
    expect(result('roo', 'read_file', { files: [{ path: 'a.ts' }, { path: 'b.ts' }] }, inTags)).toBeNull();
    expect(result('copilot', 'view', { path: 'a.ts', view_range: [3, 4] }, '3. c\n4.   d')).toMatchObject({ from: 3, text: 'c\n  d' });
    const file = result('claude-code', 'Read', { file_path: 'a.ts', offset: 7 }, '     7→const a = 1;\n     8→');
    expect(file).toEqual({ as: 'file', path: 'a.ts', from: 7, lines: 1, text: 'const a = 1;\n' });
    expect(result('pi', 'read', { path: 'a.ts', offset: 3 }, 'c\nd')).toMatchObject({ from: 3, lines: 2 });
    const tagged = '<path>/a.ts</path>\n<type>file</type>\n<content>7: c\n8: \n\n(End of file - total 8 lines)\n</content>';
    expect(result('opencode', 'read', { filePath: '/a.ts', offset: 7 }, tagged)).toMatchObject({ from: 7, lines: 1, text: 'c\n' });
    expect(result('opencode', 'read', { filePath: '/a' }, 'no tag')).toMatchObject({ from: 1, text: 'no tag' });
    const view = { command: 'view', path: '/a.ts' };
    const listed = "Here's the result of running `cat -n` on /a.ts:\n     3\tc\n     4\t  d\n";
    expect(result('openhands', 'str_replace_editor', view, listed)).toMatchObject({ path: '/a.ts', from: 3, text: 'c\n  d' });
    const said = JSON.stringify({ absolutePath: '/a.ts', content: '3: c\n4: d' });
    expect(result('amp', 'Read', { path: '/a.ts' }, said)).toMatchObject({ from: 3, text: 'c\nd' });
    expect(result('claude-code', 'Read', { file_path: 'a.ts' }, '     7→a\n     9→b')).toBeNull();
    expect(result('claude-code', 'Read', { file_path: 'a.ts' }, 'No such file.', true)).toBeNull();
  });

  it('is what a command printed, with its exit and time where the log says them', () => {
    const head = 'Chunk ID: 1\nWall time: 1.5000 seconds\nProcess exited with code 2\nOutput:\n';
    expect(result('codex', 'exec_command', { cmd: 'ls' }, `${head}no boats\n`)).toEqual({
      ...{ as: 'output', exit: 2, ms: 1500, lines: 1, text: 'no boats\n' },
    });
    expect(result('codex', 'write_stdin', { session_id: 7, chars: '' }, `${head}no boats\n`)).toMatchObject({
      exit: 2,
      text: 'no boats\n',
    });
    const facts = '\n[The command completed with exit code 2.]\n[Current working directory: /boats]\n[Command finished with exit code 2]';
    expect(result('openhands', 'execute_bash', { command: 'ls' }, `no boats${facts}`)).toMatchObject({ exit: 2, text: 'no boats' });
    expect(result('copilot', 'bash', { command: 'ls' }, 'no boats\n<shellId: 0 completed with exit code 2>')).toMatchObject({
      exit: 2,
      text: 'no boats',
    });
    const said =
      'Command: ls\nDirectory: (root)\nOutput: no boats\nError: (none)\nExit Code: 2\nSignal: 0\nBackground PIDs: (none)\nProcess Group PGID: 7';
    expect(result('gemini', 'run_shell_command', { command: 'ls' }, said)).toMatchObject({ exit: 2, text: 'no boats' });
    const ended = JSON.stringify({ output: 'no boats', exitCode: 2 });
    expect(result('amp', 'Bash', { cmd: 'ls' }, ended)).toMatchObject({ exit: 2, text: 'no boats' });
    const wrapped = JSON.stringify({ output: 'done', metadata: { exit_code: 0, duration_seconds: 0.1 } });
    expect(result('codex', 'shell', { command: ['ls'] }, wrapped)).toMatchObject({ exit: 0, ms: 100, text: 'done' });
    expect(result('claude-code', 'Bash', { command: 'ls' }, 'Exit code 2\nno boats', true)).toMatchObject({ exit: 2, text: 'no boats' });
    expect(result('claude-code', 'Bash', { command: 'ls' }, 'Exit code 2')).toMatchObject({ exit: null, text: 'Exit code 2' });
    expect(result('pi', 'bash', { command: 'ls' }, 'no boats\n\nCommand exited with code 1', true)).toMatchObject({
      exit: 1,
      text: 'no boats',
    });
  });
});

describe('any input', () => {
  const value = fc.oneof(
    fc.jsonValue(),
    fc.string(),
    fc.constant({ command: [1], edits: [null], todos: [{}], questions: [[]], file_path: 'a' }),
  );

  it('makes a form that the contract takes, or none, and never throws', () => {
    const names = Object.entries(tools).flatMap(([format, table]) => Object.keys(table ?? {}).map((name) => [format, name] as const));
    fc.assert(
      fc.property(fc.constantFrom(...names), value, fc.string(), fc.boolean(), ([format, name], input, text, failed) => {
        for (const form of [call(format, name, input), result(format, name, input, text, failed)])
          expect(form === null || Form.safeParse(form).success).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
