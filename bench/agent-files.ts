import { closeSync, openSync, writeSync } from 'node:fs';
import { claudeWriter } from './claude-file.ts';

/** Sessions of other agents, drawn by the writer of the sessions of Claude Code: the same invented words, in the shape of their logs. */

type Make = (tools: Tools) => { head: object[]; turn(): object[] };

interface Tools extends ReturnType<typeof claudeWriter> {
  /** Later by a moment at each call. */
  now(): string;
  id(prefix: string): string;
}

/** Writes `bytes` bytes of lines. */
const writeLines = (path: string, bytes: number, make: Make, seed = 7): void => {
  const writer = claudeWriter(seed);
  let time = Date.UTC(2026, 0, 5);
  // Two sessions have no id in common, unless one was copied from the other.
  let ids = seed << 20;
  const now = (): string => {
    time += Math.floor(writer.random() * 3000);
    return new Date(time).toISOString();
  };
  const id = (prefix: string): string => {
    ids += 1;
    return `${prefix}${ids.toString(16).padStart(24, '0')}`;
  };
  const { head, turn } = make({ ...writer, now, id });
  const file = openSync(path, 'w');
  let next = head;
  for (let written = 0; written < bytes; next = turn()) {
    const text = next.map((record) => `${JSON.stringify(record)}\n`).join('');
    writeSync(file, text);
    written += text.length;
  }
  closeSync(file);
};

/** The next number of the thread in the form of the ids that Codex makes. */
const UUID = '019e0000-0000-7000-8000-';

const codexTurns: Make = ({ random, words: { prose, code, line }, now, id }) => {
  let total = 0;
  const record = (type: string, payload: object): object => ({ timestamp: now(), type, payload });
  const item = (payload: object): object => record('response_item', payload);
  const said = (role: string, type: string, text: string): object => item({ type: 'message', role, content: [{ type, text }] });
  const tokens = (): object => {
    const last = { input_tokens: 9000, cached_input_tokens: 8000, output_tokens: 300, reasoning_output_tokens: 100, total_tokens: 9300 };
    total += 1;
    const sum = Object.fromEntries(Object.entries(last).map(([name, count]) => [name, count * total]));
    return record('event_msg', {
      type: 'token_count',
      info: { total_token_usage: sum, last_token_usage: last, model_context_window: 258_400 },
    });
  };
  const request = (): object[] => {
    const calls = Array.from({ length: 1 + Math.floor(random() * 2) }, () => id('call_'));
    return [
      item({ type: 'reasoning', summary: [], content: null, encrypted_content: code(900) }),
      ...calls.map((call) =>
        item({ type: 'function_call', name: 'exec_command', arguments: JSON.stringify({ cmd: line() }), call_id: call }),
      ),
      tokens(),
      ...calls.map((call) =>
        item({ type: 'function_call_output', call_id: call, output: `Exit code: 0\nOutput:\n${code(300 + random() * 2600)}` }),
      ),
    ];
  };
  const meta = {
    id: `${UUID}000000000001`,
    cwd: '/home/mia/harbour',
    cli_version: '0.144.0',
    source: 'cli',
    base_instructions: { text: prose(9000) },
  };
  return {
    head: [record('session_meta', meta)],
    turn: () => {
      const turn = `${UUID}${id('').slice(-12)}`;
      const [prompt, answer] = [prose(200), prose(100 + random() * 600)];
      return [
        record('event_msg', { type: 'task_started', turn_id: turn }),
        record('turn_context', { turn_id: turn, cwd: '/home/mia/harbour', model: 'gpt-5.5', effort: 'medium' }),
        said('user', 'input_text', prompt),
        record('event_msg', { type: 'user_message', message: prompt, images: [] }),
        ...Array.from({ length: 8 }, request).flat(),
        record('event_msg', { type: 'agent_message', message: answer }),
        said('assistant', 'output_text', answer),
        tokens(),
        record('event_msg', { type: 'task_complete', turn_id: turn, last_agent_message: answer }),
      ];
    },
  };
};

const piTurns: Make = ({ random, words: { prose, code, line }, now, id }) => {
  let parent: string | null = null;
  const entry = (message: object): object => {
    const record = { type: 'message', id: id('').slice(-8), parentId: parent, timestamp: now(), message };
    parent = record.id;
    return record;
  };
  const usage = {
    input: 900,
    output: 300,
    cacheRead: 8000,
    cacheWrite: 100,
    totalTokens: 9300,
    cost: { input: 0.1, output: 0.2, total: 0.3 },
  };
  const answer = (content: object[]): object =>
    entry({ role: 'assistant', content, provider: 'anthropic', model: 'claude-sonnet-4-5', usage, stopReason: 'toolUse', timestamp: 1 });
  const request = (): object[] => {
    const call = id('toolu_');
    const content = [
      { type: 'thinking', thinking: prose(300 + random() * 600), thinkingSignature: code(300) },
      { type: 'toolCall', id: call, name: 'bash', arguments: { command: line() } },
    ];
    const result = { role: 'toolResult', toolCallId: call, toolName: 'bash', isError: false, timestamp: 1 };
    return [answer(content), entry({ ...result, content: [{ type: 'text', text: code(300 + random() * 2600) }] })];
  };
  return {
    head: [{ type: 'session', version: 3, id: '019e0000-0000-7000-8000-000000000002', timestamp: now(), cwd: '/home/mia/harbour' }],
    turn: () => [
      entry({ role: 'user', content: [{ type: 'text', text: prose(200) }], timestamp: 1 }),
      ...Array.from({ length: 8 }, request).flat(),
      answer([{ type: 'text', text: prose(100 + random() * 600) }]),
    ],
  };
};

export function writeCodexFile(path: string, bytes: number, seed?: number): void {
  writeLines(path, bytes, codexTurns, seed);
}
export function writePiFile(path: string, bytes: number, seed?: number): void {
  writeLines(path, bytes, piTurns, seed);
}
