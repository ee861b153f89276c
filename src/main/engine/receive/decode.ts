import { gunzipSync } from 'node:zlib';
import type { Json } from '../formats/values.ts';
import { OTLP } from './otlp-schema.ts';
import { MalformedError, readMessage } from './protobuf.ts';

/** How bodies are spelled: an answer is spelled as its request was. */
export type Spelling = 'json' | 'protobuf';

/** A refusal as OTLP has it over HTTP: `status` tells the exporter whether to send again. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

/** Largest body, as it comes and unpacked. Exporters send some hundred spans at a time. */
export const MOST_BYTES = 64 * 1024 * 1024;

/** The body of a request without its compression. Throws a Refusal. */
export function unpack(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === undefined || encoding === 'identity' || encoding === '') return body;
  if (encoding !== 'gzip') throw new Refusal(415, `Bodies may be packed with gzip, not with ${encoding.slice(0, 40)}.`);
  try {
    return gunzipSync(body, { maxOutputLength: MOST_BYTES });
  } catch (failure) {
    if (failure instanceof RangeError || codeOf(failure) === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new Refusal(400, 'The body is not a whole gzip.');
  }
}

export function tooLarge(): Refusal {
  return new Refusal(413, `The body is larger than ${MOST_BYTES / 1024 / 1024} MB.`);
}

const codeOf = (failure: unknown): string => (failure instanceof Error && 'code' in failure ? String(failure.code) : '');

/** Which spelling a content type says; null for any other. */
export function spellingOf(contentType: string | undefined): Spelling | null {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/json') return 'json';
  return type === 'application/x-protobuf' ? 'protobuf' : null;
}

/** The message of a body in the shape of its JSON. Throws a Refusal. */
export function decode(body: Buffer, spelling: Spelling, message: string): Json {
  try {
    return spelling === 'json' ? (JSON.parse(body.toString('utf8')) as Json) : readMessage(body, message, OTLP);
  } catch (failure) {
    if (failure instanceof SyntaxError) throw new Refusal(400, 'The body is not JSON.');
    if (failure instanceof MalformedError) throw new Refusal(400, `The body is no ${message}: ${failure.message}`);
    throw failure;
  }
}
