import type { Part } from '../../../../shared/model/index.ts';
import { asList, asObject, asString, fewLines, isObject, oneLine, stringify, strings } from '../json.ts';
import { part as drawn } from '../part.ts';
import type { Json, JsonObject } from '../values.ts';
import { answerOf, BLANK, entryOf, hasAnswered, isBlank, isMedia, partIn, type RowEntry, saidIn, stateOf, wordsOf } from './record.ts';

/** How rows of OpenCode are searched, drawn and listed. */

/** Ids, times and addresses with data in them: nobody searches for them. */
const UNSEARCHED: ReadonlySet<string> = new Set([
  ...['id', 'aggregate_id', 'type', 'table', 'sessionID', 'messageID', 'parentID', 'session_id', 'message_id', 'project_id', 'projectID'],
  ...['callID', 'url', 'mime', 'snapshot', 'hash', 'metadata', 'status', 'slug', 'role', 'entry', 'role', 'mode', 'agent', 'permission'],
]);

const nameOf = (part: JsonObject): string => asString(part.tool) ?? 'tool';

const isWords = ({ type }: JsonObject): boolean => type === 'text' || type === 'reasoning' || type === 'compaction' || type === 'subtask';

/** See `Format.text`. */
export function text(record: Json): string {
  if (!isObject(record)) return '';
  const part = partIn(record);
  if (part === null) return strings(record, UNSEARCHED);
  if (part.type === 'tool') return isBlank(record, part) ? '' : toolText(part, entryOf(record), record.cleared === true);
  return part.type === 'text' || part.type === 'reasoning' ? wordsOf(part) : strings(part, UNSEARCHED);
}

function toolText(part: JsonObject, entry: RowEntry, cleared: boolean): string {
  const call = entry === 'result' ? '' : `${nameOf(part)}\n${strings(stateOf(part).input)}`;
  const result = entry === 'call' || !hasAnswered(part) ? '' : cleared ? BLANK : answerOf(part);
  return [call, result].filter((words) => words !== '').join('\n');
}

/** See `Format.parts`. */
export function parts(record: Json): Part[] {
  if (!isObject(record)) return [drawn('json', stringify(record, 2))];
  const part = partIn(record);
  if (part === null) return [drawn('json', stringify(record, 2), { name: saidIn(record).is })];
  if (isBlank(record, part)) return [drawn('text', `The output of ${nameOf(part)} is no longer sent.`)];
  if (part.type === 'tool') return toolParts(part, entryOf(record), record.cleared === true);
  if (part.type === 'reasoning') return [drawn('thinking', wordsOf(part))];
  if (isMedia(part)) return [drawn('image', asString(part.filename) ?? 'A file.', { name: asString(part.mime) ?? 'file' })];
  return isWords(part)
    ? [drawn('text', wordsOf(part)), ...rest(part)]
    : [drawn('json', stringify(part, 2), { name: asString(part.type) ?? 'part' })];
}

/** What a part says besides the words that are sent. */
const rest = (part: JsonObject): Part[] =>
  part.type === 'compaction' || part.type === 'subtask' ? [drawn('json', stringify(part, 2), { name: part.type })] : [];

function toolParts(part: JsonObject, entry: RowEntry, cleared: boolean): Part[] {
  const id = asString(part.callID);
  const more = { name: nameOf(part), ...(id !== null && { id }) };
  const call = drawn('tool_call', stringify(stateOf(part).input ?? {}, 2), more);
  if (entry === 'call' || !hasAnswered(part)) return [call];
  const failed = stateOf(part).status === 'error';
  const media = asList(stateOf(part).attachments)
    .filter(isObject)
    .map(({ mime, filename }) => drawn('image', asString(filename) ?? 'A file.', { name: asString(mime) ?? 'file' }));
  const result = drawn('tool_result', cleared ? BLANK : answerOf(part), { ...more, ...(failed && { failed }) });
  return entry === 'result' ? [result, ...media] : [call, result, ...media];
}

/** See `Format.preview`. */
export function preview(record: Json): string {
  if (!isObject(record)) return oneLine(stringify(record), 200);
  const part = partIn(record);
  // An answer without words has none to show: its record would be taken for them.
  if (part?.type === 'tool' && entryOf(record) === 'result' && hasAnswered(part)) return fewLines(answerOf(part).slice(0, 1200));
  if (part?.type === 'reasoning' && wordsOf(part) === '') return '(thinking that the log does not hold)';
  const failed = part === null ? asObject(infoOf(record).error) : null;
  if (failed !== null) return fewLines(failureOf(failed));
  const said = part === null ? '' : part.type === 'tool' ? glance(part, entryOf(record)) : isWords(part) ? wordsOf(part) : '';
  return fewLines(said === '' ? oneLine(stringify(part ?? infoOf(record)), 240) : said.slice(0, 1200));
}

const infoOf = (record: JsonObject): JsonObject => {
  const said = saidIn(record);
  return 'info' in said ? said.info : record;
};

/** "MessageAbortedError: The operation was aborted." */
const failureOf = (failed: JsonObject): string =>
  [asString(failed.name), asString(asObject(failed.data)?.message)].filter((words) => words !== null && words !== '').join(': ') ||
  oneLine(stringify(failed), 240);

const glance = (part: JsonObject, entry: RowEntry): string =>
  entry === 'result' ? answerOf(part) : `${nameOf(part)} ${oneLine(stringify(stateOf(part).input ?? {}), 200)}`;

/** Where it was written, and when: it differs in each copy. */
const OF_THE_COPY: ReadonlySet<string> = new Set(['id', 'aggregate_id', 'seq', 'sessionID', 'messageID', 'parentID', 'time', 'snapshot']);

/** See `Format.payload`: of a part what it holds, whichever session it is in. */
export function payload(record: Json): Json {
  if (!isObject(record)) return record;
  const part = partIn(record);
  const held = part ?? infoOf(record);
  const kept = Object.fromEntries(Object.entries(held).filter(([key]) => !OF_THE_COPY.has(key)));
  if (part?.type === 'tool') {
    const { time: _time, metadata: _metadata, ...state } = stateOf(part);
    return { ...kept, state, entry: entryOf(record) };
  }
  return kept;
}
