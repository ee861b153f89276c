import type { Files } from './hosts.ts';

/** One short piece of work as two other agents log it: a call, a compaction, and three prompts. Drawn for these specs, copied from nowhere. */
export interface Told {
  /** The agent as people call it, and the letters of its rows. */
  name: string;
  mark: string;
  /** Below the home folder, where the agent keeps it by itself. */
  path: string;
  lines: readonly string[];
  /** What is appended while the window looks: one more prompt and its answer. */
  later: readonly string[];
}

export const WORK = 'How deep is the harbour?';
export const FOUND = 'The chart says four metres at low water.';
export const SUMMARY = 'The harbour is four metres deep at low water; the pilot was told.';
export const LAST = 'Then moor at the north quay.';
export const LATER = 'Is there a crane?';

const CWD = '/home/reader/harbour';
const START = Date.UTC(2026, 0, 6, 8, 0, 0);
const at = (count: number): string => new Date(START + count * 5000).toISOString();
const text = (words: string): object[] => [{ type: 'text', text: words }];

/** Sizes that are recorded, request by request: what was read, and what of it came from a cache. */
const SIZES = [2400, 2900, 3300, 2100, 2500];

const pi = (): Told => {
  const lines: string[] = [];
  let parent: string | null = null;
  let requests = 0;
  const add = (type: string, fields: object): string => {
    const id = `e${String(lines.length).padStart(7, '0')}`;
    lines.push(JSON.stringify({ type, id, parentId: parent, timestamp: at(lines.length), ...fields }));
    parent = id;
    return id;
  };
  const say = (role: string, fields: object): string =>
    add('message', { message: { role, timestamp: START + lines.length * 5000, ...fields } });
  const answer = (content: object[], stopReason = 'stop'): void => {
    const size = SIZES[requests++] ?? 2600;
    const usage = { input: 400, output: 30, cacheRead: size - 400, cacheWrite: 0, totalTokens: size + 30 };
    const model = { api: 'anthropic-messages', provider: 'anthropic', model: 'claude-sonnet-4-5' };
    say('assistant', {
      content,
      ...model,
      usage: { ...usage, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0.01 } },
      stopReason,
    });
  };
  const session = '019b9000-0000-7000-8000-000000000001';
  lines.push(JSON.stringify({ type: 'session', version: 3, id: session, timestamp: at(0), cwd: CWD }));
  say('user', { content: text(WORK) });
  answer([{ type: 'toolCall', id: 'call_1', name: 'read', arguments: { path: 'chart.txt' } }], 'toolUse');
  say('toolResult', { toolCallId: 'call_1', toolName: 'read', content: text('Low water 4.0 m, high water 7.5 m.'), isError: false });
  answer(text(FOUND));
  const kept = say('user', { content: text('Tell the pilot.') });
  answer(text('The pilot knows it now.'));
  add('compaction', { summary: SUMMARY, firstKeptEntryId: kept, tokensBefore: 3300 });
  say('user', { content: text(LAST) });
  answer(text('Moored at the north quay.'));
  const first = lines.length;
  say('user', { content: text(LATER) });
  answer(text('There is one at the east end.'));
  const path = `.pi/agent/sessions/--home-reader-harbour--/2026-01-06T08-00-00-000Z_${session}.jsonl`;
  return { name: 'pi', mark: 'π', path, lines: lines.slice(0, first), later: lines.slice(first) };
};

/** How this program begins a summary in the history that it writes; by that it is one. */
const HANDED_OVER = 'Another language model started to solve this problem and produced a summary of its thinking process.\n';

const codex = (): Told => {
  const lines: string[] = [];
  let requests = 0;
  const sum = { input: 0, output: 0 };
  const add = (type: string, payload: object): void => {
    lines.push(JSON.stringify({ timestamp: at(lines.length), type, payload }));
  };
  const event = (type: string, fields: object): void => add('event_msg', { type, ...fields });
  const counts = (input: number, output: number): object => ({
    ...{
      input_tokens: input,
      cached_input_tokens: input - 400,
      output_tokens: output,
      reasoning_output_tokens: 0,
      total_tokens: input + output,
    },
  });
  const counted = (): void => {
    const size = SIZES[requests++] ?? 2600;
    sum.input += size;
    sum.output += 30;
    event('token_count', {
      info: { total_token_usage: counts(sum.input, sum.output), last_token_usage: counts(size, 30), model_context_window: 272000 },
    });
  };
  const item = (role: 'user' | 'assistant', words: string): object => ({
    ...{ type: 'message', role, content: [{ type: role === 'user' ? 'input_text' : 'output_text', text: words }] },
  });
  const prompt = (words: string): void => {
    const turn_id = `019b9000-0000-7000-8000-0000000001${String(lines.length).padStart(2, '0')}`;
    event('task_started', { turn_id });
    add('turn_context', { turn_id, cwd: CWD, model: 'gpt-5.5', effort: 'medium' });
    add('response_item', item('user', words));
    event('user_message', { message: words });
  };
  const answer = (words: string): void => {
    event('agent_message', { message: words });
    add('response_item', item('assistant', words));
    counted();
    event('task_complete', { last_agent_message: words });
  };
  const session = '019b9000-0000-7000-8000-000000000002';
  add('session_meta', {
    id: session,
    cwd: CWD,
    cli_version: '0.144.0',
    source: 'cli',
    base_instructions: { text: 'You are a harbour master.' },
  });
  prompt(WORK);
  add('response_item', { type: 'function_call', name: 'exec_command', arguments: '{"cmd":"cat chart.txt"}', call_id: 'call_1' });
  counted();
  add('response_item', { type: 'function_call_output', call_id: 'call_1', output: 'Low water 4.0 m, high water 7.5 m.' });
  answer(FOUND);
  prompt('Tell the pilot.');
  answer('The pilot knows it now.');
  add('compacted', {
    message: SUMMARY,
    replacement_history: [item('user', WORK), item('user', 'Tell the pilot.'), item('user', `${HANDED_OVER}${SUMMARY}`)],
  });
  event('context_compacted', {});
  prompt(LAST);
  answer('Moored at the north quay.');
  const first = lines.length;
  prompt(LATER);
  answer('There is one at the east end.');
  const path = `.codex/sessions/2026/01/06/rollout-2026-01-06T08-00-00-${session}.jsonl`;
  return { name: 'Codex', mark: 'Cx', path, lines: lines.slice(0, first), later: lines.slice(first) };
};

export const AGENTS: readonly Told[] = [pi(), codex()];

export function filesOf({ path, lines }: Told): Files {
  return { [path]: lines };
}
