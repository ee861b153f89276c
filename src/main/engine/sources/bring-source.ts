import type { Db } from '../database/schema.ts';
import type { SourceRow } from '../database/source-row.ts';
import type { Format } from '../formats/format.ts';
import { formatById } from '../formats/index.ts';
import { link } from '../linking/link.ts';
import { foldRepeats } from '../linking/repeats.ts';
import { runThread } from '../linking/run-thread.ts';
import type { Work } from '../linking/state.ts';
import { expectUntouched, type Imported, type ImportOptions, unlessOvertaken } from '../storing/reading.ts';
import { loadWork, renewSource, sourceOf } from '../storing/saved-work.ts';
import { createStoring, type Reading, replaceTape, saveReading } from '../storing/storing.ts';
import { sourceAt } from './index.ts';
import { isTapeFolder } from './native-folders.ts';
import { openArchive } from './open-archive.ts';
import { openCaptures } from './open-captures.ts';
import { openDocument } from './open-document.ts';
import { openLogSource } from './open-log.ts';
import { openSqlite } from './open-sqlite.ts';
import { openTapeFolder } from './open-tape-folder.ts';
import type { Opener, Opening, Piece, Source } from './source.ts';

/**
 * How each kind of source is opened. Not in `Source` itself: whoever only looks whether one has changed loads nothing that reads it. Each is
 * asked for when it is called: a chunk of the bundle that asked for another while it is loaded would get nothing where that one is loaded first.
 */
const openers: Readonly<Record<Source['id'], Opener>> = {
  log: (path, options) => openLogSource(path, options),
  'json-document': (path, options) => openDocument(path, options),
  sqlite: (path, options) => openSqlite(path, options),
  captures: (path) => openCaptures(path),
  'tape-folder': (path, options) => (isTapeFolder(path) ? openTapeFolder(path, options) : openArchive(path)),
};

/**
 * Brings one source up to date in the catalog: reads what is new of it, all of it where it changed underneath, nothing where it did not. `path` is a
 * real path. Throws TapeError('not-a-log') for a file of no known format, and what opening it throws. Nothing is written but the catalog, and what
 * `options.mend` allows.
 */
export function bringSource(db: Db, path: string, options: ImportOptions = {}): Imported {
  return unlessOvertaken(() => {
    const opening = openers[sourceAt(path).id](path, options);
    try {
      return bring(db, path, opening, options);
    } finally {
      opening.close();
    }
  });
}

const bring = (db: Db, path: string, opening: Opening, options: ImportOptions): Imported => {
  const known = sourceOf(db, path);
  if (!known) return readNew(db, opening, options);
  const since = opening.since(known);
  if (since.type === 'again') {
    const source = opening.fresh({ known, why: since.why });
    return { outcome: 'reread', ...replaceTape(db, known, () => read(db, source, opening, { ...options, stop: () => false })) };
  }
  if (since.type === 'grown') return { outcome: 'grown', ...read(db, Object.assign(known, since.now), opening, options) };
  const { now } = since;
  if (Object.entries(now).some(([key, value]) => known[key as keyof SourceRow] !== value)) renewSource(db, Object.assign(known, now));
  return { outcome: 'same', source: known, stopped: false };
};

const readNew = (db: Db, opening: Opening, options: ImportOptions): Imported => {
  const done = read(db, opening.fresh(), opening, options);
  return { outcome: opening.whole && done.stopped ? 'same' : 'new', ...done };
};

/** Reads and links all pieces, storing now and then. */
const read = (db: Db, source: SourceRow, opening: Opening, options: ImportOptions): Omit<Imported, 'outcome'> => {
  const format = formatById(source.format);
  const kept = options.cache?.take(source);
  // A source that is read again shares nothing with what was kept of it.
  const work = (source.offset > 0 ? kept : undefined) ?? loadWork(db, source);
  const reading: Reading = { source, work, held: { problems: [], marks: [] } };
  const before = { ...source };
  const save = (): void => {
    opening.witness(source);
    saveReading(db, reading, opening.located(source));
  };
  const { took, store } = createStoring(db, source, save, options, opening.whole);
  let stopped = false;
  for (const piece of opening.pieces(reading)) {
    linkNext(work, piece, format);
    stopped = piece.bytes !== null && took(piece.bytes) && piece.last !== true;
    if (stopped) break;
  }
  opening.end(reading, stopped);
  if (opening.whole && stopped) return { source, stopped };
  if (options.later && !stopped && source.tape === 0) {
    opening.witness(source);
    const located = opening.located(source);
    options.later(() => {
      expectUntouched(db, before);
      saveReading(db, reading, located);
    });
    return { source, stopped };
  }
  store();
  if (!opening.whole) options.cache?.keep(source, work);
  return { source, stopped };
};

/** Links the entries of a piece. Lines of another file are that file's, and are not counted here. */
const linkNext = (work: Work, { batch, lines }: Piece, { thread }: Format): void => {
  const own = work.state.lines;
  if (lines !== undefined) work.state.lines = lines;
  foldRepeats(work, batch);
  if (thread) runThread(work, batch, thread);
  link(work, batch);
  if (lines !== undefined) work.state.lines = own;
};
