import { join } from 'node:path';
import type { About } from '../about.ts';

export const about: About = {
  id: 'claude-code',
  name: 'Claude Code',
  mark: 'CC',
  versions: ['1.0.98 … 2.1.219', '2.1.330'],
  containers: ['jsonl'],
  evidence: 'derived',
  rule: {
    text: 'The parents of the newest entry up to the last compaction, with what that preserved and without results that were cleared since.',
    source: 'requests that Claude Code 2.1.330 sent and logged, and 4,801 sessions of 104 versions',
  },
  agreement: { files: 59, steps: 4318, within500: 3998, within2000: 4209, above: 0 },
  cannot: {},
  unproven: ['Only 2.1.330 logs requests in full; other versions give the size of the system prompt and the tools.'],
  roots: (env, home) => [
    { id: 'claudeProjects', name: 'projects', path: join(env.CLAUDE_CONFIG_DIR ?? join(home, '.claude'), 'projects') },
  ],
  instructions: ['CLAUDE.md'],
};
