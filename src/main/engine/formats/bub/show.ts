import type { Part } from '../../../../shared/model/index.ts';
import type { Json, JsonObject } from '../format.ts';
import { asList, asObject, asString, fewLines, isObject, oneLine, stringify, strings } from '../json.ts';
import { part } from '../part.ts';
import { type BubEntry, callsOf, entryOf, eventData, isFailure, messageText, resultText, spillHandles } from './entry.ts';
import { loopWords, otherEvent, spoken } from './loop.ts';

/** How an entry of a Bub tape is searched, drawn and listed. */

const UNSEARCHED: ReadonlySet<string> = new Set(['id', 'type', 'role', 'run_id']);

/** See `Format.text`. */
export function text(record: Json): string {
  if (!isObject(record)) return '';
  const entry = entryOf(record);
  if (entry.kind === 'tool_call') {
    return callsOf(entry)
      .map((call) => `${call.name}\n${readable(call.input)}`)
      .join('\n');
  }
  const hidden = asObject(entry.meta.payload);
  const own = strings(entry.payload, UNSEARCHED);
  return hidden === null ? own : `${own}\n${strings(hidden, UNSEARCHED)}`;
}

/** Arguments are JSON in a string: a search should find the words, not their escapes. */
function readable(input: string): string {
  const value = parsed(input);
  return value === undefined ? input : strings(value) || input;
}

function parsed(input: string): Json | undefined {
  try {
    return JSON.parse(input);
  } catch {
    return undefined;
  }
}

/** See `Format.parts`. */
export function parts(record: Json): Part[] {
  if (!isObject(record)) return [part('json', stringify(record, 2))];
  const entry = entryOf(record);
  switch (entry.kind) {
    case 'message':
    case 'system':
      return messageParts(entry);
    case 'tool_call':
      return callsOf(entry).map(({ id, name, input }) => part('tool_call', pretty(input), { name, id }));
    case 'tool_result':
      return resultParts(record, entry);
    case 'anchor':
      return [part('text', asString(entry.payload.name) ?? ''), part('json', stringify(entry.payload.state ?? null, 2), { name: 'state' })];
    case 'error':
      return [part('text', errorText(entry.payload), { failed: true }), ...detailParts(entry.payload)];
    case 'event':
      return [part('json', stringify(eventData(entry), 2), { name: asString(entry.payload.name) ?? 'event' })];
    default:
      return [part('json', stringify(record.payload ?? record, 2), { name: entry.kind })];
  }
}

function messageParts(entry: BubEntry): Part[] {
  const content = entry.payload.content;
  const said = messageText(content);
  const rest = asList(content).filter((item) => typeof item !== 'string' && typeof asObject(item)?.text !== 'string');
  return [part('text', said), ...rest.map((item) => part('json', stringify(item, 2), { name: asString(asObject(item)?.type) ?? 'part' }))];
}

/** Where an output went to the sidecar, its handle names the part, so that whoever has the sidecar can put the whole in place. */
function resultParts(record: JsonObject, entry: BubEntry): Part[] {
  const handles = spillHandles(record);
  return asList(entry.payload.results).map((result) => {
    const shown = typeof result === 'string' ? result : stringify(result, 2);
    const handle = typeof result === 'string' ? handles.find((candidate) => result.includes(candidate)) : undefined;
    return part('tool_result', shown, {
      ...(isFailure(result) ? { failed: true } : {}),
      ...(handle === undefined ? {} : { name: `spilled output ${handle}` }),
    });
  });
}

const errorText = (payload: JsonObject): string => `${asString(payload.kind) ?? 'error'}: ${asString(payload.message) ?? ''}`;

const detailParts = (payload: JsonObject): Part[] =>
  payload.details === undefined || payload.details === null ? [] : [part('json', stringify(payload.details, 2), { name: 'details' })];

function pretty(input: string): string {
  const value = parsed(input);
  return value === undefined ? input : stringify(value, 2);
}

/** See `Format.preview`. */
export function preview(record: Json): string {
  if (!isObject(record)) return oneLine(stringify(record), 200);
  const entry = entryOf(record);
  const { payload } = entry;
  switch (entry.kind) {
    case 'message':
      return fewLines(payload.role === 'user' ? spoken(messageText(payload.content)) : messageText(payload.content));
    case 'system':
      return fewLines(messageText(payload.content));
    case 'tool_call':
      return fewLines(
        callsOf(entry)
          .map((call) => `${call.name} ${oneLine(call.input, 200)}`)
          .join('\n'),
      );
    case 'tool_result':
      return fewLines(asList(payload.results).map(glance).join('\n'));
    case 'anchor':
      return fewLines(`${asString(payload.name) ?? ''}\n${anchorGlance(asObject(payload.state))}`);
    case 'error':
      return fewLines(errorText(payload));
    case 'event':
      return fewLines(loopWords(entry) ?? otherEvent(entry));
    default:
      return fewLines(oneLine(stringify(payload), 240));
  }
}

const glance = (result: Json): string => (isFailure(result) && isObject(result) ? errorText(result) : resultText(result)).slice(0, 1000);

const anchorGlance = (state: JsonObject | null): string =>
  state === null ? '' : (asString(state.summary) ?? oneLine(stringify(state), 200));
