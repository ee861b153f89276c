import { join } from 'node:path';
import type { About } from '../about.ts';

/** A tape has one name, a hash of the session that Bub takes up by it. */
const NO_COPY = 'Bub resumes a tape by the name of its session and not by a file; continue in a new native tape instead.';

export const about: About = {
  id: 'bub',
  name: 'Bub',
  mark: 'B',
  versions: ['0.2.0 … 0.4.3', 'after 0.4.3'],
  containers: ['jsonl'],
  evidence: 'derived',
  rule: {
    text: 'The messages, calls and results after the last anchor, without the anchor and its state, and without what was removed.',
    source: 'the selection of Bub itself, 0.3.9 to after 0.4.3, whose requests the contexts of 18 scripted tapes equal',
  },
  agreement: { files: 2, steps: 104, within500: 89, within2000: 99, above: 0 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  unproven: [],
  roots: (env, home) => [{ id: 'bubTapes', name: 'tapes', path: join(env.BUB_HOME ?? join(home, '.bub'), 'tapes') }],
  instructions: ['AGENTS.md'],
  commands: true,
};
