import { asNumber, asString } from '../json.ts';
import { type OwnExchange, type OwnFiles, recordsIn, type Wiring } from '../wiring.ts';
import { EXTENSION, FOLDER, LIST } from './record-extension.ts';

/** What a line of the list tells of a request, under the names that joins go by. */
const JOINS = { session: 'session_id', response: 'response_id' } as const;

const readBodies = ({ paths, read }: OwnFiles): { exchanges: OwnExchange[]; left: string[] } => {
  const there = new Set(paths);
  const exchanges = new Map<string, OwnExchange>();
  for (const row of recordsIn(read(LIST))) {
    const name = asString(row.name) ?? '';
    const [request, response] = [`${name}.request.json`, `${name}.response.json`];
    if (!there.has(request)) continue;
    const known = exchanges.get(name) ?? { at: asNumber(row.at) ?? 0, request, response: there.has(response) ? response : null, join: {} };
    for (const [from, to] of Object.entries(JOINS)) {
      const id = asString(row[from]);
      if (id !== null) known.join[to] = id;
    }
    exchanges.set(name, known);
  }
  return { exchanges: [...exchanges.values()].toSorted((a, b) => a.at - b.at), left: [] };
};

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
      'An extension was loaded into pi, which wrote down each payload before it was sent: an answer is its blocks and usage, not the stream; answers to summaries and headers are not kept.',
    ],
    given: {
      name: 'record-extension.mjs',
      text: EXTENSION,
      words: (path, words) => (ASIDE.has(words[0] ?? '') ? [...words] : [...words, '--extension', path]),
    },
    read: readBodies,
  },
};
