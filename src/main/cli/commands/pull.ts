import { join } from 'node:path';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { servers } from '../../engine/formats/servers.ts';
import { createAsk } from '../../engine/pull/ask.ts';
import type { Backend, Wanted } from '../../engine/pull/backend.ts';
import { backends } from '../../engine/pull/backend-table.ts';
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
    {
      name: 'project',
      value: 'NAME',
      description:
        'the project of Phoenix (default: default), or the schema in PostgreSQL (default: public); keys of Langfuse are those of one project',
    },
    {
      name: 'folder',
      value: 'DIR',
      offers: 'file',
      description: 'keep it there (default: a folder for the server below received in ~/.tapescope)',
    },
    json,
  ],
  notes: [
    'URL is where the server answers, such as https://cloud.langfuse.com, http://localhost:6006 or postgres://USER@HOST/DATABASE. Takes one of --session, --trace and --since.',
    'Keys are read from the environment: LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY; PHOENIX_API_KEY where the server needs one; PGPASSWORD. They are sent only to URL, and never written down.',
    `From PostgreSQL come sessions that ${servers.map(({ name }) => name).join(' or ')} keeps there, in one read-only transaction; --since takes those that were written to.`,
    'Each session, or each trace that names none, is a file, which a later pull brings up to date. Tapescope finds it by itself.',
    'Makes one request at a time and waits as long as the server asks. The same command continues a pull that ended early.',
    'JSON holds {wanted: {session, trace, since, project}, requests, records, added, changed, known, files, resumed}; records is the sum of the three after it.',
  ],
  example: ['tape pull phoenix http://localhost:6006 --since 2d', 'brings the traces of two days from a Phoenix server'],
  run,
};

/** "a, b or c" */
const listed = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;

function backendOf(name: string): Backend {
  const found = backends.find(({ id }) => id === name);
  if (found) return found;
  throw new TapeError('bad-input', `Traces and sessions are pulled from ${listed(backends.map(({ id }) => id))}, not from "${name}".`);
}

/** The address without a slash at its end. Throws TapeError('bad-input'). */
function baseOf(text: string, { connect }: Backend): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const fits = connect
    ? /^postgres(?:ql)?:$/.test(url?.protocol ?? '')
    : url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
  const example = connect ? 'postgres://user@host/database' : 'https://host or http://localhost:6006';
  // A password in it would be said again.
  const said = url?.password ? '' : `, not "${text}"`;
  if (url === null || !fits) throw new TapeError('bad-input', `URL takes the address of a server, such as ${example}${said}.`);
  if ((url.username !== '' && !connect) || url.password !== '')
    throw new TapeError('bad-input', 'Keys are read from the environment, and not from the address of the server.');
  return url;
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
  const url = baseOf(address, backend);
  const base = url.href.replace(/\/+$/, '');
  const wanted = wantedOf(given);
  const headers = backend.headers(process.env);
  const { host } = url;
  const folder = textOf(given, 'folder') ?? join(receivedFolder(), `${backend.id}-${host.replaceAll(/[^A-Za-z0-9.-]/g, '-')}`);
  const again = (why: string, ms: number): void =>
    terminal.status(truncate(clean(`${why} Again in ${Math.ceil(ms / 1000)} s.`), terminal.layout.width - 1));
  const told = (sums: { requests: number; records: number }): void =>
    terminal.status(`${plural(sums.records, 'record')} in ${plural(sums.requests, 'request')}`);
  const name = JSON.stringify([base, { ...wanted, since: textOf(given, 'since') ?? null }]);
  const connection = await backend.connect?.(url, process.env, signal);
  try {
    const ask = connection?.ask ?? createAsk({ base, headers, signal, again });
    const pulled = await pull({ backend, ask, wanted, name, folder, told });
    terminal.status('');
    if (json) terminal.json(pulled);
    else terminal.print(summary(pulled));
  } finally {
    connection?.close();
    terminal.status('');
  }
  return undefined;
}

/** What came, and where it is. */
function summary({ requests, records, added, changed, known, files, resumed }: Pulled): string[] {
  const sums = `${plural(records, 'record')} in ${plural(requests, 'request')}: ${added} new, ${changed} changed, ${known} known`;
  return [`${sums}${resumed ? '; continued an earlier pull' : ''}`, ...files];
}
