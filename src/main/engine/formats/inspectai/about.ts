import type { About } from '../about.ts';

const NO_COPY = 'An evaluation is run again and not continued; continue in a new native tape.';

export const about: About = {
  id: 'inspectai',
  name: 'Inspect',
  mark: 'In',
  versions: ['logs of version 2', 'chunked logs'],
  containers: ['zip'],
  evidence: 'recorded',
  rule: {
    text: 'The input of each event of a model: messages and tools as they were handed to it.',
    source: 'ModelEvent and EvalSample in inspect_ai',
  },
  agreement: { files: 1, steps: 8, within500: 8, within2000: 8, above: 0 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  unproven: ['Anchors, branches and compactions are read by the source of the program.', 'Logs in JSON are not read.'],
  roots: (env) => (env.INSPECT_LOG_DIR === undefined ? [] : [{ id: 'inspectLogs', name: 'logs', path: env.INSPECT_LOG_DIR }]),
};
