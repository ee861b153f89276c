import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { type Batch, type Packed, type Parts, packBatch, unpackBatch } from '../pages/batch.ts';

/** Two threads read the parts of one source, and one of them links. */

/** How many parts may be read before the linker has taken them: bounds the memory of a source of any size. */
const AHEAD = 12;

/** Cells of the memory that both share. */
const CLAIMED = 0;
const SENT = 1;
const TAKEN = 2;
const STOPPED = 3;

type Read = { batch: Batch };

/** What both threads have of the parts of a source. */
interface Sharing<T extends Read> {
  parts: Parts<T>;
  shared: Int32Array;
  port: MessagePort;
}

/** The memory that two threads share while they read the parts of one source. */
export function newShared(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * Int32Array.BYTES_PER_ELEMENT));
}

const claim = (shared: Int32Array): number => Atomics.add(shared, CLAIMED, 1);
const mayClaim = (shared: Int32Array, count: number): boolean =>
  Atomics.load(shared, CLAIMED) < Math.min(count, Atomics.load(shared, TAKEN) + AHEAD);

/** A part on its way to the linking thread, which reads it itself where the other could not. */
interface Sent {
  at: number;
  part: { batch: Packed } | null | 'unread';
}

const send = <T extends Read>({ parts, port }: Sharing<T>, at: number): void => {
  let part: T | null;
  try {
    part = parts.read(at);
  } catch {
    port.postMessage({ at, part: 'unread' } satisfies Sent);
    return;
  }
  const { packed, transfer } = part === null ? { packed: null, transfer: [] } : packBatch(part.batch);
  port.postMessage({ at, part: part && packed && { ...part, batch: packed } } satisfies Sent, transfer);
};

/** The helping thread: reads parts and sends them until none is left. */
export function helpRead<T extends Read>(sharing: Sharing<T>): void {
  const { parts, shared } = sharing;
  while (Atomics.load(shared, STOPPED) === 0 && Atomics.load(shared, CLAIMED) < parts.count) {
    const taken = Atomics.load(shared, TAKEN);
    if (!mayClaim(shared, parts.count)) {
      Atomics.wait(shared, TAKEN, taken, 1000);
      continue;
    }
    const at = claim(shared);
    if (at >= parts.count) break;
    send(sharing, at);
    Atomics.add(shared, SENT, 1);
    Atomics.notify(shared, SENT);
  }
}

/** The linking thread: all parts in their order. Reads itself whenever the next one is still being read elsewhere. */
export function* readTogether<T extends Read>({ parts, shared, port }: Sharing<T>): Generator<T> {
  const ready = new Map<number, T | null>();
  const receive = (): void => {
    for (let found = receiveMessageOnPort(port); found; found = receiveMessageOnPort(port)) {
      const { at, part } = found.message as Sent;
      ready.set(at, part === 'unread' ? parts.read(at) : part && ({ ...part, batch: unpackBatch(part.batch) } as T));
    }
  };
  try {
    for (let at = 0; at < parts.count; at++) {
      for (receive(); !ready.has(at); receive()) {
        if (mayClaim(shared, parts.count)) {
          const own = claim(shared);
          if (own < parts.count) ready.set(own, parts.read(own));
        } else {
          const sent = Atomics.load(shared, SENT);
          receive();
          if (!ready.has(at)) Atomics.wait(shared, SENT, sent, 50);
        }
      }
      const part = ready.get(at);
      ready.delete(at);
      Atomics.store(shared, TAKEN, at + 1);
      Atomics.notify(shared, TAKEN);
      if (part) yield part;
    }
  } finally {
    Atomics.store(shared, STOPPED, 1);
    Atomics.notify(shared, TAKEN);
  }
}
