import { join } from 'node:path';
import type { About } from '../about.ts';

const NO_COPY = 'A thread of Amp lives on its server, and nobody else may write one; continue in a new native tape.';

export const about: About = {
  id: 'amp',
  name: 'Amp',
  mark: 'Am',
  versions: ['October 2025'],
  containers: ['json'],
  evidence: 'derived',
  rule: {
    text: 'The messages of the thread before the answer, each prompt after a note of the files that the user had open.',
    source: 'the newest request of 2 real threads, which they hold: its messages equal what is derived, block by block',
  },
  agreement: { files: 1, steps: 4, within500: 4, within2000: 4, above: 0 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  unproven: ['Compaction, handoffs and sub-agents were not seen.', 'The note of open files was not seen, and is left out.'],
  roots: (env, home) => [
    { id: 'ampThreads', name: 'threads', path: join(env.XDG_DATA_HOME ?? join(home, '.local', 'share'), 'amp', 'threads') },
  ],
  documents: /T-[0-9a-f]{8}-[0-9a-f-]{27}\.json$/,
  instructions: ['AGENTS.md'],
};
