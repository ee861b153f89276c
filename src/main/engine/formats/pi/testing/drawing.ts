import { clock, type Drawing, type Turn, type Used } from '../../../testing/laws/drawing.ts';
import type { Json, JsonObject } from '../../values.ts';

/** A session in pi's shape, in a folder. */
export function writeIn(cwd: string) {
  return (turns: readonly Turn[]): JsonObject[] => {
    const now = clock();
    const out: JsonObject[] = [{ type: 'session', version: 3, id: 'mill', timestamp: now(), cwd }];
    let parentId: string | null = null;
    const node = (type: string, more: JsonObject): string => {
      const id = String(out.length).padStart(8, '0');
      out.push({ type, id, parentId, timestamp: now(), ...more });
      parentId = id;
      return id;
    };
    const says = (message: JsonObject): string => node('message', { message });
    const answer = (content: Json, { input, output }: Used): string =>
      says({
        ...{ role: 'assistant', content, api: 'anthropic-messages', provider: 'anthropic', model: 'claude-sonnet-4-5' },
        ...{ stopReason: 'stop', usage: { input, output, cacheRead: 0, cacheWrite: 0 } },
      });
    for (const { prompt, calls, answer: said, used, summary, strange } of turns) {
      says({ role: 'user', content: prompt });
      for (const { id, input, output, used: own } of calls) {
        answer([{ type: 'toolCall', id, name: 'bash', arguments: { command: input } }], own);
        says({ role: 'toolResult', toolCallId: id, toolName: 'bash', content: [{ type: 'text', text: output }], isError: false });
      }
      const last = answer([{ type: 'text', text: said }], used);
      if (strange !== null) node(drawing.strange, { says: strange });
      if (summary !== null) node('compaction', { summary, firstKeptEntryId: last, tokensBefore: used.input });
    }
    return out;
  };
}

export const drawing: Drawing = {
  write: writeIn('/home/ann/mill'),
  strange: 'hologram',
  corpus: { globs: ['pi/*.jsonl', 'lab/pi/*/log/**/*.jsonl'], least: 20 },
};
