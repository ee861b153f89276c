/** Messages of PostgreSQL's protocol 3.0 (https://www.postgresql.org/docs/current/protocol-message-formats.html). */

const text = (value: string): Buffer => Buffer.from(`${value}\0`);

const int = (value: number, bytes: 2 | 4): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeIntBE(value, 0, bytes);
  return buffer;
};

const message = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(type), int(body.length + 4, 4), body]);
};

const VERSION = 196_608;
const SSL = 80_877_103;

export const askForTls = Buffer.concat([int(8, 4), int(SSL, 4)]);

export function startup(parameters: Readonly<Record<string, string>>): Buffer {
  return message('', int(VERSION, 4), ...Object.entries(parameters).flat().map(text), Buffer.from([0]));
}

export function password(value: string): Buffer {
  return message('p', text(value));
}

export function saslBegin(mechanism: string, first: string): Buffer {
  const said = Buffer.from(first);
  return message('p', text(mechanism), int(said.length, 4), said);
}

export function saslGoOn(said: string): Buffer {
  return message('p', Buffer.from(said));
}

/** A query with its values as text; the answer is text too. */
export function query(sql: string, values: readonly (string | null)[]): Buffer {
  const bound = values.flatMap((value) => {
    const bytes = value === null ? null : Buffer.from(value);
    return bytes === null ? [int(-1, 4)] : [int(bytes.length, 4), bytes];
  });
  return Buffer.concat([
    message('P', text(''), text(sql), int(0, 2)),
    message('B', text(''), text(''), int(0, 2), int(values.length, 2), ...bound, int(0, 2)),
    message('D', Buffer.from('P'), text('')),
    message('E', text(''), int(0, 4)),
    message('S'),
  ]);
}

export const goodbye = message('X');

export interface Message {
  type: string;
  body: Buffer;
}

/** Longer than any message that an answer may have. */
const MOST_BYTES = 1 << 30;

/** Takes whole messages out of what came. Throws where it is not this protocol. */
export function createMessages(): (chunk: Buffer) => Message[] {
  let held: Buffer[] = [];
  let size = 0;
  let needed = 5;
  return (chunk) => {
    held.push(chunk);
    size += chunk.length;
    if (size < needed) return [];
    let all = Buffer.concat(held);
    const found: Message[] = [];
    for (needed = 5; all.length >= 5; needed = 5) {
      const length = all.readInt32BE(1);
      if (length < 4 || length > MOST_BYTES) throw new Error('it does not speak as PostgreSQL does');
      needed = length + 1;
      if (all.length < needed) break;
      found.push({ type: String.fromCharCode(all[0] ?? 0), body: all.subarray(5, needed) });
      all = all.subarray(needed);
    }
    held = [all];
    size = all.length;
    return found;
  };
}

/** The names of the columns of an answer. */
export function columnsOf(body: Buffer): string[] {
  const names: string[] = [];
  let at = 2;
  for (let left = body.readInt16BE(0); left > 0; left -= 1) {
    const end = body.indexOf(0, at);
    names.push(body.toString('utf8', at, end));
    at = end + 19;
  }
  return names;
}

export function valuesOf(body: Buffer): (string | null)[] {
  const values: (string | null)[] = [];
  let at = 2;
  for (let left = body.readInt16BE(0); left > 0; left -= 1) {
    const length = body.readInt32BE(at);
    at += 4;
    values.push(length < 0 ? null : body.toString('utf8', at, at + length));
    at += Math.max(0, length);
  }
  return values;
}

/** What an error says, in the server's words. */
export function errorIn(body: Buffer): string {
  const fields = body.toString('utf8').split('\0');
  return fields.find((field) => field.startsWith('M'))?.slice(1) ?? 'it said no reason';
}
