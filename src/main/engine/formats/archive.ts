import type { Json, JsonObject } from './values.ts';

/** A file in an archive, as its list of contents has it. */
export interface Archived {
  name: string;
  crc: number;
  size: number;
}

/** A tape in an archive. */
export interface TapeInArchive {
  key: string;
  /** The files that it is in. */
  files: readonly Archived[];
}

/** Reads a JSON file of an archive; null where there is none. */
export type ReadArchived = (name: string) => Json;

/** How the archives of one program hold its tapes. Pure: whoever opens an archive is elsewhere. */
export interface ArchiveShape {
  /** Id of the format that reads the records. */
  format: string;
  /** Whether an archive with these files is one of the program. */
  fits(names: ReadonlySet<string>): boolean;
  tapes(files: readonly Archived[]): TapeInArchive[];
  /** The records of a tape in order, each made when it is asked for: what refers to another file is put in its place. */
  records(tape: TapeInArchive, read: ReadArchived): { count: number; at(index: number): JsonObject };
}
