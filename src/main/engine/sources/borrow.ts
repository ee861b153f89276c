import { Flag } from '../../../shared/model/vocabulary.ts';
import { chainOf, placeIn } from '../bytes/borrowed.ts';
import { closeLog, openLog } from '../bytes/packed.ts';
import type { Format } from '../formats/format.ts';
import type { Batch, ReadPart } from '../pages/batch.ts';
import type { ReadPlan } from '../storing/reading.ts';
import { readBatch } from './read-batch.ts';

/** Bytes per batch. */
const BATCH = 4 << 20;

/** A part of the file itself, or of one that comes before it. */
export type BeginningPart = { own: ReadPart } | { borrowed: Batch; lines: number };

/**
 * What comes before all but the first line of a file whose tape begins in others: that line, then the lines of the others, the oldest first. `missing`
 * gets the name of a missing file.
 */
export function* beginningParts(plan: ReadPlan, missing: (name: string) => void): Generator<BeginningPart> {
  const { source, file, format, final } = plan;
  const chain = chainOf(source.path);
  if (chain.missing !== null) missing(chain.missing);
  if (chain.files.length === 0) return;
  yield { own: readBatch({ file, format, want: 1, size: source.size, final }, { offset: 0, line: 0 }) };
  for (let level = chain.files.length; level >= 1; level -= 1) {
    const one = chain.files[level - 1];
    if (one) yield* borrowedFrom(one.file, one.bytes, level, format);
  }
}

function* borrowedFrom(path: string, bytes: number, level: number, format: Format): Generator<BeginningPart> {
  const file = openLog(path);
  try {
    let lines = 0;
    for (let start = { offset: 0, line: 0 }; start.offset < bytes; ) {
      const { batch, next } = readBatch({ file, format, want: start.offset + BATCH, size: bytes, final: false }, start);
      if (batch.count > 0) yield { borrowed: asBorrowed(batch, level), lines };
      if (next.offset === start.offset) return;
      lines += batch.lines;
      start = { offset: next.offset, line: 0 };
    }
  } finally {
    closeLog(file);
  }
}

/** Marks the entries of a batch as those of another tape, in which their calls, prompts and facts count. */
const asBorrowed = (batch: Batch, level: number): Batch => {
  for (let row = 0; row < batch.count; row++) {
    batch.offset[row] = placeIn(level, batch.offset[row] ?? 0);
    batch.flags[row] = (batch.flags[row] ?? 0) | Flag.Shared;
  }
  return { ...batch, facts: {}, prompts: [], problems: [], unknown: {} };
};
