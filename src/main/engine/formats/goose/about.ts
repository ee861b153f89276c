import { join } from 'node:path';
import type { About } from '../about.ts';

const NO_COPY = 'Goose keeps its sessions in a database of its own, which nobody else may write to; continue in a new native tape.';

export const about: About = {
  id: 'goose',
  name: 'Goose',
  mark: 'Go',
  versions: ['1.x'],
  containers: ['sqlite', 'jsonl'],
  evidence: 'derived',
  rule: {
    text: 'The messages before the answer that the agent may see: a compaction hides those before its summary from then on.',
    source: 'crates/goose/src/session and crates/goose/src/context_mgmt of block/goose',
  },
  agreement: { files: 0, steps: 0, within500: 0, within2000: 0, above: 0 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  unproven: [
    'Not proven on real data: no real session was seen, and no request.',
    'A session has the sum of what it used, and the size of its newest request alone.',
  ],
  roots: (env, home) => {
    const data =
      env.APPDATA === undefined
        ? join(env.XDG_DATA_HOME ?? join(home, '.local', 'share'), 'goose')
        : join(env.APPDATA, 'Block', 'goose', 'data');
    return [{ id: 'gooseSessions', name: 'sessions', path: join(data, 'sessions') }];
  },
  instructions: ['.goosehints'],
};
