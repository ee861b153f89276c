import { clock, type Drawing, type Turn, type Used } from '../../../testing/laws/drawing.ts';
import type { Json, JsonObject } from '../../values.ts';

const write = (turns: readonly Turn[]): JsonObject[] => {
  const now = clock();
  const out: JsonObject[] = [];
  let parent: string | null = null;
  const node = (more: JsonObject): void => {
    const uuid = `00000000-0000-4000-8000-${String(out.length + 1).padStart(12, '0')}`;
    out.push({
      ...{ parentUuid: parent, isSidechain: false, userType: 'external', cwd: '/home/ann/mill', sessionId: 'mill', version: '2.1.200' },
      ...{ ...more, uuid, timestamp: now() },
    });
    parent = uuid;
  };
  const user = (content: Json, more: JsonObject = {}) => node({ type: 'user', message: { role: 'user', content }, ...more });
  const answer = (id: string, block: JsonObject, { input, output }: Used) =>
    node({
      type: 'assistant',
      requestId: `req_${id}`,
      message: {
        ...{ id, type: 'message', role: 'assistant', model: 'claude-sonnet-4-5', content: [block] },
        usage: { input_tokens: input, output_tokens: output, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
      },
    });
  for (const [at, { prompt, calls, answer: said, used, summary, strange }] of turns.entries()) {
    user(prompt);
    for (const { id, input, output, used: own } of calls) {
      answer(`msg_${id}`, { type: 'tool_use', id, name: 'Bash', input: { command: input } }, own);
      user([{ type: 'tool_result', tool_use_id: id, content: output }]);
    }
    answer(`msg_${at}`, { type: 'text', text: said }, used);
    if (strange !== null) out.push({ type: drawing.strange, sessionId: 'mill', says: strange });
    if (summary === null) continue;
    parent = null;
    node({ type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted', compactMetadata: { trigger: 'manual' } });
    user(summary, { isCompactSummary: true, isVisibleInTranscriptOnly: true });
  }
  return out;
};

export const drawing: Drawing = {
  write,
  strange: 'hologram',
  corpus: {
    globs: ['claude-code/*.jsonl', 'cleared/*.jsonl', 'claude-code-trees/**/*.jsonl', 'lab/claude-code/*/transcripts/**/*.jsonl'],
    least: 40,
  },
};
