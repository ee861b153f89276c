import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asList, asObject, asString } from '../../formats/json.ts';
import type { JsonObject } from '../../formats/values.ts';
import { tempFolder } from '../../testing/files.ts';
import { messagesOf } from '../../views/methods.ts';
import { importFile } from '../../views/testing/imported.ts';
import type { Wanted } from '../backend.ts';
import { type Pulled, pull } from '../pull.ts';
import { postgres } from './backend.ts';
import { postgresPrograms, startPostgres, type TestServer } from './testing/server.ts';

const PASSWORD = 'flour and water';
const SCRIPT = join(import.meta.dirname, '../../../../../scripts/langgraph-threads.mjs');

const hasSaver = (): boolean => {
  try {
    return createRequire(import.meta.url).resolve('@langchain/langgraph-checkpoint-postgres') !== '';
  } catch {
    return false;
  }
};

const programs = postgresPrograms();
const lacking =
  programs === null ? 'this machine has no PostgreSQL server (Debian: postgresql)' : hasSaver() ? null : 'npm ci was not run since';
if (lacking !== null) console.log(`Threads of LangGraph in PostgreSQL are not tested: ${lacking}.`);

/** A checkpoint by LangGraph's own reading. */
type Said = [thread: string, checkpoint: string, messages: [string, string][]];

/** The messages that a record of a checkpoint holds. */
const messagesIn = (record: JsonObject): [string, string][] =>
  asList(asObject(asObject(record.checkpoint)?.channel_values)?.messages).map((one) => {
    const [id, kwargs] = [asList(asObject(one)?.id), asObject(asObject(one)?.kwargs)];
    return [(asString(id.at(-1)) ?? '').replace('Message', '').toLowerCase(), asString(kwargs?.content) ?? ''];
  });

const recordsIn = (file: string): JsonObject[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as JsonObject);

describe.skipIf(lacking !== null)('threads that LangGraph keeps in PostgreSQL', () => {
  let server: TestServer;
  let said: Said[] = [];
  beforeAll(async () => {
    server = await startPostgres(programs ?? '', PASSWORD);
    const address = `postgres://miller:${encodeURIComponent(PASSWORD)}@127.0.0.1:${server.port}/postgres`;
    said = JSON.parse((await promisify(execFile)(process.execPath, [SCRIPT, address])).stdout) as Said[];
  });
  afterAll(() => server.stop());

  const pulled = async (wanted: Partial<Wanted>, { password = PASSWORD, folder = tempFolder() } = {}): Promise<Pulled> => {
    const url = new URL(`postgres://miller@127.0.0.1:${server.port}/postgres`);
    const { ask, close } = await connected(url, password);
    try {
      const asked = { session: null, trace: null, since: null, project: null, ...wanted };
      return await pull({ backend: postgres, ask, wanted: asked, name: JSON.stringify(wanted), folder });
    } finally {
      close();
    }
  };
  const connected = async (url: URL, password: string) => {
    const connection = await postgres.connect?.(url, { PGPASSWORD: password }, new AbortController().signal);
    if (connection === undefined) throw new Error('PostgreSQL is connected to.');
    return connection;
  };

  it('come with the messages of each checkpoint, also where only differences are kept', async () => {
    const { files, added, records } = await pulled({ since: '2020-01-01T00:00:00Z' });
    expect(files.map((file) => basename(file))).toEqual(['session-harvest.jsonl', 'session-winter.jsonl']);
    expect(added).toBe(records);
    const came = files.flatMap(recordsIn).filter(({ checkpoint }) => checkpoint !== undefined);
    const held = new Map(came.map((record) => [`${record.thread_id} ${record.checkpoint_id}`, messagesIn(record)]));
    expect(said.length).toBeGreaterThan(20);
    expect([...held].sort()).toEqual(said.map(([thread, id, messages]) => [`${thread} ${id}`, messages] as const).sort());
    // Checkpoints are in the order in which they were made, each before what was written into it.
    for (const file of files) {
      const ids = recordsIn(file).map(({ checkpoint_id: id }) => id);
      expect(ids).toEqual(ids.toSorted());
    }
  });

  it.each(['harvest', 'winter'])('are tapes whose steps had what the state had before each answer: %s', async (session) => {
    const { files } = await pulled({ session });
    const { store, rim, tape } = importFile(files[0] ?? '');
    try {
      const { format, steps, title } = store.catalog.tape(tape);
      expect({ format, title, steps }).toEqual({ format: 'langgraph', title: 'Rye.', steps: 4 });
      const sent = await messagesOf(rim, tape, { step: 3 }, { type: 'as-recorded' });
      const answers = said.filter(([thread]) => thread === session).map(([, , messages]) => messages.filter(([type]) => type === 'ai'));
      const [first = '', second = ''] = answers.find((all) => all.length === 3)?.map(([, text]) => text) ?? [];
      expect(sent.map((one) => JSON.stringify(one).match(/"content":"([^"]+)"/)?.[1])).toEqual(['Rye.', first, 'Oats.', second, 'Corn.']);
    } finally {
      store.close();
    }
  });

  it('are brought up to date by a later pull, which finds the rest as it was', async () => {
    const folder = tempFolder();
    const { records } = await pulled({ session: 'harvest' }, { folder });
    expect(await pulled({ session: 'harvest' }, { folder })).toMatchObject({ records, known: records, added: 0, changed: 0 });
  });

  it('cannot be written to, and are refused with the words of the server', async () => {
    const { ask, close } = await connected(new URL(`postgres://miller@127.0.0.1:${server.port}/postgres`), PASSWORD);
    await expect(ask('DELETE FROM checkpoints', {})).rejects.toThrow('cannot execute DELETE in a read-only transaction');
    close();
    await expect(pulled({ session: 'harvest' }, { password: 'chaff' })).rejects.toThrow('password authentication failed for user "miller"');
    await expect(pulled({ session: 'harvest' }, { password: '' })).rejects.toThrow('needs a password: put it into PGPASSWORD.');
    await expect(pulled({ session: 'harvest', project: 'barn' })).rejects.toThrow(
      'The schema barn has no tables in which LangGraph keeps sessions. Give --project for a schema that has: public.',
    );
    await expect(pulled({ trace: 't1' })).rejects.toThrow('give --session or --since instead of --trace');
  });
});

/** Answers each message with the next of these; what was sent is kept. */
const scripted = async (answers: readonly Buffer[]) => {
  const sent: Buffer[] = [];
  const left = [...answers];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      sent.push(bytes);
      const answer = left.shift();
      if (answer) socket.write(answer);
      else socket.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connecting = (more = '') =>
    postgres.connect?.(new URL(`postgres://miller@127.0.0.1:${port}/mill${more}`), { PGPASSWORD: PASSWORD }, new AbortController().signal);
  return { sent, connecting, [Symbol.dispose]: () => void server.close() };
};

describe('A server of PostgreSQL', () => {
  // 'R', its length, and 3: the password as it is.
  const wantsItBare = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]);

  it.each([
    ['which offers no encryption', '', [Buffer.from('N'), wantsItBare]],
    ['where none is asked for', '?sslmode=disable', [wantsItBare]],
  ])('is not given the password as it is, %s', async (_name, mode, answers) => {
    using server = await scripted(answers);
    await expect(server.connecting(mode)).rejects.toThrow(/^127\.0\.0\.1:\d+ asks for the password without encryption: it is not sent\.$/);
    expect(Buffer.concat(server.sent).includes(PASSWORD)).toBe(false);
  });

  it('without encryption is left where the address asks for it', async () => {
    using server = await scripted([Buffer.from('N')]);
    await expect(server.connecting('?sslmode=require')).rejects.toThrow('cannot be reached: The server does not support SSL connections.');
  });

  it('is one, and nothing else that listens there', async () => {
    using server = await scripted([Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')]);
    await expect(server.connecting()).rejects.toThrow('cannot be reached: There was an error establishing an SSL connection.');
  });
});
