import { join } from 'node:path';
import type { About } from '../about.ts';

const NO_COPY = 'pi forks, cuts and compacts its sessions by itself, with /fork, /tree and /compact; Tapescope writes no copies of them.';

export const about: About = {
  id: 'pi',
  name: 'pi',
  mark: 'π',
  versions: ['format 1 … 3', '0.87.1'],
  containers: ['jsonl'],
  evidence: 'derived',
  rule: {
    text: 'The path of parents to the answer, from the last compaction on with what that keeps, edits of a context in place, without failed answers.',
    source:
      'pi’s docs/session-format, and 118 requests that pi 0.87.1 sent in our lab: 116 are equal when rebuilt from its log alone, all with what the configured models read',
  },
  agreement: { files: 18, steps: 1701, within500: 1650, within2000: 1694, above: 3 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  unproven: [
    'Which models read pictures, or system messages mid-conversation, is known from pi’s own list alone.',
    'Bedrock and other APIs than those of Anthropic, OpenAI and Google are shown in the shape of Anthropic’s.',
    'Compactions, context edits and system messages were seen in sessions of our lab only.',
  ],
  roots: (env, home) => [
    { id: 'piSessions', name: 'sessions', path: join(env.PI_CODING_AGENT_DIR ?? join(home, '.pi', 'agent'), 'sessions') },
  ],
  instructions: ['AGENTS.md'],
};
