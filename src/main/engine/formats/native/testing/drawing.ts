import { clock, type Drawing, type Turn } from '../../../testing/laws/drawing.ts';
import type { Json, JsonObject } from '../../values.ts';

const write = (turns: readonly Turn[]): JsonObject[] => {
  const now = clock();
  const out: JsonObject[] = [];
  let anchor = 'session/start';
  const line = (kind: string, payload: Json, meta: JsonObject = {}): void => {
    out.push({ id: out.length + 1, kind, at: now(), anchor, payload, meta });
  };
  line('anchor', { name: anchor, state: {} });
  for (const { prompt, calls, answer, used, summary, strange } of turns) {
    line('message', { role: 'user', content: prompt });
    for (const { id, input, output, used: own } of calls) {
      line('tool_call', { id, name: 'bash', arguments: { cmd: input } }, { usage: { ...own } });
      line('tool_result', { id, result: output });
    }
    line('message', { role: 'assistant', content: answer }, { usage: { ...used } });
    if (strange !== null) line(drawing.strange, { says: strange });
    if (summary === null) continue;
    anchor = `phase-${out.length}`;
    line('anchor', { name: anchor, state: { summary } });
  }
  return out;
};

export const drawing: Drawing = { write, strange: 'dream' };
