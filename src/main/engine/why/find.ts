import type { EntryRow, TapeRow } from '../../../shared/model/index.ts';
import type { Waiting } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { joinDatabase } from '../database/schema.ts';
import { formatById } from '../formats/index.ts';
import { readRows } from '../handoffs/similarity-texts.ts';
import { createFinder, unlessDamaged } from '../search/find.ts';
import type { Found } from '../text/terms.ts';
import type { Rim } from '../views/rim.ts';

/** Characters of a text that the index is asked for; the source is compared with all of it. */
const ASKED = 400;
/** Hits of the index that are read. */
const MOST_READ = 1000;
const PAGE = 200;
/** Entries without an index that are read, the newest first. */
const MOST_SCANNED = 20_000;

/** An entry that has the text, with the places of it. */
export interface FoundEntry {
  row: EntryRow;
  text: string;
  places: Found[];
}

export interface FoundText {
  found: 'text' | 'words';
  /** In the order of writing. */
  entries: FoundEntry[];
  /** Hits beyond those that were read; null where nobody counted them. */
  more: number | null;
  searched: { entries: number; of: number };
  notes: string[];
}

/** Asks the full-text index of a tape; null where it is damaged. Newest first. */
export type AskIndex = (tape: string, query: string, most: number) => { seqs: number[]; more: number | null } | null;

export function createAskIndex(home: string): AskIndex {
  let find: ReturnType<typeof unlessDamaged> | null = null;
  return (tape, query, most) => {
    find ??= unlessDamaged(createFinder(home, joinDatabase(home)));
    const seqs: number[] = [];
    let before: string | undefined;
    for (;;) {
      const answer = find({ query, tape, limit: Math.min(PAGE, most - seqs.length), before });
      if (answer === null) return null;
      seqs.push(...answer.hits.map(({ seq }) => seq));
      before = answer.next ?? undefined;
      if (before === undefined) return { seqs, more: 0 };
      if (seqs.length >= most) return { seqs, more: answer.total === null ? null : Math.max(0, answer.total - seqs.length) };
    }
  };
}

/**
 * Entries of a tape that have a text, whatever blanks are between its words, in any case; those that have its very letters come before the
 * others where not all are read. Where none has it, those that have all of its words. The index leads to them and the source is judge; what
 * is not indexed yet is read. Throws TapeError('cancelled').
 */
export async function findText(rim: Rim, ask: AskIndex | null, tape: TapeRow, text: string, signal?: Waiting): Promise<FoundText> {
  const sought = soughtIn(text);
  const asked = head(sought.join(' '));
  const indexed = ask === null ? 0 : tape.textTo;
  const hits = indexed === 0 ? null : (ask?.(tape.id, `"${asked}"`, MOST_READ) ?? null);
  const wanted = hits !== null && hits.seqs.length > 0 ? rim.catalog.entriesAt(tape.id, hits.seqs) : [];
  // Without an index, and for what it does not hold yet or cannot (a text without words), the source is read.
  const from = hits === null || !/[\p{L}\p{N}]/u.test(asked) ? 1 : indexed + 1;
  const rest = from > tape.entries ? [] : rim.catalog.entries(tape.id, Math.max(from, tape.entries + 1 - MOST_SCANNED), tape.entries + 1);
  const rows = [...new Map([...wanted, ...rest].map((row) => [row.seq, row])).values()].sort((a, b) => a.seq - b.seq);
  const phrase = patternOf(sought);
  const { entries, unread } = await reading(tape, rows, (one) => placesOf(one, phrase), signal);
  const searched = { entries: Math.min(tape.entries, from - 1 + rest.length - unread), of: tape.entries };
  const notes =
    searched.entries < searched.of
      ? [`${searched.entries.toLocaleString('en-US')} of ${searched.of.toLocaleString('en-US')} entries were searched.`]
      : [];
  if (entries.length > 0 || sought.length < 2 || indexed === 0) return { found: 'text', entries, more: hits?.more ?? 0, searched, notes };
  return { ...(await byWords(rim, ask, tape, sought, signal)), searched, notes };
}

/** All words of the text, in any order. */
const byWords = async (rim: Rim, ask: AskIndex | null, tape: TapeRow, sought: readonly string[], signal?: Waiting) => {
  const words = [...new Set(head(sought.join(' ')).split(' '))];
  const hits = ask?.(tape.id, words.map((word) => word.replaceAll('"', ' ')).join(' '), PAGE) ?? { seqs: [], more: 0 };
  const rows = rim.catalog.entriesAt(tape.id, hits.seqs).sort((a, b) => a.seq - b.seq);
  const pattern = new RegExp(
    words
      .filter((word) => /[\p{L}\p{N}]{3}/u.test(word))
      .map(escaped)
      .join('|') || '$^',
    'giu',
  );
  const { entries } = await reading(tape, rows, (text) => placesOf(text, pattern), signal);
  return { found: 'words' as const, entries, more: hits.more };
};

const reading = async (tape: TapeRow, rows: EntryRow[], look: (text: string) => Found[], signal?: Waiting) => {
  const entries: FoundEntry[] = [];
  const format = formatById(tape.format);
  const unread = await readRows({ tape, rows, signal }, (row, record) => {
    const text = format.text(record);
    const places = look(text);
    if (places.length > 0) entries.push({ row, text, places });
  });
  return { entries, unread };
};

/** Words as they were pasted; throws where there is nothing to look for. */
const soughtIn = (text: string): string[] => {
  const words = text.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) throw new TapeError('bad-input', 'There is no text to look for.');
  return words;
};

/** As many whole words as the index is asked for. Quotes would end a phrase. */
const head = (text: string): string => {
  const plain = text.replaceAll('"', ' ').replace(/\s+/g, ' ').trim();
  if (plain.length <= ASKED) return plain;
  const end = plain.lastIndexOf(' ', ASKED);
  return plain.slice(0, end > 0 ? end : ASKED);
};

const escaped = (word: string): string => word.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

const patternOf = (words: readonly string[]): RegExp => new RegExp(words.map(escaped).join('\\s+'), 'giu');

/** Places that are marked. */
const MOST_PLACES = 200;

const placesOf = (text: string, pattern: RegExp): Found[] => {
  const places: Found[] = [];
  for (const match of text.matchAll(pattern)) {
    places.push({ from: match.index, to: match.index + match[0].length });
    if (places.length >= MOST_PLACES) break;
  }
  return places;
};
