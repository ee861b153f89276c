import type { EntryRow } from '../../../shared/model/index.ts';
import type { JsonObject } from './values.ts';

export type Version = readonly [major: number, minor: number, patch: number];

/** Versions between two changes of a format, the first and last that were seen included. */
export interface Era {
  name: string;
  from: Version;
  to: Version;
}

/** When something was there; without bounds: in every version that was seen. */
export interface Span {
  since?: Version;
  until?: Version;
}

export interface Field extends Span {
  /** A JSON Schema. */
  schema: Readonly<Record<string, unknown>>;
  required?: boolean;
}

/** Shapes of an agent's records by version of the writer, as data from real files. */
export interface Schemas {
  eras: readonly Era[];
  /** Fields by the type of a record; no record has others. */
  types: Readonly<Record<string, Readonly<Record<string, Field>>>>;
  /** Types that not every version knows. */
  spans: Readonly<Record<string, Span>>;
  typeOf(record: JsonObject): string;
  /** The version that wrote a record; null where it is that of the record before. */
  versionOf(record: JsonObject): string | null;
  /** A record without what Tapescope itself adds to those of a copy; null for one that the agent never writes. */
  plain(record: JsonObject): JsonObject | null;
}

/** What the transcripts of one agent promise beyond what every log does. */
export interface Contract {
  /** Another entry that a record names besides its parent, by its id, and what the record calls it. */
  names?(record: JsonObject): { id: string; as: string } | null;
  /** Whether an entry of that label may start sub-agents whose work is in the same file. */
  startsAgents?(label: string): boolean;
  /** Its API takes messages in any order, so that no side need wait for the other. */
  anyOrder?: true;
  /** Several records may have one id. */
  sharesIds?: true;
  /** Whether the first record of a sub-agent's own file says that a person started it, by no call. */
  startedByHand?(record: JsonObject): boolean;
  /** Tokens that are counted up over a session, as a record says them, and those of its newest request. */
  counts?(record: JsonObject): { total: number; last: number } | null;
  /** Whether each entry of these that says something again has the one that it repeats next to it. */
  twins?(rows: readonly Pick<EntryRow, 'label'>[]): boolean;
  schemas?: Schemas;
}
