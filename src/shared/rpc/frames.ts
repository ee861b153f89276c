/**
 * How messages travel over a WebSocket: as text frames of JSON. A message that holds typed arrays is one text frame
 * that says where they belong, followed by binary frames with their bytes, each array at a multiple of 8. A million
 * packed columns cross in a tenth of the time of rows. Whole numbers that are close together travel in fewer bytes:
 * a window takes longer to receive a column than to widen it. Many bytes are several frames, so that a window can do
 * something else after each.
 */

export interface Frame {
  text: string;
  /** Sent right after `text`, in this order; empty where the message holds no typed array. */
  parts: Uint8Array<ArrayBuffer>[];
}

/** Bytes in a part before the next one begins; a longer array is a part of its own. */
const PART = 1 << 17;

type Column = Uint8Array | Uint32Array | Float64Array;
type ColumnType = 'u8' | 'u32' | 'f64';
type Path = (string | number)[];

interface Attachment {
  type: ColumnType;
  /** Where the array was removed; `null` is there in the JSON. */
  path: Path;
  /** In which of the binary frames, and from where. */
  part: number;
  offset: number;
  byteLength: number;
  /** Where it travels narrower: as what, and what to add to each number. All bits set are a NaN. */
  as?: Narrow | undefined;
  add?: number | undefined;
  /** Where each number is the difference to the one before: the first of them. */
  first?: number | undefined;
}

type Narrow = 'u8' | 'u16' | 'u32';

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

const WIDTHS = { u8: 1, u16: 2, u32: 4, f64: 8 } as const;
const NARROW = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array } as const;
const NARROWER: Readonly<Record<ColumnType, readonly Narrow[]>> = { u8: [], u32: ['u8', 'u16'], f64: ['u8', 'u16', 'u32'] };
/** All bits set. */
const nanOf = (narrow: Narrow): number => 2 ** (8 * WIDTHS[narrow]) - 1;

interface Bounds {
  least: number;
  most: number;
}

/** The least and the most of a column of whole numbers and NaN, and of the differences between them; null where there is none. */
const boundsOf = (column: Column): { values: Bounds; steps: Bounds | null } | null => {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [shortest, longest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 0; at < column.length; at++) {
    const one = column[at] ?? 0;
    const step = at === 0 ? Number.NaN : one - (column[at - 1] ?? 0);
    if (step < shortest) shortest = step;
    if (step > longest) longest = step;
    if (Number.isNaN(one)) {
      // It has no difference, and neither has what follows it.
      longest = Number.POSITIVE_INFINITY;
      continue;
    }
    if (!Number.isSafeInteger(one) || Object.is(one, -0)) return null;
    if (one < least) least = one;
    if (one > most) most = one;
  }
  const isExact = Number.isSafeInteger(shortest) && Number.isSafeInteger(longest);
  return {
    values: most < least ? { least: 0, most: 0 } : { least, most },
    steps: isExact ? { least: shortest, most: longest } : null,
  };
};

interface Sent extends Pick<Attachment, 'as' | 'add' | 'first'> {
  bytes: Column | Uint16Array;
}

/** The column in as few bytes as it can travel in. */
const narrowed = (column: Column, type: ColumnType): Sent => {
  const kinds = NARROWER[type];
  const bounds = kinds.length === 0 ? null : boundsOf(column);
  const fits = (range: Bounds | null): Narrow | undefined => kinds.find((as) => range !== null && range.most - range.least < nanOf(as));
  const [as, bySteps] = [fits(bounds?.values ?? null), fits(bounds?.steps ?? null)];
  if (bounds?.steps && bySteps && (!as || WIDTHS[bySteps] < WIDTHS[as])) return differences(column, bySteps, bounds.steps.least);
  if (!bounds || !as) return { bytes: column };
  const bytes = new NARROW[as](column.length);
  for (let at = 0; at < column.length; at++) {
    const one = column[at] ?? 0;
    bytes[at] = Number.isNaN(one) ? nanOf(as) : one - bounds.values.least;
  }
  return { bytes, as, add: bounds.values.least };
};

const differences = (column: Column, as: Narrow, add: number): Sent => {
  const bytes = new NARROW[as](column.length);
  for (let at = 1; at < column.length; at++) bytes[at] = (column[at] ?? 0) - (column[at - 1] ?? 0) - add;
  return { bytes, as, add, first: column[0] ?? 0 };
};

/** Copied as it is first, which is the quickest: a loop over all kinds of columns at once would be as slow as the slowest. */
const widened = (narrow: Uint8Array | Uint16Array | Uint32Array, { type, as, add = 0, first }: Attachment): Column => {
  if (type !== 'f64') return first === undefined ? shifted(new Uint32Array(narrow), add) : summed(new Uint32Array(narrow), add, first);
  return first === undefined ? filled(new Float64Array(narrow), add, as ? nanOf(as) : -1) : summed(new Float64Array(narrow), add, first);
};

const shifted = (column: Uint32Array, add: number): Uint32Array => {
  if (add !== 0) for (let at = 0; at < column.length; at++) column[at] = (column[at] ?? 0) + add;
  return column;
};

const filled = (column: Float64Array, add: number, nan: number): Float64Array => {
  for (let at = 0; at < column.length; at++) {
    const one = column[at] ?? 0;
    column[at] = one === nan ? Number.NaN : one + add;
  }
  return column;
};

const summed = <Of extends Uint32Array | Float64Array>(column: Of, add: number, first: number): Of => {
  let sum = first;
  for (let at = 0; at < column.length; at++) {
    if (at > 0) sum += (column[at] ?? 0) + add;
    column[at] = sum;
  }
  return column;
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
  if (!holdsColumn(message)) return { text: JSON.stringify({ message, attachments: [] }), parts: [] };
  const found: { path: Path; column: Column }[] = [];
  const plain = detach(message, [], found);
  const attachments: Attachment[] = [];
  const lengths: number[] = [0];
  const sent = found.map(({ path, column }) => {
    const type = typeOf(column) as ColumnType;
    const { bytes, ...narrow } = narrowed(column, type);
    const { byteLength } = bytes;
    const before = lengths.at(-1) ?? 0;
    if (before > 0 && before + byteLength > PART) lengths.push(0);
    const part = lengths.length - 1;
    const offset = lengths[part] ?? 0;
    attachments.push({ type, path, part, offset, byteLength, ...narrow });
    lengths[part] = offset + aligned(byteLength);
    return bytes;
  });
  const parts = lengths.map((length) => new Uint8Array(length));
  sent.forEach((column, index) => {
    const { part = 0, offset = 0 } = attachments[index] ?? {};
    parts[part]?.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), offset);
  });
  return { text: JSON.stringify({ message: plain, attachments }), parts };
}

const columnOf = (attachment: Attachment, bytes: ArrayBuffer): Column => {
  const { type, offset, byteLength, as } = attachment;
  if (as !== undefined) return widened(new NARROW[as](bytes, offset, byteLength / WIDTHS[as]), attachment);
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

const isType = (type: unknown): type is ColumnType => type === 'u8' || type === 'u32' || type === 'f64';

const isAttachment = (value: unknown): value is Attachment => {
  const { type, path, part, offset, byteLength, as, add, first } = (value ?? {}) as Partial<Attachment>;
  if (!isType(type)) return false;
  const width = WIDTHS[as ?? type];
  return (
    (as === undefined || (NARROWER[type].includes(as) && Number.isSafeInteger(add))) &&
    (first === undefined || (as !== undefined && Number.isSafeInteger(first))) &&
    Array.isArray(path) &&
    Number.isInteger(part) &&
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

/** A message of which some bytes are still to come. */
interface Open {
  holder: { message: unknown };
  /** Those whose bytes have not arrived, in the order of their parts. */
  left: Attachment[];
  part: number;
}

/** Puts the columns of the part that arrived where they belong. */
const take = (open: Open, bytes: ArrayBuffer): void => {
  const { holder, left, part } = open;
  const after = left.findIndex((one) => one.part !== part);
  const here = left.splice(0, after < 0 ? left.length : after);
  if (here.length === 0) throw new FrameError('Bytes arrived that belong to nothing.');
  for (const attachment of here) {
    if (attachment.offset + attachment.byteLength > bytes.byteLength) throw new FrameError('An attachment is cut short.');
    attach(holder, attachment.path, columnOf(attachment, bytes));
  }
  open.part += 1;
};

/**
 * A decoder for one connection. Feed it every frame in order; it answers `{message}` when one is complete and null
 * while bytes of one are still to come. Throws FrameError where the peer broke the order or the shape.
 */
export function createDecoder(): (data: string | ArrayBuffer) => { message: unknown } | null {
  let open: Open | null = null;
  return (data) => {
    if (typeof data === 'string') {
      if (open !== null) throw new FrameError('A message arrived instead of bytes.');
      const { message, attachments } = parseEnvelope(data);
      if (attachments.length === 0) return { message };
      open = { holder: { message }, left: attachments, part: 0 };
      return null;
    }
    if (open === null) throw new FrameError('Bytes arrived instead of a message.');
    take(open, data);
    if (open.left.length > 0) return null;
    const { holder } = open;
    open = null;
    return { message: holder.message };
  };
}
