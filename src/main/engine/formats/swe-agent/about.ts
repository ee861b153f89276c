import type { About } from '../about.ts';

const NO_COPY = 'SWE-agent replays actions and continues from no history; continue in a new native tape.';

export const about: About = {
  id: 'swe-agent',
  name: 'SWE-agent',
  mark: 'SW',
  versions: ['0.x, 1.0', 'mini 1.x'],
  containers: ['json'],
  evidence: 'unknown',
  rule: {
    text: 'The history before an answer: system prompt, demonstration, task, answers and outputs in order.',
    source:
      '13 lists of messages in a 1.0 trajectory: each is the history up to a step, with a placeholder for all but the last five outputs',
  },
  agreement: { files: 0, steps: 0, within500: 0, within2000: 0, above: 0 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  unproven: [
    'Which outputs were sent as placeholders depends on a configuration; messages of a 1.0 trajectory are not its contexts yet.',
    'Sizes of requests are in trajectories of mini-swe-agent alone; no real one with them was seen.',
  ],
  roots: () => [],
  documents: /\.traj(\.json)?$/,
};
