import { join } from 'node:path';
import type { About } from '../about.ts';

const NO_COPY = 'OpenClaw resumes the sessions of its own index and no others, so that a copy would never be read.';

export const about: About = {
  id: 'openclaw',
  name: 'OpenClaw',
  mark: 'OC',
  heirOf: 'pi',
  versions: ['format 3'],
  containers: ['jsonl'],
  evidence: 'derived',
  rule: {
    text: 'As pi builds it, without what earlier runs alone were told and without polls that were answered with nothing to do.',
    source:
      'pi, which OpenClaw runs as a library, the package of OpenClaw 2026.5.18, and 13 requests that its trajectories hold as compiled',
  },
  agreement: { files: 0, steps: 0, within500: 0, within2000: 0, above: 0 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  unproven: ['Few real sessions are in our corpus.', 'A limit of turns that somebody configured for a chat is not in the log.'],
  roots: (env, home) => [
    { id: 'openclawAgents', name: 'sessions', path: join(env.OPENCLAW_STATE_DIR ?? join(home, '.openclaw'), 'agents') },
  ],
  instructions: ['AGENTS.md'],
};
