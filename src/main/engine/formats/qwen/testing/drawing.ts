import { clock, type Drawing, type Turn, type Used } from '../../../testing/laws/drawing.ts';
import type { JsonObject } from '../../values.ts';

const uuid = (number: number): string => `94e70000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const write = (turns: readonly Turn[]): JsonObject[] => {
  const now = clock();
  const out: JsonObject[] = [];
  const add = (type: string, fields: JsonObject): void => {
    const parentUuid = out.length === 0 ? null : uuid(out.length);
    const envelope = {
      uuid: uuid(out.length + 1),
      parentUuid,
      sessionId: uuid(900),
      timestamp: now(),
      cwd: '/home/ann/mill',
      version: '0.24.4',
    };
    out.push({ ...envelope, type, provenance: type === 'user' ? 'real_user' : type, ...fields });
  };
  const answer = (parts: JsonObject[], { input, output }: Used): void =>
    add('assistant', {
      message: { role: 'model', parts },
      model: 'qwen3-coder-plus',
      usageMetadata: { promptTokenCount: input, candidatesTokenCount: output, cachedContentTokenCount: 0 },
    });
  for (const { prompt, calls, answer: said, used, summary, strange } of turns) {
    add('user', { message: { role: 'user', parts: [{ text: prompt }] } });
    for (const { id, input, output, used: own } of calls) {
      answer([{ functionCall: { id, name: 'run_shell_command', args: { command: input } } }], own);
      add('tool_result', {
        message: { role: 'user', parts: [{ functionResponse: { id, name: 'run_shell_command', response: { output } } }] },
      });
    }
    answer([{ text: said }], used);
    if (strange !== null) add(drawing.strange, { systemPayload: { says: strange } });
    if (summary !== null)
      add('system', {
        subtype: 'chat_compression',
        systemPayload: { info: { triggerReason: 'manual' }, compressedHistory: [{ role: 'user', parts: [{ text: summary }] }] },
      });
  }
  return out;
};

/** How sessions of Qwen Code look. */
export const drawing: Drawing = {
  write,
  strange: 'dragonfly',
  corpus: { globs: ['lab/qwen/*/log/.qwen/projects/*/chats/*.jsonl'], least: 5 },
};
