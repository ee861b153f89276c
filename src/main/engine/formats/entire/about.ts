import type { About } from '../about.ts';

const NO_COPY = 'A transcript of Entire is a copy that no agent resumes; continue in a new native tape.';

export const about: About = {
  id: 'entire',
  name: 'Entire',
  mark: 'En',
  versions: ['transcripts 1'],
  containers: ['jsonl'],
  evidence: 'unknown',
  rule: {
    text: 'The messages of the transcript before the answer, from the last summary on.',
    source: '2 real transcripts',
  },
  agreement: { files: 0, steps: 0, within500: 0, within2000: 0, above: 0 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  unproven: [
    'No request was seen, and transcripts of one agent only.',
    'Its input tokens leave out the cached ones, so no request has a size.',
  ],
  roots: () => [],
};
