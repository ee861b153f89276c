import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';

const MAX = { maxOutputLength: 1 << 29 };

const UNPACK: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gunzipSync(bytes, MAX),
  'x-gzip': (bytes) => gunzipSync(bytes, MAX),
  deflate: (bytes) => inflateSync(bytes, MAX),
  br: (bytes) => brotliDecompressSync(bytes, MAX),
  zstd: (bytes) => zstdDecompressSync(bytes, MAX),
};

/** Takes the compression off a body, as its headers name it. What is torn or unknown stays as it travelled, and `encoding` says how that is. */
export function unpacked(sent: Buffer, headers: readonly string[]): { body: Buffer; encoding: string | null } {
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-encoding');
  const encoding = at < 0 ? null : (headers[at + 1]?.trim().toLowerCase() ?? null);
  const unpack = encoding === null ? undefined : UNPACK[encoding];
  if (unpack === undefined || sent.length === 0) return { body: sent, encoding };
  try {
    return { body: unpack(sent), encoding };
  } catch {
    return { body: sent, encoding: `${encoding}, not unpacked` };
  }
}
