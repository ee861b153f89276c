import { join } from 'node:path';
import type { About, SessionFiles } from '../about.ts';

const NO_COPY =
  'OpenCode keeps its sessions in its own database, which nobody else may write to; use its fork there, or continue in a new native tape.';

const HEAD = /^(.*\/storage\/)session\/[^/]+\/(ses_[^/]+)\.json$/;

/** Versions before 1.2 have a file for the session, for each message and for each part. */
const files: SessionFiles = {
  head: (path) => (HEAD.test(path) ? path : null),
  files(head, list) {
    const [, storage = '', session = ''] = HEAD.exec(head) ?? [];
    const messages = list(`${storage}message/${session}`).filter((name) => name.endsWith('.json'));
    return [
      head,
      ...messages.flatMap((name) => {
        const parts = `${storage}part/${name.slice(0, -'.json'.length)}`;
        return [`${storage}message/${session}/${name}`, ...list(parts).map((part) => `${parts}/${part}`)];
      }),
    ];
  },
};

export const about: About = {
  id: 'opencode',
  name: 'OpenCode',
  mark: 'Op',
  versions: ['1.16 … 1.18', 'exports of 1.2', 'files before 1.2'],
  containers: ['sqlite', 'json'],
  evidence: 'derived',
  rule: {
    text: 'The messages at the time of the request: from the newest finished compaction on, its summary before the tail that it kept, without what was reverted; cleared output as its placeholder.',
    source: '97 of 101 requests that OpenCode 1.18 sent, which the contexts equal; the others hold reminders that it does not store',
  },
  agreement: { files: 21, steps: 384, within500: 359, within2000: 380, above: 0 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY, check: 'What a session of OpenCode must be like is not written down.' },
  unproven: [
    'Storage in files, as versions before 1.2 have it, was seen in samples alone.',
    'Exports, and sessions before 1.16, have only their last state: what changed since a request is not known.',
    'A fork does not say which session it was copied from.',
  ],
  roots: (env, home) => {
    const data = join(env.XDG_DATA_HOME ?? join(home, '.local', 'share'), 'opencode');
    return [
      { id: 'openCodeDatabase', name: 'database', path: join(data, 'opencode.db') },
      { id: 'openCodeFiles', name: 'files of older versions', path: join(data, 'storage', 'session') },
    ];
  },
  documents: /\/storage\/session\/[^/]+\/ses_[^/]+\.json$/,
  session: files,
  instructions: ['AGENTS.md'],
};
