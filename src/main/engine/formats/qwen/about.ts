import { join } from 'node:path';
import type { About } from '../about.ts';

const NO_COPY = 'Qwen Code documents no way to bring in a session that it did not write; continue in a new native tape.';

export const about: About = {
  id: 'qwen',
  name: 'Qwen Code',
  mark: 'Qw',
  versions: ['0.24'],
  containers: ['jsonl'],
  evidence: 'derived',
  rule: {
    text: 'The path from the root to the parent of the answer; from its last compression on, the history that the compression left and what came after it.',
    source: '23 requests that Qwen Code 0.24 sent, all of which the contexts equal but for reminders that are not logged',
  },
  agreement: { files: 0, steps: 0, within500: 0, within2000: 0, above: 0 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  unproven: [
    'Whether a prompt stays that was stopped before its answer and is not at the head of the next.',
    'Going back: no session with it was seen.',
    'Its own requests, such as suggestions and memories, are notes here and are not counted.',
  ],
  roots: (env, home) => [{ id: 'qwenProjects', name: 'projects', path: join(env.QWEN_HOME ?? join(home, '.qwen'), 'projects') }],
  instructions: ['QWEN.md'],
};
