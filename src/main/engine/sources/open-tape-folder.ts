import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { openBytes } from '../bytes/bytes.ts';
import type { SourceRow } from '../database/source-row.ts';
import { type Handle, handleOf } from '../store/handle.ts';
import { metaOf } from '../store/index-entry.ts';
import { parentOf } from '../store/open-handle.ts';
import { openTape } from '../store/open-tape.ts';
import { placeOf, workspaceAt } from '../store/places.ts';
import type { Tape } from '../store/types.ts';
import { type ImportOptions, newSource, type Seen } from '../storing/reading.ts';
import type { TapeFacts } from '../storing/saved-work.ts';
import type { Held, Reading } from '../storing/storing.ts';
import { itemsOf, nativeBatch } from './native-batch.ts';
import { seenOf } from './native-folders.ts';
import { countNative, spareLines, startMark, waitingBytes, waitingEverywhere } from './native-receipt.ts';
import { type Opening, type Piece, type Since, takenOver } from './source.ts';

/** What was read of a native tape, in `SourceRow.tail`. */
interface Read {
  /** Identity of the index, and for a fork of its session's: changes after a reset or a rebuild; empty without an index. */
  generations: string[];
  /** The last entry that was taken, and the chain digest there: the witness of all up to it. */
  last: number;
  chain: string;
  /** Lines that are not entries were looked for; bytes that are unread after the files of older phases. */
  checked: boolean;
  rest: number;
}

const NOTHING: Read = { generations: [], last: 0, chain: '', checked: false, rest: 0 };

/** Entries per batch. */
const BATCH = 2048;
/** A tape that was not written to for so long has no writer that will finish its last line. */
const QUIET = 60_000;

/** A commit can be read only after its bytes are on the disk, which takes a busy disk a while. */
const SETTLED = 5000;

/** Remembered so that the next look reads again: a look may come between the last byte of a commit and the commit itself, and no byte changes after it. */
const settled = (seen: Seen, now: number): Seen => (now - seen.mtime < SETTLED ? { ...seen, inode: `${seen.inode}:fresh` } : seen);

/**
 * A native tape that is alive, while it is read. Rows come from the tape's index, lines from its files; nothing is written but what `options.mend`
 * allows: finishing what a crash left, as the store does for any writer. Throws what `openTape` throws.
 */
export function openTapeFolder(path: string, options: ImportOptions): Opening {
  const seen = settled(seenOf(path), (options.now ?? Date.now)());
  const { tape, notes } = openToRead(path, seen, options);
  const opened: Opened = { path, tape, handle: handleOf(tape), notes, seen };
  const read: Read = { ...NOTHING };
  return {
    whole: false,
    fresh(again) {
      const source: SourceRow = { ...newSource(path, 'native'), ...seen, size: 0 };
      if (again === undefined) return source;
      const { kept, note } = takenOver(again);
      return { ...source, ...kept, notes: withNotes(again.known, [note]) };
    },
    since: (known) => sinceOf(known, opened),
    *pieces({ source, held }) {
      Object.assign(read, readOf(source), { generations: generationsOf(opened.handle) });
      const shared = opened.handle.fork?.start ?? 0;
      if (read.last === 0) held.marks.push(...startMark(opened.handle.fork));
      source.notes = withNotes(source, [...(shared > 0 ? [sharedNote(shared)] : []), ...notes]);
      yield* piecesOf(opened, { source, held }, read);
    },
    end({ source, held }, stopped) {
      if (!stopped) finish(source, opened.handle, read, held);
      // A tape that was left in the middle must not look like one that is done.
      else source.inode = '';
    },
    witness: () => {},
    located: (source) => locatedOf(source, opened),
    close: () => tape.close(),
  };
}

interface Opened {
  path: string;
  tape: Tape;
  handle: Handle;
  /** What was mended. */
  notes: readonly string[];
  seen: Seen;
}

const openToRead = (path: string, seen: Seen, options: ImportOptions): Pick<Opened, 'tape' | 'notes'> => {
  const place = placeOf(path);
  if (place === null) throw new TapeError('not-a-log', `${path} is not the folder of a tape.`, { path });
  const workspace = workspaceAt(place.folder);
  const read = (): Tape => openTape(workspace, place.which, { readOnly: true });
  const tape = read();
  const noIndex = handleOf(tape).inode === null && existsSync(join(path, 'anchors'));
  const unfinished = (options.now ?? Date.now)() - seen.mtime > QUIET && waitingBytes(handleOf(tape)) > 0;
  if (!noIndex && !unfinished) return { tape, notes: [] };
  if (options.mend !== true) return { tape, notes: noIndex ? tape.notes : [] };
  tape.close();
  const writer = openTape(workspace, place.which, {});
  const notes = [...writer.notes];
  writer.close();
  return { tape: read(), notes };
};

/** Generations of the tape's index, and for a fork of its session's. An index in memory is made for each look, so it has none. */
const generationsOf = (handle: Handle): string[] => [
  handle.inode === null ? '' : (metaOf(handle, 'generation') ?? ''),
  ...(handle.fork === null ? [] : generationsOf(parentOf(handle))),
];

const chainAt = (tape: Tape, id: number): string | null =>
  id === 0 ? '' : (tape.rows({ ids: [id, id] })[0]?.chain.toString('hex') ?? null);

const sinceOf = (known: SourceRow, opened: Opened): Since => {
  const { seen, tape, handle, notes } = opened;
  const read = readOf(known);
  const why = whyAnew(read, opened);
  if (why !== null) return { type: 'again', why };
  if (tape.head() !== read.last || !read.checked) return { type: 'grown', now: lookOf(seen) };
  const waiting = read.rest + waitingBytes(handle);
  return { type: 'same', now: { ...lookOf(seen), waiting, size: known.offset + waiting, notes: withNotes(known, notes) } };
};

/** `SourceRow.size` is bytes of lines here; what the index weighs only shows whether to look. */
const lookOf = ({ mtime, inode }: Seen): Omit<Seen, 'size'> => ({ mtime, inode });

const readOf = ({ tail }: SourceRow): Read => (tail === '' ? NOTHING : (JSON.parse(tail) as Read));

const withNotes = ({ notes }: SourceRow, more: readonly string[]): string =>
  more.length === 0 ? notes : JSON.stringify([...new Set([...(JSON.parse(notes) as string[]), ...more])].slice(-20));

/** What shows that the tape is not the one that was read, as the end of a sentence. */
const whyAnew = (read: Read, opened: Opened): string | null => {
  if (read.last > 0 && chainAt(opened.tape, read.last) !== read.chain) return 'its entries have changed: it was reset, or edited by hand';
  const before = read.generations;
  const another = generationsOf(opened.handle).some((now, at) => now !== '' && (before[at] ?? '') !== '' && now !== before[at]);
  return another ? 'its index was rebuilt' : null;
};

const sharedNote = (start: number): string =>
  `Entries 1 to ${start} are those of the session, read from its files; these sums include their bytes and lines.`;

/** What is new, up to the head as it is at the beginning. */
function* piecesOf({ path, tape, handle }: Opened, { source, held }: Pick<Reading, 'source' | 'held'>, read: Read): Generator<Piece> {
  const head = tape.head();
  const shared = handle.fork?.start ?? 0;
  const bytes = openBytes(path);
  try {
    while (read.last < head) {
      const from = read.last + 1;
      const to = Math.min(head, read.last + BATCH);
      const made = nativeBatch({ from, to, items: itemsOf(tape.rows({ ids: [from, to] }), shared, bytes), shared });
      countNative(source, made, held);
      Object.assign(read, { last: to, chain: chainAt(tape, to) ?? '' });
      source.tail = JSON.stringify(read);
      yield { batch: made.batch, bytes: made.bytes, last: to === head };
    }
  } finally {
    bytes.close();
  }
}

/** Closes the sums: lines that are not entries, and bytes that wait. Every file is looked at only after a first reading. */
const finish = (source: SourceRow, handle: Handle, read: Read, { problems }: Held): void => {
  if (!read.checked) {
    const spare = spareLines(handle);
    source.total += spare.blank + spare.unreadable;
    source.blank += spare.blank;
    source.unreadable += spare.unreadable;
    source.offset += spare.bytes;
    problems.push(...spare.problems);
    read.rest = waitingEverywhere(handle) - waitingBytes(handle);
    read.checked = true;
  }
  source.waiting = read.rest + waitingBytes(handle);
  source.size = source.offset + source.waiting;
  source.tail = JSON.stringify(read);
};

const locatedOf = ({ path }: SourceRow, { tape, handle }: Opened): TapeFacts['located'] => {
  const { workspace, which } = tape;
  const fork = which.fork === null ? {} : { relation: 'fork', parentFile: sessionFolder(path) };
  return {
    project: workspace.config.root,
    native: { workspace: workspace.folder, session: which.session, fork: which.fork },
    named: { name: which.fork ?? which.session, about: handle.fork?.note ?? null },
    ...fork,
  };
};

const sessionFolder = (fork: string): string => fork.slice(0, -`/forks/${basename(fork)}`.length);
