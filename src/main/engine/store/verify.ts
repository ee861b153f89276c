import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Verified } from '../../../shared/model/native.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { PHASE_FILES } from '../bytes/phases.ts';
import { sizeOf } from '../disk/disk.ts';
import { forksOf } from './fork-rows.ts';
import { type Handle, handleOf, sql } from './handle.ts';
import { type Head, headOf } from './index-entry.ts';
import { chainOf, digestOf, NO_CHAIN } from './line.ts';
import { parentOf } from './open-handle.ts';
import { openTape } from './open-tape.ts';
import { folders } from './places.ts';
import { rowsOf } from './query.ts';
import { phaseFolders, type Replayed, replay } from './replay.ts';
import { prefixOf, tapesOf } from './tapes-of.ts';
import type { IndexRow, Which, Workspace } from './types.ts';
import { createReferences } from './verify-entry.ts';
import { createReport, type One, type Report } from './verify-report.ts';

/**
 * Reads every file of a tape and compares it with its index: each line parses and is where its row says, digests and the chain are those
 * that were indexed, ids have no gap, phases are in order, references lead somewhere, and a fork's prefix is its parent's. Opening comes
 * first and mends what a crash left; `notes` tell of that, and of what is odd but no damage. Without `which`, all tapes of the workspace.
 */
export function verifyTape(workspace: Workspace, which?: Which): Verified {
  const all = [];
  for (const one of which === undefined ? tapesOf(workspace) : [which]) all.push(which ? verifyOne(workspace, one) : tried(workspace, one));
  return {
    ok: all.every(({ ok }) => ok),
    tapes: all.length,
    entries: all.reduce((sum, { entries }) => sum + entries, 0),
    problems: all.flatMap(({ problems }) => problems),
    notes: all.flatMap(({ notes }) => notes),
  };
}

/** Among others, a tape that cannot be opened is a problem, and the rest is looked at. */
const tried = (workspace: Workspace, which: Which): One => {
  const prefix = prefixOf(workspace, which);
  try {
    const one = verifyOne(workspace, which);
    return { ...one, notes: one.notes.map((note) => (prefix === '' ? note : `${prefix}: ${note}`)) };
  } catch (error) {
    if (!(error instanceof TapeError) || error.code !== 'unreadable') throw error;
    return { ok: false, entries: 0, problems: [{ file: prefix || null, line: null, sentence: error.message }], notes: [] };
  }
};

const verifyOne = (workspace: Workspace, which: Which): One => {
  const tape = openTape(workspace, which, { asIs: true });
  const handle = handleOf(tape);
  const report = createReport(handle);
  try {
    // One snapshot of the index, so that what other processes append meanwhile is not taken for damage.
    handle.db.exec('BEGIN');
    const head = headOf(handle);
    verifyPrefix(handle, report);
    verifyEntries(handle, head, report);
    verifyFiles(handle, report);
    verifyPhases(handle, head, report);
    noteFolders(handle, report);
    handle.db.exec('COMMIT');
    return report.result(head.id - (handle.fork?.start ?? 0), tape.notes);
  } finally {
    tape.close();
  }
};

/** The witness of a fork's shared prefix, on both sides. */
const verifyPrefix = (handle: Handle, { problem }: Report): void => {
  const chainIn = (parent: Handle, id: number): string =>
    (id === 0 ? NO_CHAIN : (rowsOf(parent, { ids: [id, id] })[0]?.chain ?? Buffer.alloc(0))).toString('hex');
  const { fork } = handle;
  if (fork !== null && chainIn(parentOf(handle), fork.start) !== fork.prefix) {
    problem(
      'fork.json',
      null,
      `The prefix up to entry ${fork.start} is no longer that of the parent: one of the shared entries was altered.`,
    );
  }
  for (const { name, start, prefix } of forksOf(handle)) {
    if (chainIn(handle, start) !== prefix)
      problem(null, null, `The fork "${name}" starts after entry ${start} of a prefix that is not this tape’s.`);
  }
};

/** Files and index side by side, both in the order of ids. */
const verifyEntries = (handle: Handle, head: Head, report: Report): void => {
  const first = handle.fork?.start ?? 0;
  const rows = sql<[], IndexRow>(handle, 'SELECT * FROM entries ORDER BY id').iterate();
  const references = createReferences(handle, report);
  let chain: Uint8Array = handle.fork === null ? NO_CHAIN : Buffer.from(handle.fork.prefix, 'hex');
  let row = rows.next();
  for (const entry of replay(handle.folder, first + 1, ({ file, line, sentence }) => report.problem(file, line, sentence))) {
    const { id } = entry.line;
    if (id > head.id) break;
    for (; !row.done && row.value.id < id; row = rows.next()) chain = row.value.chain;
    if (row.done || row.value.id > id) {
      report.problem(entry.place.path, entry.place.line, `Entry ${id} is not in the index; "tape reindex" adds it.`);
      continue;
    }
    verifyRow(entry, row.value, chain, report);
    references.check(entry);
    chain = row.value.chain;
    row = rows.next();
  }
  const missing = row.done ? null : row.value;
  rows.return?.();
  if (missing !== null && missing.id <= head.id) {
    report.problem(missing.file_path, missing.line_offset, `Entry ${missing.id} and the entries after it are in no file.`);
  }
};

const verifyRow = ({ line, place }: Replayed, row: IndexRow, before: Uint8Array, { problem }: Report): void => {
  const digest = digestOf(line.kind, line.payload);
  if (!digest.equals(row.digest)) problem(place.path, place.line, `Entry ${line.id} was altered after it was written.`);
  else if (!chainOf(before, digest).equals(row.chain)) {
    problem(place.path, place.line, `The chain breaks at entry ${line.id}: an earlier entry was altered.`);
  }
  const there = [place.path, place.line, place.offset, place.length, place.seq, line.kind, line.anchor, line.at, line.corrects ?? null];
  const indexed = [
    row.file_path,
    row.line_offset,
    row.byte_offset,
    row.byte_length,
    row.anchor_seq,
    row.kind,
    row.anchor_name,
    row.created_at,
    row.corrects,
  ];
  if (!isDeepStrictEqual(there, indexed)) problem(place.path, place.line, `Entry ${line.id} does not match its row in the index.`);
};

/** Sizes: nothing is missing at the end of a file, and nothing is there that is not indexed. */
const verifyFiles = (handle: Handle, { problem }: Report): void => {
  const known = sql<[], { path: string; bytes: number }>(handle, 'SELECT path, bytes FROM files ORDER BY path').all();
  for (const { path, bytes } of known) {
    const size = sizeOf(join(handle.folder, path));
    if (size === null) problem(path, null, 'The file is gone.');
    else if (size < bytes) problem(path, null, `The file is ${bytes - size} bytes shorter than its index says.`);
  }
  // What follows the indexed bytes may be a write in progress: only a snapshot taken after looking can tell.
  const files = phaseFolders(handle.folder).flatMap(({ path }) => PHASE_FILES.map((name) => `${path}/${name}`));
  const sizes = files.map((path) => sizeOf(join(handle.folder, path)) ?? 0);
  const indexed = settledSizes(handle);
  for (const [at, path] of files.entries()) {
    const more = (sizes[at] ?? 0) - (indexed.get(path) ?? 0);
    if (more > 0) problem(path, null, `${more} bytes at its end are not indexed; "tape reindex" reads them.`);
  }
};

/** What the index says when no write is under way. */
const settledSizes = (handle: Handle): Map<string, number> => {
  const { workspace, which, options } = handle;
  const tape = openTape(workspace, which, options);
  try {
    const other = handleOf(tape);
    if (other.inode !== null && options.readOnly !== true) other.db.exec('BEGIN IMMEDIATE; ROLLBACK');
    const rows = sql<[], { path: string; bytes: number }>(other, 'SELECT path, bytes FROM files').all();
    return new Map(rows.map(({ path, bytes }) => [path, bytes]));
  } finally {
    tape.close();
  }
};

/** A fork begins with its folder: one that no event tells of was cut short there, and holds nothing. */
const noteFolders = (handle: Handle, { note }: Report): void => {
  const known = new Set(forksOf(handle).map(({ name }) => name));
  for (const name of folders(join(handle.folder, 'forks'))) {
    if (!known.has(name)) note(`forks/${name} is not the folder of a fork: it was cut short, or added by hand.`);
  }
};

/** Phase folders have the numbers 1, 2, 3 … once each, and every anchor its folder. */
const verifyPhases = (handle: Handle, head: Head, { problem }: Report): void => {
  const anchors = new Map(
    sql<[], { seq: number; folder: string }>(handle, 'SELECT seq, folder FROM anchors')
      .all()
      .map(({ seq, folder }) => [seq, folder]),
  );
  const seen = new Set<number>();
  for (const { seq, path } of phaseFolders(handle.folder)) {
    if (seen.has(seq)) problem(path, null, `There are two folders with the number ${seq}.`);
    else if (!anchors.has(seq) && handle.fork === null && head.id > 0) problem(path, null, 'The folder holds no entry.');
    seen.add(seq);
  }
  for (const [seq, folder] of anchors) if (!seen.has(seq)) problem(`anchors/${folder}`, null, 'The folder is gone.');
};
