import type { About } from '../about.ts';

const NO_COPY = 'No program is documented to continue from a trajectory; continue in a new native tape.';

export const about: About = {
  id: 'atif',
  name: 'ATIF',
  mark: 'At',
  versions: ['1.4 … 1.7'],
  containers: ['json'],
  evidence: 'unknown',
  rule: {
    text: 'All steps before a step, with what was copied from another trajectory; sub-agents in the same file have contexts of their own.',
    source: 'the trajectory format of Harbor, which says what a step is and not what is sent',
  },
  agreement: { files: 0, steps: 0, within500: 0, within2000: 0, above: 0 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  unproven: [
    'The format does not record requests, so no context can be compared with one.',
    'Only samples were read, with sizes that nobody measured; sub-agents in one file (1.7) follow the specification.',
  ],
  roots: () => [],
  documents: /\/trajectory[^/]*\.json$/,
};
