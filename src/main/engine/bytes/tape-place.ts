import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { PHASE_FILES, seqOfFolder } from './phases.ts';
import type { Found, Places } from './places.ts';

/**
 * Where a line of a native tape is, as one number: the catalog keeps such virtual offsets where foreign tapes have bytes from the start
 * of their file. `place = ((level·2¹⁷ + phase)·4 + file)·2³³ + offset`, exact within what a number holds.
 */
export interface Place {
  /** 1 for the shared prefix of a fork, whose lines are in the folder of its session; 0 for the tape's own. */
  level: 0 | 1;
  /** Sequence number of the anchor whose folder holds the file, from 1. */
  phase: number;
  /** Number of the file in PHASE_FILES. */
  file: number;
  /** Bytes from the start of that file. */
  offset: number;
}

/** What fits: 8 GiB a file, and phases up to 131,071. */
const BYTES = 2 ** 33;
const PHASES = 2 ** 17;
const FILE_SLOTS = 4;

/** The smallest place there is. No single file is that long, so a place can be told from a plain offset. */
const FIRST = FILE_SLOTS * BYTES;

export function isPlace(offset: number): boolean {
  return offset >= FIRST;
}

/** Throws TapeError('unreadable') for what does not fit. */
export function encodePlace({ level, phase, file, offset }: Place): number {
  if (phase < 1 || phase >= PHASES) throw new TapeError('unreadable', `A tape of more than ${PHASES - 1} phases cannot be shown.`);
  if (offset < 0 || offset >= BYTES) throw new TapeError('unreadable', `A file of more than ${BYTES} bytes cannot be shown.`);
  return ((level * PHASES + phase) * FILE_SLOTS + file) * BYTES + offset;
}

/** Only for numbers that are places. */
export function decodePlace(place: number): Place {
  const slot = Math.floor(place / BYTES);
  const folder = Math.floor(slot / FILE_SLOTS);
  return { level: folder >= PHASES ? 1 : 0, phase: folder % PHASES, file: slot % FILE_SLOTS, offset: place % BYTES };
}

/** Phase and file of a path as the index has it, relative to its tape's folder; null for any other path. */
export function placeOfPath(path: string): Pick<Place, 'phase' | 'file'> | null {
  const found = /^anchors[/\\](\d{3,})_[^/\\]*[/\\]([a-z_]+\.jsonl)$/.exec(path);
  const file = (PHASE_FILES as readonly string[]).indexOf(found?.[2] ?? '');
  return found && file >= 0 ? { phase: Number(found[1]), file } : null;
}

/** The folder of the tape whose lines a level names: a fork is in `forks/NAME` of its session. */
const levelFolder = (tape: string, level: Place['level']): string => (level === 1 ? dirname(dirname(tape)) : tape);

/** Folders whose phases are remembered, and how many. */
const kept = new Map<string, { stamp: string; phases: Map<number, string> }>();
const KEPT = 64;

const readPhases = (folder: string): Map<number, string> => {
  const phases = new Map<number, string>();
  // A link could lead anywhere.
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  for (const name of names.sort()) {
    const phase = seqOfFolder(name);
    if (phase !== null && !phases.has(phase)) phases.set(phase, name);
  }
  return phases;
};

/** Names of the folders of phases by number. Read again when the folder was written to, or when a phase is missing from what is known. */
const phaseName = (folder: string, phase: number): string | undefined => {
  const { ino, mtimeMs } = statSync(folder);
  const stamp = `${ino} ${mtimeMs}`;
  const held = kept.get(folder);
  kept.delete(folder);
  const current = held?.stamp === stamp && held.phases.has(phase) ? held : { stamp, phases: readPhases(folder) };
  kept.set(folder, current);
  const [oldest] = kept.size > KEPT ? kept.keys() : [];
  if (oldest !== undefined) kept.delete(oldest);
  return current.phases.get(phase);
};

/**
 * The file and the offset behind a place of the tape in the folder `tape`. Folders of phases are found by their number alone, so no name
 * that a log holds is ever part of a path. Null where there is no such folder (any more).
 */
export function resolvePlace(tape: string, place: number): Found | null {
  const { level, phase, file, offset } = decodePlace(place);
  const name = PHASE_FILES[file];
  if (name === undefined) return null;
  const anchors = join(levelFolder(tape, level), 'anchors');
  try {
    const folder = phaseName(anchors, phase);
    return folder === undefined ? null : { file: join(anchors, folder, name), offset };
  } catch {
    return null;
  }
}

/** Places in the folders of native tapes. */
export const tapePlaces: Places = {
  holds: (_, place) => isPlace(place),
  fileNo: (place) => Math.floor(place / BYTES),
  fileOf: (tape, place) => resolvePlace(tape, place)?.file ?? null,
  offsetIn: (place) => place % BYTES,
};
