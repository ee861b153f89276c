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
    text: 'All steps before a step; a request is what shares the id of a prompt, which the database of the program holds. Where its context is another tape, the steps of that one come first. The second tape of a JSON file, and each after it, has contexts of its own; in YAML and in the database each is a tape.',
    source: 'the steps and metadata that TapeAgents writes',
  },
  agreement: { files: 0, steps: 0, within500: 0, within2000: 0, above: 0 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  unproven: [
    'The prompts are in a database of the program (tapedata.sqlite): it is read as captured requests, and a step says whether it is what its prompt holds. Without it no size is known.',
    'Tapes in its table Tapes are read by the source of the program: in all real databases that were seen the table is empty.',
  ],
  roots: () => [],
};
