import { describe, expect, it } from 'vitest';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { claudeTree, uuidOf } from '../../testing/tree.ts';
import type { Draft, Json, JsonObject } from '../format.ts';
import { claudeCode } from './format.ts';

/** Names of the flags that are set. */
const flags = (draft: Draft): string[] => Object.entries(Flag).flatMap(([name, bit]) => (has(draft.flags, bit) ? [name] : []));

/** Reads the one record of a drawing. */
function one(drawing: string, over: JsonObject = {}): Draft {
  const [record] = claudeTree(drawing);
  return claudeCode.read({ ...record, ...over });
}

const user = (content: Json, over: JsonObject = {}): Draft => one('u1 ""', { message: { role: 'user', content }, ...over });

const attachment = (fields: JsonObject): Draft => one('x1 attach file ""', { attachment: fields });

describe('the envelope', () => {
  it('gives ids, both parents, time and the facts of the session', () => {
    const [, , boundary] = claudeTree('u1 "go" > a1 "ok" > b1 boundary auto 9');
    expect(claudeCode.read(boundary ?? null)).toMatchObject({ id: uuidOf('b1'), parent: null, logicalParent: uuidOf('a1') });
    const draft = one('u1 "go" at 5 version 2.0.9 session s9');
    expect(draft).toMatchObject({ id: uuidOf('u1'), parent: null, time: Date.UTC(2026, 0, 5, 9, 0, 5) });
    expect(draft.facts).toMatchObject({ session: 's9', writer: '2.0.9', cwd: '/home/mia/harbour' });
  });

  it.each([
    ['missing', {}, null],
    ['text that is not a time', { timestamp: 'soon' }, null],
    ['zero', { timestamp: 0 }, null],
    ['seconds', { timestamp: 1767603600 }, 1767603600000],
    ['milliseconds', { timestamp: 1767603600000 }, 1767603600000],
  ])('a time that is %s', (_name, over: JsonObject, expected) => {
    expect(claudeCode.read({ type: 'user', uuid: 'u', message: { content: 'x' }, ...over }).time).toBe(expected);
  });

  it('marks what the writer marked', () => {
    expect(flags(one('u1 "hi" side'))).toEqual(['Sidechain', 'Sent']);
    expect(flags(one('u1 "hi" meta'))).toEqual(['Meta', 'Sent']);
    expect(flags(one('u1 "hi"', { isVisibleInTranscriptOnly: true }))).toEqual(['Meta', 'Excluded']);
  });
});

describe('user records', () => {
  it.each([
    ['a prompt', 'fix it', ['Prompt', 'Sent']],
    ['a prompt in blocks', [{ type: 'text', text: 'fix it' }], ['Prompt', 'Sent']],
    ['a prompt that only looks like a tag', '<div> is broken', ['Prompt', 'Sent']],
    [
      'a command that becomes a prompt',
      '<command-message>review</command-message>\n<command-name>/review</command-name>',
      ['Prompt', 'Sent'],
    ],
    ['a command of the program', '<command-name>/theme</command-name>', ['Sent']],
    ['a shell line', '<bash-input>ls</bash-input>', ['Sent']],
    ['output of a local command', ' <local-command-stdout>done</local-command-stdout>', ['Meta', 'Sent']],
    ['an interruption', [{ type: 'text', text: '[Request interrupted by user]' }], ['Meta', 'Sent']],
    ['a notification of an old writer', '<task-notification>\n<task-id>b1</task-id>', ['Sent', 'Notification']],
    ['an image', [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }], ['Prompt', 'Sent', 'Media']],
  ])('%s', (_name, content, expected) => {
    const draft = user(content as Json);
    expect(flags(draft)).toEqual(expected);
    expect(draft).toMatchObject({ kind: 'message', role: 'user' });
  });

  it('takes a message from another origin for no prompt', () => {
    expect(flags(user('x', { origin: { kind: 'human' } }))).toEqual(['Prompt', 'Sent']);
    expect(flags(user('x', { origin: { kind: 'task-notification' } }))).toEqual(['Sent', 'Notification']);
    expect(flags(user('x', { origin: { kind: 'channel' } }))).toEqual(['Meta', 'Sent']);
  });

  it('sends a compaction summary although it is only shown in the transcript', () => {
    expect(flags(one('c1 summary "so far"'))).toEqual(['Sent', 'Summary']);
  });

  it('reads results, several at once, and counts text but no image', () => {
    const draft = user([
      { type: 'tool_result', tool_use_id: 't1', content: '12345' },
      {
        type: 'tool_result',
        tool_use_id: 't2',
        is_error: true,
        content: [
          { type: 'text', text: '678' },
          { type: 'image', source: {} },
        ],
      },
    ]);
    expect(draft).toMatchObject({ kind: 'tool_result', role: 'tool', results: ['t1', 't2'], chars: 8, label: '' });
    expect(flags(draft)).toEqual(['Sent', 'Failed', 'Media']);
  });

  it('counts nothing of the structured copy of a result', () => {
    expect(one('r1 t1 "12345"', { toolUseResult: { stdout: 'x'.repeat(500) } }).chars).toBe(5);
  });
});

describe('assistant records', () => {
  it('gives step, model and usage', () => {
    const draft = one('a1 "done" <- step m1 usage 9 8 7 6');
    expect(draft).toMatchObject({ kind: 'message', role: 'assistant', step: 'm1', model: 'claude-sonnet-4-5', chars: 4 });
    expect(draft.usage).toEqual({ input: 9, output: 8, cacheRead: 7, cacheWrite: 6 });
    expect(flags(draft)).toEqual(['Sent']);
  });

  it('takes the request, then the uuid, for a step without a message id', () => {
    const message = { role: 'assistant', content: 'x' };
    expect(one('a1 "x"', { message }).step).toBe('req-msg-a1');
    expect(one('a1 "x"', { message, requestId: null }).step).toBe(uuidOf('a1'));
  });

  it('reads calls; the prompt only of those that start an agent', () => {
    const draft = one('a1 call Bash t1 Task t2 "look"');
    expect(draft).toMatchObject({
      kind: 'tool_call',
      label: 'Bash, Task',
      calls: [
        { id: 't1', name: 'Bash' },
        { id: 't2', prompt: 'look' },
      ],
    });
    expect(draft.calls[0]).not.toHaveProperty('prompt');
  });

  it('leaves out the plan that the program put into a call, and keeps one that the model wrote', () => {
    const call = (input: JsonObject): number => {
      const message = { id: 'm1', role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'ExitPlanMode', input }] };
      return one('a1 call ExitPlanMode t1', { message }).chars;
    };
    const plan = 'Do this, and then that. '.repeat(100);
    expect(call({ allowedPrompts: [], plan, planFilePath: 'plans/one.md' })).toBe(call({ allowedPrompts: [] }));
    expect(call({ plan, planFilePath: 'plans/one.md' })).toBe(call({}));
    expect(call({ plan })).toBeGreaterThan(plan.length);
  });

  it('knows thinking from thinking next to text', () => {
    expect(flags(one('a1 think "hm"'))).toEqual(['Sent', 'Thinking']);
    const both = [
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'so' },
    ];
    expect(flags(one('a1 ""', { message: { id: 'm', content: both } }))).toEqual(['Sent']);
  });

  it('excludes API errors and gives synthetic lines no model and no usage', () => {
    const error = one('e1 error "Overloaded"');
    expect(error).toMatchObject({ kind: 'error', role: 'assistant', model: null, usage: null });
    expect(flags(error)).toEqual(['Excluded', 'Synthetic', 'Failed']);
    expect(flags(one('a1 "No response requested." synthetic'))).toEqual(['Sent', 'Synthetic']);
  });
});

describe('system records', () => {
  it('reads a compaction with what it keeps', () => {
    const [, , draft] = claudeTree('u1 "a" > a1 "b" > b1 boundary manual 7 keep u1..a1 behind c1').map(claudeCode.read);
    expect(draft).toMatchObject({ kind: 'anchor', anchor: { name: 'compaction', type: 'compaction' } });
    expect(draft?.compaction).toEqual({
      trigger: 'manual',
      preTokens: 7,
      postTokens: null,
      preserved: { head: uuidOf('u1'), anchor: uuidOf('c1'), tail: uuidOf('a1') },
      clearedCalls: [],
    });
    expect(flags(draft as Draft)).toEqual(['Boundary']);
  });

  it('takes the list of messages where no segment is named', () => {
    const compactMetadata = { trigger: 'auto', preTokens: 1, preservedMessages: { anchorUuid: 'c', uuids: ['a', 5, 'b'] } };
    expect(one('b1 boundary auto 1', { compactMetadata }).compaction?.preserved).toEqual({ anchor: 'c', ids: ['a', 'b'] });
  });

  it('reads a micro-compaction', () => {
    const draft = one('k1 micro t1 t2');
    expect(draft).toMatchObject({ anchor: { type: 'micro-compaction' }, compaction: { clearedCalls: ['t1', 't2'], preTokens: 120000 } });
    expect(flags(draft)).toEqual(['MicroBoundary']);
  });

  it.each([
    ['api_error', 'error', ['Failed']],
    ['local_command', 'message', ['Meta', 'Sent']],
    ['turn_duration', 'event', []],
    ['brand_new', 'event', []],
  ])('%s', (subtype, kind, expected) => {
    const draft = one(`s1 system ${subtype} "text"`);
    expect(draft).toMatchObject({ kind, label: subtype, chars: subtype === 'local_command' ? 4 : 0 });
    expect(flags(draft)).toEqual(expected);
  });
});

describe('attachments', () => {
  it('shows a queued prompt as the prompt it was', () => {
    const draft = one('q1 queued "and the docs"');
    const [sent] = claudeCode.messages(claudeTree('q1 queued "and the docs"'));
    expect(draft).toMatchObject({ kind: 'message', role: 'user', chars: String(sent?.content).length, label: 'queued_command' });
    expect(flags(draft)).toEqual(['Prompt', 'Sent', 'Queued']);
  });

  it('knows a queued notification and whom it names', () => {
    const prompt = '<task-notification>\n<task-id>a7</task-id>\n<tool-use-id>t3</tool-use-id>';
    const draft = attachment({ type: 'queued_command', prompt, commandMode: 'task-notification' });
    expect(flags(draft)).toEqual(['Sent', 'Queued', 'Notification']);
    expect(draft.facts?.spawns).toEqual([{ agent: 'a7', call: 't3' }]);
  });

  it.each([
    ['edited_text_file', { snippet: '1\tx' }],
    ['nested_memory', { content: { content: 'rules' } }],
    ['hook_additional_context', { content: ['abc'] }],
    ['hook_success', { hookEvent: 'SessionStart', content: 'hi' }],
    ['companion_intro', { content: 'a duck' }],
    ['task_reminder', { content: [{ id: '6', subject: 'Plan', description: 'At length.', status: 'pending', blocks: [] }] }],
    ['task_reminder', { content: [] }],
    [
      'diagnostics',
      { files: [{ uri: 'a.go', diagnostics: [{ message: 'no', severity: 'Error', range: { start: { line: 80, character: 16 } } }] }] },
    ],
    ['never_seen_before', { content: 'text' }],
  ])('%s reaches the model, and weighs what is sent of it', (type, fields) => {
    const draft = attachment({ type, ...fields });
    const [sent] = claudeCode.messages([{ type: 'attachment', version: '2.1.100', attachment: { type, ...fields } }]);
    expect(draft).toMatchObject({ kind: 'attachment', role: 'user', label: type, chars: String(sent?.content).length });
    expect(flags(draft)).toEqual(['Meta', 'Sent']);
  });

  it.each([
    ['hook_cancelled', {}],
    ['command_permissions', {}],
    ['hook_system_message', { content: 'for the person' }],
    ['hook_success', { hookEvent: 'SessionStart', content: '' }],
    ['hook_success', { hookEvent: 'PostToolUse', content: 'ok' }],
    ['hook_additional_context', { content: [] }],
  ])('%s %j does not', (type, fields) => {
    const draft = attachment({ type, ...fields });
    expect(draft).toMatchObject({ kind: 'attachment', role: null, chars: 0 });
    expect(flags(draft)).toEqual([]);
  });

  it('counts no base64', () => {
    const content = { type: 'image', file: { base64: 'A'.repeat(10_000), type: 'image/png' } };
    const draft = attachment({ type: 'file', filename: '/dot.png', content });
    expect(draft.chars).toBe(
      '<system-reminder>\nCalled the Read tool with the following input: {"file_path":"/dot.png"}\n</system-reminder>'.length,
    );
    expect(flags(draft)).toContain('Media');
  });
});

describe('progress, sidecars and the unknown', () => {
  it('keeps progress out of the context and reads whom it names', () => {
    const draft = one('p1 progress t1', { data: { type: 'agent_progress', agentId: 'a7' } });
    expect(draft).toMatchObject({ kind: 'progress', label: 'agent_progress', facts: { spawns: [{ agent: 'a7', call: 't1' }] } });
    expect(flags(draft)).toEqual(['Progress']);
  });

  it.each(['file-history-snapshot', 'queue-operation', 'last-prompt', 'mode', 'pr-link', 'bridge-session', 'frame-link'])(
    '%s is a sidecar',
    (type) => {
      const draft = claudeCode.read({ type, sessionId: 's' });
      expect(draft).toMatchObject({ kind: type, id: null });
      expect(flags(draft)).toEqual(['Sidecar']);
    },
  );

  it('keeps an unknown type under its own name, with and without a uuid', () => {
    expect(one('w1 hologram')).toMatchObject({ kind: 'hologram', id: uuidOf('w1'), flags: Flag.Unknown });
    expect(claudeCode.read({ type: 'hologram' })).toMatchObject({ kind: 'hologram', flags: Flag.Unknown | Flag.Sidecar });
    expect(claudeCode.read({ type: '__proto__', uuid: 'x' })).toMatchObject({ kind: '__proto__', flags: Flag.Unknown });
    expect(claudeCode.read({ silly: 'this' })).toMatchObject({ kind: 'untyped' });
    expect(claudeCode.read(12)).toMatchObject({ kind: 'untyped' });
  });
});

describe('facts', () => {
  it('ranks titles', () => {
    const ranked = [
      user('  Fix   the\ntests ').facts,
      claudeCode.read({ type: 'summary', summary: 'Tests', leafUuid: 'x' }).facts,
      claudeCode.read({ type: 'ai-title', aiTitle: 'Fix tests' }).facts,
      claudeCode.read({ type: 'agent-name', agentName: 'fixer' }).facts,
      claudeCode.read({ type: 'custom-title', customTitle: 'Mine' }).facts,
    ];
    expect(ranked.map((facts) => facts?.title)).toEqual(['Fix the tests', 'Tests', 'Fix tests', 'fixer', 'Mine']);
    expect(ranked.map((facts) => facts?.titleRank)).toEqual([0, 1, 2, 3, 4]);
  });

  it('cuts long titles, names commands and takes nothing the program wrote', () => {
    expect(user('x'.repeat(500)).facts?.title).toHaveLength(120);
    const command = '<command-message>review</command-message><command-name>/review</command-name><command-args>the parser</command-args>';
    expect(user(command).facts).toMatchObject({ title: '/review the parser', titleRank: 0 });
    expect(user('<command-name>/theme</command-name>').facts).toMatchObject({ title: '/theme', titleRank: -1 });
    expect(user('<local-command-stdout>x</local-command-stdout>').facts).not.toHaveProperty('title');
  });

  it('gives the first prompt of a chain only at its root, and the agent only in its own file', () => {
    const [root, next] = claudeTree('z1 "look around" side {"agentId":"a7"} > z2 "go on"').map(claudeCode.read);
    expect(root?.facts).toMatchObject({ prompt: 'look around', agent: 'a7', title: 'look around' });
    expect(next?.facts).not.toHaveProperty('prompt');
    expect(next?.facts).not.toHaveProperty('title');
    expect(user('Warmup', { isSidechain: true }).facts?.prompt).toBe('Warmup');
    expect(user('x', { agentId: 'a7' }).facts).not.toHaveProperty('agent');
  });

  it('links the agent that a result names to its call', () => {
    expect(one('r1 t1', { toolUseResult: { agentId: 'a7', status: 'completed' } }).facts?.spawns).toEqual([{ agent: 'a7', call: 't1' }]);
    expect(one('r1 t1', { toolUseResult: 'Error' }).facts).not.toHaveProperty('spawns');
  });
});

describe('odd shapes', () => {
  const spread: JsonObject = { 0: 'e', 1: 'v', 2: 'e', 3: 'n', 4: 't' };
  it.each([
    ['null', null, 0],
    ['a string', 'hello', 5],
    ['a string spread into keys', spread, 5],
    ['a list', ['a'], 0],
    ['content null', { content: null }, 0],
    ['content with strings and numbers', { content: ['abc', 7, null, { type: 'text' }] }, 3],
  ])('a message that is %s', (_name, message, chars) => {
    for (const type of ['user', 'assistant']) {
      const draft = claudeCode.read({ type, uuid: 'u', message });
      expect(draft).toMatchObject({ kind: 'message', chars, step: type === 'user' ? null : 'u' });
    }
  });

  it('ids that are not strings are not ids', () => {
    const draft = claudeCode.read({
      type: 'assistant',
      uuid: 5,
      parentUuid: {},
      message: { content: [{ type: 'tool_use', id: 7, name: 'Bash' }] },
    });
    expect(draft).toMatchObject({ id: null, parent: null, kind: 'tool_call', calls: [], label: 'Bash' });
    expect(flags(draft)).toEqual(['Sidecar']);
  });
});
