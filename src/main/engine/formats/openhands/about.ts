import { join } from 'node:path';
import type { About, SessionFiles } from '../about.ts';

const NO_COPY = 'OpenHands continues from events that only it may write; continue in a new native tape.';

const EVENT = /^(.*\/)events\/(?:(\d+)|event-\d+-[0-9a-f-]+)\.json$/;
const HEAD = /^(.*\/)(?:events\/0\.json|base_state\.json)$/;

const numbered = (name: string): number => Number(/(\d+)/.exec(name)?.[1] ?? 0);

/** Each event is a document. Those of older versions are numbered from 0, newer ones have the state of the conversation next to their folder. */
const events: SessionFiles = {
  head(path) {
    const [, folder, number] = EVENT.exec(path) ?? [];
    if (folder !== undefined) return `${folder}${number === undefined ? 'base_state.json' : 'events/0.json'}`;
    return HEAD.test(path) ? path : null;
  },
  files(head, list) {
    const folder = HEAD.exec(head)?.[1] ?? '';
    const names = list(`${folder}events`).filter((name) => EVENT.test(`${folder}events/${name}`));
    const paths = names.sort((a, b) => numbered(a) - numbered(b)).map((name) => `${folder}events/${name}`);
    return paths.includes(head) ? paths : [head, ...paths];
  },
};

export const about: About = {
  id: 'openhands',
  name: 'OpenHands',
  mark: 'Hd',
  versions: ['0.x', 'SDK 1.x'],
  containers: ['json'],
  evidence: 'derived',
  rule: {
    text: 'The messages that events make before the answer, without those that a condensation forgot; its summary where it says.',
    source:
      'openhands/memory/conversation_memory.py of version 0, and openhands-sdk/openhands/sdk/context/view.py of OpenHands/software-agent-sdk',
  },
  agreement: { files: 0, steps: 0, within500: 0, within2000: 0, above: 0 },
  cannot: { fork: NO_COPY, dropSpan: NO_COPY, compact: NO_COPY },
  unproven: [
    'Not proven on real data: no real conversation was seen.',
    'Sub-agents are families where the SDK gives them a folder.',
    'What an action is sent as without the call of a tool is its text alone.',
  ],
  roots: (env, home) => {
    const store = env.FILE_STORE_PATH ?? join(home, '.openhands');
    return [
      { id: 'openHandsConversations', name: 'conversations', path: join(store, 'conversations') },
      { id: 'openHandsSessions', name: 'sessions', path: join(store, 'sessions') },
    ];
  },
  documents: /\/(?:events\/0|base_state)\.json$/,
  session: events,
  instructions: ['.openhands/microagents/repo.md'],
};
