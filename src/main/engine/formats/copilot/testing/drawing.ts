import { clock, type Drawing, type Turn, type Used } from '../../../testing/laws/drawing.ts';
import type { JsonObject } from '../../values.ts';

const uuid = (number: number): string => `c0910000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const write = (turns: readonly Turn[]): JsonObject[] => {
  const now = clock();
  const out: JsonObject[] = [];
  let requests = 0;
  const add = (type: string, data: JsonObject): void => {
    const parentId = out.length === 0 ? null : uuid(out.length);
    out.push({ type, data, id: uuid(out.length + 1), timestamp: now(), parentId });
  };
  const answer = (content: string, toolRequests: JsonObject[], { input, output }: Used): void => {
    const apiCallId = `call-${++requests}`;
    add('assistant.message', {
      messageId: uuid(1000 + requests),
      apiCallId,
      model: 'gpt-5.4-mini',
      content,
      toolRequests,
      outputTokens: output,
    });
    add('assistant.usage', {
      model: 'gpt-5.4-mini',
      apiCallId,
      inputTokens: input,
      outputTokens: output,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
    });
  };
  add('session.start', {
    sessionId: uuid(900),
    version: 1,
    producer: 'copilot-agent',
    copilotVersion: '1.0.68',
    context: { cwd: '/home/ann/mill' },
  });
  for (const { prompt, calls, answer: said, used, summary, strange } of turns) {
    add('user.message', { content: prompt, transformedContent: `${prompt}\n<reminder />`, attachments: [] });
    for (const { id, input, output, used: own } of calls) {
      answer('', [{ toolCallId: id, name: 'bash', arguments: { command: input }, type: 'function' }], own);
      add('tool.execution_complete', { toolCallId: id, success: true, result: { content: output } });
    }
    answer(said, [], used);
    if (strange !== null)
      out.push({
        type: drawing.strange,
        data: { says: strange },
        id: uuid(5000 + out.length),
        timestamp: now(),
        parentId: uuid(out.length),
      });
    if (summary !== null) add('session.compaction_complete', { success: true, summaryContent: summary });
  }
  return out;
};

/** How sessions of Copilot CLI look. */
export const drawing: Drawing = { write, strange: 'zeppelin', corpus: { globs: ['copilot-cli/*.jsonl'], least: 6 } };
