import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PHASE_FILES, seqOfFolder } from '../bytes/phases.ts';
import { type Cursor, openCursor } from './cursor.ts';
import type { Place } from './index-entry.ts';
import { parseLine } from './line.ts';
import type { Line } from './types.ts';

/** Something that keeps a line from being an entry. */
export interface Oddity {
  file: string;
  line: number | null;
  sentence: string;
}

export interface Replayed {
  line: Line;
  place: Place;
}

/** A phase's folder, by sequence number. */
export interface PhaseFolder {
  seq: number;
  /** `anchors/001_session-start` */
  path: string;
}

export function phaseFolders(folder: string): PhaseFolder[] {
  const names = namesIn(join(folder, 'anchors'));
  return names
    .flatMap((name) => {
      const seq = seqOfFolder(name);
      return seq === null ? [] : [{ seq, path: `anchors/${name}` }];
    })
    .sort((a, b) => a.seq - b.seq);
}

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
};

interface Reading {
  cursor: Cursor;
  seq: number;
  path: string;
}

/**
 * All entries of a tape from its files alone, in the order of their ids, which run through all files of all phases. Each file
 * holds its ids ascending, so the next one is at the front of some file: phases are opened only when it is in none that is open.
 * `odd` is notified of lines that are not entries, of ids that come twice and of gaps; after a gap it continues with the next id there is.
 */
export function* replay(folder: string, first: number, odd: (oddity: Oddity) => void): Generator<Replayed> {
  const ready = new Map<number, Replayed & { reading: Reading }>();
  const phases = phaseFolders(folder);
  let want = first;
  let opened = 0;

  const advance = (reading: Reading): void => {
    for (;;) {
      const found = nextEntry(reading, odd);
      if (found === null) return;
      const { id } = found.line;
      if (id >= want && !ready.has(id)) {
        ready.set(id, { ...found, reading });
        return;
      }
      odd({ file: reading.path, line: found.place.line, sentence: `Entry ${id} is out of order, or is there twice.` });
    }
  };

  for (;;) {
    const next = ready.get(want);
    const phase = phases[opened];
    if (next !== undefined) {
      ready.delete(want);
      want += 1;
      yield { line: next.line, place: next.place };
      advance(next.reading);
    } else if (phase !== undefined) {
      opened += 1;
      for (const name of PHASE_FILES) {
        const path = `${phase.path}/${name}`;
        advance({ cursor: openCursor(join(folder, path)), seq: phase.seq, path });
      }
    } else if (ready.size === 0) return;
    else {
      const there = [...ready.keys()].reduce((least, id) => Math.min(least, id), Number.MAX_SAFE_INTEGER);
      odd({ file: ready.get(there)?.place.path ?? '', line: null, sentence: missing(want, there - 1) });
      want = there;
    }
  }
}

const missing = (from: number, to: number): string =>
  from === to ? `Entry ${from} is in no file.` : `Entries ${from} to ${to} are in no file.`;

/** The next line that is an entry; null at the end of the file. */
const nextEntry = ({ cursor, seq, path }: Reading, odd: (oddity: Oddity) => void): Replayed | null => {
  for (let raw = cursor.next(); raw !== null; raw = cursor.next()) {
    const line = parseLine(raw.text);
    if (line !== null) return { line, place: { seq, path, line: raw.line, offset: raw.offset, length: raw.length } };
    odd({ file: path, line: raw.line, sentence: 'This line is not an entry.' });
  }
  return null;
};
