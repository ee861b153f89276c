import type { TapeRow } from '../../../../shared/model/index.ts';

/** Versions of the program that wrote a tape, each from an entry on; null where the tape does not say. */
export type Writers = readonly (readonly [from: number, version: string | null])[];

export function writersOf({ writer, writers }: Pick<TapeRow, 'writer' | 'writers'>): Writers {
  return writers ?? [[1, writer]];
}

/** The version that wrote an entry, and so made the request there: a session is continued by newer ones, and each goes by rules of its own. */
export function writerAt(writers: Writers, seq: number): string | null {
  return (writers.findLast(([from]) => from <= seq) ?? writers[0])?.[1] ?? null;
}
