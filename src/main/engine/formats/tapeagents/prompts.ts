import type { Exchange } from '../captured/exchange.ts';
import { asNumber, asObject, timeOf } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

/**
 * A call of a model as a program of TapeAgents keeps it in the table `LLMCalls` of its database: the prompt with its messages and tools, what came back,
 * and how the model was asked. Facts: https://github.com/ServiceNow/TapeAgents (`tapeagents/observe.py`, `Prompt` and `LLMCall` in `core.py`).
 */
export interface PromptRow {
  /** Steps of tapes name the prompt that they answer by it. */
  id: string;
  prompt: Json;
  output: Json;
  /** Name and parameters of the model. */
  model: Json;
  time: string | null;
  input: number | null;
  answered: number | null;
  cost: number | null;
}

const BY = 'TapeAgents';

const without = (object: JsonObject, left: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key, value]) => value !== null && !left.has(key)));

/** What a prompt has for the program alone. */
const OWN: ReadonlySet<string> = new Set(['id', 'token_ids']);

/** The exchange of a row; null where it holds no prompt. */
export function ofPrompt({ id, prompt, output, model: told, time, input, answered, cost }: PromptRow): Exchange | null {
  const said = asObject(prompt);
  if (said === null || !Array.isArray(said.messages)) return null;
  const { model_name: model = null, parameters } = asObject(told) ?? {};
  const stored = timeOf(time);
  return {
    ...{ at: stored, ended: stored, method: 'POST', path: '/chat/completions', status: null, by: BY, join: { request_id: id }, before: [] },
    request: { ...(model !== null && { model }), ...asObject(parameters), ...without(said, OWN) },
    response: answerOf(output, model, { input, answered, cost }),
  };
}

const answerOf = (output: Json, model: Json, { input, answered, cost }: Pick<PromptRow, 'input' | 'answered' | 'cost'>): Json => {
  const message = asObject(output);
  if (message === null) return null;
  const [read, written] = [asNumber(input) ?? 0, asNumber(answered) ?? 0];
  // Older versions counted nothing and wrote zeros.
  const usage = { prompt_tokens: read, completion_tokens: written, ...((cost ?? 0) > 0 && { cost }) };
  return {
    ...{ object: 'chat.completion', ...(model !== null && { model }), choices: [{ index: 0, message: { role: 'assistant', ...message } }] },
    ...(read + written > 0 && { usage }),
  };
};
