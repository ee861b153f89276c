import { hash } from 'node:crypto';
import { sha256 as inScript } from '@noble/hashes/sha2';

/** How many bytes are hashed in script, in all and at once: beyond that node:crypto is faster, even where it has to be loaded first. */
const FEW = 12_800;
const SHORT = 500;

let hashed = 0;

/** SHA-256. */
export function sha256(data: string | Uint8Array): Buffer {
  return Buffer.from(sha256Hex(data), 'hex');
}

/**
 * SHA-256 as hex, which Node gives a text in half the time of a buffer of its own. A few short texts are hashed in script: loading
 * node:crypto takes a fifth of what Node itself takes to start.
 */
export function sha256Hex(data: string | Uint8Array): string {
  if (data.length > SHORT || hashed > FEW) return hash('sha256', data, 'hex');
  const bytes = typeof data === 'string' ? Buffer.from(data) : data;
  hashed += bytes.length;
  return Buffer.from(inScript(bytes)).toString('hex');
}
