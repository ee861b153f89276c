import { indexed } from '../text/terms.ts';
import { textOf } from './entry-text.ts';
import { type Handle, sql } from './handle.ts';
import { noteWords } from './index-guards.ts';
import { type LinePlace, readLines } from './read-lines.ts';

/**
 * Words go into the index in pieces of this many entries: one by one they would cost an append more than all else. A search reads the few
 * entries after the last piece themselves.
 */
const PIECE = 128;

/** The last entry whose words are in the index of a tape with that head. Follows from the head alone, so a rebuild gives the same. */
export function wordsTo(head: number): number {
  return head - (head % PIECE);
}

/** After entries were indexed and their lines written: the words of every piece that is full by now. */
export function indexWords(handle: Handle, before: number, head: number): void {
  for (let from = wordsTo(before); from < wordsTo(head); from += PIECE) {
    const rows = sql<[bigint, bigint], LinePlace>(
      handle,
      'SELECT id, file_path, line_offset, byte_offset, byte_length FROM entries WHERE id > ? AND id <= ? ORDER BY id',
    ).all(BigInt(from), BigInt(from + PIECE));
    const insert = sql<[bigint, string], unknown>(handle, 'INSERT INTO entries_fts (rowid, text) VALUES (?, ?)');
    for (const line of readLines(handle.folder, rows)) insert.run(BigInt(line.id), indexed(textOf(line)));
  }
  if (wordsTo(head) > wordsTo(before)) noteWords((text) => sql(handle, text));
}
