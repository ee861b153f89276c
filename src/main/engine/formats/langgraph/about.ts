import type { About } from '../about.ts';

const NO_COPY = 'A checkpoint is continued by the graph that wrote it, which keeps its own forks; continue in a new native tape.';

export const about: About = {
  id: 'langgraph',
  name: 'LangGraph',
  mark: 'LG',
  versions: ['checkpoints 1 … 4', 'savers for SQLite', 'savers for PostgreSQL 1.0'],
  containers: ['sqlite', 'jsonl'],
  evidence: 'derived',
  rule: {
    text: 'The messages in the state of a checkpoint, before the answer that it adds. What a node put into its prompt only the node knows.',
    source:
      'the tables of langgraph-checkpoint-sqlite and @langchain/langgraph-checkpoint-postgres, and the values of langgraph-checkpoint (serde/jsonplus.py)',
  },
  agreement: { files: 4, steps: 21, within500: 20, within2000: 21, above: 7 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  unproven: [
    'A node may leave out what the state has: seven requests had a quarter to three quarters of its tokens, and their views say so.',
    'Messages that are kept as differences are put together from PostgreSQL alone; in SQLite only the writes have them.',
    'With the JavaScript saver for PostgreSQL a state after a fork may be the other branch’s, as LangGraph itself reads it.',
    'A graph without messages has states and no requests.',
  ],
  roots: () => [],
};
