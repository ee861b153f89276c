import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { Format } from '../formats/format.ts';
import type { LineStart } from '../formats/lines.ts';
import { type Packed, packBatch, type ReadPart, unpackBatch } from '../pages/batch.ts';
import { lineStart, readBatch } from './read-batch.ts';

/** Bytes per range, and how many ranges may be parsed before the linker has taken them: bounds the memory of a file of any size. */
const RANGE = 2 << 20;
const AHEAD = 12;

/** Cells of the memory that two parsers of one file share. */
const CLAIMED = 0;
const SENT = 1;
const TAKEN = 2;
const STOPPED = 3;
export const CELLS = 4;

/** One file, cut into ranges that two threads parse while one of them links. */
export interface Ranges {
  file: number;
  format: Format;
  start: LineStart;
  size: number;
  final: boolean;
  shared: Int32Array;
  /** The last line start that this thread looked for, and from where: a line longer than a range is passed over once. */
  known?: { from: number; start: number };
}

/** What the linking thread tells the helping one once it knows; null where there is nothing to help with. */
export type Begin = (Omit<Ranges, 'file' | 'format' | 'shared' | 'known'> & { format: string }) | null;

const count = ({ start, size }: Ranges): number => Math.ceil((size - start.offset) / RANGE);

/** The lines that begin in range `at`; null where none does. */
const parse = (ranges: Ranges, at: number): ReadPart | null => {
  const { file, format, start, size, final } = ranges;
  const from = start.offset + at * RANGE;
  const want = Math.min(size, from + RANGE);
  const begin = at === 0 ? start : { offset: startIn(ranges, from), line: 0 };
  return begin.offset >= want ? null : readBatch({ file, format, want, size, final }, begin);
};

const startIn = (ranges: Ranges, from: number): number => {
  const { file, size, known } = ranges;
  if (known && from >= known.from && from <= known.start) return known.start;
  const start = lineStart(file, from, size);
  ranges.known = { from, start };
  return start;
};

const claim = (ranges: Ranges): number => Atomics.add(ranges.shared, CLAIMED, 1);
const mayClaim = (ranges: Ranges): boolean =>
  Atomics.load(ranges.shared, CLAIMED) < Math.min(count(ranges), Atomics.load(ranges.shared, TAKEN) + AHEAD);

/** A part on its way to the linking thread. */
interface Sent {
  at: number;
  part: (Omit<ReadPart, 'batch'> & { batch: Packed }) | null;
}

const send = (port: MessagePort, at: number, part: ReadPart | null): void => {
  const { packed, transfer } = part === null ? { packed: null, transfer: [] } : packBatch(part.batch);
  const sent: Sent = { at, part: part && packed && { ...part, batch: packed } };
  port.postMessage(sent, transfer);
};

/** The helping thread: parses ranges and sends them until none is left. */
export function helpParse(ranges: Ranges, port: MessagePort): void {
  const { shared } = ranges;
  while (Atomics.load(shared, STOPPED) === 0 && Atomics.load(shared, CLAIMED) < count(ranges)) {
    const taken = Atomics.load(shared, TAKEN);
    if (!mayClaim(ranges)) {
      Atomics.wait(shared, TAKEN, taken, 1000);
      continue;
    }
    const at = claim(ranges);
    if (at >= count(ranges)) break;
    const part = parse(ranges, at);
    send(port, at, part);
    Atomics.add(shared, SENT, 1);
    Atomics.notify(shared, SENT);
  }
}

/** The linking thread: all parts in file order. Parses itself whenever the next one is still being made elsewhere. */
export function* parseTogether(ranges: Ranges, port: MessagePort): Generator<ReadPart> {
  const { shared } = ranges;
  const ready = new Map<number, ReadPart | null>();
  const receive = (): void => {
    for (let found = receiveMessageOnPort(port); found; found = receiveMessageOnPort(port)) {
      const { at, part } = found.message as Sent;
      ready.set(at, part && { ...part, batch: unpackBatch(part.batch) });
    }
  };
  try {
    for (let at = 0; at < count(ranges); at++) {
      for (receive(); !ready.has(at); receive()) {
        if (mayClaim(ranges)) {
          const own = claim(ranges);
          if (own < count(ranges)) ready.set(own, parse(ranges, own));
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
