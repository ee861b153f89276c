import { appendFileSync } from 'node:fs';

/** Characters that are written together. */
const PIECE = 1 << 20;

/** Adds lines to a file that only this user may read, a piece at a time; makes it where it is not there. */
export async function appendLines(file: string, lines: Iterable<string> | AsyncIterable<string>): Promise<void> {
  let piece = '';
  for await (const line of lines) {
    piece += `${line}\n`;
    if (piece.length < PIECE) continue;
    appendFileSync(file, piece, { mode: 0o600 });
    piece = '';
  }
  appendFileSync(file, piece, { mode: 0o600 });
}
