import { join } from 'node:path';
import type { About } from '../about.ts';

const NO_COPY =
  'Gemini CLI documents no way to bring in a chat that it did not write; use /chat save and /chat resume there, or continue in a new native tape.';

export const about: About = {
  id: 'gemini',
  name: 'Gemini CLI',
  mark: 'Ge',
  versions: ['0.40 … 0.61'],
  containers: ['jsonl'],
  evidence: 'derived',
  rule: {
    text: 'The list of messages before the answer: the newest list that a line sets, what was appended to it, without what was rewound; thoughts and notices are not sent.',
    source: '36 requests that Gemini CLI 0.61 sent, all of which the contexts equal',
  },
  agreement: { files: 1, steps: 67, within500: 52, within2000: 65, above: 0 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  unproven: [
    'Chats of one JSON document, as versions before 0.40 write them, are not read yet.',
    'Tool output that the program masks on the wire to save room was not seen.',
  ],
  roots: (env, home) => [{ id: 'geminiChats', name: 'chats', path: join(env.GEMINI_CLI_HOME ?? home, '.gemini', 'tmp') }],
  instructions: ['GEMINI.md'],
};
