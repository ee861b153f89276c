import { join } from 'node:path';
import type { About } from '../about.ts';

const NO_COPY = 'A mapping says how a log is read, not how the program resumes one; continue in a new native tape.';

export const about: About = {
  ...{ id: 'mapped', name: 'Own mapping', mark: '⇄', versions: ['by mapping file'], containers: ['jsonl'] },
  evidence: 'unknown',
  rule: { text: 'All messages before the answer, as far as the mapping finds them.', source: 'the mapping file' },
  agreement: { files: 0, steps: 0, within500: 0, within2000: 0, above: 0 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  unproven: ['Nothing but the mapping is known of these programs; calls of tools are not mapped.'],
  roots: (env, home) => [
    { id: 'mappedLogs', name: 'logs next to the mappings', path: join(env.TAPESCOPE_HOME ?? join(home, '.tapescope'), 'formats') },
  ],
};
