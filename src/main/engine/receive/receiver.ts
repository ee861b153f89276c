import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { diskReason } from '../../../shared/rpc/disk-reasons.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { defaultHome } from '../app/home.ts';
import { asObject } from '../formats/json.ts';
import type { Json } from '../formats/values.ts';
import { decode, MOST_BYTES, Refusal, type Spelling, spellingOf, tooLarge, unpack } from './decode.ts';
import { receivedIn, SIGNALS } from './records.ts';
import { openSpool, type Spool } from './spool.ts';

/** What an exporter is answered, spelled as its request was. */

const TYPES: Readonly<Record<Spelling, string>> = { json: 'application/json', protobuf: 'application/x-protobuf' };

/** google.rpc.Code by HTTP status. */
const CODES: Readonly<Record<number, number>> = { 400: 3, 403: 7, 404: 12, 405: 12, 413: 8, 415: 3, 503: 14 };

interface Answer {
  status: number;
  type: string;
  body: Buffer;
}

/** All was taken; a `warning` says what became of it otherwise. */
function accepted(spelling: Spelling, warning: string | null = null): Answer {
  const partial = warning === null ? Buffer.alloc(0) : textField(2, warning);
  const body =
    spelling === 'json'
      ? Buffer.from(JSON.stringify({ partialSuccess: warning === null ? {} : { errorMessage: warning } }))
      : warning === null
        ? partial
        : lengthField(1, partial);
  return { status: 200, type: TYPES[spelling], body };
}

/** A google.rpc.Status that says why nothing was taken. */
function refused(spelling: Spelling, status: number, message: string): Answer {
  const code = CODES[status] ?? 13;
  const body =
    spelling === 'json'
      ? Buffer.from(JSON.stringify({ code, message }))
      : Buffer.concat([Buffer.from([0x08, code]), textField(2, message)]);
  return { status, type: TYPES[spelling], body };
}

const textField = (number: number, text: string): Buffer => lengthField(number, Buffer.from(text, 'utf8'));

const lengthField = (number: number, bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from([(number << 3) | 2]), varint(bytes.length), bytes]);

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  for (; left > 0x7f; left = Math.floor(left / 128)) bytes.push((left & 0x7f) | 0x80);
  return Buffer.from([...bytes, left]);
}

export interface ReceiverOptions {
  /** Where files are kept. */
  folder: string;
  /** Where exporters send to by default; 0 takes a free one. */
  port: number;
  /** Called after records were kept. */
  kept?(records: number, files: readonly string[]): void;
  /** Called where the disk refused what arrived, with a sentence; once until something is kept again. */
  refused?(sentence: string): void;
}

/** A receiver of traces that listens. */
export interface Receiver {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** Where it is kept, and found by itself, unless somebody names another folder. */
export function receivedFolder(home = defaultHome()): string {
  return join(home, 'received');
}

/** The port at which exporters of OTLP over HTTP look for a receiver. */
export const USUAL_PORT = 4318;

/** Names of this machine that no web page can own. */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Listens on 127.0.0.1 for OTLP over HTTP and keeps what arrives. Throws TapeError('bad-input') where the port is taken, and 'unreadable' where the
 * folder cannot be made.
 */
export async function startReceiver({ folder, port, kept, refused: say }: ReceiverOptions): Promise<Receiver> {
  const spool = spoolIn(folder);
  let full = false;
  const told = {
    kept(records: number, files: readonly string[]) {
      full = false;
      kept?.(records, files);
    },
    refused(sentence: string) {
      if (!full) say?.(sentence);
      full = true;
    },
  };
  const server = createServer((request, response) => void serve(request, response, spool, told));
  server.requestTimeout = 60_000;
  const taken = await listen(server, port);
  return {
    port: taken,
    url: `http://127.0.0.1:${taken}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function spoolIn(folder: string): Spool {
  try {
    return openSpool(folder);
  } catch (failure) {
    throw new TapeError('unreadable', `${folder} cannot hold what is received: ${reasonOf(failure)}.`, { folder });
  }
}

const reasonOf = (failure: unknown): string => {
  const { code = '', message = 'the disk refused' } = failure as NodeJS.ErrnoException;
  return diskReason(code) ?? message;
};

/** Called with what became of a request. */
type Told = Required<Pick<ReceiverOptions, 'kept' | 'refused'>>;

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const why = code === 'EADDRINUSE' ? 'another program listens there' : message;
      reject(new TapeError('bad-input', `Port ${port} of 127.0.0.1 cannot be used: ${why}. --port names another one.`, { port }));
    });
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

async function serve(request: IncomingMessage, response: ServerResponse, spool: Spool, told: Told): Promise<void> {
  const spelling = spellingOf(request.headers['content-type']) ?? 'json';
  const { status, type, body } = await answerTo(request, spelling, spool, told.kept).catch((failure: unknown) =>
    refusalOf(failure, spelling, told),
  );
  // What is left of a body that nobody reads would keep the connection busy.
  const over = request.complete ? {} : { Connection: 'close' };
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': body.length,
    ...(status === 503 && { 'Retry-After': '5' }),
    ...over,
  });
  response.end(body);
}

function refusalOf(failure: unknown, spelling: Spelling, told: Told): Answer {
  if (failure instanceof Refusal) return refused(spelling, failure.status, failure.message);
  // JSON that nests deeper than it can be written.
  if (failure instanceof RangeError) return refused(spelling, 400, 'The body nests too deeply.');
  const sentence = `Nothing could be kept: ${reasonOf(failure)}.`;
  told.refused(sentence);
  return refused(spelling, 503, sentence);
}

/** What is accepted of each path; null where it is taken and not kept. */
const PATHS = {
  '/v1/traces': { signal: SIGNALS.traces, message: 'ExportTraceServiceRequest' },
  '/v1/logs': { signal: SIGNALS.logs, message: 'ExportLogsServiceRequest' },
  '/v1/metrics': null,
} as const;

const isPath = (path: string): path is keyof typeof PATHS => Object.hasOwn(PATHS, path);

async function answerTo(request: IncomingMessage, spelling: Spelling, spool: Spool, kept: Told['kept']): Promise<Answer> {
  const { host, origin, 'content-type': type, 'content-encoding': encoding } = request.headers;
  if (!LOOPBACK.has(host?.replace(/:\d{1,5}$/, '').toLowerCase() ?? ''))
    throw new Refusal(403, 'Only 127.0.0.1 and localhost are served here.');
  if (origin !== undefined) throw new Refusal(403, 'Web pages cannot send traces here.');
  const path = request.url?.split('?', 1)[0] ?? '';
  if (!isPath(path)) throw new Refusal(404, `Traces are sent to ${Object.keys(PATHS).slice(0, 2).join(' and ')}.`);
  if (request.method !== 'POST') throw new Refusal(405, 'Only POST is allowed.');
  if (spellingOf(type) === null) throw new Refusal(415, 'The body must be application/json or application/x-protobuf.');
  const body = unpack(await bodyOf(request), encoding?.toLowerCase());
  const known = PATHS[path];
  if (known === null) return accepted(spelling, 'Metrics are not kept: Tapescope keeps traces and logs.');
  const message = decode(body, spelling, known.message);
  const records = receivedIn(message, known.signal);
  // OTLP has a request without telemetry accepted; one with other fields is something else.
  if (records === null && !isEmpty(message)) throw new Refusal(400, `The body has no ${known.signal.groups}.`);
  const all = records ?? [];
  const files = spool.append(all);
  if (all.length > 0) kept(all.length, files);
  return accepted(spelling);
}

const isEmpty = (message: Json): boolean => Object.keys(asObject(message) ?? [message]).length === 0;

/** The whole body. Throws a Refusal for one that is too large, without reading the rest of it. */
async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
