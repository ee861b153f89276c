/** A source as the catalog knows it: the file, how far it was read, and what reading it gave. */
export interface SourceRow {
  tape: number;
  id: string;
  path: string;
  format: string;
  size: number;
  mtime: number;
  inode: string;
  /** Where reading continues. */
  offset: number;
  /** 1 where the last line read had no newline yet. */
  open: number;
  /** Digests of the first and the last bytes that were read. */
  head: string;
  tail: string;
  total: number;
  with_entries: number;
  noted: number;
  blank: number;
  unreadable: number;
  repaired: number;
  /** Bytes after `offset` that are no whole line yet. */
  waiting: number;
  reread: number;
  notes: string;
  unknown: string;
  state: string;
  /** Entries whose text is searchable: all up to this one. */
  text_to: number;
  /** Raised with every change of the tape's rows, so that readers know what they may keep. */
  rev: number;
}
