import { crc32 } from './crc32.ts';

/**
 * What the catalog keeps in one piece ends with a checksum of itself: SQLite notices a page that is not a page of its own, and not one that is
 * made of other bytes.
 */

/** A row of the catalog that is not what was written. `isDamage` knows it by its code. */
export class CatalogDamage extends Error {
  readonly code = 'SQLITE_CORRUPT_ROW';
  constructor(what: string) {
    super(`the catalog is damaged: ${what}`);
    this.name = 'CatalogDamage';
  }
}

const DIGITS = 8;
const BYTES = 4;

const sumOf = (text: string): string => crc32(text).toString(16).padStart(DIGITS, '0');

/** A text with its checksum after it. */
export function sealText(text: string): string {
  return text + sumOf(text);
}

/** What was sealed, from what SQLite gives: in a damaged file that may be anything. Throws CatalogDamage where it is another text by now. */
export function unsealText(sealed: unknown): string {
  if (typeof sealed !== 'string') throw new CatalogDamage('a text in it is missing');
  const text = sealed.slice(0, -DIGITS);
  if (sealed.slice(-DIGITS) !== sumOf(text)) throw new CatalogDamage('a text in it is not what was written');
  return text;
}

/** Bytes with their checksum after them. */
export function sealBytes(bytes: Uint8Array): Uint8Array {
  const sealed = new Uint8Array(bytes.length + BYTES);
  sealed.set(bytes);
  new DataView(sealed.buffer).setUint32(bytes.length, crc32(bytes));
  return sealed;
}

/** As `unsealText`. */
export function unsealBytes(sealed: unknown): Uint8Array {
  if (!(sealed instanceof Uint8Array)) throw new CatalogDamage('bytes in it are missing');
  const length = Math.max(0, sealed.length - BYTES);
  const bytes = sealed.subarray(0, length);
  const sum = sealed.length < BYTES ? -1 : new DataView(sealed.buffer, sealed.byteOffset + length).getUint32(0);
  if (sum !== crc32(bytes)) throw new CatalogDamage('bytes in it are not what was written');
  return bytes;
}
