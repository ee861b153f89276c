import { constants, zstdDecompressSync } from 'node:zlib';
import type { OwnFiles } from '../wiring.ts';

/**
 * Payloads of a trace bundle as Codex 0.171 keeps them, in numbered files that are compressed: records of the length of a name (2 bytes), the length of
 * a payload (8 bytes, both little-endian), the name, and the payload. Seen in what that version wrote.
 */
const HEAD = 10;
const MOST = 1 << 29;

/** The path by which a payload is asked for. */
export function shardPath(folder: string, shard: number, id: string): string {
  return `${folder}/payloads/${String(shard).padStart(6, '0')}.zst#${id}`;
}

/** What compressed bytes hold, frame after frame; of one that was torn what there is of it. */
const unpacked = (packed: Buffer): Buffer => {
  const pieces: Buffer[] = [];
  for (let at = 0, size = 0; at < packed.length && size < MOST; ) {
    // A torn frame gives what it has.
    const options = { info: true, finishFlush: constants.ZSTD_e_flush, maxOutputLength: MOST } as const;
    const { buffer, engine } = zstdDecompressSync(packed.subarray(at), options) as never as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    pieces.push(buffer);
    size += buffer.length;
    if (engine.bytesWritten === 0) break;
    at += engine.bytesWritten;
  }
  return Buffer.concat(pieces);
};

/** Where each payload is in the bytes of a shard; one that is torn is not there. */
const placesIn = (bytes: Buffer): Map<string, Buffer> => {
  const places = new Map<string, Buffer>();
  for (let at = 0; at + HEAD <= bytes.length; ) {
    const [named, size] = [bytes.readUInt16LE(at), Number(bytes.readBigUInt64LE(at + 2))];
    const from = at + HEAD + named;
    at = from + size;
    if (at <= bytes.length) places.set(bytes.toString('utf8', from - named, from), bytes.subarray(from, from + size));
  }
  return places;
};

/** The same files, with payloads in shards as files of their own. The shard that was read last is at hand. */
export function withShards(files: OwnFiles): OwnFiles {
  let last: { path: string; places: Map<string, Buffer> } | null = null;
  const shardOf = (path: string): Map<string, Buffer> => {
    if (last?.path !== path) last = { path, places: quietly(files.read(path)) };
    return last.places;
  };
  return {
    ...files,
    read(path) {
      const [, shard, id] = /^(.+\.zst)#(.+)$/.exec(path) ?? [];
      return shard === undefined ? files.read(path) : (shardOf(shard).get(id ?? '') ?? null);
    },
  };
}

const quietly = (packed: Buffer | null): Map<string, Buffer> => {
  try {
    return packed === null ? new Map() : placesIn(unpacked(packed));
  } catch {
    return new Map();
  }
};
