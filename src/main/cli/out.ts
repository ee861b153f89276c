import { fstatSync, writeSync } from 'node:fs';

/** Where answers go. */
export interface Out {
  readonly isTTY: boolean;
  /** Width where it is a terminal. */
  readonly columns: number | undefined;
  /** Nothing is thrown, and nothing is written any more once something could not be. */
  write(text: string): void;
  /** Resolves when what was written has left this process as far as whoever reads keeps up. A file or a plain pipe has waited in `write`. */
  drained(): Promise<void>;
}

const STDOUT = 1;

/**
 * stdout. A file or a pipe is written to as it is: `process.stdout` would bring streams and sockets along, which takes longer than a list
 * takes to be made. `failed` receives once, and not from within a write, why nothing more can be written.
 */
export function openOut(failed: (failure: NodeJS.ErrnoException) => void): Out {
  return isPlain() ? direct(failed) : streamed(failed);
}

/** A terminal has to do more than write, and on Windows that needs more code. */
const isPlain = (): boolean => {
  if (process.platform === 'win32') return false;
  const kind = fstatSync(STDOUT);
  return kind.isFile() || kind.isFIFO() || kind.isSocket();
};

const streamed = (failed: (failure: NodeJS.ErrnoException) => void): Out => {
  const stream = process.stdout.on('error', failed);
  return {
    isTTY: stream.isTTY,
    columns: stream.columns,
    write: (text) => void stream.write(text),
    drained: () => drained(stream),
  };
};

/** A stream that takes no more fails or drains. Lets events in either way, such as that a reader went away. */
const drained = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((done) => {
    if (stream.writableNeedDrain && !stream.destroyed) stream.once('drain', done).once('close', done);
    else setImmediate(done);
  });

const direct = (failed: (failure: NodeJS.ErrnoException) => void): Out => {
  let broken = false;
  let stream: Out | null = null;
  const write = (text: string): void => {
    if (broken) return;
    if (stream !== null) {
      stream.write(text);
      return;
    }
    const bytes = Buffer.from(text);
    let at = 0;
    try {
      while (at < bytes.length) at += writeSync(STDOUT, bytes, at);
    } catch (thrown) {
      const failure = thrown as NodeJS.ErrnoException;
      if (failure.code === 'EAGAIN') {
        // Somebody who shares this pipe has made it one that does not wait; the stream waits all the same.
        stream = streamed(failed);
        process.stdout.write(bytes.subarray(at));
        return;
      }
      broken = true;
      process.nextTick(failed, failure);
    }
  };
  // A module of timers that answer promises takes longer to load than this to write.
  const drainedHere = (): Promise<void> => stream?.drained() ?? new Promise((done) => setImmediate(done));
  return { isTTY: false, columns: undefined, write, drained: drainedHere };
};
