import { createHash } from 'node:crypto';

/** Everything invented is drawn from names, so that the same script writes the same bytes on every machine. */

const digest = (name: string): Buffer => createHash('sha256').update(`tapescope sample: ${name}`).digest();

/** A number from 0 up to 1. */
export function share(name: string): number {
  return digest(name).readUInt32BE(0) / 2 ** 32;
}

export function between(name: string, from: number, to: number): number {
  return from + Math.floor(share(name) * (to - from + 1));
}

export function pick<T>(name: string, from: readonly T[]): T {
  const found = from[Math.floor(share(name) * from.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}

export function uuid(name: string): string {
  const hex = digest(name).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** An id such as `toolu_01Hq…`, as long as real ones are. */
export function id(prefix: string, name: string): string {
  return prefix + [...digest(`${prefix} ${name}`).subarray(0, 22)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
}

export function hex(name: string, length: number): string {
  return digest(name).toString('hex').slice(0, length);
}
