import { join } from 'node:path';
import type { About } from '../about.ts';

/** Codex finds what it resumes in an index of its own, and says nowhere how a rollout has to look. */
const NO_COPY = 'Codex documents no way to bring in a rollout; fork the session in Codex, or continue in a new native tape.';

export const about: About = {
  id: 'codex',
  name: 'Codex',
  mark: 'Cx',
  versions: ['0.47.0 … 0.169.0'],
  containers: ['jsonl', 'jsonl.zst'],
  evidence: 'derived',
  rule: {
    text: 'All items of the history up to the request, from the newest compaction on, without turns that were rolled back; a fork begins with the lines that it names. Reasoning from before the newest user message is sent, but OpenAI’s server leaves it out up to GPT-5.5: it weighs nothing.',
    source:
      'codex-rs/core/src/session/rollout_reconstruction.rs and context_manager/history.rs, OpenAI’s guide to reasoning (reasoning.context), and 1,049 requests of Codex 0.58 to 0.169, of which the contexts equal 1,035',
  },
  agreement: { files: 26, steps: 3484, within500: 3350, within2000: 3428, above: 0 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  unproven: [
    'Rollbacks between 0.98 and 0.120 are read as those of 0.120 where the log says when turns begin.',
    'Prompts that a second compaction up to 0.98 cut again; how 0.58 cuts prompts and results of an MCP server.',
    'Outputs are cut at 12,000 tokens of four bytes (a limit of 10,000); no other limit was seen.',
    'Models from GPT-5.6 on are taken to be shown what an older one thought before.',
  ],
  roots: (env, home) => {
    const codex = env.CODEX_HOME ?? join(home, '.codex');
    return [
      { id: 'codexSessions', name: 'sessions', path: join(codex, 'sessions') },
      { id: 'codexArchived', name: 'archived sessions', path: join(codex, 'archived_sessions') },
    ];
  },
  instructions: ['AGENTS.md'],
};
