import { describe, expect, it } from 'vitest';
import { claudeTree } from '../../testing/tree.ts';
import type { JsonObject } from '../format.ts';
import { isObject } from '../json.ts';
import { claudeCode } from './format.ts';

const reminder = (text: string): string => `<system-reminder>\n${text}\n</system-reminder>`;

/** An attachment as a drawn line; `version` is that of the program. */
const attach = (name: string, attachment: JsonObject, version = '2.1.219'): string =>
  `${name} attach ${String(attachment.type)} "x" version ${version} ${JSON.stringify({ attachment })}`;

/** Content of the last message. */
const last = (drawing: string, model: string | null = null): JsonObject[] => {
  const content = claudeCode.messages(claudeTree(drawing), model).at(-1)?.content;
  return Array.isArray(content) ? content.filter(isObject) : [{ type: 'text', text: content ?? '' }];
};

const words = (attachment: JsonObject, version?: string, model?: string): unknown[] =>
  last(attach('x1', attachment, version), model).map((block) => block.text ?? block.type);

describe('the words around an attachment', () => {
  it.each<[JsonObject, string]>([
    [
      { type: 'hook_success', hookName: 'SessionStart:startup', hookEvent: 'SessionStart', content: 'tide is low' },
      'SessionStart:startup hook success: tide is low',
    ],
    [{ type: 'hook_additional_context', hookName: 'Stop', content: ['a', 'b'] }, 'Stop hook additional context: a\nb'],
    [
      { type: 'hook_blocking_error', hookName: 'PostToolUse:Bash', blockingError: { command: 'check', blockingError: 'no' } },
      'PostToolUse:Bash hook blocking error from command: "check": no',
    ],
    [
      { type: 'skill_listing', content: '- moor: Make fast' },
      'The following skills are available for use with the Skill tool:\n\n- moor: Make fast',
    ],
    [
      { type: 'agent_listing_delta', addedTypes: ['pilot'], addedLines: ['- pilot: Steers'], removedTypes: [], isInitial: true },
      'Available agent types for the Agent tool:\n- pilot: Steers',
    ],
    [{ type: 'mcp_instructions_delta', addedBlocks: ['## tide\nAsk it.'], removedNames: [] }, '# MCP Server Instructions'],
    [{ type: 'deferred_tools_delta', addedLines: ['Buoy', 'Chart'], removedNames: [] }, 'before calling them:\nBuoy\nChart'],
    [
      { type: 'deferred_tools_delta', readdedNames: ['mcp__tide__now', 'mcp__tide__next'] },
      '2 deferred tools are available again (MCP server reconnected — names announced earlier in this conversation): mcp__tide__* (2). Load via ToolSearch as before.',
    ],
    [{ type: 'edited_text_file', filename: '/log.md', snippet: '3\tcalm' }, '(shown with line numbers):\n3\tcalm'],
    [{ type: 'todo_reminder', content: [{ content: 'Coil', status: 'pending' }] }, '[1. [pending] Coil]'],
    [{ type: 'task_reminder', content: [{ id: '4', subject: 'Coil', status: 'pending' }] }, '#4. [pending] Coil'],
    [{ type: 'date_change', newDate: '2026-02-03' }, "Today's date is now 2026-02-03."],
  ])('%j', (attachment, part) => {
    const [text] = words(attachment);
    expect(text).toMatch(/^<system-reminder>\n[\s\S]+\n<\/system-reminder>$/);
    expect(text).toContain(part);
  });

  it('weighs a reminder without tasks by all that it says', () => {
    expect(String(words({ type: 'task_reminder', content: [] })[0]).length).toBeGreaterThan(400);
  });

  it('are those of the version', () => {
    const task = { type: 'task_reminder', content: [] };
    expect(words(task, '2.1.112')[0]).toContain('NEVER mention this reminder');
    expect(words(task, '2.1.219')[0]).not.toContain('NEVER');
    const queued = { type: 'queued_command', prompt: 'cast off' };
    expect(words(queued, '2.1.112')[0]).toContain('cast off\n\nIMPORTANT: After completing');
    expect(words(queued, '2.1.219')[0]).toContain('cast off\n\nThis is how Claude Code surfaces');
    const ended = { type: 'queued_command', prompt: 'ended', commandMode: 'task-notification' };
    expect(words(ended, '2.1.100')[0]).toBe(reminder('A background agent completed a task:\nended'));
    expect(words(ended, '2.1.112')[0]).toMatch(/SYSTEM NOTIFICATION(?![\s\S]*No human input)/);
    expect(words(ended, '2.1.219')[0]).toContain('No human input');
  });

  it('are a call and its result where a file was mentioned, with line numbers', () => {
    const text = { type: 'file', filename: '/log.md', content: { type: 'text', file: { content: 'a\nb', startLine: 9 } } };
    expect(words(text)).toEqual([
      reminder('Called the Read tool with the following input: {"file_path":"/log.md"}'),
      reminder('Result of calling the Read tool:\n9\ta\n10\tb'),
    ]);
    expect(words({ ...text, truncated: true })).toHaveLength(3);
    const image = { type: 'file', filename: '/dot.png', content: { type: 'image', file: { base64: 'QQ', type: 'image/png' } } };
    expect(words(image)[1]).toBe('image');
  });

  it('warn of malware by version and model', () => {
    const text = { type: 'file', filename: '/log.md', content: { type: 'text', file: { content: 'a' } } };
    const warned = (version: string, model: string) => String(words(text, version, model)[1]).includes('malware');
    expect(warned('2.1.112', 'claude-sonnet-4-5')).toBe(true);
    expect(warned('2.1.112', 'claude-opus-4-6')).toBe(false);
    expect(warned('2.1.219', 'claude-sonnet-4-5')).toBe(false);
  });

  it.each(['environment', 'session_context', 'prompt_snapshot', 'todo', 'goal_status'])('%s without its words is not sent', (type) => {
    expect(claudeCode.messages(claudeTree(attach('x1', { type })))).toEqual([]);
  });
});

const SKILLS = { type: 'skill_listing', content: '- moor' };
const hook = (content: string): JsonObject => ({
  type: 'hook_additional_context',
  hookEvent: 'PostToolUse',
  hookName: 'PostToolUse:Read',
  content: [content],
});
const TASKS = { type: 'task_reminder', content: [] };

/** Texts of the last message, cut; a result with what was folded into it. */
const outline = (drawing: string): string[] =>
  last(drawing).map((block) =>
    String(block.text ?? (Array.isArray(block.content) ? JSON.stringify(block.content) : block.content))
      .replaceAll(/<\/?system-reminder>/g, '')
      .trim(),
  );

describe('where a reminder goes', () => {
  const called = (tail: string, version = '2.1.219'): string =>
    `u1 "go" version ${version} > a1 call Read t1 Read t2 <- step m1 version ${version}\n${tail}`;

  it('is into the text of the result before it', () => {
    const [first, second] = last(called(`r1 t1 "one" > r2 t2 "two" > ${attach('x1', TASKS)}`));
    expect(first?.content).toBe('one');
    expect(second?.content).toMatch(/^two\n\n<system-reminder>\nThe task tools[\s\S]*<\/system-reminder>$/);
  });

  it('is after a result that is a list before 2.1.285, and in it from then on', () => {
    const listed = (version: string) =>
      `r1 t1 "x" ${JSON.stringify({
        message: {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 't1',
              content: [
                { type: 'text', text: 'a' },
                { type: 'text', text: 'b' },
              ],
            },
          ],
        },
      })} > ${attach('x1', TASKS, version)}`;
    expect(last(called(listed('2.1.219'))).map(({ type }) => type)).toEqual(['tool_result', 'text']);
    const [only, ...rest] = last(called(listed('2.1.285'), '2.1.285'));
    expect(rest).toEqual([]);
    expect(only?.content).toMatchObject([{ text: 'a' }, { text: 'b\n' }, { text: expect.stringContaining('The task tools') }]);
  });

  it('is after what a hook of a tool said while the loop runs, and not once a person asked again', () => {
    const results = `r1 t1 "one" > ${attach('x1', hook('H1'))} > r2 t2 "two" > ${attach('x2', hook('H2'))} > ${attach('x3', SKILLS)}`;
    const running = outline(called(results));
    expect(running.map((text) => text.slice(-2))).toEqual(['ne', 'wo', 'H1', 'or', 'H2']);
    const sent = claudeCode.messages(claudeTree(called(`${results} > a2 "so" <- step m2 > u2 "and?"`)))[2]?.content;
    const [first, second] = Array.isArray(sent) ? sent.filter(isObject) : [];
    expect(first?.content).toContain('H1');
    expect(second?.content).toMatch(/H2[\s\S]*moor/);
  });

  it('ends the line of a text before what a person says', () => {
    expect(last(`${attach('x1', SKILLS)} > u1 "go" version 2.1.219`).map(({ text }) => String(text).slice(-3))).toEqual(['r>\n', 'go']);
    expect(last(`u1 "one" version 2.1.59 > u2 "two" version 2.1.59`).map(({ text }) => text)).toEqual(['one', 'two']);
  });
});

describe('what the program adds or removes', () => {
  it('says that tools were loaded', () => {
    const found = {
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 't1', content: [{ type: 'tool_reference', tool_name: 'Buoy' }] }],
      },
    };
    const drawing = (version: string) => `a1 call ToolSearch t1 <- step m1 > r1 t1 "x" version ${version} ${JSON.stringify(found)}`;
    expect(last(drawing('2.1.112')).at(-1)).toEqual({ type: 'text', text: 'Tool loaded.' });
    expect(last(drawing('2.1.59')).at(-1)?.type).toBe('tool_result');
  });

  it('sends of a failed result its words alone', () => {
    const failed = {
      message: {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 't1',
            is_error: true,
            content: [
              { type: 'text', text: 'no' },
              { type: 'image', source: {} },
            ],
          },
        ],
      },
    };
    expect(last(`a1 call Read t1 <- step m1 > r1 t1 "x" version 2.1.112 ${JSON.stringify(failed)}`)[0]?.content).toEqual([
      { type: 'text', text: 'no' },
    ]);
  });

  it('leaves out answers of thinking alone', () => {
    const sent = claudeCode.messages(claudeTree('u1 "go" > a1 think "hm" <- step m1 > u2 "and?"'));
    expect(sent).toHaveLength(1);
    expect(last('u1 "go" > a1 think "hm" <- step m1 > u2 "and?"').map(({ text }) => text)).toEqual(['go', 'and?']);
  });
});
