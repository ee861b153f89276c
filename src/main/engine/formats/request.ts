import type { Json, JsonObject, WireMessage } from './values.ts';

/** Requests to a model as they were sent, whoever kept them: plain data, with the names that a wire body has. */

export interface SentRequest {
  system: JsonObject[];
  tools: JsonObject[];
  messages: WireMessage[];
  /** Model, limits and all else that is no content. */
  parameters: JsonObject;
}

/** A request as a log keeps it: what it holds elsewhere by hash, the rest by value. */
export interface LoggedRequest {
  id: string;
  /** What asked for it, as the agent names it. */
  source: string;
  /** Hash of system prompt and tools. */
  shape: string;
  parameters: JsonObject;
  /** The request whose first `keep` messages this one begins with; null for none. */
  base: string | null;
  keep: number;
  /** Hashes of the messages after those. */
  tail: string[];
  marks: CacheMark[];
  /** Hash over the whole body; null where the record has none. */
  digest: string | null;
  /** What the log itself says that it does not hold of this request, as a sentence; null where it holds all. */
  lacks: string | null;
}

export interface CacheMark {
  /** Where in the body the marked block is, as in `['messages', 3, 'content', 0]`. */
  path: (string | number)[];
  value: Json;
}

/** A record of the tape with its number. */
export interface Numbered {
  seq: number;
  record: JsonObject;
}

/** A message that the log holds as lines of the conversation. `blocks` has for each block of its content the entry that it is from. */
export interface Spoken {
  message: WireMessage;
  blocks: number[];
}

/** A message with what is known of the entries behind it. */
export interface Placed {
  message: WireMessage;
  /** For each block of the content the entries that it holds, in their order there; none for what only the request has. */
  blocks: number[][];
}

/** Which entries of a tape a request can be made of. */
export interface Candidates {
  /** Records whose text may have become a block, those on the path of the step first, in order. */
  records: readonly Numbered[];
  /** The entry that answers a call; null for none. */
  resultOf: (call: string) => number | null;
  /** The entry that issues a call; null for none. */
  callOf: (call: string) => number | null;
}

/** How the log of one agent keeps requests: what kinds its records have, and how to read them. Nothing here throws or looks at the disk. */
export interface RequestLog {
  readonly kinds: { request: string; shape: string; message: string };
  /** Whether a request from this source asks for an answer of the conversation itself (or of a sub-agent's, `sidechain`). */
  asks(source: string, sidechain: boolean): boolean;
  read(record: Json): LoggedRequest | null;
  /** System prompt and tools; null where the record does not match the hash. */
  shape(record: Json, hash: string): Pick<SentRequest, 'system' | 'tools'> | null;
  /** The message of a record; null where the record does not match the hash. */
  message(record: Json, hash: string): WireMessage | null;
  /**
   * Those of the wanted messages that the given lines of the conversation make, by hash; several where the same was said again. `lines`: all
   * there are of a stretch, in file order.
   */
  spoken(lines: readonly Numbered[], wanted: ReadonlySet<string>): Map<string, Spoken[]>;
  /** The body with its cache marks in their places; null where it does not match the digest. */
  whole(request: LoggedRequest, parts: Omit<SentRequest, 'parameters'>): SentRequest | null;
  /** Which entries each block of the messages is from. A message that was spoken has its entries already. */
  place(messages: readonly (WireMessage | Spoken)[], candidates: Candidates): Placed[];
}
