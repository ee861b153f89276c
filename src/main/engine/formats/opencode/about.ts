import { join } from 'node:path';
import type { About } from '../about.ts';

const NO_COPY =
  'OpenCode keeps its sessions in a database of its own, which nobody else may write to; use its fork there, or continue in a new native tape.';

export const about: About = {
  id: 'opencode',
  name: 'OpenCode',
  mark: 'Op',
  versions: ['1.16 … 1.18'],
  containers: ['sqlite'],
  evidence: 'derived',
  rule: {
    text: 'The messages as they were when the request was made: from the newest finished compaction on, its summary before the tail that it kept, without what was reverted; cleared output as its placeholder.',
    source: '97 of 101 requests that OpenCode 1.18 sent, which the contexts equal; the others hold reminders that it does not store',
  },
  agreement: { files: 1, steps: 25, within500: 25, within2000: 25, above: 0 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY, check: 'What a session of OpenCode must be like is not written down.' },
  unproven: [
    'Storage in files, as versions before 1.2 have it, and exports are not read yet.',
    'Sessions that versions before 1.16 wrote have their last state alone: what they held when an older request was made is not known where it was changed since.',
    'A fork does not say which session it was copied from.',
  ],
  roots: (env, home) => [
    { id: 'openCodeDatabase', name: 'database', path: join(env.XDG_DATA_HOME ?? join(home, '.local', 'share'), 'opencode', 'opencode.db') },
  ],
  instructions: ['AGENTS.md'],
};
