import { join } from 'node:path';
import { PHASE_FILES, seqOfFolder } from '../bytes/phases.ts';
import { cutBack, sizeOf } from '../disk/disk.ts';
import { openCursor, type RawLine } from './cursor.ts';
import { type Handle, nowOf } from './handle.ts';
import { type Ends, fileRow, headOf, indexEntry, metaOf, type Place, putEnds } from './index-entry.ts';
import { parseLine } from './line.ts';
import { readPending } from './pending.ts';
import { notePhases, phasesStamp } from './phase-stamp.ts';
import { newestPhase } from './phases.ts';
import { type PhaseFolder, phaseFolders } from './replay.ts';
import { setAside } from './set-aside.ts';
import type { Line } from './types.ts';
import { undoMerge } from './undo-merge.ts';
import { indexWords } from './word-index.ts';

/** The three files that an append without more ado writes to. */
const newestFiles = (handle: Handle): string[] => {
  const phase = newestPhase(handle);
  return phase === null ? [] : PHASE_FILES.map((name) => `anchors/${phase.folder}/${name}`);
};

/** Files that hold more than the index knows. Looks at sizes only. */
const grown = (handle: Handle, paths: readonly string[]): string[] =>
  paths.filter((path) => (sizeOf(join(handle.folder, path)) ?? 0) > fileRow(handle, path).bytes);

/**
 * True where the folders have phases that the index has not heard of: its log was lost, or an older one was put back. They are read only
 * where something was made there since `notePhases`.
 */
const lacksPhases = (handle: Handle): boolean => {
  if (metaOf(handle, 'phases') === phasesStamp(handle)) return false;
  const newest = newestPhase(handle)?.seq ?? 0;
  return grown(handle, filesOf(phaseFolders(handle.folder).filter(({ seq }) => seq > newest))).length > 0;
};

/** True where a crash left something to do, or another process is writing just now. */
export function isBehind(handle: Handle): boolean {
  return readPending(handle.folder) !== null || grown(handle, newestFiles(handle)).length > 0 || lacksPhases(handle);
}

/**
 * Under the lock: indexes or undoes what a crash cut short. Whole lines after the last indexed byte are indexed while their ids go on
 * without a gap; everything else there is set aside in `recovered/`, and a sentence says so. `all` looks at every file. The caller
 * removes `pending.json` when this is committed.
 */
export function catchUp(handle: Handle, all = false): void {
  const pending = readPending(handle.folder);
  if (pending?.op === 'merge' && metaOf(handle, 'stamp') !== pending.stamp) undoMerge(handle, pending);
  const every = all || lacksPhases(handle) ? filesOf(phaseFolders(handle.folder)) : [];
  const paths = new Set([...newestFiles(handle), ...Object.keys(pending?.files ?? {}), ...every]);
  const behind = grown(handle, [...paths]);
  if (behind.length > 0) indexBehind(handle, behind);
  for (const [path, size] of Object.entries(pending?.files ?? {})) removeEmpty(handle, path, size);
  notePhases(handle);
}

const filesOf = (phases: readonly PhaseFolder[]): string[] => phases.flatMap(({ path }) => PHASE_FILES.map((name) => `${path}/${name}`));

/** The file of a phase that came to nothing, with its folder; perhaps only the folder was made. */
const removeEmpty = (handle: Handle, path: string, size: number | null): void => {
  if (size === null && (sizeOf(join(handle.folder, path)) ?? 0) === 0) cutBack(join(handle.folder, path), null);
};

interface Found {
  line: Line;
  place: Place;
}

const indexBehind = (handle: Handle, paths: readonly string[]): void => {
  const found = paths.flatMap((path) => wholeLines(handle, path)).sort((a, b) => a.line.id - b.line.id);
  const before = headOf(handle);
  const ends: Ends = new Map();
  let head = before;
  for (const { line, place } of found) {
    if (line.id !== head.id + 1) break;
    head = indexEntry(handle, line, place, head, ends);
  }
  putEnds(handle, ends);
  indexWords(handle, before.id, head.id);
  for (const path of grown(handle, paths)) setRestAside(handle, path);
};

/** Entries after the indexed part of a file, up to the first line that is none. */
const wholeLines = (handle: Handle, path: string): Found[] => {
  const { bytes, lines } = fileRow(handle, path);
  const cursor = openCursor(join(handle.folder, path), { offset: bytes, line: lines + 1 });
  const seq = seqOfFolder(path.split('/')[1] ?? '') ?? 0;
  const found: Found[] = [];
  for (let raw = cursor.next(); raw !== null; raw = cursor.next()) {
    const line = parseLine(raw.text);
    if (line === null) break;
    found.push({ line, place: placeOf(raw, seq, path) });
  }
  return found;
};

const placeOf = (raw: RawLine, seq: number, path: string): Place => ({
  seq,
  path,
  line: raw.line,
  offset: raw.offset,
  length: raw.length,
});

const setRestAside = (handle: Handle, path: string): void => {
  const { bytes } = fileRow(handle, path);
  const size = sizeOf(join(handle.folder, path)) ?? bytes;
  const target = setAside(handle.folder, path, bytes, nowOf(handle));
  const kept = target.slice(handle.folder.length + 1);
  handle.notes.push(
    `${path} ended in ${size - bytes} bytes that are not an entry, left by a write that was cut short; they are in ${kept}.`,
  );
};
