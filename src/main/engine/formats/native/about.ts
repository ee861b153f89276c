import { join } from 'node:path';
import type { About } from '../about.ts';

export const about: About = {
  id: 'native',
  name: 'Tapescope',
  mark: 'T',
  versions: ['1'],
  containers: ['folder'],
  evidence: 'derived',
  rule: {
    text: 'The last anchor with its state, then the entries after it.',
    source: 'the policy of native tapes, which is our own',
  },
  agreement: { files: 0, steps: 0, within500: 0, within2000: 0, above: 0 },
  cannot: {
    fork: 'A native tape is forked where it is, with tape fork, and needs no copy.',
    dropSpan: 'The history of a native tape is only appended: leave entries out of the next request with a policy instead.',
    compact: 'A native tape is handed off instead, with tape handoff.',
  },
  unproven: ['No requests of an agent that writes native tapes are in our corpus.'],
  roots: (env, home) => [{ id: 'tapeHome', name: 'workspaces', path: env.TAPE_HOME ?? join(home, '.tape') }],
  heirOf: 'bub',
  own: true,
};
