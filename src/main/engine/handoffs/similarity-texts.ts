import type { EntryRow, TapeRow } from '../../../shared/model/index.ts';
import type { Waiting } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { recordsOf } from '../bytes/payloads.ts';
import type { Format, JsonObject } from '../formats/format.ts';
import { type Held, LOOKED_AT, wordsOf } from './similarity.ts';

/** Bytes of records that are read for one answer: what a hundred full contexts weigh is not read for a measure. */
export const MOST_BYTES = 24_000_000;

export interface TextsInput {
  tape: TapeRow;
  format: Format;
  /** In file order. Read once, in this order. */
  rows: readonly EntryRow[];
  signal?: Waiting | undefined;
  bytes?: number;
}

export interface Texts {
  /** Entries that say something, each with its words. */
  held: Held[];
  /** Entries that were not read because there were too many bytes before them. */
  unread: number;
}

/** The rows that fit into a budget of bytes; a single record that fills all of it is left aside and does not keep others out. */
const fitting = (rows: readonly EntryRow[], bytes: number): EntryRow[] => {
  let left = bytes;
  return rows.filter((row) => {
    if (row.length > left) return false;
    left -= row.length;
    return true;
  });
};

/** Reads records batch by batch and hands each to `take`; answers how many were left aside. Stops when the call is cancelled. */
export async function readRows(
  { tape, rows, signal, bytes = MOST_BYTES }: Omit<TextsInput, 'format'>,
  take: (row: EntryRow, record: JsonObject) => void,
): Promise<number> {
  const wanted = fitting(rows, bytes);
  for await (const batch of recordsOf(tape, wanted)) {
    if (signal?.aborted) throw new TapeError('cancelled', 'The call was cancelled.');
    for (const { row, record } of batch) if (record) take(row, record);
  }
  return rows.length - wanted.length;
}

/** The words of entries. Each text is cut at `LOOKED_AT` characters. */
export async function readTexts({ format, ...input }: TextsInput): Promise<Texts> {
  const held: Held[] = [];
  const unread = await readRows(input, (row, record) => {
    const words = wordsOf(format.text(record));
    if (words.size > 0) held.push({ seq: row.seq, words });
  });
  return { held, unread };
}

/** What is said where not everything was looked at; empty where it was. */
export function unreadNotes(unread: number): string[] {
  return unread === 0
    ? []
    : [
        `The words of ${unread.toLocaleString('en-US')} ${unread === 1 ? 'entry' : 'entries'} were not looked at: beyond ${MOST_BYTES / 1_000_000} MB of records, no more are read.`,
      ];
}

/** How texts are compared with each other, for people. */
export const MEASURE = `Similarity is lexical: the share of rare words in common, in the first ${LOOKED_AT.toLocaleString('en-US')} characters of each text. It does not judge meaning.`;
