import { describe, expect, it } from 'vitest';
import { claudeTree, uuidOf } from '../../testing/tree.ts';
import type { Json, JsonObject } from '../format.ts';
import { claudeCode } from './format.ts';

const { locate, messages, parts, payload, preview, text } = claudeCode;

const only = (drawing: string, over: JsonObject = {}): JsonObject => ({ ...claudeTree(drawing)[0], ...over });

/** Role and, per block, what it is and says. */
function outline(records: Json[]): string[] {
  return messages(records).map(({ role, content }) => {
    if (typeof content === 'string') return `${role}: ${content}`;
    const blocks = Array.isArray(content) ? content : [];
    return `${role}: ${blocks.map((block) => gist(block as JsonObject)).join(' | ')}`;
  });
}

const gist = (block: JsonObject): string => `${block.type} ${block.text ?? block.thinking ?? block.id ?? block.tool_use_id}`;

describe('where a file is', () => {
  const session = '1c8e5f5a-1111-4222-8333-abcdefabcdef';
  it.each([
    [`/h/.claude/projects/-home-x/${session}.jsonl`, { session }],
    [`C:\\Users\\x\\.claude\\projects\\c--x\\${session}.jsonl`, { session }],
    ['/p/-home-x/agent-ab12cd3.jsonl', { agent: 'ab12cd3', relation: 'sub-agent' }],
    [
      `/p/-home-x/${session}/subagents/agent-a0123456789abcdef.jsonl`,
      { agent: 'a0123456789abcdef', parentSession: session, relation: 'sub-agent' },
    ],
    [`/p/${session}/subagents/workflows/wf_1/agent-a1.jsonl`, { agent: 'a1', parentSession: session, relation: 'sub-agent' }],
    [
      `C:\\p\\${session}\\subagents\\agent-acompact-946d2b.jsonl`,
      { agent: 'acompact-946d2b', parentSession: session, relation: 'compaction-copy' },
    ],
    ['/p/x/agent-aside_question-12.jsonl', { agent: 'aside_question-12', relation: 'aside' }],
    ['/p/x/notes.jsonl', {}],
  ])('%s', (path, expected) => expect(locate(path)).toEqual(expected));

  it('says which files next to the tapes are none', () => {
    expect(locate(`/p/${session}/subagents/workflows/wf_1/journal.jsonl`).ignore).toContain('journal');
    expect(locate('/p/x/agent-a1.meta.json').ignore).toContain('sub-agent');
  });
});

describe('messages in the shape of the API', () => {
  it('makes one assistant message of all lines of a message id', () => {
    const records = claudeTree(
      'u1 "go" > a1 think "hm" <- step m1 > a2 "I look" <- step m1 > a3 call Read t1 <- step m1 > r1 t1 "x" > a4 "done" <- step m2',
    );
    expect(outline(records)).toEqual([
      'user: go',
      'assistant: thinking hm | text I look | tool_use t1',
      'user: tool_result t1',
      'assistant: text done',
    ]);
  });

  it('joins the lines of a message that results of parallel calls separate', () => {
    const records = claudeTree(`
      u1 "go" > a1 call Read t1 <- step m1
      r1 t1 @a1
      a2 call Grep t2 <- step m1 @a1
      r2 t2 @a2
      a3 "done" <- step m2 @r2
    `);
    expect(outline(records)).toEqual([
      'user: go',
      'assistant: tool_use t1 | tool_use t2',
      'user: tool_result t1 | tool_result t2',
      'assistant: text done',
    ]);
  });

  it('merges what the user side says, results first', () => {
    const records = claudeTree(`
      u1 "go" > a1 call Read t1 <- step m1
      x1 attach file "text" {"attachment":{"type":"nested_memory","path":"/r.md","content":{"content":"be kind"}}} @a1
      q1 queued "and hurry" @x1
      r1 t1 "x" @q1
      s1 system turn_duration @r1
      p1 progress t1 @r1
      x2 attach hook_cancelled "no" @r1
    `);
    expect(outline(records)[2]).toBe(
      "user: tool_result t1 | text <system-reminder>\nContents of /r.md:\n\nbe kind\n</system-reminder> | text <system-reminder>\nThe user sent a new message while you were working:\nand hurry\n\nIMPORTANT: After completing your current task, you MUST address the user's message above. Do not ignore it.\n</system-reminder>",
    );
    expect(outline(records)).toHaveLength(3);
  });

  it('begins again with the summary after a compaction, and leaves errors out', () => {
    const records = claudeTree(
      'b1 boundary auto 9 > c1 summary "so far" > e1 error "Overloaded" > a1 "on" > s1 system local_command "stdout"',
    );
    expect(outline(records)).toEqual(['user: so far', 'assistant: text on', 'user: stdout']);
  });

  it('sends a placeholder for results that a micro-compaction cleared', () => {
    const records = claudeTree('a1 call Read t1 Read t2 > r1 t1 t2 "long" > k1 micro t1');
    expect(messages(records)[1]?.content).toEqual([
      { type: 'tool_result', tool_use_id: 't1', content: '[Old tool result content cleared]' },
      { type: 'tool_result', tool_use_id: 't2', content: 'long' },
    ]);
  });

  it('sends a plan call as the model wrote it, and shows the plan that the log adds next to it', () => {
    const input = { allowedPrompts: [], plan: 'Do this.', planFilePath: 'plans/one.md' };
    const call = { type: 'tool_use', id: 't1', name: 'ExitPlanMode', input };
    const record = only('a1 call ExitPlanMode t1', { message: { id: 'm1', role: 'assistant', content: [call] } });
    expect(messages([record])).toEqual([{ role: 'assistant', content: [{ ...call, input: { allowedPrompts: [] } }] }]);
    expect(parts(record)).toMatchObject([
      { type: 'tool_call', name: 'ExitPlanMode' },
      { type: 'text', text: 'Do this.' },
    ]);
    expect(parts(record)[0]?.text).not.toContain('Do this.');
  });

  it('holds nothing but roles and content', () => {
    const records = claudeTree('u1 "go" > a1 call Bash t1 <- step m1 > r1 t1');
    expect(messages(records).flatMap((message) => Object.keys(message))).toEqual(['role', 'content', 'role', 'content', 'role', 'content']);
    expect(JSON.stringify(messages(records))).not.toContain(uuidOf('u1'));
  });

  it('never answers before it was asked: all results of a turn follow their calls', () => {
    const [, assistant, results] = messages(
      claudeTree('u1 "go" > a1 call Read t1 <- step m1 > r1 t1 > a2 call Read t2 <- step m2 > r2 t2'),
    );
    expect(assistant).toMatchObject({ role: 'assistant', content: [{ id: 't1' }] });
    expect(results).toMatchObject({ role: 'user', content: [{ tool_use_id: 't1' }] });
  });
});

describe('text for the search', () => {
  it.each([
    ['prompts', 'u1 "größer"', 'größer'],
    ['thinking', 'a1 think "hm, why"', 'hm, why'],
    ['results', 'r1 t1 "2 failed"', '2 failed'],
    ['tool names and input', 'a1 call Task t1 "look at x"', 'Task\nlook at x'],
    ['queued prompts', 'q1 queued "hurry"', 'hurry'],
    ['system records', 's1 system local_command "stdout"', 'local_command\nstdout\ninfo'],
    ['titles', '- ai-title {"aiTitle":"Fix tests"}', 'Fix tests'],
  ])('%s', (_name, drawing, expected) => expect(text(only(drawing))).toBe(expected));

  it('leaves out the copy of a result, base64 and signatures', () => {
    expect(text(only('r1 t1 "out"', { toolUseResult: { stdout: 'copy' } }))).toBe('out');
    const image = { type: 'image', source: { type: 'base64', data: 'QUJD' } };
    expect(text(only('u1 ""', { message: { content: [image, { type: 'text', text: 'look' }] } }))).toBe('\nlook');
    expect(text(only('a1 think "hm"'))).not.toContain('c2ln');
  });

  it('finds the files of a snapshot by name', () => {
    expect(text({ type: 'file-history-snapshot', snapshot: { trackedFileBackups: { 'src/a.ts': { version: 1 } } } })).toBe('src/a.ts');
  });
});

describe('parts for the inspector', () => {
  it('draws each block as what it is', () => {
    expect(parts(only('a1 call Task t1 "look"'))).toEqual([
      { type: 'tool_call', name: 'Task', id: 't1', text: '{\n  "prompt": "look"\n}' },
    ]);
    expect(parts(only('r1 t1 "no" failed'))).toEqual([{ type: 'tool_result', id: 't1', failed: true, text: 'no' }]);
    expect(parts(only('a1 think "hm"'))).toEqual([{ type: 'thinking', text: 'hm' }]);
  });

  it('shows a persisted output as it stands and follows no path in it', () => {
    const stub = '<persisted-output>\nOutput too large. Full output saved to: /etc/passwd\n</persisted-output>';
    expect(parts(only('r1 t1', { message: { content: [{ type: 'tool_result', tool_use_id: 't1', content: stub }] } }))[0]?.text).toBe(stub);
  });

  it('cuts what is huge and says by how much', () => {
    const [part] = parts(only('u1 ""', { message: { content: 'x'.repeat(300_000) } }));
    expect(part).toMatchObject({ type: 'text', cut: 100_000 });
    expect(part?.text).toHaveLength(200_000);
  });

  it('draws an image of a result after its text, and fetches none that is elsewhere', () => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } };
    const result = { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: 'two' }, image] };
    expect(parts(only('u1 ""', { message: { content: [result] } }))).toEqual([
      { type: 'tool_result', id: 't1', text: 'two' },
      { type: 'image', name: 'image/png', text: 'QUJD' },
    ]);
    const far = { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } };
    expect(parts(only('u1 ""', { message: { content: [far] } }))).toEqual([
      { type: 'image', name: 'image', text: 'At https://example.org/a.png. Tapescope fetches nothing.' },
    ]);
  });

  it('shows an attachment as text and as data, and any other record without its envelope', () => {
    expect(parts(only('x1 attach date_change "x" {"attachment":{"type":"date_change","newDate":"2026-01-06"}}'))).toMatchObject([
      { type: 'text', name: 'date_change', text: expect.stringContaining("Today's date is now 2026-01-06.") },
      { type: 'json', name: 'attachment' },
    ]);
    const tasks = [{ id: '6', subject: 'Plan', description: 'at length', status: 'pending' }];
    expect(
      parts(only(`x1 attach task_reminder "x" ${JSON.stringify({ attachment: { type: 'task_reminder', content: tasks } })}`))[0],
    ).toMatchObject({
      text: expect.stringMatching(/\n\nHere are the existing tasks:\n\n#6\. \[pending\] Plan$/),
    });
    const [shown] = parts(only('w1 hologram {"colour":"blue"}'));
    expect(JSON.parse(shown?.text ?? '')).toEqual({ type: 'hologram', colour: 'blue' });
  });
});

describe('previews', () => {
  it.each([
    ['u1 "one\\n\\n  two\\nthree\\nfour"', 'one\ntwo\nthree'],
    ['a1 call Task t1 "look\\naround"', 'Task look around'],
    ['a1 think ""', '(thinking that the log does not hold)'],
    ['p1 progress t1', 'hook_progress · PostToolUse'],
    ['- ai-title {"aiTitle":"Fix tests"}', 'Fix tests'],
    ['s1 system informational "connected"', 'connected'],
  ])('%s', (drawing, expected) => expect(preview(only(drawing))).toBe(expected));

  it('is short and never half a character', () => {
    const cut = preview(only('u1 ""', { message: { content: '🙂'.repeat(1000) } }));
    expect(cut.length).toBeLessThanOrEqual(280);
    expect(cut).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
  });
});

describe('the payload', () => {
  it('is the same for a copy in another session, file and version', () => {
    const original = claudeTree('u1 "go" > a1 call Bash t1 <- step m1', { session: 's1' });
    const copy = claudeTree('u1 "go" version 2.2.0 at 99 > a1 call Bash t1 <- step m1 at 100', { session: 's2' });
    expect(copy.map(payload)).toEqual(original.map(payload));
    expect(payload(only('u1 "other"'))).not.toEqual(payload(original[0] ?? null));
  });

  it('keeps what a record says and drops where and when it was said', () => {
    expect(payload(only('s1 system informational "connected"'))).toEqual({
      type: 'system',
      subtype: 'informational',
      content: 'connected',
      level: 'info',
    });
  });
});
