export interface Found {
  file: string;
  offset: number;
}

/** Places that lead into other files than the source's own. */
export interface Places {
  /** Told by the number, and by the name of the source. */
  holds(source: string, place: number): boolean;
  /** The same for all places of one source in one file. */
  fileNo(place: number): number;
  /** Null for a file that is not there (any more). */
  fileOf(source: string, place: number): string | null;
  offsetIn(place: number): number;
}
