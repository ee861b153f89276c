import { FOLDER, readListed } from '../listed-bodies.ts';
import type { Wiring } from '../wiring.ts';
import { EXTENSION } from './record-extension.ts';

/** Commands of pi that begin no session and take no extension. */
const ASIDE = new Set(['install', 'remove', 'uninstall', 'update', 'list', 'config', 'auth']);

export const piWiring: Wiring = {
  programs: ['pi'],
  // Where its requests go is in its own list of models, which no variable changes.
  upstreams: () => ({}),
  through: () => ({}),
  changes: ['pi takes its addresses from its own list of models: no request goes through the relay.'],
  own: {
    by: 'pi (an extension of Tapescope)',
    env: (folder) => ({ [FOLDER]: folder }),
    changes: [
      'An extension in pi wrote down each payload before it was sent: an answer is its blocks and usage, not the stream; answers to summaries and headers are not kept.',
    ],
    given: {
      name: 'record-extension.mjs',
      text: EXTENSION,
      words: (path, words) => (ASIDE.has(words[0] ?? '') ? [...words] : [...words, '--extension', path]),
    },
    read: readListed,
  },
};
