import type { JsonObject } from '../formats/values.ts';
import { createRequests, type Shape } from './requests.ts';
import { claudeTree } from './tree.ts';

/** A short session that logs its requests: two answers, a call between them, and a reminder that was folded into its result. */

export const SHAPE = {
  system: [
    { type: 'text', text: 'You keep the log of a harbour.' },
    { type: 'text', text: 'Write what you see, in the order in which it came.' },
  ],
  tools: [
    { name: 'Read', description: 'Reads a file.', input_schema: { type: 'object' } },
    { name: 'Signal', description: 'Hoists a signal for ships to read.', input_schema: { type: 'object' } },
  ],
};

const wrapped = (text: string): string => `<system-reminder>\n${text}\n</system-reminder>`;
const TIDE = wrapped('High water is at six.');
const WIND = wrapped('The wind has gone to the west.');

const text = (words: string): JsonObject => ({ type: 'text', text: words });

/** The messages of the two requests, as they were sent but for the marks of the cache. */
export const FIRST: JsonObject[] = [{ role: 'user', content: [text(`${TIDE}\n`), text('Which ships came in?')] }];
export const SECOND: JsonObject[] = [
  ...FIRST,
  {
    role: 'assistant',
    content: [text('I look it up.'), { type: 'tool_use', id: 't1', name: 'Read', input: { file_path: 'ships.md' } }],
  },
  {
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 't1', content: `The Heron, the Tern.\n\n${WIND}` },
      text('Ask the pilot if a name is missing.'),
    ],
  },
];

const MARKS: (string | number)[][] = [['system', 1]];

/** The records of the session. `alter` may change each of them on the way; `later` are system prompt and tools of the second request. */
export function harbour(alter: (record: JsonObject) => JsonObject | null = (record) => record, later: Shape = SHAPE): JsonObject[] {
  const [prompt, tide, said, call, result, wind, answer] = claudeTree(`
    u1 "Which ships came in?"
      x1 attach tide {"rendered":[{"content":${JSON.stringify(TIDE)}}]}
        a1 "I look it up." <- step m1 usage 900 40 100 20
          a2 call Read t1 <- step m1 usage 900 40 100 20 {"message":{"id":"m1","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"tool_use","id":"t1","name":"Read","input":{"file_path":"ships.md"}}]}}
            r1 t1 "The Heron, the Tern."
              x2 attach wind {"rendered":[{"content":${JSON.stringify(WIND)}}]}
                a3 "Two: the Heron and the Tern." <- step m2 usage 1200 30 0 0
  `);
  const ask = createRequests(SHAPE);
  const first = ask({ messages: FIRST, marks: [...MARKS, ['messages', 0, 'content', 1]] });
  const second = ask({ messages: SECOND, marks: [...MARKS, ['messages', 2, 'content', 0]], shape: later });
  const all = [prompt, tide, ...first, said, call, result, wind, ...second, answer];
  return all.flatMap((record) => {
    const kept = record ? alter(record) : null;
    return kept === null ? [] : [kept];
  });
}
