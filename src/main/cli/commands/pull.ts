import { join } from 'node:path';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { createAsk } from '../../engine/pull/ask.ts';
import type { Backend, Wanted } from '../../engine/pull/backend.ts';
import { backends } from '../../engine/pull/backends.ts';
import { type Pulled, pull } from '../../engine/pull/pull.ts';
import { receivedFolder } from '../../engine/receive/receiver.ts';
import type { Context, Declaration, Given } from '../command.ts';
import { json, since } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { plural } from '../format/number.ts';
import { truncate } from '../format/width.ts';
import { momentOf, textOf } from '../options.ts';

export const command: Declaration = {
  flags: [
    { name: 'session', value: 'ID', description: 'all traces of one session' },
    { name: 'trace', value: 'ID', description: 'one trace' },
    since,
    { name: 'project', value: 'NAME', description: 'the project of Phoenix (default: default); keys of Langfuse are those of one project' },
    {
      name: 'folder',
      value: 'DIR',
      offers: 'file',
      description: 'keep it there (default: a folder for the server below received in ~/.tapescope)',
    },
    json,
  ],
  notes: [
    'URL is where the server answers, such as https://cloud.langfuse.com or http://localhost:6006. Takes one of --session, --trace and --since.',
    'Keys are read from the environment: LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY; PHOENIX_API_KEY where the server wants one. They are sent to URL alone, and written nowhere.',
    'Each session, or each trace that names none, is a file, which a later pull brings up to date. It is found by itself.',
    'Makes one request at a time and keeps the pauses that the server asks for. A pull that ends early is continued by the same command.',
    'JSON holds {wanted: {session, trace, since, project}, requests, records, added, changed, known, files, resumed}; records is the sum of the three after it.',
  ],
  example: ['tape pull phoenix http://localhost:6006 --since 2d', 'brings the traces of two days from a server of Phoenix'],
  run,
};

function backendOf(name: string): Backend {
  const found = backends.find(({ id }) => id === name);
  if (found) return found;
  throw new TapeError('bad-input', `Traces are pulled from ${backends.map(({ id }) => id).join(' or ')}, not from "${name}".`);
}

/** The address without a slash at its end. Throws TapeError('bad-input'). */
function baseOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new TapeError('bad-input', `URL takes the address of a server, such as https://host or http://localhost:6006, not "${text}".`);
  if (url.username !== '' || url.password !== '')
    throw new TapeError('bad-input', 'Keys are read from the environment, and not from the address of the server.');
  return url.href.replace(/\/+$/, '');
}

function wantedOf(given: Given): Wanted {
  const named = ['session', 'trace', 'since'].filter((name) => given.options[name] !== undefined);
  if (named.length !== 1) throw new TapeError('bad-input', 'Give one of --session, --trace and --since: it says what is pulled.');
  const [session = null, trace = null, project = null] = ['session', 'trace', 'project'].map((name) => textOf(given, name));
  return { session, trace, since: momentOf(given, 'since', Date.now()) ?? null, project };
}

async function run({ given, json, terminal, signal }: Context): Promise<number | undefined> {
  const [kind = '', address = ''] = given.operands;
  const backend = backendOf(kind);
  const base = baseOf(address);
  const wanted = wantedOf(given);
  const headers = backend.headers(process.env);
  const { host } = new URL(base);
  const folder = textOf(given, 'folder') ?? join(receivedFolder(), `${backend.id}-${host.replaceAll(/[^A-Za-z0-9.-]/g, '-')}`);
  const again = (why: string, ms: number): void =>
    terminal.status(truncate(clean(`${why} Again in ${Math.ceil(ms / 1000)} s.`), terminal.layout.width - 1));
  const told = (sums: { requests: number; records: number }): void =>
    terminal.status(`${plural(sums.records, 'record')} in ${plural(sums.requests, 'request')}`);
  const name = JSON.stringify([base, { ...wanted, since: textOf(given, 'since') ?? null }]);
  try {
    const pulled = await pull({ backend, ask: createAsk({ base, headers, signal, again }), wanted, name, folder, told });
    terminal.status('');
    if (json) terminal.json(pulled);
    else terminal.print(summary(pulled));
  } finally {
    terminal.status('');
  }
  return undefined;
}

/** What came, and where it is. */
function summary({ requests, records, added, changed, known, files, resumed }: Pulled): string[] {
  const sums = `${plural(records, 'record')} in ${plural(requests, 'request')}: ${added} new, ${changed} changed, ${known} known`;
  return [`${sums}${resumed ? '; continued an earlier pull' : ''}`, ...files];
}
