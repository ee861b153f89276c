import { join } from 'node:path';
import type { About } from '../about.ts';

const NO_COPY = 'Copilot CLI documents no way to bring in a session that it did not write; continue in a new native tape.';

export const about: About = {
  id: 'copilot',
  name: 'Copilot CLI',
  mark: 'Co',
  versions: ['1.0.59 … 1.0.68'],
  containers: ['jsonl'],
  evidence: 'derived',
  rule: {
    text: 'The newest system prompt and the messages before the answer as they were sent, without what was rewound; after a compaction its summary and the newest messages, as many as it kept.',
    source: 'the types of events in @github/copilot-sdk 1.0.14',
  },
  agreement: { files: 0, steps: 0, within500: 0, within2000: 0, above: 0 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  unproven: [
    'No request was seen: contexts follow the documented meaning of the events.',
    'Compactions, truncations and going back are read as documented.',
    'The log has no sizes of single requests, only their sum at the end of a session.',
  ],
  roots: (env, home) => [
    { id: 'copilotSessions', name: 'sessions', path: join(env.COPILOT_HOME ?? join(home, '.copilot'), 'session-state') },
  ],
  instructions: ['.github/copilot-instructions.md'],
};
