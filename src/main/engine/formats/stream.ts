import type { Json, JsonObject } from './values.ts';

/** How one program writes tapes as documents of YAML, one after the other. Pure: whoever reads the file is elsewhere. */
export interface StreamShape {
  /** Id of the format that reads the records. */
  format: string;
  /** Keys that each tape has at its top: a file without them is not read any further. */
  keys: readonly string[];
  /** The one of them under which a tape has the list of its entries. */
  list: string;
  /** The name of the tape in a document, empty where it has none; null for a document that is not a tape. */
  nameOf(document: Json): string | null;
  /** The records before those of the list, of a tape that may be without it. */
  head(tape: JsonObject): JsonObject[];
  /** The record of an item of the list. */
  entry(item: Json): JsonObject;
}
