import { brotliDecompressSync, constants, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';

type Unpack = (bytes: Buffer, torn: boolean) => Buffer;

const MAX = { maxOutputLength: 1 << 29 };
/** By these a stream that ends early gives what there is of it. */
const TORN = { ...MAX, finishFlush: constants.Z_SYNC_FLUSH };
const gzip: Unpack = (bytes, torn) => gunzipSync(bytes, torn ? TORN : MAX);

const UNPACK: Readonly<Record<string, Unpack>> = {
  gzip,
  'x-gzip': gzip,
  deflate: (bytes, torn) => inflateSync(bytes, torn ? TORN : MAX),
  br: (bytes, torn) => brotliDecompressSync(bytes, torn ? { ...MAX, finishFlush: constants.BROTLI_OPERATION_FLUSH } : MAX),
  zstd: (bytes, torn) => zstdDecompressSync(bytes, torn ? { ...MAX, finishFlush: constants.ZSTD_e_flush } : MAX),
};

/**
 * Takes the compression off a body, as its headers name it. Of what is torn that which can be read is given; what is unknown stays as it travelled.
 * `encoding` says how that is.
 */
export function unpacked(sent: Buffer, headers: readonly string[]): { body: Buffer; encoding: string | null } {
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-encoding');
  const encoding = at < 0 ? null : (headers[at + 1]?.trim().toLowerCase() ?? null);
  const unpack = encoding === null ? undefined : UNPACK[encoding];
  if (unpack === undefined || sent.length === 0) return { body: sent, encoding };
  const body = tried(unpack, sent, false);
  if (body !== null) return { body, encoding };
  const begin = tried(unpack, sent, true);
  return begin === null || begin.length === 0
    ? { body: sent, encoding: `${encoding}, not unpacked` }
    : { body: begin, encoding: `${encoding}, torn` };
}

const tried = (unpack: Unpack, sent: Buffer, torn: boolean): Buffer | null => {
  try {
    return unpack(sent, torn);
  } catch {
    return null;
  }
};
