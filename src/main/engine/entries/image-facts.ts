import type { ImageType } from '../../../shared/model/index.ts';

export interface ImageFacts {
  readonly type: ImageType;
  /** Pixels, as the header says. */
  readonly width: number;
  readonly height: number;
}

/** What the first bytes of a file say that it is; null where they are those of no image that is drawn, or end too early. */
export function imageFacts(bytes: Buffer): ImageFacts | null {
  for (const [type, sizeIn] of READERS) {
    const size = sizeIn(bytes);
    if (size !== null && size.width > 0 && size.height > 0) return { type, ...size };
  }
  return null;
}

type Size = { width: number; height: number };

function pngSize(bytes: Buffer): Size | null {
  if (bytes.length < 24 || !bytes.subarray(0, 8).equals(PNG) || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function gifSize(bytes: Buffer): Size | null {
  if (bytes.length < 10 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return null;
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** The size is in the first frame header (SOF), after segments of any length. */
function jpegSize(bytes: Buffer): Size | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAME.has(marker))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** Huffman tables, extensions and arithmetic conditioning share the numbers of frame headers. */
const NO_FRAME: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);

function webpSize(bytes: Buffer): Size | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return null;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21);
      return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

const READERS = [
  ['image/png', pngSize],
  ['image/jpeg', jpegSize],
  ['image/gif', gifSize],
  ['image/webp', webpSize],
] as const;
