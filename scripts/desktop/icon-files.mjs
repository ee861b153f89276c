// The two formats that hold an icon in several sizes, made of PNGs: a map of sizes in pixels to their bytes.

const png = (pngs, size) => {
  const bytes = pngs.get(size);
  if (bytes === undefined) throw new Error(`There is no picture of ${size} pixels.`);
  return bytes;
};

const ICO_HEADER = 6;
const ICO_ENTRY = 16;
const ICO_SIZES = [16, 32, 48, 64, 128, 256];

/** An .ico: a directory of entries, 256 written as 0, then the PNGs. */
export function icoOf(pngs) {
  const pictures = ICO_SIZES.map((size) => ({ size, bytes: png(pngs, size) }));
  const head = Buffer.alloc(ICO_HEADER + ICO_ENTRY * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  pictures.forEach(({ size, bytes }, index) => {
    const at = ICO_HEADER + ICO_ENTRY * index;
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(bytes.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += bytes.length;
  });
  return Buffer.concat([head, ...pictures.map(({ bytes }) => bytes)]);
}

/** Apple's types of an entry that holds a PNG, and its size; the last four are for screens with twice the pixels. */
const ICNS_TYPES = { ic07: 128, ic08: 256, ic09: 512, ic10: 1024, ic11: 32, ic12: 64, ic13: 256, ic14: 512 };

const chunk = (type, bytes) => {
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32BE(bytes.length + 8, 4);
  return Buffer.concat([head, bytes]);
};

/** An .icns: chunks with a type and their length. */
export function icnsOf(pngs) {
  return chunk('icns', Buffer.concat(Object.entries(ICNS_TYPES).map(([type, size]) => chunk(type, png(pngs, size)))));
}
