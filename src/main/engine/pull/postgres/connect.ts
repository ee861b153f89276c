import { createHash } from 'node:crypto';
import { connect as connectSocket, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { TapeError } from '../../../../shared/rpc/tape-error.ts';
import type { TextRow } from '../../formats/server.ts';
import { reasonOf } from '../../runs/refusal.ts';
import {
  askForTls,
  columnsOf,
  createMessages,
  errorIn,
  goodbye,
  type Message,
  password as passwordMessage,
  query,
  saslBegin,
  saslGoOn,
  startup,
  valuesOf,
} from './messages.ts';
import { createScram, MECHANISM, type Scram } from './scram.ts';

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
  const socket = await socketTo(connecting);
  const talk = talkOn(socket, url.host);
  const stop = (): void => void socket.destroy(new Error('it was stopped'));
  signal.addEventListener('abort', stop, { once: true });
  const close = (): void => {
    signal.removeEventListener('abort', stop);
    socket.end(goodbye);
  };
  const rows: Connection['rows'] = async (sql, values = []) => rowsOf(await talk(query(sql, values)), url.host);
  try {
    await begin(connecting, talk, 'encrypted' in socket);
    await rows('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return { rows, close };
  } catch (failure) {
    close();
    throw failure;
  }
}

/** Sends a message, and answers all that the server says until it waits for the next one. */
type Talk = (sent: Buffer) => Promise<Message[]>;

function talkOn(socket: Socket, host: string): Talk {
  const read = createMessages();
  let said: Message[] = [];
  let waiting: { done(all: Message[]): void; failed(why: Error): void } | null = null;
  const fail = (failure: unknown): void => {
    waiting?.failed(new TapeError('unreadable', `${host} cannot be reached: ${reasonOf(failure)}.`));
    waiting = null;
  };
  socket.on('data', (chunk: Buffer) => {
    try {
      said.push(...read(chunk));
    } catch (failure) {
      socket.destroy(failure as Error);
      return;
    }
    const last = said.at(-1);
    if (waiting === null || last === undefined || !ends(last)) return;
    const [{ done }, all] = [waiting, said];
    [waiting, said] = [null, []];
    done(all);
  });
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the connection was closed')));
  return (sent) =>
    new Promise((done, failed) => {
      waiting = { done, failed };
      socket.write(sent);
    });
}

const WAITS: ReadonlySet<number> = new Set([3, 5, 10, 11]);

/** The server is ready, or asks for a password. An error before the first query is the last that it says. */
const ends = ({ type, body }: Message): boolean => type === 'Z' || type === 'E' || (type === 'R' && WAITS.has(body.readInt32BE(0)));

async function socketTo({ url, signal }: Connecting): Promise<Socket> {
  const mode = url.searchParams.get('sslmode') ?? 'prefer';
  const [host, port] = [url.hostname.replaceAll(/^\[|\]$/g, ''), Number(url.port || PORT)];
  try {
    const socket = connectSocket({ host, port, signal });
    await once(socket, 'connect');
    if (mode === 'disable') return socket;
    socket.write(askForTls);
    const [answer] = (await once(socket, 'data')) as Buffer;
    if (answer !== 0x53) {
      if (mode !== 'prefer' && mode !== 'allow') throw new Error('it offers no encryption');
      return socket;
    }
    const tls = connectTls({ socket, servername: host, rejectUnauthorized: mode.startsWith('verify') });
    await once(tls, 'secureConnect');
    return tls;
  } catch (failure) {
    signal.throwIfAborted();
    throw new TapeError('unreadable', `${url.host} cannot be reached: ${reasonOf(failure)}.`);
  }
}

const once = (socket: Socket, event: string): Promise<unknown> =>
  new Promise((done, failed) => {
    const forget = (): void => {
      socket.off(event, came);
      socket.off('error', broken);
      socket.off('close', closed);
    };
    const came = (value: unknown): void => {
      forget();
      done(value);
    };
    const broken = (why: Error): void => {
      forget();
      failed(why);
    };
    const closed = (): void => broken(new Error('the connection was closed'));
    socket.on(event, came).on('error', broken).on('close', closed);
  });

/** Says who asks, and proves it as the server wants it. */
async function begin({ url, password }: Connecting, talk: Talk, encrypted: boolean): Promise<void> {
  const user = decodeURIComponent(url.username) || 'postgres';
  const database = decodeURIComponent(url.pathname.slice(1)) || user;
  let scram: Scram | null = null;
  let said = await talk(startup({ user, database, application_name: 'tapescope', client_encoding: 'UTF8' }));
  for (;;) {
    refuse(said, url.host);
    const last = said.at(-1);
    if (last === undefined || last.type !== 'R') return;
    const kind = last.body.readInt32BE(0);
    if (kind === 3 && !encrypted) throw new TapeError('unreadable', `${url.host} wants the password without encryption: it is not sent.`);
    if (kind === 10) {
      if (!last.body.toString('utf8', 4).split('\0').includes(MECHANISM))
        throw new TapeError('unreadable', `${url.host} wants a proof of who asks that is not known here.`);
      scram = createScram(password);
    }
    said = await talk(proofOf(kind, last.body, { user, password, scram }));
    const ended = said.find(({ type, body }) => type === 'R' && body.readInt32BE(0) === 12);
    if (ended && scram?.proves(ended.body.toString('utf8', 4)) !== true)
      throw new TapeError('unreadable', `${url.host} does not know the password itself: it is another server.`);
  }
}

function proofOf(kind: number, body: Buffer, { user, password, scram }: { user: string; password: string; scram: Scram | null }): Buffer {
  const md5 = (...parts: (string | Buffer)[]): string => parts.reduce((hash, part) => hash.update(part), createHash('md5')).digest('hex');
  if (kind === 5) return passwordMessage(`md5${md5(md5(password, user), body.subarray(4, 8))}`);
  if (kind === 10 && scram !== null) return saslBegin(MECHANISM, scram.first);
  if (kind === 11 && scram !== null) return saslGoOn(scram.prove(body.toString('utf8', 4)));
  return passwordMessage(password);
}

function refuse(said: readonly Message[], host: string): void {
  const error = said.find(({ type }) => type === 'E');
  if (error) throw new TapeError('unreadable', `${host} answered: ${errorIn(error.body)}.`);
}

function rowsOf(said: readonly Message[], host: string): TextRow[] {
  refuse(said, host);
  const columns = said.flatMap(({ type, body }) => (type === 'T' ? columnsOf(body) : []));
  return said
    .filter(({ type }) => type === 'D')
    .map(({ body }) => Object.fromEntries(valuesOf(body).map((value, at) => [columns[at] ?? '', value])));
}
