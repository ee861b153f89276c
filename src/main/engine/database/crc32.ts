/** More than this is for zlib. */
const FEW = 4096;
/** Bytes of short ones that a thread sums here: after this many there will be more, and then zlib is worth loading. */
const MOST = 256 << 10;

const TABLE = new Int32Array(256);
const tabled = (): Int32Array => {
  if (TABLE[1] !== 0) return TABLE;
  for (let byte = 0; byte < TABLE.length; byte++) {
    let sum = byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum & 1) === 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1;
    TABLE[byte] = sum;
  }
  return TABLE;
};

/** A CRC-32 that has summed nothing yet. */
export function createCrc32(): (data: string | Uint8Array) => number {
  let left = MOST;
  return (data) => {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    if (bytes.length > FEW || left <= 0) return process.getBuiltinModule('node:zlib').crc32(bytes);
    left -= bytes.length;
    const table = tabled();
    let sum = -1;
    for (const byte of bytes) sum = (table[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
    return ~sum >>> 0;
  };
}

/** CRC-32. Of a few bytes it is made here: node:zlib brings streams along, which takes a command of the terminal longer than all that it sums. */
export const crc32 = createCrc32();
