import { createHash } from 'node:crypto';
import { addressOf } from '../../../shared/model/address.ts';
import type { Block, CompareBlock, Part } from '../../../shared/model/index.ts';
import type { Signal } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { recordsOf } from '../bytes/payloads.ts';
import type { Catalog } from '../catalog/types.ts';
import { digest } from '../formats/digest.ts';
import { formatById } from '../formats/index.ts';
import { CHANGED } from '../text/excerpt.ts';
import type { Piece } from './document.ts';

/** Characters of one entry that a report holds, and of all of them together. */
const ENTRY_CHARS = 100_000;
export const TOTAL_CHARS = 20_000_000;
/** A cut moves back to a blank within this many characters, so that no secret is cut in two and then not known as one. */
const BACK = 8000;

/** What entries say, by number, and how many characters may still be taken. */
export interface Texts {
  of(seqs: readonly number[]): Piece[];
  /** Entries whose text was left out because the report was full. */
  dropped: number;
  /** SHA-256, hex, over the digests of what these entries hold, in this order. */
  digestOf(seqs: readonly number[]): string;
}

/** `left` is shared by all tapes of a report. */
export interface Room {
  left: number;
}

/** Cut at a blank where one is near the end. */
export function cutAtBlank(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most);
  for (let at = most - 1; at > Math.max(0, most - BACK); at--) if (/\s/.test(kept[at] ?? '')) return kept.slice(0, at);
  return kept.toWellFormed();
}

const nameOf = ({ type, name }: Part): string => {
  if (type === 'thinking') return 'thinking';
  return type === 'text' || type === 'tool_result' ? '' : (name ?? '');
};

const pieceOf = (part: Part, room: Room): Piece => {
  if (part.type === 'image') return { name: '', text: `(${part.name ?? 'image'})`, cut: 0 };
  const text = cutAtBlank(part.text, Math.min(ENTRY_CHARS, room.left));
  room.left -= text.length;
  return { name: nameOf(part), text, cut: (part.cut ?? 0) + part.text.length - text.length };
};

/** SHA-256, hex, over the digests of entries. */
const digestOver = (digests: readonly string[]): string => createHash('sha256').update(digests.join('\n')).digest('hex');

const NO_TEXTS: Texts = { dropped: 0, of: () => [], digestOf: (seqs) => digestOver(seqs.map(() => '')) };

/** Reads what entries say from their source, as far as there is room. Throws TapeError('cancelled'). */
export async function loadTexts(catalog: Catalog, tapeId: string, seqs: readonly number[], room: Room, signal: Signal): Promise<Texts> {
  const tape = catalog.tape(tapeId);
  const format = formatById(tape.format);
  const pieces = new Map<number, Piece[]>();
  const digests = new Map<number, string>();
  let dropped = 0;
  const rows = catalog.entriesAt(tape.id, [...new Set(seqs)]);
  for await (const batch of recordsOf(tape, rows)) {
    if (signal.aborted) throw new TapeError('cancelled', 'The call was cancelled.');
    for (const { row, record } of batch) {
      if (record !== null) digests.set(row.seq, digest(format.payload(record)));
      if (room.left <= 0) {
        dropped += 1;
        pieces.set(row.seq, [{ name: '', text: '', cut: row.chars }]);
      } else if (record === null) pieces.set(row.seq, [{ name: '', text: CHANGED, cut: 0 }]);
      else
        pieces.set(
          row.seq,
          format.parts(record).map((part) => pieceOf(part, room)),
        );
    }
  }
  return {
    dropped,
    of: (wanted) => wanted.flatMap((seq) => pieces.get(seq) ?? []),
    digestOf: (wanted) => digestOver(wanted.map((seq) => digests.get(seq) ?? '')),
  };
}

/** What the blocks of a context say, wherever their text is. */
export interface BlockTexts extends Pick<Texts, 'dropped' | 'digestOf'> {
  of(block: Block & Pick<CompareBlock, 'text'>): Piece[];
}

/** Reads the texts of blocks: of entries, of what came from other tapes, and of what only a recorded request has. Throws as `loadTexts` does. */
export async function loadBlockTexts(
  catalog: Catalog,
  tape: string,
  blocks: readonly Block[],
  room: Room,
  signal: Signal,
): Promise<BlockTexts> {
  const addresses = blocks.flatMap((block) =>
    block.entries.length > 0 && block.instead === undefined ? block.entries.map((seq) => ({ tape, seq })) : addressOf(tape, block),
  );
  const loaded = new Map<string, Texts>();
  for (const [id, all] of Map.groupBy(addresses, (address) => address.tape)) {
    const seqs = all.map(({ seq }) => seq);
    loaded.set(id, await loadTexts(catalog, id, seqs, room, signal));
  }
  return {
    dropped: [...loaded.values()].reduce((sum, { dropped }) => sum + dropped, 0),
    digestOf: (seqs) => (loaded.get(tape) ?? NO_TEXTS).digestOf(seqs),
    of(block) {
      if (block.text !== undefined) return [{ name: '', text: block.text, cut: 0 }];
      const at = addressOf(tape, block);
      const texts = loaded.get(at.tape) ?? NO_TEXTS;
      if (block.request === undefined) return texts.of(block.entries.length > 0 && block.instead === undefined ? block.entries : [at.seq]);
      const [piece = { name: '', text: block.request.text, cut: 0 }] = texts.of([at.seq]).slice(block.request.part);
      return [piece];
    },
  };
}

/** The sentences about what is not there in full. */
export function cutNotes(dropped: number): string[] {
  return dropped === 0
    ? []
    : [`This report is full at ${TOTAL_CHARS / 1_000_000} million characters: ${dropped} further entries are listed without their text.`];
}
