import { fstatSync } from 'node:fs';
import { closeLog, openLog } from '../bytes/packed.ts';
import { readAt } from '../bytes/read-at.ts';
import { sessionBase, sessionFiles } from '../bytes/session-files.ts';
import type { SourceRow } from '../database/source-row.ts';
import { formatById } from '../formats/index.ts';
import { finishBatch } from '../linking/drafts.ts';
import type { Batch } from '../pages/batch.ts';
import { type ImportOptions, newSource } from '../storing/reading.ts';
import { countUnknown, type Reading } from '../storing/storing.ts';
import { BatchSink } from './batch-sink.ts';
import { detectDocument } from './detect.ts';
import { seenDocument } from './document-seen.ts';
import { JsonCursor } from './json-cursor.ts';
import { recordPaths } from './record-paths.ts';
import { notesWith, type Opening, type Piece, takenOver } from './source.ts';
import { type DocumentPart, walkDocument } from './walk-document.ts';

/** Bytes per batch. */
const BATCH = 4 << 20;
/** A file that was not written to for so long is not going to get its end. */
const QUIET = 60_000;
/** Bytes at the end of a file that show whether it is whole. */
const TAIL = 64;

/** A JSON document while it is read, with the others of its session. Its agent writes all of it again with each change, so what changed is read from its start. */
export function openDocument(path: string, options: ImportOptions): Opening {
  const file = openLog(path);
  const { size: own } = fstatSync(file);
  const seen = seenDocument(path, fstatSync(file));
  const { size, mtime, inode } = seen;
  return {
    // A half of it would have to be read again: there is no place to continue from.
    whole: true,
    fresh(again) {
      const source: SourceRow = {
        ...newSource(path, detectDocument(path, file, own, { as: options.as, before: again?.known.format }).id),
        ...seen,
      };
      return again ? Object.assign(source, retaken(again)) : source;
    },
    since(known) {
      if (known.size === size && known.mtime === mtime && known.inode === inode) return { type: 'same', now: {} };
      const writing = (options.now ?? Date.now)() - mtime < QUIET && !isWhole(file, own);
      return writing ? { type: 'same', now: {} } : { type: 'again', why: 'it was written again' };
    },
    pieces: (reading) => piecesOf(reading, path, file),
    end: () => {},
    witness: () => {},
    located: ({ format }) => formatById(format).locate(path),
    close: () => closeLog(file),
  };
}

/** A document is written again with each message: that is noted once, and `reread` counts. */
const retaken = (again: { known: SourceRow; why: string }): Partial<SourceRow> => {
  const { kept, note } = takenOver(again);
  const { notes } = again.known;
  return { ...kept, notes: (JSON.parse(notes) as string[]).includes(note) ? notes : notesWith(again.known, [note]) };
};

/** Whether the document ends as one does: while it is written, its beginning is there alone. */
const isWhole = (file: number, size: number): boolean => {
  const tail = Buffer.alloc(Math.min(TAIL, size));
  const read = readAt(file, tail, size - tail.length, tail.length);
  return /[\]}]\s*$/.test(tail.toString('latin1', 0, read));
};

/** One document of a session: where its places begin, and how many bytes of others were read before it. */
interface Document {
  name: string;
  file: number;
  size: number;
  base: number;
  read: number;
}

function* piecesOf(reading: Reading, path: string, own: number): Generator<Piece> {
  const files = sessionFiles(path) ?? [path];
  let read = 0;
  for (const [at, name] of files.entries()) {
    const file = name === path ? own : openLog(name);
    try {
      const { size } = fstatSync(file);
      const base = sessionBase(path, files, at);
      const last = at === files.length - 1;
      yield* piecesIn(reading, { name, file, size, base, read }, last);
      read += size;
    } finally {
      if (file !== own) closeLog(file);
    }
  }
}

/** Pieces of one document. Lines of those that the session is not known by are counted in them. */
function* piecesIn(reading: Reading, document: Document, last: boolean): Generator<Piece> {
  const { name, file, size, base, read } = document;
  const { records = [], lists, whole } = formatById(reading.source.format).document ?? {};
  const paths = recordPaths(whole?.test(name) ? [] : records);
  let lines = base === 0 ? reading.work.state.lines : 0;
  const finished = (batch: ReturnType<typeof newBatch>, to: number): Piece => {
    const piece = batch.finish(to);
    const known = base === 0 ? {} : { lines };
    lines += piece.batch.lines;
    return { ...piece, ...known };
  };
  let batch = newBatch(reading, { from: 0, lines, base, read });
  for (const part of walkDocument(new JsonCursor(file, size), paths, lists)) {
    if (part.from - batch.from >= BATCH) {
      yield finished(batch, part.from);
      batch = newBatch(reading, { from: part.from, lines, base, read });
    }
    batch.take(part);
  }
  yield { ...finished(batch, size), last };
}

interface Beginning {
  from: number;
  /** Lines of the document before the batch. */
  lines: number;
  base: number;
  read: number;
}

/** Records on their way into a batch, each counted in the receipt. */
const newBatch = ({ source, held }: Reading, { from, lines: before, base, read }: Beginning) => {
  const sink = new BatchSink(formatById(source.format));
  // Several records may be on one line, and a batch may begin in the middle of it.
  let last = before;
  return {
    from,
    take({ from: start, to, line, value, reason }: DocumentPart): void {
      const offset = base + start;
      const length = to - start;
      last = line;
      source.total += 1;
      const entries = sink.drafts.count;
      if (value !== null) sink.record(value, offset, length, line - before, reason);
      if (value === null) source.unreadable += 1;
      else if (sink.drafts.count === entries) source.noted += 1;
      else source.with_entries += 1;
      if (value !== null && reason !== null) source.repaired += 1;
      if (reason !== null)
        sink.problem({ line: line - before, offset, length, outcome: value === null ? 'unreadable' : 'repaired', reason });
    },
    finish(to: number): Piece {
      for (const problem of sink.problems) held.problems.push({ ...problem, line: problem.line + before + 1 });
      source.offset = read + to;
      const batch = finishBatch(sink.drafts, { ...NO_LINES, lines: last - before, from, to, problems: sink.problems });
      countUnknown(source, batch.unknown);
      return { batch, bytes: to - from };
    },
  };
};

/** What only files of lines have; records are counted as they come. */
const NO_LINES: Pick<Batch, 'withEntries' | 'noted' | 'blank' | 'unreadable' | 'repaired' | 'open' | 'late' | 'bare'> = {
  ...{ withEntries: 0, noted: 0, blank: 0, unreadable: 0, repaired: 0 },
  ...{ open: false, late: false, bare: false },
};
