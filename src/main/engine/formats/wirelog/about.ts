import { join } from 'node:path';
import type { About } from '../about.ts';

const NO_COPY = 'Captured requests are a record of what was sent, and no agent resumes one; continue in a new native tape.';

export const about: About = {
  id: 'wirelog',
  name: 'Captured requests',
  mark: '⇅',
  versions: ['Anthropic Messages', 'OpenAI Responses', 'chat completions', 'generateContent'],
  containers: ['folder', 'jsonl', 'json'],
  evidence: 'recorded',
  rule: {
    text: 'The body of each request, as it was sent; requests that continue each other are one tape.',
    source: 'the request itself',
  },
  agreement: { files: 0, steps: 0, within500: 0, within2000: 0, above: 0 },
  unproven: [
    'Which requests continue each other is inferred from their content: two sub-agents with one prompt look like one.',
    'Databases of papercomputeco/tapes are read by its schemas. Those before 0.5 kept no tools.',
    'A request that sends only what is new is whole only where the answer before it was captured.',
  ],
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY, check: 'It is what was sent, legal or not.' },
  roots: (env, home) => [{ id: 'captures', name: 'kept here', path: join(env.TAPESCOPE_HOME ?? join(home, '.tapescope'), 'captures') }],
};
