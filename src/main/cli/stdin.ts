import { TextDecoder } from 'node:util';

export interface Numbered {
  /** 1 and up. */
  number: number;
  /** Without its line feed. Null for bytes that are no UTF-8. */
  text: string | null;
}

const LF = 10;

/** Lines of a stream of bytes, as many at a time as have come. Blank ones are counted and left out; the last needs no line feed. */
export async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Numbered[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  let rest: Buffer[] = [];
  let number = 0;
  const line = (bytes: Buffer): Numbered[] => {
    number += 1;
    const text = decoded(decoder, bytes);
    return text !== null && text.trim() === '' ? [] : [{ number, text }];
  };
  for await (const chunk of stream) {
    const found: Numbered[] = [];
    let at = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, at)) {
      found.push(...line(Buffer.concat([...rest, chunk.subarray(at, end)])));
      rest = [];
      at = end + 1;
    }
    if (at < chunk.length) rest.push(chunk.subarray(at));
    if (found.length > 0) yield found;
  }
  const last = Buffer.concat(rest);
  if (last.length > 0) yield line(last);
}

const decoded = (decoder: TextDecoder, bytes: Buffer): string | null => {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
};
