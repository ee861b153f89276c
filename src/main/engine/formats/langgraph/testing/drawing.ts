import { clock, type Drawing, type Used } from '../../../testing/laws/drawing.ts';
import type { JsonObject } from '../../values.ts';

const STRANGE = 'aurora';
const THREAD = { table: 'checkpoints', thread_id: 'mill', checkpoint_ns: '', type: 'msgpack' };

const write: Drawing['write'] = (turns) => {
  const now = clock();
  const out: JsonObject[] = [];
  const messages: JsonObject[] = [];
  let parent: string | null = null;
  const checkpoint = (source: string, ...more: JsonObject[]): void => {
    messages.push(...more);
    const id = `1f0d9101-${String(out.length).padStart(4, '0')}-6824-8000-0a3e8d1dfe51`;
    const held = {
      v: 4,
      ts: now(),
      id,
      channel_values: { messages: [...messages], sacks: messages.length },
      updated_channels: ['messages'],
    };
    const row = { ...THREAD, checkpoint_id: id, checkpoint: held, metadata: { source, step: out.length - 1, parents: {} } };
    out.push(parent === null ? row : { ...row, parent_checkpoint_id: parent });
    parent = id;
  };
  const human = (content: string): JsonObject => ({ content, type: 'human', id: `human ${messages.length}` });
  const ai = (content: string, { input, output }: Used, calls: JsonObject[] = []): JsonObject => ({
    ...{ content, type: 'ai', id: `run ${messages.length}`, tool_calls: calls },
    usage_metadata: { input_tokens: input, output_tokens: output, total_tokens: input + output },
  });
  for (const { prompt, calls, answer, used, summary, strange } of turns) {
    checkpoint('input', human(prompt));
    for (const { id, input, output, used: own } of calls) {
      checkpoint('loop', ai('', own, [{ name: 'run', args: { command: input }, id, type: 'tool_call' }]));
      checkpoint('loop', { content: output, type: 'tool', tool_call_id: id, id: `tool ${messages.length}` });
    }
    checkpoint('loop', ai(answer, used));
    if (summary !== null) checkpoint('update', human(summary));
    if (strange !== null) out.push({ table: STRANGE, thread_id: 'mill', says: strange });
  }
  return out;
};

/** How the rows of a thread look. */
export const drawing: Drawing = { write, strange: STRANGE, corpus: { globs: ['langgraph/*.sqlite'], least: 200 } };
