import { join } from 'node:path';
import type { About } from '../about.ts';

const NO_COPY = 'Oh My Pi forks and compacts its sessions by itself; Tapescope writes no copies of them.';

export const about: About = {
  id: 'oh-my-pi',
  name: 'Oh My Pi',
  mark: 'Oπ',
  heirOf: 'pi',
  versions: ['format 3'],
  containers: ['jsonl'],
  evidence: 'unknown',
  rule: {
    text: 'What pi would send, since that is nearest: its own rule was held to no request.',
    source: 'the entries that the source of Oh My Pi names; no session of it was at hand',
  },
  agreement: { files: 0, steps: 0, within500: 0, within2000: 0, above: 0 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  unproven: [
    'No real session was read.',
    'A context that was cleared is read as one that begins with nothing below its boundary.',
    'Pictures may replace what was compacted, which is not shown.',
  ],
  roots: (_env, home) => [{ id: 'ohMyPiSessions', name: 'sessions', path: join(home, '.omp', 'agent', 'sessions') }],
  instructions: ['AGENTS.md'],
};
