import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** A picture as it is drawn: three bytes a pixel, row by row. */
export interface Picture {
  width: number;
  height: number;
  rgb: Uint8Array;
}

const HEAD = Buffer.from('89504e470d0a1a0a', 'hex');

/** The parts of a PNG, by what they are called; those that share a name as one. */
const chunksOf = (png: Buffer): Map<string, Buffer> => {
  const chunks = new Map<string, Buffer>();
  for (let at = HEAD.length; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const name = png.toString('latin1', at + 4, at + 8);
    chunks.set(name, Buffer.concat([chunks.get(name) ?? Buffer.alloc(0), png.subarray(at + 8, at + 8 + png.readUInt32BE(at))]));
  }
  return chunks;
};

const paeth = (left: number, above: number, corner: number): number => {
  const [a, b, c] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? above : corner;
};

/** What the filter of a row has taken off a byte, by the number of the filter. */
const FILTERS: readonly ((left: number, above: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_, above) => above,
  (left, above) => (left + above) >> 1,
  paeth,
];

/** Reads a PNG as a browser writes its screenshots: eight bits a channel, with or without transparency, not interlaced. */
export function readPng(png: Buffer): Picture {
  const chunks = chunksOf(png);
  const head = chunks.get('IHDR') ?? Buffer.alloc(13);
  const [width, height, size] = [head.readUInt32BE(0), head.readUInt32BE(4), head[9] === 6 ? 4 : 3];
  const lines = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  const stride = size * width;
  const bytes = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const taken = FILTERS[lines[y * (stride + 1)] ?? 0] ?? paeth;
    for (let x = 0, at = y * stride; x < stride; x++, at++) {
      const left = x < size ? 0 : (bytes[at - size] ?? 0);
      const above = y === 0 ? 0 : (bytes[at - stride] ?? 0);
      const corner = x < size || y === 0 ? 0 : (bytes[at - stride - size] ?? 0);
      bytes[at] = (lines[y * (stride + 1) + 1 + x] ?? 0) + taken(left, above, corner);
    }
  }
  return { width, height, rgb: size === 3 ? bytes : bytes.filter((_, at) => at % 4 < 3) };
}

const chunk = (name: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};

export function writePng({ width, height, rgb }: Picture): Buffer {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const lines = Array.from({ length: height }, (_, y) => [Buffer.alloc(1), rgb.subarray(3 * width * y, 3 * width * (y + 1))]);
  return Buffer.concat([
    HEAD,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(lines.flat()), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
