import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '../../../shared/model/index.ts';
import { openBytes } from '../bytes/bytes.ts';
import { PHASE_FILES } from '../bytes/phases.ts';
import { encodePlace, placeOfPath } from '../bytes/tape-place.ts';
import type { SourceRow } from '../database/source-row.ts';
import { type ForkFile, type Handle, sql } from '../store/handle.ts';
import { newestPhase } from '../store/phases.ts';
import { phaseFolders } from '../store/replay.ts';
import type { MarkDraft } from '../storing/storing.ts';
import { countUnknown, type Held } from '../storing/storing.ts';
import type { NativeBatch } from './native-batch.ts';

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

const indexed = (handle: Handle, path: string): number =>
  sql<[string], { bytes: number }>(handle, 'SELECT bytes FROM files WHERE path = ?').get(path)?.bytes ?? 0;

const behind = (handle: Handle, path: string): number => Math.max(0, sizeOf(join(handle.folder, path)) - indexed(handle, path));

/** Bytes of the newest phase that are not in the index: a line that is being written, or what a crash left. */
export function waitingBytes(handle: Handle): number {
  const phase = newestPhase(handle);
  if (phase === null) return 0;
  return PHASE_FILES.reduce((sum, name) => sum + behind(handle, `anchors/${phase.folder}/${name}`), 0);
}

/** The same of all phases. Looks at every file. */
export function waitingEverywhere(handle: Handle): number {
  return phaseFolders(handle.folder).reduce(
    (sum, { path }) => PHASE_FILES.reduce((inside, name) => inside + behind(handle, `${path}/${name}`), sum),
    0,
  );
}

/** Lines of the tape's own files that are not entries. */
export interface Spare {
  bytes: number;
  blank: number;
  unreadable: number;
  problems: Problem[];
}

/** Finds lines between the entries that the index left out, given the bytes that all its entries take. Costs two sums where there are none. */
export function spareLines(handle: Handle): Spare {
  const spare: Spare = { bytes: 0, blank: 0, unreadable: 0, problems: [] };
  const files = sql<[], { bytes: number }>(handle, 'SELECT total(bytes) AS bytes FROM files').get()?.bytes ?? 0;
  const entries = sql<[], { bytes: number }>(handle, 'SELECT total(byte_length + 1) AS bytes FROM entries').get()?.bytes ?? 0;
  if (files === entries) return spare;
  const odd = sql<[], { path: string }>(
    handle,
    `SELECT f.path FROM files f LEFT JOIN (SELECT file_path, total(byte_length + 1) AS bytes FROM entries GROUP BY file_path) e
       ON e.file_path = f.path WHERE f.bytes <> coalesce(e.bytes, 0) ORDER BY f.path`,
  ).all();
  for (const { path } of odd) addSpare(handle, path, spare);
  return spare;
}

const addSpare = (handle: Handle, path: string, spare: Spare): void => {
  const where = placeOfPath(path);
  if (where === null) return;
  const bytes = openBytes(handle.folder);
  const lines = sql<[string], { line: number; offset: number; length: number }>(
    handle,
    'SELECT line_offset AS line, byte_offset AS offset, byte_length AS length FROM entries WHERE file_path = ? ORDER BY byte_offset',
  );
  let at = 0;
  try {
    for (const { line, offset, length } of lines.all(path)) {
      const gap = bytes.at(encodePlace({ level: 0, ...where, offset: at }), offset - at);
      addGap(gap.toString('latin1'), { path, line, from: encodePlace({ level: 0, ...where, offset: at }) }, spare);
      at = offset + length + 1;
    }
  } finally {
    bytes.close();
  }
};

/** The lines of a gap; `line` is the number of the entry's line after it. Latin-1, so that a character is a byte. */
const addGap = (gap: string, { path, line, from }: { path: string; line: number; from: number }, spare: Spare): void => {
  if (gap === '') return;
  const lines = gap.split('\n').slice(0, -1);
  let offset = from;
  for (const [at, text] of lines.entries()) {
    const number = line - lines.length + at;
    if (text.trim() === '') spare.blank += 1;
    else {
      spare.unreadable += 1;
      spare.problems.push({
        line: number,
        offset,
        length: text.length,
        outcome: 'unreadable',
        reason: `${path}:${number} is not an entry.`,
      });
    }
    offset += text.length + 1;
  }
  spare.bytes += gap.length;
};

/** Adds what a batch held to the receipt. */
export function countNative(source: SourceRow, { batch, marks, bytes }: NativeBatch, held: Held): void {
  source.total += batch.withEntries + batch.unreadable;
  source.with_entries += batch.withEntries;
  source.unreadable += batch.unreadable;
  source.offset += bytes;
  source.size = source.offset + source.waiting;
  held.problems.push(...batch.problems);
  held.marks.push(...marks);
  countUnknown(source, batch.unknown);
}

/** Where a fork parts from its session. */
export function startMark(fork: Pick<ForkFile, 'name' | 'start'> | null): MarkDraft[] {
  return fork === null || fork.start === 0 ? [] : [{ seq: fork.start, type: 'fork', label: `${fork.name} parts here`, forks: [] }];
}
