import { existsSync, fstatSync } from 'node:fs';
import { isLacking, lacking, lacksNothingNow } from '../bytes/borrowed.ts';
import { witness } from '../bytes/ids.ts';
import { closeLog, isPacked, openLog, plainPath, unpackedOf } from '../bytes/packed.ts';
import { holdShort, letGo, readAt } from '../bytes/read-at.ts';
import type { SourceRow } from '../database/source-row.ts';
import { formatById } from '../formats/index.ts';
import type { Batch, ReadPart } from '../pages/batch.ts';
import { type ImportOptions, newSource, type ReadPlan, type Seen } from '../storing/reading.ts';
import { countUnknown, type Reading } from '../storing/storing.ts';
import { beginningParts } from './borrow.ts';
import { detectFormat } from './detect.ts';
import { readBatch } from './read-batch.ts';
import { notesWith, type Opening, type Piece, takenOver } from './source.ts';

/** Bytes per batch. */
const BATCH = 4 << 20;
/** Bytes at both ends of what was read that witness it. */
const WITNESS = 4096;
/** A file that was not written to for so long is not going to finish its last line. */
const QUIET = 60_000;

/** A log while it is read. What is compressed is unpacked only where it must be looked into. */
export function openLogSource(path: string, options: ImportOptions): Opening {
  const file = openLog(path);
  const look = lookAt(file, options.now ?? Date.now);
  return {
    whole: false,
    fresh(again) {
      const { seen, unpacked } = look();
      if (again === undefined && unpacked === null) holdShort(file, seen.size);
      const { id } = detectFormat(plainPath(path), file, seen.size, { as: options.as, before: again?.known.format });
      const source: SourceRow = { ...newSource(path, id), ...seen };
      if (again) {
        const { kept, note } = takenOver(again);
        Object.assign(source, kept, { notes: notesWith(again.known, [note]) });
      }
      if (unpacked?.torn) source.notes = notesWith(source, [TORN_OFF]);
      return source;
    },
    since(known) {
      const { mtime, inode } = look.stamp;
      if (lacksNothingNow(known)) return { type: 'again', why: 'the file that its tape begins in is there now' };
      if (isPacked(path) && isSettled(known, path, { mtime, inode })) return { type: 'same', now: {} };
      const { seen, final } = look();
      const why = known.path === path ? whyAnew(known, seen, file) : `it is ${isPacked(path) ? 'compressed now' : 'no longer compressed'}`;
      if (why !== null) return { type: 'again', why };
      const waits = known.offset < seen.size && (final || seen.size > known.offset + known.waiting);
      if (waits) return { type: 'grown', now: seen };
      return { type: 'same', now: known.mtime === seen.mtime ? {} : seen };
    },
    pieces: (reading) => piecesOf(reading, file, look().final, options),
    end({ source }, stopped) {
      // A source that was left in the middle must not look like one that is done.
      if (stopped) source.size = source.offset;
    },
    witness: (source) => void Object.assign(source, witnesses(file, source.offset)),
    located: ({ format }) => formatById(format).locate(plainPath(path)),
    close() {
      letGo();
      closeLog(file);
    },
  };
}

/** What a file is now: its stamp at once, its size and whether it will grow only when asked. */
const lookAt = (file: number, now: () => number) => {
  const { size, mtimeMs, dev, ino } = fstatSync(file, { bigint: false });
  const stamp = { mtime: mtimeMs, inode: `${dev}:${ino}` };
  const look = () => {
    const unpacked = unpackedOf(file);
    const seen: Seen = { size: unpacked?.bytes.length ?? size, ...stamp };
    // Nobody appends to a compressed log.
    return { unpacked, seen, final: unpacked !== null || now() - mtimeMs > QUIET };
  };
  let found: ReturnType<typeof look> | null = null;
  return Object.assign(
    () => {
      found ??= look();
      return found;
    },
    { stamp },
  );
};

const TORN_OFF = 'It is compressed, and ends in the middle: what can be unpacked was read.';

/** Whether there is nothing to unpack: it was read as it is, or the log is there without compression, which then counts. */
const isSettled = (known: SourceRow, path: string, stamp: Omit<Seen, 'size'>): boolean =>
  known.path === path ? known.mtime === stamp.mtime && known.inode === stamp.inode : existsSync(known.path);

/** What shows that the file is not the one that was read, as the end of a sentence; null where it may well be. */
const whyAnew = (known: SourceRow, seen: Seen, file: number): string | null => {
  if (known.size === seen.size && known.mtime === seen.mtime && known.inode === seen.inode) return null;
  if (known.inode !== seen.inode) return 'another file is in its place';
  if (isPacked(known.path)) return 'it is compressed, and was written again';
  if (seen.size < known.offset) return `it had ${known.offset} bytes and now has ${seen.size}`;
  if (seen.size === known.size && known.offset === known.size) return 'it was written to but did not grow';
  const now = witnesses(file, known.offset);
  if (now.head !== known.head) return 'its beginning has changed';
  if (now.tail !== known.tail) return 'the end of what was read has changed';
  if (known.open === TORN) return 'its last line, which had looked torn, was continued';
  return null;
};

const notesOf = ({ notes }: Pick<SourceRow, 'notes'>): string[] => JSON.parse(notes) as string[];

/** Values of `SourceRow.open` where the last line had no newline: it was not a record either, or its record made no entry. */
const TORN = 2;
const NOTED = 3;

const witnesses = (file: number, offset: number): { head: string; tail: string } => {
  const buffer = Buffer.alloc(Math.min(WITNESS, offset));
  const head = witness(buffer.subarray(0, readAt(file, buffer, 0, buffer.length)));
  const tail = offset <= WITNESS ? head : witness(buffer.subarray(0, readAt(file, buffer, offset - buffer.length, buffer.length)));
  return { head, tail };
};

function* partsOf({ source, file, format, final }: ReadPlan): Generator<ReadPart> {
  let start = { offset: source.offset, line: 0, open: source.open > 0 };
  while (start.offset < source.size) {
    const part = readBatch({ file, format, want: start.offset + BATCH, size: source.size, final }, start);
    yield part;
    if (part.next.offset === start.offset) return;
    start = { ...part.next, line: 0 };
  }
}

/** All parts from where the row says, counted as they come. */
function* piecesOf({ source, work, held }: Reading, file: number, final: boolean, options: ImportOptions): Generator<Piece> {
  const format = formatById(source.format);
  // What comes first of a tape that begins in other files counts with what follows: a reading that is stopped has read all of them.
  let untold = 0;
  const taken = (part: ReadPart): Piece & { bytes: number } => {
    const { batch, next } = part;
    for (const problem of batch.problems) held.problems.push({ ...problem, line: problem.line + work.state.lines + 1 });
    count(source, part, final);
    const bytes = untold + next.offset - batch.from;
    untold = 0;
    return { batch, bytes };
  };
  if (source.offset === 0 && format.beginning) {
    source.notes = JSON.stringify(notesOf(source).filter((note) => !isLacking(note)));
    const missing = (name: string): void => {
      source.notes = notesWith(source, [lacking(name)]);
    };
    for (const part of beginningParts({ source: { ...source }, file, format, final }, missing))
      if ('own' in part) {
        const { batch, bytes } = taken(part.own);
        untold = bytes;
        yield { batch, bytes: null };
      } else yield { batch: part.borrowed, lines: part.lines, bytes: null };
  }
  const plan: ReadPlan = { source: { ...source }, file, format, final };
  for (const part of options.batches?.(plan) ?? partsOf(plan)) yield taken(part);
}

const openAs = ({ open }: SourceRow, { unreadable, bare, lines, late }: Batch, final: boolean): number => {
  if (final && unreadable > 0) return TORN;
  const still = lines === 0 && open === NOTED && !late;
  return still || (bare && lines > 0) ? NOTED : 1;
};

/** Adds what a part held to the receipt. */
const count = (source: SourceRow, { batch, next, waiting }: ReadPart, final: boolean): void => {
  source.total += batch.lines;
  // What was written on after a record without entries has made the line one with entries.
  const turned = source.open === NOTED && batch.late ? 1 : 0;
  source.with_entries += batch.withEntries + turned;
  source.noted += batch.noted - turned;
  source.blank += batch.blank;
  source.unreadable += batch.unreadable;
  source.repaired += batch.repaired;
  source.offset = next.offset;
  source.open = next.open ? openAs(source, batch, final) : 0;
  source.waiting = waiting;
  countUnknown(source, batch.unknown);
};
