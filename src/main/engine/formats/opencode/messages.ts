import { asList, asString, isObject } from '../json.ts';
import type { Json, JsonObject, WireMessage } from '../values.ts';
import {
  answerOf,
  BLANK,
  entryOf,
  hasAnswered,
  INTERRUPTED,
  isAnswer,
  isBlank,
  isMedia,
  partIn,
  type RowEntry,
  saidIn,
  stateOf,
  wordsOf,
} from './record.ts';

interface Sent {
  role: 'user' | 'assistant';
  block: JsonObject;
}

/** Messages as OpenCode hands them to a provider, in the shape of Anthropic's API: results of tools are in the user's name. */
export function messages(records: readonly Json[], _model: string | null = null, own: readonly Json[] = []): WireMessage[] {
  const out: WireMessage[] = [];
  const waiting = new Set<string>();
  const push = ({ role, block }: Sent): void => {
    const last = out.at(-1);
    if (last?.role === role) last.content = [...asList(last.content), block];
    else out.push({ role, content: [block] });
  };
  const settle = (): void => {
    for (const id of waiting) push(answered(id, INTERRUPTED));
    waiting.clear();
  };
  const blanked = blankedIn(records);
  const models = modelsIn(records);
  const [reader] = modelsIn(own).values();
  for (const record of records) {
    const part = isObject(record) ? partIn(record) : null;
    if (part === null || !isObject(record) || isBlank(record, part)) continue;
    const thinker = models.get(asString(part.messageID) ?? '');
    const strange = reader !== undefined && thinker !== undefined && thinker !== reader;
    for (const one of sentOf(
      strange ? { ...part, said: true } : part,
      entryOf(record),
      record.cleared === true || blanked.has(part.callID ?? null),
    )) {
      const id = asString(one.block.tool_use_id);
      if (id !== null) waiting.delete(id);
      // What tools answered follows all that the model said and called in that step.
      else if (one.role === 'user') settle();
      if (one.block.type === 'tool_use' && !hasAnswered(part)) waiting.add(asString(one.block.id) ?? '');
      push(one);
    }
  }
  settle();
  return out;
}

/** Calls whose output was cleared before the request: the rows that say so come after those of the context. */
const blankedIn = (records: readonly Json[]): ReadonlySet<Json> =>
  new Set(
    records.flatMap((record) => {
      const part = isObject(record) ? partIn(record) : null;
      return part !== null && isObject(record) && isBlank(record, part) && typeof part.callID === 'string' ? [part.callID] : [];
    }),
  );

/** The models of messages whose states are among the records, by the ids of the messages. */
const modelsIn = (records: readonly Json[]): ReadonlyMap<string, string> =>
  new Map(
    records.flatMap((record) => {
      const said = isObject(record) ? saidIn(record) : null;
      if (said?.is !== 'message' || said.info.role !== 'assistant') return [];
      return [[asString(said.info.id) ?? '', `${asString(said.info.providerID)}/${asString(said.info.modelID)}`] as const];
    }),
  );

const answered = (id: string, content: Json): Sent => ({ role: 'user', block: { type: 'tool_result', tool_use_id: id, content } });

function sentOf(part: JsonObject, entry: RowEntry, cleared: boolean): Sent[] {
  if (part.type === 'tool') {
    const result = hasAnswered(part) && entry !== 'call' ? [resultOf(part, cleared)] : [];
    return entry === 'result' ? result : [callOf(part), ...result];
  }
  if (isMedia(part)) return [{ role: 'user', block: mediaOf(part) }];
  const text = wordsOf(part);
  if (text === '' || part.ignored === true) return [];
  if (part.type === 'reasoning' && part.said !== true) return [{ role: 'assistant', block: { type: 'thinking', thinking: text } }];
  return [{ role: isAnswer(part) || part.type === 'reasoning' ? 'assistant' : 'user', block: { type: 'text', text } }];
}

const callOf = (part: JsonObject): Sent => ({
  role: 'assistant',
  block: { type: 'tool_use', id: part.callID ?? null, name: part.tool ?? null, input: stateOf(part).input ?? {} },
});

function resultOf(part: JsonObject, cleared: boolean): Sent {
  const media = cleared ? [] : asList(stateOf(part).attachments).filter(isObject).map(mediaOf);
  const text = cleared ? BLANK : answerOf(part);
  return answered(asString(part.callID) ?? '', media.length === 0 ? text : [{ type: 'text', text }, ...media]);
}

/** An address that holds the data itself is sent as such. */
function mediaOf(part: JsonObject): JsonObject {
  const url = asString(part.url) ?? '';
  const [, mime, data] = /^data:([^;,]*);base64,(.*)$/s.exec(url) ?? [];
  const source = data === undefined ? { type: 'url', url } : { type: 'base64', media_type: mime ?? '', data };
  return { type: part.mime === 'application/pdf' ? 'document' : 'image', source };
}

/** A result as it is sent once its output was cleared. */
export function cleared(record: JsonObject): JsonObject {
  return { ...record, cleared: true };
}
