import type { Json, JsonObject } from '../../values.ts';

/** Rollouts for tests, drawn by hand: each function makes one line. Times go up by a second from line to line. */

let clock = 0;

const line = (type: string, payload: JsonObject, more: JsonObject = {}): JsonObject => {
  clock += 1;
  return { timestamp: new Date(Date.UTC(2026, 10, 3, 9, 0, clock)).toISOString(), type, payload, ...more };
};

/** A UUID of version 7 that is the older the smaller its number. */
export function uuid(number: number): string {
  return `019e0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

export function meta(id: number, more: JsonObject = {}): JsonObject {
  return line('session_meta', {
    ...{ id: uuid(id), cwd: '/home/ann/mill', cli_version: '0.144.0', source: 'cli' },
    ...{ base_instructions: { text: 'You grind corn.' }, ...more },
  });
}

export function event(type: string, more: JsonObject = {}): JsonObject {
  return line('event_msg', { type, ...more });
}

export function turn(id: number, model = 'gpt-5.5'): JsonObject[] {
  return [
    event('task_started', { turn_id: uuid(id) }),
    line('turn_context', { turn_id: uuid(id), model, effort: 'high', cwd: '/home/ann/mill' }),
  ];
}

export function item(payload: JsonObject, more: JsonObject = {}): JsonObject {
  return line('response_item', payload, more);
}

const message = (role: string, text: string): JsonObject => ({
  ...{ type: 'message', role },
  content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
});

export function said(role: 'user' | 'developer' | 'assistant', text: string, more: JsonObject = {}): JsonObject {
  return item({ ...message(role, text), ...more });
}

export function call(id: string, name = 'exec_command', input: Json = { cmd: 'ls' }): JsonObject {
  return item({ type: 'function_call', name, arguments: JSON.stringify(input), call_id: id });
}

export function output(id: string, text = 'done'): JsonObject {
  return item({ type: 'function_call_output', call_id: id, output: text });
}

export function thinking(summary?: string): JsonObject {
  return item({
    type: 'reasoning',
    summary: summary === undefined ? [] : [{ type: 'summary_text', text: summary }],
    encrypted_content: 'c2VjcmV0',
  });
}

const counts = (input: number, output: number): JsonObject => ({
  ...{ input_tokens: input, cached_input_tokens: Math.floor(input / 2), output_tokens: output, total_tokens: input + output },
});

/** Cumulative tokens, and those of the last request. */
export function tokens(total: [number, number], last: [number, number]): JsonObject {
  return event('token_count', {
    info: { total_token_usage: counts(...total), last_token_usage: counts(...last) },
    rate_limits: { plan_type: null },
  });
}

/** A compaction; with null as writers up to 0.98 logged it. */
export function compacted(history: JsonObject[] | null, text = ''): JsonObject {
  return line('compacted', { message: text, ...(history === null ? {} : { replacement_history: history }) });
}

export const plainMessage = message;

export function rolledBack(turns: number): JsonObject {
  return event('thread_rolled_back', { num_turns: turns });
}
