import type { About } from '../about.ts';

const NO_COPY = 'A list of messages has no session that a program resumes; continue in a new native tape.';

export const about: About = {
  id: 'chatlist',
  name: 'Chat list',
  mark: 'Cl',
  versions: ['OpenAI messages', 'Responses items', 'Anthropic messages', 'Vercel UI messages 4 and 5'],
  containers: ['jsonl', 'json'],
  evidence: 'derived',
  rule: {
    text: 'The messages of the conversation before the answer; a line that is a conversation is a list of its own.',
    source: 'API references of OpenAI and Anthropic; the types of the package ai',
  },
  agreement: { files: 0, steps: 0, within500: 0, within2000: 0, above: 0 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  unproven: ['No real list and no request was seen; nobody says whether all of a list was sent.'],
  roots: () => [],
};
