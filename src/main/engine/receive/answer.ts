import type { Spelling } from './decode.ts';

/** What an exporter is answered, spelled as its request was. */

const TYPES: Readonly<Record<Spelling, string>> = { json: 'application/json', protobuf: 'application/x-protobuf' };

/** google.rpc.Code by HTTP status. */
const CODES: Readonly<Record<number, number>> = { 400: 3, 403: 7, 404: 12, 405: 12, 413: 8, 415: 3, 503: 14 };

export interface Answer {
  status: number;
  type: string;
  body: Buffer;
}

/** All was taken; a `warning` says what became of it otherwise. */
export function accepted(spelling: Spelling, warning: string | null = null): Answer {
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
export function refused(spelling: Spelling, status: number, message: string): Answer {
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
