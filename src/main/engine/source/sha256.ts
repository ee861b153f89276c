import { hash } from 'node:crypto';

/** What is hashed here, in all and at once: from there on node:crypto is the quicker one, also where it has to be loaded first. */
const FEW_BLOCKS = 200;
const SHORT = 500;
const BLOCK = 64;

/** Fractions of the square and cube roots of the first primes, as FIPS 180-4 defines the constants. */
interface Constants {
  start: Uint32Array;
  rounds: Uint32Array;
}

const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32);

const createConstants = (): Constants => {
  const primes: number[] = [];
  for (let next = 2; primes.length < BLOCK; next++) if (primes.every((prime) => next % prime !== 0)) primes.push(next);
  return {
    start: Uint32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime))),
    rounds: Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime))),
  };
};

let constants: Constants | null = null;
let blocks = 0;
const words = new Int32Array(BLOCK);

// Written out, without calls: nothing in here runs often enough to be optimized.
const schedule = (message: Uint8Array, from: number): void => {
  for (let i = 0, byte = from; i < 16; i++, byte += 4) {
    words[i] = ((message[byte] ?? 0) << 24) | ((message[byte + 1] ?? 0) << 16) | ((message[byte + 2] ?? 0) << 8) | (message[byte + 3] ?? 0);
  }
  for (let i = 16; i < BLOCK; i++) {
    const early = words[i - 15] ?? 0;
    const late = words[i - 2] ?? 0;
    const low = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3);
    const high = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10);
    words[i] = (words[i - 16] ?? 0) + low + (words[i - 7] ?? 0) + high;
  }
};

const compress = (state: Uint32Array, rounds: Uint32Array): void => {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < BLOCK; i++) {
    const spread = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const first = (h + spread + ((e & f) ^ (~e & g)) + (rounds[i] ?? 0) + (words[i] ?? 0)) | 0;
    const mixed = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const second = (mixed + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0] = (state[0] ?? 0) + a;
  state[1] = (state[1] ?? 0) + b;
  state[2] = (state[2] ?? 0) + c;
  state[3] = (state[3] ?? 0) + d;
  state[4] = (state[4] ?? 0) + e;
  state[5] = (state[5] ?? 0) + f;
  state[6] = (state[6] ?? 0) + g;
  state[7] = (state[7] ?? 0) + h;
};

/** The bytes with a one behind them, zeros, and their number of bits, in whole blocks. */
const padded = (bytes: Uint8Array): Uint8Array => {
  const message = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  message.set(bytes);
  message[bytes.length] = 0x80;
  message[message.length - 2] = bytes.length >>> 5;
  message[message.length - 1] = bytes.length << 3;
  return message;
};

const ofFew = (bytes: Uint8Array): Buffer => {
  constants ??= createConstants();
  const message = padded(bytes);
  const state = constants.start.slice();
  for (let from = 0; from < message.length; from += BLOCK) {
    schedule(message, from);
    compress(state, constants.rounds);
    blocks += 1;
  }
  // All processors that SQLite's addon is for have the low byte first.
  return Buffer.from(state.buffer).swap32();
};

/** SHA-256. A few short texts are hashed here: to load node:crypto takes a fifth of what Node itself takes to start. */
export const sha256 = (data: string | Uint8Array): Buffer => {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data;
  return bytes.length > SHORT || blocks > FEW_BLOCKS ? hash('sha256', bytes, 'buffer') : ofFew(bytes);
};
