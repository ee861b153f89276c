import { hash } from 'node:crypto';
import { sha256 as inScript } from '@noble/hashes/sha2';

/** How many bytes are hashed in script, in all and at once: beyond that node:crypto is faster, even where it has to be loaded first. */
const FEW = 12_800;
const SHORT = 500;

let hashed = 0;

/** SHA-256. A few short texts are hashed in script: loading node:crypto takes a fifth of what Node itself takes to start. */
export function sha256(data: string | Uint8Array): Buffer {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data;
  if (bytes.length > SHORT || hashed > FEW) return hash('sha256', bytes, 'buffer');
  hashed += bytes.length;
  return Buffer.from(inScript(bytes));
}
