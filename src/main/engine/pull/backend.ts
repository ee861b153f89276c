import type { JsonObject } from '../formats/values.ts';
import type { Ask } from './ask.ts';

/** What is pulled: one conversation, one trace, or all that began after a moment. */
export interface Wanted {
  session: string | null;
  trace: string | null;
  /** ISO 8601, in UTC. */
  since: string | null;
  /** For back ends whose keys are not limited to one project. */
  project: string | null;
}

/** Records of one request, and where the next one continues: text that only the back end reads; null at the end. */
export interface Page {
  records: readonly JsonObject[];
  next: string | null;
}

/** Where a record belongs. */
export interface Placed {
  id: string;
  trace: string | null;
  /** The conversation that it names. */
  session: string | null;
  /** When it began and ended, in one unit for all records of a back end: they are put in order by that. */
  start: number | null;
  end: number | null;
}

/** A program that keeps the traces of a team, and gives them back: over HTTP, or over a connection of its own. */
export interface Backend {
  id: string;
  name: string;
  /** The environment variables that its keys are read from, for help and refusals. */
  keys: readonly string[];
  /** Headers with its keys. Throws TapeError('bad-input') where one is missing. */
  headers(env: Readonly<Record<string, string | undefined>>): Record<string, string>;
  /** Opens a connection where it does not speak HTTP. The address is the user's. Throws TapeError. */
  connect?(url: URL, env: Readonly<Record<string, string | undefined>>, signal: AbortSignal): Promise<{ ask: Ask; close(): void }>;
  /** Makes one request. */
  page(ask: Ask, wanted: Wanted, at: string | null): Promise<Page>;
  placed(record: JsonObject): Placed;
}
