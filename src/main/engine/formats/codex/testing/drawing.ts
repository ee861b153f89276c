import type { Drawing, Turn, Used } from '../../../testing/laws/drawing.ts';
import type { JsonObject } from '../../values.ts';
import * as draw from './draw.ts';

const write = (turns: readonly Turn[]): JsonObject[] => {
  const total: [number, number] = [0, 0];
  const spent = ({ input, output }: Used): JsonObject => {
    total[0] += input;
    total[1] += output;
    return draw.tokens([...total], [input, output]);
  };
  const out = [draw.meta(1)];
  const history: JsonObject[] = [];
  for (const [at, { prompt, calls, answer, used, summary, strange }] of turns.entries()) {
    out.push(...draw.turn(at + 1), draw.said('user', prompt));
    for (const { id, input, output, used: own } of calls)
      out.push(draw.call(id, 'exec_command', { cmd: input }), spent(own), draw.output(id, output));
    out.push(draw.said('assistant', answer), spent(used), draw.event('task_complete', { turn_id: draw.uuid(at + 1) }));
    if (strange !== null) out.push({ timestamp: out.at(-1)?.timestamp ?? '', type: drawing.strange, payload: { says: strange } });
    history.push(draw.plainMessage('user', prompt));
    if (summary !== null) out.push(draw.compacted([...history, draw.plainMessage('user', summary)], summary));
  }
  return out;
};

export const drawing: Drawing = {
  write,
  strange: 'hologram',
  asksForSummary: true,
  corpus: { globs: ['codex/*.jsonl', 'lab/codex/**/rollout-*.{jsonl,zst}'], least: 60 },
};
