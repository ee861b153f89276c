import { clock, type Drawing, headed, type Turn, type Used } from '../../../testing/laws/drawing.ts';
import type { JsonObject } from '../../values.ts';

const uuid = (number: number): string => `7e0a0000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const write = (turns: readonly Turn[]): JsonObject[] => {
  const now = clock();
  let ids = 0;
  const message = (type: string, more: JsonObject): JsonObject => {
    ids += 1;
    return { id: uuid(ids), timestamp: now(), type, ...more };
  };
  const said = (text: string): JsonObject => message('user', { content: [{ text }] });
  const tokens = (input: number, output: number): JsonObject => ({ input, output, cached: 0, thoughts: 0, tool: 0, total: input + output });
  const out: JsonObject[] = [{ sessionId: uuid(900), projectHash: 'f00d', startTime: now(), lastUpdated: now(), kind: 'main' }];
  for (const { prompt, calls, answer, used, summary, strange } of turns) {
    out.push(said(prompt), { $set: { lastUpdated: now() } });
    for (const { id, input, output, used: own } of calls) {
      const call = { id: `run_shell_command__${id}`, name: 'run_shell_command', args: { command: input } };
      const line = message('gemini', { content: '', thoughts: [], tokens: tokens(own.input, own.output), model: 'gemini-3-pro' });
      const response = { functionResponse: { id: call.id, name: call.name, response: { output } } };
      out.push(line, { ...line, toolCalls: [{ ...call, result: [response], status: 'success', timestamp: now() }] });
      out.push(message('user', { content: [response] }));
    }
    out.push(message('gemini', { content: answer, thoughts: [], tokens: tokens(used.input, used.output), model: 'gemini-3-pro' }));
    if (strange !== null) out.push(message(drawing.strange, { content: strange }));
    if (summary !== null) {
      const messages = [said(`<state_snapshot>${summary}</state_snapshot>`)];
      out.push({ $set: { messages } });
    }
  }
  return out;
};

/** As versions before 0.40 write them: one document, each message once and whole, with the calls and their results in it. */
const writeOld = (turns: readonly Turn[]): JsonObject[] => {
  const now = clock();
  let ids = 0;
  const message = (type: string, more: JsonObject): JsonObject => {
    ids += 1;
    return { id: uuid(ids), timestamp: now(), type, ...more };
  };
  const answer = (content: string, { input, output }: Used, more: JsonObject = {}): JsonObject => {
    const tokens = { input, output, cached: 0, thoughts: 0, tool: 0, total: input + output };
    return message('gemini', { content, thoughts: [], tokens, model: 'gemini-2.5-pro', ...more });
  };
  const out: JsonObject[] = [{ sessionId: uuid(900), projectHash: 'f00d', startTime: now(), lastUpdated: now() }];
  for (const turn of turns) {
    out.push(message('user', { content: turn.prompt }));
    for (const { id, input, output, used } of turn.calls) {
      const call = { id: `run_shell_command-${id}`, name: 'run_shell_command', args: { command: input } };
      const result = [{ functionResponse: { id: call.id, name: call.name, response: { output } } }];
      out.push(answer('', used, { toolCalls: [{ ...call, result, status: 'success', timestamp: now(), resultDisplay: output }] }));
    }
    out.push(answer(turn.answer, turn.used));
    if (turn.strange !== null) out.push(message(chat.strange, { content: turn.strange }));
    if (turn.summary !== null) out.push(message('user', { content: turn.summary }));
  }
  return out;
};

const chat: Drawing = { write: writeOld, document: headed('messages'), strange: 'aurora', folder: 'chats' };

/** How chats of Gemini CLI look. */
export const drawing: Drawing = {
  write,
  strange: 'aurora',
  folder: 'chats',
  also: chat,
  corpus: { globs: ['gemini/*', 'lab/gemini/**/chats/**/*.json*'], least: 10 },
};
