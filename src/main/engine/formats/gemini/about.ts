import { join } from 'node:path';
import type { About } from '../about.ts';

const NO_COPY = 'Gemini CLI documents no way to bring in a chat; use /chat save and /chat resume there, or continue in a new native tape.';

export const about: About = {
  id: 'gemini',
  name: 'Gemini CLI',
  mark: 'Ge',
  versions: ['… 0.61'],
  containers: ['jsonl', 'json'],
  evidence: 'derived',
  rule: {
    text: 'The list of messages before the answer: the newest list that a line sets, what was appended to it, without what was rewound; thoughts and notices are not sent.',
    source: '36 requests that Gemini CLI 0.61 sent, all of which the contexts equal',
  },
  agreement: { files: 3, steps: 77, within500: 62, within2000: 75, above: 0 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  unproven: [
    'No request of a version before 0.40 was seen: its messages are read as later ones.',
    'Tool output that the program masks on the wire to save room was not seen.',
  ],
  roots: (env, home) => [{ id: 'geminiChats', name: 'chats', path: join(env.GEMINI_CLI_HOME ?? home, '.gemini', 'tmp') }],
  documents: /\/chats\/(?:.+\/)?[^/]+(?<!\.runtime)\.json$/,
  instructions: ['GEMINI.md'],
};
