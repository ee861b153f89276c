import { join } from 'node:path';
import type { About } from '../../formats/about.ts';

const NO_COPY = 'Nobody knows how Parrot resumes a log.';

export const about: About = {
  ...{ id: 'parrot', name: 'Parrot', mark: '🦜', versions: ['1.0'], containers: ['jsonl'] },
  evidence: 'derived',
  rule: { text: 'Every message before the answer.', source: 'the manual of Parrot' },
  agreement: { files: 0, steps: 0, within500: 0, within2000: 0, above: 0 },
  unproven: ['No request was seen.'],
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  roots: (env, home) => [{ id: 'parrotLogs', name: 'logs', path: env.PARROT_HOME ?? join(home, '.parrot') }],
};
