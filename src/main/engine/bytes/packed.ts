import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { TapeError } from '../../../shared/rpc/tape-error.ts';

/**
 * Logs that their agent compressed (`X.jsonl.zst`). A place in one is an offset in the decompressed bytes, which are held in memory while the
 * file is open, and for a while after it: they are a few megabytes, and nothing of them is written to disk.
 */

const PACKED = '.jsonl.zst';
const ENDING = '.zst';

export function isPacked(path: string): boolean {
  return path.endsWith(PACKED);
}

/** The path that the log has where it is not compressed: an agent that continues one unpacks it in its place. */
export function plainPath(path: string): string {
  return isPacked(path) ? path.slice(0, -ENDING.length) : path;
}

interface Unpacked {
  bytes: Buffer;
  /** The file ends in the middle of what was compressed. */
  torn: boolean;
}

/** What files that are open hold, unpacked. */
const open = new Map<number, { path: string; held: Unpacked | null }>();

/** Files unpacked since the process began, for tests that count work. */
export const unpackTally = { files: 0 };

/** What recently closed files held, unpacked, by what they were then. */
const lately = new Map<string, Unpacked>();
const KEPT_BYTES = 64 << 20;
/** What one file may hold: a small one can say that it holds more than there is memory. */
const MOST = 512 << 20;

/** A pipe in the place of a log is not waited for. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Opens a file of lines, compressed or not. `closeLog` closes it. Throws what the file system throws. */
export function openLog(path: string): number {
  const file = openSync(path, READ);
  if (isPacked(path)) open.set(file, { path, held: null });
  return file;
}

/** The same for whoever needs no reason: null where it cannot be opened or unpacked. */
export function openLogOrNull(path: string): number | null {
  let file: number | null = null;
  try {
    file = openLog(path);
    unpackedOf(file);
    return file;
  } catch {
    if (file !== null) closeLog(file);
    return null;
  }
}

export function closeLog(file: number): void {
  open.delete(file);
  closeSync(file);
}

/** What an open file holds where it is compressed; null where it is not. Throws TapeError('unreadable') with a sentence. */
export function unpackedOf(file: number): Unpacked | null {
  const known = open.size === 0 ? undefined : open.get(file);
  if (known === undefined) return null;
  known.held ??= lastly(file, known.path);
  return known.held;
}

const lastly = (file: number, path: string): Unpacked => {
  const { dev, ino, size, mtimeMs } = fstatSync(file);
  const stamp = `${dev}:${ino}:${size}:${mtimeMs}`;
  const held = lately.get(stamp) ?? unpack(readFileSync(file), path);
  lately.delete(stamp);
  lately.set(stamp, held);
  let bytes = [...lately.values()].reduce((sum, one) => sum + one.bytes.length, 0);
  for (const [key, one] of lately) {
    if (bytes <= KEPT_BYTES) break;
    lately.delete(key);
    bytes -= one.bytes.length;
  }
  return held;
};

/** What compressed bytes hold. Throws TapeError('unreadable') with a sentence that begins with `name`. */
export function unpackZstd(packed: Buffer, name: string): Buffer {
  return unpack(packed, name).bytes;
}

/** Frame after frame: Node unpacks one at a time, and a writer that appends makes more of them. */
const unpack = (packed: Buffer, path: string): Unpacked => {
  unpackTally.files += 1;
  const pieces: Buffer[] = [];
  let size = 0;
  for (let at = 0; at < packed.length; ) {
    const { bytes, used, torn } = frameAt(packed.subarray(at), path);
    pieces.push(bytes);
    size += bytes.length;
    if (size > MOST) throw tooLarge(path);
    if (torn || used === 0) return { bytes: Buffer.concat(pieces), torn: true };
    at += used;
  }
  return { bytes: Buffer.concat(pieces), torn: false };
};

const frameAt = (packed: Buffer, path: string): { bytes: Buffer; used: number; torn: boolean } => {
  const zlib = process.getBuiltinModule('node:zlib');
  // Node 22.14 has no zstd; the oldest that this program runs on.
  if (typeof zlib.zstdDecompressSync !== 'function')
    throw new TapeError('unreadable', `${path} is compressed with zstd, which needs Node 22.15 or newer; this is ${process.version}.`, {
      file: path,
    });
  const unpacked = (more: object): { buffer: Buffer; engine: { bytesWritten: number } } =>
    zlib.zstdDecompressSync(packed, { info: true, maxOutputLength: MOST, ...more }) as never;
  try {
    const { buffer, engine } = unpacked({});
    return { bytes: buffer, used: engine.bytesWritten, torn: false };
  } catch (failure) {
    const code = (failure as NodeJS.ErrnoException).code;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(path);
    if (code !== 'Z_BUF_ERROR')
      throw new TapeError('unreadable', `${path} cannot be read: it is not a zstd file, or a damaged one.`, { file: path });
    const { buffer } = unpacked({ finishFlush: zlib.constants.ZSTD_e_flush });
    return { bytes: buffer, used: packed.length, torn: true };
  }
};

const tooLarge = (path: string): TapeError =>
  new TapeError('unreadable', `${path} holds more than ${MOST >> 20} MB when unpacked, more than any session.`, { file: path });
