/**
 * How messages travel over a WebSocket: as text frames of JSON. A message that holds typed arrays is one text frame
 * that says where they belong, followed by one binary frame with their bytes, each at a multiple of 8. A million
 * packed columns cross in a tenth of the time of rows.
 */

export interface Frame {
  text: string;
  /** Sent right after `text`; null where the message holds no typed array. */
  bytes: Uint8Array<ArrayBuffer> | null;
}

type Column = Uint8Array | Uint32Array | Float64Array;
type ColumnType = 'u8' | 'u32' | 'f64';
type Path = (string | number)[];

interface Attachment {
  type: ColumnType;
  /** Where the array was removed; `null` is there in the JSON. */
  path: Path;
  offset: number;
  byteLength: number;
}

interface Envelope {
  message: unknown;
  attachments: Attachment[];
}

/** The peer broke the framing; the connection is no longer of use. */
export class FrameError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FrameError';
  }
}

const typeOf = (value: unknown): ColumnType | null => {
  if (value instanceof Uint8Array) return 'u8';
  if (value instanceof Uint32Array) return 'u32';
  return value instanceof Float64Array ? 'f64' : null;
};

const aligned = (length: number): number => Math.ceil(length / 8) * 8;

/** Copies `value` with null in place of every typed array, and collects those. */
const detach = (value: unknown, path: Path, found: { path: Path; column: Column }[]): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (typeOf(value) !== null) {
    found.push({ path, column: value as Column });
    return null;
  }
  if (Array.isArray(value)) return value.map((item, index) => detach(item, [...path, index], found));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, detach(item, [...path, key], found)]));
};

const holdsColumn = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (typeOf(value) !== null) return true;
  for (const item of Array.isArray(value) ? value : Object.values(value)) if (holdsColumn(item)) return true;
  return false;
};

/** Packs any JSON value that may hold Uint8Array, Uint32Array and Float64Array at any depth. */
export function encodeFrame(message: unknown): Frame {
  if (!holdsColumn(message)) return { text: JSON.stringify({ message, attachments: [] }), bytes: null };
  const found: { path: Path; column: Column }[] = [];
  const plain = detach(message, [], found);
  const attachments: Attachment[] = [];
  let length = 0;
  for (const { path, column } of found) {
    attachments.push({ type: typeOf(column) as ColumnType, path, offset: length, byteLength: column.byteLength });
    length += aligned(column.byteLength);
  }
  const bytes = new Uint8Array(length);
  found.forEach(({ column }, index) => {
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), attachments[index]?.offset ?? 0);
  });
  return { text: JSON.stringify({ message: plain, attachments }), bytes };
}

const columnOf = ({ type, offset, byteLength }: Attachment, bytes: ArrayBuffer): Column => {
  if (type === 'u8') return new Uint8Array(bytes, offset, byteLength);
  if (type === 'u32') return new Uint32Array(bytes, offset, byteLength / 4);
  return new Float64Array(bytes, offset, byteLength / 8);
};

/** Puts a column where `null` holds its place. Only own fields are walked: a path is the peer's word. */
const attach = (holder: { message: unknown }, path: Path, column: Column): void => {
  let target: unknown = holder;
  let key: string | number = 'message';
  for (const next of path) {
    target = Object.hasOwn(target as object, key) ? (target as Record<string | number, unknown>)[key] : undefined;
    key = next;
    if (typeof target !== 'object' || target === null) throw new FrameError('An attachment has no place in its message.');
  }
  const fields = target as Record<string | number, unknown>;
  if (!Object.hasOwn(fields, key) || fields[key] !== null) throw new FrameError('An attachment has no place in its message.');
  fields[key] = column;
};

const assemble = ({ message, attachments }: Envelope, bytes: ArrayBuffer): unknown => {
  const holder = { message };
  for (const attachment of attachments) {
    if (attachment.offset + attachment.byteLength > bytes.byteLength) throw new FrameError('An attachment is cut short.');
    attach(holder, attachment.path, columnOf(attachment, bytes));
  }
  return holder.message;
};

const WIDTHS: ReadonlyMap<unknown, number> = new Map([
  ['u8', 1],
  ['u32', 4],
  ['f64', 8],
]);

const isAttachment = (value: unknown): value is Attachment => {
  const { type, path, offset, byteLength } = (value ?? {}) as Partial<Attachment>;
  const width = WIDTHS.get(type);
  return (
    width !== undefined &&
    Array.isArray(path) &&
    Number.isInteger(offset) &&
    Number.isInteger(byteLength) &&
    (offset ?? -1) >= 0 &&
    (byteLength ?? -1) >= 0 &&
    (offset ?? 0) % 8 === 0 &&
    (byteLength ?? 0) % width === 0
  );
};

const parseEnvelope = (text: string): Envelope => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new FrameError('A frame is not JSON.');
  }
  const { message, attachments } = (parsed ?? {}) as Partial<Envelope>;
  if (!Array.isArray(attachments) || !attachments.every(isAttachment)) throw new FrameError('A frame has no envelope.');
  return { message, attachments };
};

/**
 * A decoder for one connection. Feed it every frame in order; it answers `{message}` when one is complete and null
 * while the bytes of one are still to come. Throws FrameError where the peer broke the order or the shape.
 */
export function createDecoder(): (data: string | ArrayBuffer) => { message: unknown } | null {
  let waiting: Envelope | null = null;
  return (data) => {
    if (typeof data === 'string') {
      if (waiting !== null) throw new FrameError('A message arrived instead of bytes.');
      const envelope = parseEnvelope(data);
      if (envelope.attachments.length === 0) return { message: envelope.message };
      waiting = envelope;
      return null;
    }
    if (waiting === null) throw new FrameError('Bytes arrived instead of a message.');
    const envelope = waiting;
    waiting = null;
    return { message: assemble(envelope, data) };
  };
}
