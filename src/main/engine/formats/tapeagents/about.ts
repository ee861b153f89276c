import type { About } from '../about.ts';

const NO_COPY = 'The program that continues a tape is needed to write one; continue in a new native tape.';

export const about: About = {
  id: 'tapeagents',
  name: 'TapeAgents',
  mark: 'TA',
  versions: ['0.1'],
  containers: ['json', 'yaml', 'sqlite'],
  evidence: 'unknown',
  rule: {
    text: 'All steps before a step, after those of the tape that is its context. A request is what shares the id of a prompt.',
    source: 'the steps and metadata that TapeAgents writes',
  },
  agreement: { files: 0, steps: 0, within500: 0, within2000: 0, above: 0 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  unproven: ['Sizes are known by the prompts in the database alone.', 'The table Tapes was empty in all real databases.'],
  roots: () => [],
};
