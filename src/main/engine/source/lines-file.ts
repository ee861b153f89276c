import { closeSync, openSync, writeSync } from 'node:fs';

/** Characters that are written together. */
const PIECE = 1 << 20;

/** Writes lines to a new file that only this user may read, a piece at a time. */
export function writeLines(file: string, lines: Iterable<string>): void {
  const handle = openSync(file, 'wx', 0o600);
  try {
    let piece = '';
    for (const line of lines) {
      piece += `${line}\n`;
      if (piece.length < PIECE) continue;
      writeSync(handle, piece);
      piece = '';
    }
    writeSync(handle, piece);
  } finally {
    closeSync(handle);
  }
}
