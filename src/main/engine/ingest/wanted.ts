import type { Db } from '../database/schema.ts';
import type { Candidate } from '../sources/source.ts';
import type { WorkCache } from '../storing/work-cache.ts';

/** Work up to this many bytes is done in the main thread. */
export const SMALL = 8 << 20;

/** A tape with more entries than this is linked on in a thread, unless it was linked here before: all its ids must be looked at. */
const LONG = 30_000;

interface Known {
  tape: number;
  id: string;
  path: string;
  size: number;
  mtime: number;
  inode: string;
  offset: number;
}

/** A source with what there is to do about it. */
export interface Wanted {
  candidate: Candidate;
  /** Id of its tape; null for one that is not in the catalog yet. */
  id: string | null;
  /** Bytes that are to be read; 0 where nothing has changed. */
  bytes: number;
  /** Too much for the main thread. */
  heavy: boolean;
}

/** For more sources than this all that the catalog knows is read in one go: a lookup for each takes ten times as long. */
const MANY = 200;

/** Compares sources with what the catalog knows of them. */
export function createWanted(db: Db, cache: WorkCache): (candidates: readonly Candidate[]) => Wanted[] {
  const columns = 'SELECT tape, id, path, size, mtime, inode, offset FROM sources';
  const all = db.prepare<[], Known>(columns);
  const one = db.prepare<[string], Known>(`${columns} WHERE path = ?`);
  const entries = db.prepare<[number], number>('SELECT entries FROM tapes WHERE tape = ?').pluck();
  const isLong = (tape: number): boolean => (entries.get(tape) ?? 0) > LONG;
  return (candidates) => {
    const known = candidates.length > MANY ? new Map(all.all().map((row) => [row.path, row])) : null;
    return candidates.map((candidate) => {
      const row = known === null ? one.get(candidate.path) : known.get(candidate.path);
      if (!row) return { candidate, id: null, bytes: Math.max(1, candidate.size), heavy: candidate.size > SMALL };
      const bytes = candidate.source.unread(candidate, row);
      return { candidate, id: row.id, bytes, heavy: bytes > SMALL || (bytes > 0 && isLong(row.tape) && !cache.has(row.tape)) };
    });
  };
}

/** A new source up to this size is read and stored together with others. */
const SHORT = 1 << 20;
/**
 * The most bytes and sources in one errand: what is in memory until it is stored. The first errands are short, so that something can be looked at
 * soon, and each after them is twice as long: to store the double takes less than twice as long, and threads wait for each other less often.
 */
const ERRAND_BYTES = 8 << 20;
const FIRST_SOURCES = 64;
const ERRAND_SOURCES = 256;

const isShort = ({ candidate, id }: Wanted): boolean => id === null && candidate.source.together && candidate.size <= SHORT;

/** What is to be read as errands for threads, in its order as far as errands allow: short new sources together, any other alone. */
export function errandsOf(todo: readonly Wanted[]): Wanted[][] {
  const errands: Wanted[][] = [];
  let open: Wanted[] = [];
  let bytes = 0;
  let room = 0;
  for (const wanted of todo) {
    if (!isShort(wanted)) {
      errands.push([wanted]);
      continue;
    }
    if (open.length === room || bytes + wanted.bytes > ERRAND_BYTES) {
      room = Math.min(ERRAND_SOURCES, Math.max(FIRST_SOURCES, room * 2));
      open = [];
      bytes = 0;
      errands.push(open);
    }
    open.push(wanted);
    bytes += wanted.bytes;
  }
  return errands;
}
