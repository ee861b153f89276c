import { clock, type Drawing, type Turn, type Used } from '../../../testing/laws/drawing.ts';
import type { JsonObject } from '../../values.ts';

const write = (turns: readonly Turn[]): JsonObject[] => {
  const now = clock();
  const out: JsonObject[] = [];
  let runs = 0;
  const entry = (kind: string, payload: JsonObject, meta: JsonObject = {}): void => {
    out.push({ id: out.length + 1, kind, payload, meta, date: now().replace('Z', '+00:00') });
  };
  /** One request: what is asked, what comes of it, and the event that ends it. */
  const request = (prompt: string, { input, output }: Used, more: (meta: JsonObject) => void): void => {
    runs += 1;
    const meta = { run_id: `run-${runs}` };
    entry('message', { role: 'user', content: prompt }, meta);
    more(meta);
    const usage = { prompt_tokens: input, completion_tokens: output };
    entry('event', { name: 'run', data: { status: 'ok', model: 'gpt-5', usage } }, meta);
  };
  entry('anchor', { name: 'session/start', state: { owner: 'human' } });
  for (const { prompt, calls, answer, used, summary, strange } of turns) {
    let asked = prompt;
    for (const { id, input, output, used: own } of calls) {
      request(asked, own, (meta) => {
        entry(
          'tool_call',
          { calls: [{ id, type: 'function', function: { name: 'bash', arguments: JSON.stringify({ cmd: input }) } }] },
          meta,
        );
        entry('tool_result', { results: [output] }, meta);
      });
      asked = 'Continue the task.';
    }
    request(asked, used, (meta) => entry('message', { role: 'assistant', content: answer }, meta));
    if (strange !== null) entry(drawing.strange, { says: strange });
    if (summary !== null) entry('anchor', { name: `phase-${runs}`, state: { summary } });
  }
  return out;
};

export const drawing: Drawing = { write, strange: 'dream', corpus: { globs: ['bub/*.jsonl', 'bub-oracle/*/tapes/*.jsonl'], least: 10 } };
