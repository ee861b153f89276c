import type { Draft, Format, Json, JsonObject } from '../format.ts';
import { asObject, isObject } from '../json.ts';
import { isBlock } from './block.ts';
import { builtOf, messagesOf } from './messages.ts';
import { draftOf } from './read.ts';
import { partsOf, payloadOf, previewOf, textOf } from './show.ts';
import type { Entry } from './snapshot.ts';

/** What a log that repeats its history has in common, whoever writes it; `entriesIn` takes a record of it apart and never throws. */
type Common = Required<Pick<Format, 'read' | 'part' | 'text' | 'parts' | 'preview' | 'messages' | 'built' | 'payload'>>;

/** Whether a record is one that `part` answered: an entry by itself. */
const isEntry = (record: JsonObject): boolean =>
  isBlock(record) || (isObject(record.rest) && (typeof record.request === 'string' || typeof record.aside === 'string'));

/** The functions of a format whose records are taken apart into entries (`snapshot.ts`). */
export function snapshotFormat(entriesIn: (record: JsonObject) => readonly Entry[]): Common {
  const entriesOf = (record: JsonObject): readonly Entry[] => (isEntry(record) ? [{ record }] : entriesIn(record));
  const kept = new WeakMap<JsonObject, readonly Entry[]>();
  // The entries of one record are asked for one after the other.
  const entriesKept = (record: JsonObject): readonly Entry[] => {
    const entries = kept.get(record) ?? entriesOf(record);
    kept.set(record, entries);
    return entries;
  };
  /** The record of an entry; of a whole record its first one. */
  const own = (record: Json): JsonObject => {
    const value = asObject(record) ?? { rest: record };
    return isEntry(value) ? value : (entriesKept(value)[0]?.record ?? value);
  };
  return {
    read: (record): Draft[] => entriesOf(asObject(record) ?? {}).map(draftOf),
    part: (record, at) => (isEntry(record) && at === 0 ? record : (entriesKept(record)[at]?.record ?? {})),
    text: (record) => textOf(own(record)),
    parts: (record) => partsOf(own(record)),
    preview: (record) => previewOf(own(record)),
    messages: (records) => messagesOf(records.map(own)),
    built: (records) => builtOf(records.map(own)),
    payload: (record) => payloadOf(own(record)),
  };
}
