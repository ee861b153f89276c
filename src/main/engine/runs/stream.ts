import { createParser } from 'eventsource-parser';
import { isObject } from '../formats/json.ts';
import type { Json, JsonObject } from '../formats/values.ts';
import type { Api } from './api.ts';

/** What a stream has said so far. */
export interface Heard {
  events: JsonObject[];
  /** The answer is whole. */
  whole: boolean;
  /** Why it failed, as the server says. */
  failure: string | null;
  /** Why it is not a stream of this API. */
  malformed: string | null;
}

/** A line longer than this is not an event of an answer. */
const LONGEST_EVENT = 16 << 20;

/** Reads a stream of events, in whatever pieces it comes. `words` gets what each piece adds to the answer. */
export function createListener(api: Api, words: (text: string) => void): { heard: Heard; feed(bytes: Uint8Array): void; end(): void } {
  const heard: Heard = { events: [], whole: false, failure: null, malformed: null };
  const take = (data: string): void => {
    if (data === '[DONE]') heard.whole = true;
    else if (data.trim() !== '') takeEvent(api, heard, data, words);
  };
  const parser = createParser({
    onEvent: ({ data }) => take(data),
    onError: ({ type, message }) => {
      if (type === 'max-buffer-size-exceeded') heard.malformed = message;
    },
    maxBufferSize: LONGEST_EVENT,
  });
  const decoder = new TextDecoder();
  return {
    heard,
    feed: (bytes) => parser.feed(decoder.decode(bytes, { stream: true })),
    end() {
      const { malformed } = heard;
      // Some servers end without the empty line that closes an event. An event that is torn there has broken off, and is not malformed.
      parser.feed(`${decoder.decode()}\n\n`);
      heard.malformed = malformed;
    },
  };
}

const takeEvent = (api: Api, heard: Heard, data: string, words: (text: string) => void): void => {
  const event = parsed(data);
  if (event === null) {
    heard.malformed ??= `an event is not a JSON object: ${data.slice(0, 120)}`;
    return;
  }
  heard.events.push(event);
  heard.failure ??= api.failure(event);
  heard.whole ||= api.ends(event);
  const text = api.words(event);
  if (text !== '') words(text);
};

const parsed = (data: string): JsonObject | null => {
  try {
    const value: Json = JSON.parse(data);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
};
