import { Client, type ClientConfig } from 'pg';
import { TapeError } from '../../../../shared/rpc/tape-error.ts';
import type { TextRow } from '../../formats/server.ts';
import { reasonOf } from '../../runs/refusal.ts';

/** A connection to a server, in one transaction that can write nothing and sees one state of the database. */
export interface Connection {
  rows(sql: string, values?: readonly (string | null)[]): Promise<TextRow[]>;
  close(): void;
}

export interface Connecting {
  url: URL;
  password: string;
  signal: AbortSignal;
}

const PORT = 5432;

/** Opens a connection. `sslmode` of the address is as in PostgreSQL's own programs. Throws TapeError('unreadable'). */
export async function connectPostgres(connecting: Connecting): Promise<Connection> {
  const { url, signal } = connecting;
  const client = await begun(connecting);
  const stop = (): void => wireOf(client).stream.destroy();
  signal.addEventListener('abort', stop, { once: true });
  const close = (): void => {
    signal.removeEventListener('abort', stop);
    void client.end().catch(() => {});
  };
  const rows: Connection['rows'] = async (sql, values = []) => {
    try {
      return (await client.query<TextRow>(sql, [...values])).rows;
    } catch (failure) {
      signal.throwIfAborted();
      throw refusalOf(failure, url.host);
    }
  };
  try {
    await rows('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return { rows, close };
  } catch (failure) {
    close();
    throw failure;
  }
}

/** What the library keeps to itself of a connection. */
interface Wire {
  stream: { destroy(why?: Error): void };
  on(event: 'authenticationCleartextPassword', act: () => void): void;
}

const wireOf = (client: Client): Wire => (client as unknown as { connection: Wire }).connection;

const UNENCRYPTED = 'asks for the password without encryption: it is not sent';
const NO_PASSWORD = 'needs a password: put it into PGPASSWORD';

/** Asked for only where the server wants one. */
const given = (password: string): string => {
  if (password === '') throw new Error(NO_PASSWORD);
  return password;
};

type Ssl = NonNullable<ClientConfig['ssl']>;

/** In the order in which they are tried. */
const waysOf = (mode: string): readonly Ssl[] => {
  if (mode === 'disable') return [false];
  const encrypted = { rejectUnauthorized: mode.startsWith('verify') };
  return mode === 'prefer' || mode === 'allow' ? [encrypted, false] : [encrypted];
};

/** As the library says it of a server that has none. */
const offersNone = (failure: unknown): boolean => failure instanceof Error && failure.message.includes('does not support SSL');

async function begun(connecting: Connecting): Promise<Client> {
  const { url, signal } = connecting;
  const [first = false, second] = waysOf(url.searchParams.get('sslmode') ?? 'prefer');
  try {
    return await connected(connecting, first).catch((failure) => {
      if (second === undefined || !offersNone(failure)) throw failure;
      return connected(connecting, second);
    });
  } catch (failure) {
    signal.throwIfAborted();
    throw refusalOf(failure, url.host);
  }
}

async function connected({ url, password, signal }: Connecting, ssl: Ssl): Promise<Client> {
  signal.throwIfAborted();
  const user = decodeURIComponent(url.username) || 'postgres';
  const client = new Client({
    ...{ host: url.hostname.replaceAll(/^\[|\]$/g, ''), port: Number(url.port || PORT) },
    ...{ user, database: decodeURIComponent(url.pathname.slice(1)) || user, password: () => given(password), ssl },
    ...{ application_name: 'tapescope', client_encoding: 'UTF8', types: { getTypeParser: () => String } },
  });
  // Without a listener, a connection that is lost between two queries would end the process; the next query says that it is.
  client.on('error', () => {});
  if (ssl === false) wireOf(client).on('authenticationCleartextPassword', () => wireOf(client).stream.destroy(new Error(UNENCRYPTED)));
  const stop = (): void => wireOf(client).stream.destroy(new Error('it was stopped'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    await client.connect();
    return client;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** What a server answers has a code of its own; all else is of the way to it. */
const refusalOf = (failure: unknown, host: string): TapeError => {
  const reason = reasonOf(failure);
  if (reason === UNENCRYPTED || reason === NO_PASSWORD) return new TapeError('unreadable', `${host} ${reason}.`);
  const answered = failure instanceof Error && 'severity' in failure;
  return new TapeError('unreadable', answered ? `${host} answered: ${reason}.` : `${host} cannot be reached: ${reason}.`);
};
