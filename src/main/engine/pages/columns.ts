import { CatalogDamage, sealBytes, unsealBytes } from '../database/seal.ts';

/**
 * Tables as pages of typed columns. One page holds `PAGE` rows of one tape as one run of bytes, so that a million entries
 * are 4,000 writes instead of a million, a page is read without decoding a single field, and the timeline gets its
 * columns by copying.
 */
export const PAGE = 256;

const MAKE = {
  f64: (buffer: ArrayBuffer, at: number) => new Float64Array(buffer, at, PAGE),
  u32: (buffer: ArrayBuffer, at: number) => new Uint32Array(buffer, at, PAGE),
  i32: (buffer: ArrayBuffer, at: number) => new Int32Array(buffer, at, PAGE),
  u16: (buffer: ArrayBuffer, at: number) => new Uint16Array(buffer, at, PAGE),
  u8: (buffer: ArrayBuffer, at: number) => new Uint8Array(buffer, at, PAGE),
} as const;

type ColumnType = keyof typeof MAKE;
export type Columns<S extends Record<string, ColumnType>> = { [K in keyof S]: ReturnType<(typeof MAKE)[S[K]]> };

export interface Layout<S extends Record<string, ColumnType>> {
  bytes: number;
  /** The columns of a page, as views on its bytes. */
  views(buffer: ArrayBuffer): Columns<S>;
  /** The bytes of a page as they are stored: of each column the rows up to the last one that holds anything. Most tapes end in their first page. */
  pack(buffer: ArrayBuffer): Uint8Array;
  /** What `pack` gave, as bytes of a whole page. Throws CatalogDamage where it is not that any more. */
  unpack(data: Uint8Array): ArrayBuffer;
}

const WIDTH: Record<ColumnType, number> = { f64: 8, u32: 4, i32: 4, u16: 2, u8: 1 };

/** Lays columns out one after the other, the widest first, so that each is aligned. */
export function layout<S extends Record<string, ColumnType>>(spec: S): Layout<S> {
  const fields = Object.entries(spec).sort(([, a], [, b]) => WIDTH[b] - WIDTH[a]);
  let bytes = 0;
  const places = fields.map(([name, type]) => {
    const at = bytes;
    bytes += WIDTH[type] * PAGE;
    return { name, type, at };
  });
  const widths = places.map(({ type, at }) => ({ at, width: WIDTH[type] }));
  return {
    bytes,
    views: (buffer) => Object.fromEntries(places.map(({ name, type, at }) => [name, MAKE[type](buffer, at)])) as Columns<S>,
    pack: (buffer) => sealBytes(packed(new Uint8Array(buffer), widths)),
    unpack: (data) => unpacked(unsealBytes(data), widths, bytes),
  };
}

type Widths = readonly { at: number; width: number }[];

/** Rows up to the last one that holds anything in any column. Columns are looked at by words of four bytes, of which a row of `u8` has a quarter. */
const rowsHeld = (page: Uint8Array, widths: Widths): number => {
  const words = new Uint32Array(page.buffer);
  let rows = 0;
  for (const { at, width } of widths) {
    let end = (at + PAGE * width) / 4;
    const least = Math.floor((at + rows * width) / 4);
    while (end > least && words[end - 1] === 0) end--;
    let byte = end * 4;
    while (byte > at + rows * width && page[byte - 1] === 0) byte--;
    rows = Math.max(rows, Math.ceil((byte - at) / width));
  }
  return rows;
};

const packed = (page: Uint8Array, widths: Widths): Uint8Array => {
  const rows = rowsHeld(page, widths);
  if (rows === PAGE) return page;
  const data = new Uint8Array((page.length / PAGE) * rows);
  let to = 0;
  for (const { at, width } of widths) {
    data.set(page.subarray(at, at + rows * width), to);
    to += rows * width;
  }
  return data;
};

const unpacked = (data: Uint8Array, widths: Widths, bytes: number): ArrayBuffer => {
  const rows = (data.length * PAGE) / bytes;
  if (!Number.isInteger(rows) || rows > PAGE) throw new CatalogDamage(`${data.length} bytes are no page`);
  const page = new Uint8Array(bytes);
  let from = 0;
  for (const { at, width } of widths) {
    page.set(data.subarray(from, from + rows * width), at);
    from += rows * width;
  }
  return page.buffer;
};

/** One page: its columns, and what does not fit into columns as plain JSON data. */
export interface Page<S extends Record<string, ColumnType>, T> {
  readonly no: number;
  readonly buffer: ArrayBuffer;
  readonly cols: Columns<S>;
  /** Null while it has not been read; see `Pages.text`. */
  text: T | null;
  dirty: boolean;
  textDirty: boolean;
}

/** Where pages come from and go to; the catalog database, or nothing at all in tests of the linking. */
export interface PageStore {
  data(no: number): Uint8Array | undefined;
  text(no: number): string | undefined;
}

export const NOWHERE: PageStore = { data: () => undefined, text: () => undefined };

/** The pages of one table of one tape that are in memory, read on demand. */
export interface Pages<S extends Record<string, ColumnType>, T> {
  /** The page that holds row `index` (0-based); a new one where there is none yet. */
  at(index: number): Page<S, T>;
  text(page: Page<S, T>): T;
  /** Hands every changed page to `write` and counts it as clean from then on. `text` is null where only columns changed. */
  flush(write: (no: number, data: Uint8Array, text: string | null, page: Page<S, T>) => void): void;
  /** Lets go of all pages. Only after a flush. */
  forget(): void;
}

/** The pages of a table that is laid out as `shape`; `empty` is the text of a new page. Writes nothing to `store`: `flush` hands over what changed. */
export function openPages<S extends Record<string, ColumnType>, T>(
  shape: Layout<S>,
  empty: () => T,
  store: PageStore = NOWHERE,
): Pages<S, T> {
  return new OpenPages(shape, empty, store);
}

/** A class, so that its methods are the same functions for every tape: what V8 has compiled for one would be thrown away at the next. */
class OpenPages<S extends Record<string, ColumnType>, T> implements Pages<S, T> {
  readonly #shape: Layout<S>;
  readonly #empty: () => T;
  readonly #store: PageStore;
  readonly #pages: (Page<S, T> | undefined)[] = [];

  constructor(shape: Layout<S>, empty: () => T, store: PageStore) {
    this.#shape = shape;
    this.#empty = empty;
    this.#store = store;
  }

  at(index: number): Page<S, T> {
    const no = Math.floor(index / PAGE);
    let page = this.#pages[no];
    if (!page) {
      page = this.#load(no);
      this.#pages[no] = page;
    }
    return page;
  }

  text(page: Page<S, T>): T {
    page.text ??= JSON.parse(this.#store.text(page.no) ?? 'null') ?? this.#empty();
    return page.text as T;
  }

  flush(write: (no: number, data: Uint8Array, text: string | null, page: Page<S, T>) => void): void {
    for (const page of this.#pages) {
      if (!page || (!page.dirty && !page.textDirty)) continue;
      write(page.no, this.#shape.pack(page.buffer), page.textDirty ? JSON.stringify(this.text(page)) : null, page);
      // Text is the bulk of a page in memory and is needed again only for late facts, so it is let go once written.
      if (page.textDirty && this.#store !== NOWHERE) page.text = null;
      page.dirty = false;
      page.textDirty = false;
    }
  }

  forget(): void {
    this.#pages.length = 0;
  }

  #load(no: number): Page<S, T> {
    const stored = this.#store.data(no);
    const buffer = stored ? this.#shape.unpack(stored) : new ArrayBuffer(this.#shape.bytes);
    return { no, buffer, cols: this.#shape.views(buffer), text: stored ? null : this.#empty(), dirty: false, textDirty: false };
  }
}
