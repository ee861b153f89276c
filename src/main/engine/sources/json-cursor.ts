import { CHUNK, readAt } from '../bytes/read-at.ts';

const LINE_FEED = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `{` and `[`, `}` and `]` differ in one bit. */
const BIT = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** Ends what is neither a string nor a list or object: space, comma, colon, bracket, quote. */
const ENDS = new Set([0x20, 0x09, 0x0d, 0x0a, 0x2c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d, 0x22]);

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Where a cursor was. */
export interface Mark {
  offset: number;
  /** The number of its line, from 0. */
  line: number;
}

/** Moves over the values of a JSON document by their bytes, without parsing them: holds one chunk, whatever the document's size and depth. */
export class JsonCursor {
  readonly #file: number;
  readonly #size: number;
  readonly #window: Buffer;
  /** Offset of the chunk in the file, its bytes, and the part of them that may be looked at. */
  #base = 0;
  #loaded = 0;
  #end = 0;
  #at = 0;
  #limit: number;
  /** Line feeds before an offset up to which they were counted. */
  #counted = 0;
  #feeds = 0;

  constructor(file: number, size: number, chunk = CHUNK) {
    this.#file = file;
    this.#size = size;
    this.#limit = size;
    this.#window = Buffer.allocUnsafe(Math.max(1, Math.min(chunk, size)));
  }

  get offset(): number {
    return this.#base + this.#at;
  }

  /** Where it is now. Ask for ascending places only, but for those that `back` returned to. */
  mark(): Mark {
    this.#count(this.offset);
    return { offset: this.offset, line: this.#feeds };
  }

  back({ offset, line }: Mark): void {
    this.#counted = offset;
    this.#feeds = line;
    this.#seek(offset);
  }

  /** Lets it end before an offset, as if the file did; at the end of the file without one. */
  endAt(limit = this.#size): void {
    this.#limit = limit;
    this.#end = Math.max(0, Math.min(this.#loaded, limit - this.#base));
  }

  /** The byte here; -1 at the end. */
  peek(): number {
    return this.#at < this.#end || this.#fill() ? (this.#window[this.#at] ?? -1) : -1;
  }

  /** Moves past the byte that was peeked at. */
  step(): void {
    this.#at += 1;
  }

  /** Moves past blank space and answers the byte after it; -1 at the end. */
  skipSpace(): number {
    for (let byte = this.peek(); ; byte = this.peek()) {
      if (byte !== 0x20 && byte !== LINE_FEED && byte !== 0x0d && byte !== 0x09) return byte;
      this.#at += 1;
    }
  }

  /** Moves past a byte order mark and blank space, as `skipSpace` does. */
  skipMark(): number {
    if (this.peek() === MARK[0] && this.bytes(0, MARK.length).equals(MARK)) this.#at += MARK.length;
    return this.skipSpace();
  }

  /** Moves past the value that begins here. False where the file ends in it. */
  skipValue(): boolean {
    const byte = this.peek();
    if (byte === QUOTE) return this.skipString();
    return (byte | BIT) === OPEN ? this.#skipNested() : this.#skipWord();
  }

  /** Moves past the string of which the opening quote is here. */
  skipString(): boolean {
    const window = this.#window;
    this.#at += 1;
    for (;;) {
      const end = this.#end;
      let at = this.#at;
      for (; at < end; at += 1) {
        const byte = window[at];
        if (byte === BACKSLASH) at += 1;
        else if (byte === QUOTE) {
          this.#at = at + 1;
          return true;
        }
      }
      // One past the end where the last byte escapes the first of the next chunk.
      this.#at = end;
      const escapes = at > end;
      if (!this.#fill()) return false;
      if (escapes) this.#at += 1;
    }
  }

  #skipNested(): boolean {
    const window = this.#window;
    for (let depth = 0; ; ) {
      let at = this.#at;
      while (at < this.#end) {
        const byte = window[at] ?? 0;
        at += 1;
        if (byte === QUOTE) {
          this.#at = at - 1;
          if (!this.skipString()) return false;
          at = this.#at;
        } else if ((byte | BIT) === OPEN) depth += 1;
        else if ((byte | BIT) === CLOSE && --depth === 0) {
          this.#at = at;
          return true;
        }
      }
      this.#at = at;
      if (!this.#fill()) return false;
    }
  }

  #skipWord(): boolean {
    while (!ENDS.has(this.peek())) {
      if (this.peek() === -1) break;
      this.#at += 1;
    }
    return true;
  }

  /** Moves to the end. */
  skipAll(): void {
    do this.#at = this.#end;
    while (this.#fill());
  }

  /** The bytes from one offset to another. They may be overwritten when the cursor moves on. */
  bytes(from: number, to: number): Buffer {
    if (from >= this.#base && to <= this.#base + this.#loaded) return this.#window.subarray(from - this.#base, to - this.#base);
    const own = Buffer.allocUnsafe(to - from);
    return own.subarray(0, readAt(this.#file, own, from, own.length));
  }

  /** Moves to the next line that begins with these bytes and answers whether there is one. It then is at the last of the bytes. */
  seekLine(beginning: Uint8Array): boolean {
    for (;;) {
      const feed = this.#window.subarray(0, this.#end).indexOf(LINE_FEED, this.#at);
      this.#at = feed < 0 ? this.#end : feed + 1;
      if (feed < 0) {
        if (!this.#fill()) return false;
      } else if (this.#isHere(beginning)) return true;
    }
  }

  #isHere(bytes: Uint8Array): boolean {
    for (const [at, byte] of bytes.entries()) {
      if (this.peek() !== byte) return false;
      if (at < bytes.length - 1) this.#at += 1;
    }
    return true;
  }

  #seek(offset: number): void {
    const inside = offset >= this.#base && offset <= this.#base + this.#loaded;
    if (inside) this.#at = offset - this.#base;
    else this.#reset(offset);
  }

  #reset(offset: number): void {
    this.#base = offset;
    this.#at = 0;
    this.#loaded = 0;
    this.#end = 0;
  }

  /** Reads the next chunk. False at the end. */
  #fill(): boolean {
    const next = this.#base + this.#end;
    if (next >= this.#limit) return false;
    this.#count(next);
    this.#reset(next);
    this.#loaded = readAt(this.#file, this.#window, next, Math.min(this.#window.length, this.#size - next));
    this.endAt(this.#limit);
    return this.#end > 0;
  }

  #count(to: number): void {
    const window = this.#window.subarray(0, Math.max(0, to - this.#base));
    for (let feed = window.indexOf(LINE_FEED, this.#counted - this.#base); feed >= 0; feed = window.indexOf(LINE_FEED, feed + 1))
      this.#feeds += 1;
    this.#counted = Math.max(this.#counted, to);
  }
}
