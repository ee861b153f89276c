import { asList, asObject, asString, isObject } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

/**
 * A channel that is kept as differences (`DeltaChannel`): its value is that of the nearest checkpoint above that has it whole, with all that was
 * written since, in order. Of messages it is known how: a message takes the place of the one with its id, and a removal names one.
 */
export interface Difference {
  channel: string;
  value: Json;
  /** The value whole, and not what was written. */
  whole: boolean;
}

/** Channels by name that can be put together again; others were joined by a function of the program's own. */
export function putTogether(differences: readonly Difference[]): JsonObject {
  const found: JsonObject = {};
  for (const [channel, all] of Map.groupBy(differences, (one) => one.channel)) {
    const value = joined(all);
    if (value !== null) found[channel] = value;
  }
  return found;
}

function joined(all: readonly Difference[]): Json[] | null {
  let messages: JsonObject[] = [];
  for (const { value, whole } of all) {
    const overwritten = overwrittenBy(value);
    const came = listOf(overwritten ?? wholeIn(value));
    if (came === null) return null;
    if (whole || overwritten !== null) messages = came;
    else for (const message of came) messages = taken(messages, message);
  }
  return messages;
}

/** What a writer put in the place of all that was there. */
function overwrittenBy(value: Json): Json | null {
  const said = asObject(value);
  return said?.__overwrite__ ?? (said?.type === '__overwrite__' ? (said.value ?? null) : null);
}

/** What a value is that was packed whole between differences, by the savers of JavaScript and Python; any other is itself. */
export function wholeIn(value: Json): Json {
  const said = asObject(value);
  return said?.type === 'delta_snapshot' || said?.lg_name === 'DeltaSnapshot' ? (said.value ?? null) : (said?.DeltaSnapshot ?? value);
}

const listOf = (value: Json): JsonObject[] | null => {
  const list = Array.isArray(value) ? value : [value];
  return list.every((one) => isObject(one) && classOf(one) !== null) ? list.filter(isObject) : null;
};

/** The class of a message in either language, in small letters. */
const classOf = (message: JsonObject): string | null => {
  const name = message.lc === 1 ? asString(asList(message.id).at(-1)) : (asString(message.class) ?? asString(message.type));
  return name === null ? null : name.replace(/Message(?:Chunk)?$/, '').toLowerCase();
};

const idOf = (message: JsonObject): string | null => asString((message.lc === 1 ? asObject(message.kwargs) : message)?.id);

const ALL = '__remove_all__';

function taken(messages: readonly JsonObject[], message: JsonObject): JsonObject[] {
  const id = idOf(message);
  const removed = classOf(message) === 'remove';
  if (removed) return id === ALL ? [] : messages.filter((one) => id === null || idOf(one) !== id);
  const at = id === null ? -1 : messages.findIndex((one) => idOf(one) === id);
  return at < 0 ? [...messages, message] : messages.with(at, message);
}
