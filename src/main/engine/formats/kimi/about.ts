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
    text: 'The messages of the context file before the answer, its system prompt first: the program writes each message as it adds it to what it sends.',
    source: 'src/kimi_cli/soul/context.py and kimisoul.py of MoonshotAI/kimi-cli',
  },
  agreement: { files: 3, steps: 13, within500: 10, within2000: 12, above: 0 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  unproven: [
    'No request was seen. Later versions join neighbouring messages of the user and add a placeholder for a lost result as they send; the file has neither.',
    'The context has no times and not what came from the cache; both are in the log of events, which is a tape of its own.',
    'System prompts, compactions and reverts are read by the source of the program; no real session with them was seen.',
    'After a revert the new file repeats the lines before the checkpoint, and the requests of these lines count in both.',
  ],
  roots: (env, home) => [{ id: 'kimiSessions', name: 'sessions', path: join(env.KIMI_SHARE_DIR ?? join(home, '.kimi'), 'sessions') }],
  instructions: ['AGENTS.md'],
};
