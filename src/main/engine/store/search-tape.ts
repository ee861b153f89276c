import type { NativeEntry } from '../../../shared/model/native.ts';
import { snippetOf } from '../text/snippet.ts';
import { findTerms, folded, matchOf, mayHoldFolded, type Term, termsOf } from '../text/terms.ts';
import { textOf } from './entry-text.ts';
import { type Handle, sql } from './handle.ts';
import { parentOf } from './open-handle.ts';
import { lastId, rowsOf } from './query.ts';
import { POINTER_COLUMNS, type Pointer, readLines } from './read-lines.ts';
import type { EntryQuery, NativeHit } from './types.ts';
import { wordsTo } from './word-index.ts';

/** Lines that were read because their words are not in the index yet, with their letters folded, as long as nobody has committed anything since. */
interface Tail {
  db: Handle['db'];
  version: number;
  commits: number;
  lines: Map<number, string>;
  chars: number;
}

const tails = new WeakMap<Handle, Tail>();

/** Characters that are kept of a tape; of longer tails the rest is read each time. */
const MOST_CHARS = 1 << 20;

const isCurrent = (tail: Tail, { db, version, commits }: Handle): boolean =>
  tail.db === db && tail.version === version && tail.commits === commits;

/** Null where it cannot be told whether others have written. */
const tailOf = (handle: Handle): Tail | null => {
  const { db, version, commits, locked } = handle;
  if (locked || version === null) return null;
  const known = tails.get(handle);
  if (known && isCurrent(known, handle)) return known;
  const tail: Tail = { db, version, commits, lines: new Map(), chars: 0 };
  tails.set(handle, tail);
  return tail;
};

/** The folded line of an entry as it was read before; undefined where it was not, or where something was written since. */
function knownLine(handle: Handle, id: number): string | undefined {
  return tailOf(handle)?.lines.get(id);
}

/** Remembers a folded line, which tells later searches what it cannot hold. Hits are read again from their files. */
function keepLine(handle: Handle, id: number, line: string): void {
  const tail = tailOf(handle);
  if (tail === null || tail.lines.has(id) || tail.chars + line.length > MOST_CHARS) return;
  tail.lines.set(id, line);
  tail.chars += line.length;
}

type Narrow = Omit<EntryQuery, 'ids'>;

/** Most hits asked for at a time: the newest ones fill the answer. */
const AT_ONCE = 60;

/** Hits, the newest first, each read from its line; what is no longer what was indexed is left out. */
export function searchTape(handle: Handle, query: string, narrow: Narrow): NativeHit[] {
  const terms = termsOf(query);
  if (terms.length === 0) return [];
  const limit = narrow.limit ?? Number.POSITIVE_INFINITY;
  const hits: NativeHit[] = [];
  const indexed = wordsTo(lastId(handle));
  for (const ids of inChunks(foundIds(handle, matchOf(terms), narrow), indexed, () => hits.length === 0)) {
    hits.push(...hitsAt(handle, ids, { terms, indexed }));
    if (hits.length >= limit) return hits.slice(0, limit);
  }
  return hits;
}

/** Lines that are read together: neighbours cost one read. */
const CHUNK = 20;

/** Where the first lines unindexed the index hold nothing of a word, it is rare, and all others there come at once. */
function* inChunks(ids: Iterable<number>, indexed: number, isRare: () => boolean): Generator<number[]> {
  let chunk: number[] = [];
  let first = true;
  for (const id of ids) {
    chunk.push(id);
    const all = !first && id > indexed && isRare();
    if (all ? id > indexed + 1 : chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
    first = false;
  }
  if (chunk.length > 0) yield chunk;
}

interface Wanted {
  terms: readonly Term[];
  /** The last entry whose words are in the index. */
  indexed: number;
}

/** In the order of `ids`. */
const hitsAt = (handle: Handle, ids: readonly number[], wanted: Wanted): NativeHit[] => {
  const { terms } = wanted;
  const entries = new Map(entriesAt(handle, ids, wanted).map((entry) => [entry.id, entry]));
  return ids.flatMap((id) => {
    const entry = entries.get(id);
    if (entry === undefined) return [];
    const text = textOf(entry);
    const found = findTerms(text, terms);
    return found === null ? [] : [{ entry, ...snippetOf(text, found) }];
  });
};

/** The entries of `ids`, those of a shared prefix first. Most that are not indexed yet hold nothing of what is looked for: these are left out, and read only once. */
const entriesAt = (handle: Handle, ids: readonly number[], { terms, indexed }: Wanted): NativeEntry[] => {
  const start = handle.fork?.start ?? 0;
  const shared = ids.filter((id) => id <= start);
  const own = ids.filter((id) => id > start && id <= indexed);
  const unindexed = ids.filter((id) => id > start && id > indexed && mayBeAt(handle, id, terms));
  return [
    ...(shared.length === 0 ? [] : readLines(parentOf(handle).folder, pointersAt(parentOf(handle), shared))),
    ...readLines(handle.folder, pointersAt(handle, own)),
    ...readLines(handle.folder, pointersAt(handle, unindexed), {
      wanted(line, id) {
        // A letter may be an escape in a line, which only taking it apart shows. No other escape holds a letter or parts a word.
        if (line.includes('\\u')) return true;
        const even = folded(line);
        keepLine(handle, id, even);
        return mayHoldFolded(even, terms);
      },
    }),
  ];
};

/** A line that was not read yet may hold anything. */
const mayBeAt = (handle: Handle, id: number, terms: readonly Term[]): boolean => {
  const even = knownLine(handle, id);
  return even === undefined || mayHoldFolded(even, terms);
};

const POINTERS = `SELECT ${POINTER_COLUMNS} FROM entries WHERE id`;

/** Hits of a frequent word are neighbours: one lookup finds them all. `ids` descend. */
const pointersAt = (handle: Handle, ids: readonly number[]): Pointer[] => {
  const [last, first] = [ids[0], ids.at(-1)];
  if (last === undefined || first === undefined) return [];
  if (last - first === ids.length - 1)
    return sql<[bigint, bigint], Pointer>(handle, `${POINTERS} BETWEEN ? AND ?`).all(BigInt(first), BigInt(last));
  return sql<[string], Pointer>(handle, `${POINTERS} IN (SELECT value FROM json_each(?))`).all(JSON.stringify(ids));
};

/** Ids that may be hits: own ones first, then those of the shared prefix, both from the newest on. */
function* foundIds(handle: Handle, match: string, narrow: Narrow): Generator<number> {
  yield* idsUpTo(handle, match, narrow, lastId(handle));
  if (handle.fork !== null) yield* idsUpTo(parentOf(handle), match, narrow, handle.fork.start);
}

/** The entries whose words are not indexed yet are all looked at. */
function* idsUpTo(handle: Handle, match: string, { limit = AT_ONCE, ...narrow }: Narrow, highest: number): Generator<number> {
  const indexed = wordsTo(lastId(handle));
  const first = Math.max(indexed, handle.fork?.start ?? 0) + 1;
  if (Object.keys(narrow).length === 0) for (let id = highest; id >= first; id--) yield id;
  else if (highest >= first) for (const { id } of rowsOf(handle, { ...narrow, ids: [first, highest] }).reverse()) yield id;
  yield* idsIn(handle, match, narrow, { highest, most: Math.max(1, Math.min(AT_ONCE, limit)) });
}

function* idsIn(handle: Handle, match: string, narrow: Narrow, { highest, most }: { highest: number; most: number }): Generator<number> {
  const { clause, binds } = narrowing(narrow);
  const page = sql<(string | bigint)[], { id: number }>(
    handle,
    `SELECT f.rowid AS id FROM entries_fts f ${clause === '' ? '' : 'CROSS JOIN entries e ON e.id = f.rowid'}
      WHERE entries_fts MATCH ? AND f.rowid <= ? ${clause} ORDER BY f.rowid DESC LIMIT ?`,
  );
  for (let last = highest; last > 0; ) {
    const rows = page.all(match, BigInt(last), ...binds, BigInt(most));
    for (const { id } of rows) yield id;
    last = rows.length < most ? 0 : (rows.at(-1)?.id ?? 1) - 1;
  }
}

const narrowing = ({ kind, phases, since, until }: Narrow): { clause: string; binds: (string | bigint)[] } => {
  const parts: string[] = [];
  const binds: (string | bigint)[] = [];
  const add = (part: string, ...values: (string | bigint)[]): void => {
    parts.push(`AND e.${part}`);
    binds.push(...values);
  };
  if (kind !== undefined) add('kind = ?', kind);
  if (phases !== undefined) add('anchor_seq BETWEEN ? AND ?', BigInt(phases[0]), BigInt(phases[1]));
  if (since !== undefined) add('created_at >= ?', since);
  if (until !== undefined) add('created_at <= ?', until);
  return { clause: parts.join(' '), binds };
};
