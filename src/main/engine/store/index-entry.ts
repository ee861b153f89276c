import { opensPhase } from '../formats/native/phase.ts';
import { callIds, summaryOf, textOf } from './entry-text.ts';
import { type Handle, sql } from './handle.ts';
import { chainOf, digestOf, NO_CHAIN } from './line.ts';
import type { Line } from './types.ts';

/** Where the line of an entry is. */
export interface Place {
  /** Sequence number of the phase it is filed under. */
  seq: number;
  /** Relative to the tape's folder. */
  path: string;
  /** 1-based. */
  line: number;
  offset: number;
  /** Bytes without the line feed. */
  length: number;
}

/** The end of the tape: what the next entry continues. */
export interface Head {
  id: number;
  at: string;
  chain: Buffer;
}

/** The last entry, or where a fork parted from its parent. Reads one row. */
export function headOf(handle: Handle): Head {
  const own = sql<[], Head>(handle, 'SELECT id, created_at AS at, chain FROM entries ORDER BY id DESC LIMIT 1').get();
  if (own !== undefined) return own;
  const { fork } = handle;
  return fork === null ? { id: 0, at: '', chain: NO_CHAIN } : { id: fork.start, at: '', chain: Buffer.from(fork.prefix, 'hex') };
}

/** What of a file is in the index. */
export interface FileEnd {
  bytes: number;
  lines: number;
  entries: number;
  /** Characters of what its entries say. */
  chars: number;
}

/** Ends of the files that entries were indexed in, by path; `putEnds` makes rows of them. */
export type Ends = Map<string, FileEnd>;

/**
 * Puts one entry into the index, all but its words, and answers the new head. The one way into it, for an append, for what a crash left
 * behind and for a rebuild alike, so that all three give the same rows. Needs a transaction; entries come in the order of their ids.
 */
export function indexEntry(handle: Handle, line: Line, place: Place, before: Head, ends: Ends): Head {
  const digest = digestOf(line.kind, line.payload);
  const chain = chainOf(before.chain, digest);
  const chars = textOf(line).length;
  sql(handle, INSERT).run(
    line.id,
    line.kind,
    line.anchor,
    place.seq,
    place.path,
    place.line,
    line.at,
    summaryOf(line),
    place.offset,
    place.length,
    chars,
    digest,
    chain,
    line.corrects ?? null,
  );
  for (const call of callIds(line.kind, line.payload))
    sql(handle, 'INSERT OR IGNORE INTO calls (call_id, id) VALUES (?, ?)').run(call, line.id);
  if (opensPhase(line)) indexAnchor(handle, line, place);
  else if (line.kind === 'event') indexEvent(handle, line);
  const end = ends.get(place.path) ?? fileRow(handle, place.path);
  ends.set(place.path, { bytes: place.offset + place.length + 1, lines: place.line, entries: end.entries + 1, chars: end.chars + chars });
  return { id: line.id, at: line.at, chain };
}

const INSERT = `INSERT INTO entries (id, kind, anchor_name, anchor_seq, file_path, line_offset, created_at, summary, byte_offset, byte_length,
  chars, digest, chain, corrects) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** The first anchor of a folder is the one that opened its phase. */
const indexAnchor = (handle: Handle, line: Line, { seq, path }: Place): void => {
  sql(handle, 'INSERT OR IGNORE INTO anchors (seq, name, id, at, folder) VALUES (?, ?, ?, ?, ?)').run(
    seq,
    line.anchor,
    line.id,
    line.at,
    path.split('/')[1] ?? '',
  );
};

/** Forks, merges and discarded forks follow from the events of the parent, so that the list of forks can be rebuilt as well. */
const indexEvent = (handle: Handle, line: Line): void => {
  const data = dataOf(line.payload);
  // What a merge brought along, and what is in a fork, governs nothing here.
  if (data === null || handle.fork !== null || line.meta.from !== undefined) return;
  if (data.event === 'fork' && typeof data.branch === 'string') {
    const start = Number(/@(\d+)$/.exec(String(data.parent))?.[1] ?? 0);
    sql(handle, 'INSERT OR REPLACE INTO forks (name, id, start, at, who, note, prefix, merged) VALUES (?, ?, ?, ?, ?, ?, ?, NULL)').run(
      data.branch,
      line.id,
      start,
      line.at,
      typeof data.who === 'string' ? data.who : '',
      typeof data.note === 'string' ? data.note : null,
      typeof data.prefix_sha === 'string' ? data.prefix_sha : '',
    );
  } else if (data.event === 'discard' && typeof data.branch === 'string') {
    sql(handle, 'DELETE FROM forks WHERE name = ? AND merged IS NULL').run(data.branch);
  } else if (data.event === 'merge' && data.verdict !== 'refuted' && Array.isArray(data.inputs)) {
    for (const name of data.inputs) sql(handle, 'UPDATE forks SET merged = ? WHERE name = ? AND merged IS NULL').run(line.id, String(name));
  }
};

/** The data of a governance event: its name and the name in its data are the same. */
const dataOf = (payload: unknown): Record<string, unknown> | null => {
  if (typeof payload !== 'object' || payload === null || !('name' in payload) || !('data' in payload)) return null;
  const { name, data } = payload;
  return typeof data === 'object' && data !== null && 'event' in data && data.event === name ? (data as Record<string, unknown>) : null;
};

const EMPTY: FileEnd = { bytes: 0, lines: 0, entries: 0, chars: 0 };

/** Nothing for a file that the index does not know. */
export function fileRow(handle: Handle, path: string): FileEnd {
  return sql<[string], FileEnd>(handle, 'SELECT bytes, lines, entries, chars FROM files WHERE path = ?').get(path) ?? EMPTY;
}

export function putEnds(handle: Handle, ends: Ends): void {
  const put = sql(handle, 'INSERT OR REPLACE INTO files (path, bytes, lines, entries, chars) VALUES (?, ?, ?, ?, ?)');
  for (const [path, { bytes, lines, entries, chars }] of ends) put.run(path, bytes, lines, entries, chars);
}

export function metaOf(handle: Handle, key: string): string | null {
  return sql<[string], { value: string }>(handle, 'SELECT value FROM meta WHERE key = ?').get(key)?.value ?? null;
}

export function putMeta(handle: Handle, key: string, value: string): void {
  sql(handle, 'INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)').run(key, value);
}
