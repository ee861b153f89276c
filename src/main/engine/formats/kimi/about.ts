import { join } from 'node:path';
import type { About } from '../about.ts';

const NO_COPY = 'Kimi CLI documents no way to bring in a session that it did not write; continue in a new native tape.';

export const about: About = {
  id: 'kimi',
  name: 'Kimi CLI',
  mark: 'Ki',
  versions: ['wire protocol 1.3'],
  containers: ['jsonl'],
  evidence: 'recorded',
  rule: {
    text: 'The messages of the context file before the answer: the program writes each as it adds it to what it sends.',
    source: 'src/kimi_cli/soul/context.py and kimisoul.py of MoonshotAI/kimi-cli',
  },
  agreement: { files: 3, steps: 13, within500: 10, within2000: 12, above: 0 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  unproven: [
    'No request was seen. Later versions join neighbouring user messages and fill in lost results as they send.',
    'Times and cached tokens are in the log of events alone, which is a tape of its own.',
    'System prompts, compactions and reverts are read by the source of the program.',
    'After a revert the requests before the checkpoint are in two files, and count in both.',
  ],
  roots: (env, home) => [{ id: 'kimiSessions', name: 'sessions', path: join(env.KIMI_SHARE_DIR ?? join(home, '.kimi'), 'sessions') }],
  instructions: ['AGENTS.md'],
};
