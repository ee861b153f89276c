import type { JsonObject } from '../formats/values.ts';
import type { Call, Conversation } from './conversation.ts';

export interface ToolSpec {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  parameters: JsonObject;
}

/** What is asked of a model. */
export interface Ask extends Conversation {
  model: string;
  tools: readonly ToolSpec[];
  /** Null leaves it to the provider. */
  temperature?: number | null;
  /** The longest answer, in tokens; null leaves it to the provider. */
  most: number | null;
}

/** What a model answered, whichever API it came through. */
export interface Said {
  text: string;
  calls: Call[];
  /** The answer was cut off at the length limit, so it may end in the middle of a word or a call. */
  cut: boolean;
}

/** How one API is spoken. All of it is pure. */
export interface Api {
  /** After the base address. */
  path: string;
  headers(key: string | null): Record<string, string>;
  body(ask: Ask): JsonObject;
  /** The words that an event adds to the answer; empty for none. */
  words(event: JsonObject): string;
  /** Whether the answer is whole with this event. */
  ends(event: JsonObject): boolean;
  /** Why the answer failed, as an event in the stream says it; null where it does not. */
  failure(event: JsonObject): string | null;
  /** Reads the answer that was put together from all events. */
  said(whole: JsonObject, events: readonly JsonObject[]): Said;
}
