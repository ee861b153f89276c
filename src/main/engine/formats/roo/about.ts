import { join } from 'node:path';
import type { About } from '../about.ts';
import { storageOf, taskFiles } from '../cline/about.ts';

const NO_COPY = 'Roo Code keeps an index of its tasks, which nobody else may write to; continue in a new native tape.';

export const about: About = {
  id: 'roo',
  name: 'Roo Code',
  mark: 'Ro',
  versions: ['3.x'],
  containers: ['json'],
  evidence: 'derived',
  rule: {
    text: 'The history before the answer without the messages that name a summary, or a mark of a cut, that was there by then.',
    source: 'getEffectiveApiHistory in src/core/condense of RooCodeInc/Roo-Code',
  },
  agreement: { files: 0, steps: 0, within500: 0, within2000: 0, above: 0 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  unproven: [
    'Not proven on real data: no real task was seen, and no request.',
    'What a request used is found by its number among the answers, off by those that failed.',
  ],
  roots: (env, home) => [{ id: 'rooTasks', name: 'tasks', path: join(storageOf(env, home), 'rooveterinaryinc.roo-cline', 'tasks') }],
  documents: /\/api_conversation_history\.json$/,
  session: taskFiles,
  heirOf: 'cline',
  instructions: ['.roorules'],
};
