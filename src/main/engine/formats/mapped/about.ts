import { join } from 'node:path';
import type { About } from '../about.ts';

const NO_COPY = 'A mapping does not say how a log is resumed.';

export const about: About = {
  ...{ id: 'mapped', name: 'Own mapping', mark: '⇄', versions: ['any'], containers: ['jsonl'] },
  evidence: 'unknown',
  rule: { text: 'All messages before the answer.', source: 'the mapping file' },
  agreement: { files: 0, steps: 0, within500: 0, within2000: 0, above: 0 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  unproven: ['Calls of tools are not mapped.'],
  roots: (env, home) => [{ id: 'mappedLogs', name: 'logs', path: join(env.TAPESCOPE_HOME ?? join(home, '.tapescope'), 'formats') }],
};
