import { governanceWords } from '../../../../shared/model/governance.ts';
import type { Usage } from '../../../../shared/model/index.ts';
import { Flag } from '../../../../shared/model/vocabulary.ts';
import { read as readBub, readUsage } from '../bub/read.ts';
import * as show from '../bub/show.ts';
import { emptyDraft, factsOf } from '../draft.ts';
import type { Draft, Facts, Format, Json, JsonObject, Sample } from '../format.ts';
import { asNumber, asObject, asString, asWord, isObject, jsonChars, oneLine } from '../json.ts';
import { share } from '../share.ts';
import { plainShape, resultIds } from './line.ts';
import { messages } from './messages.ts';
import { nativePayload } from './payload.ts';
import { opensPhase } from './phase.ts';

/** Lines of Tapescope's own tapes. What a line has in common with a Bub entry is read, drawn and searched as one. */
export const native = {
  id: 'native',
  name: 'Tapescope workspace',
  detect,
  locate: () => ({}),
  read,
  text: (record) => show.text(shapeOf(record)),
  parts,
  preview,
  // A run keeps its requests by their keys.
  answerId: ({ meta }) => asString(asObject(meta)?.run_id),
  messages,
  payload: (record) => (isObject(record) ? nativePayload(record.kind ?? null, record.payload ?? null) : record),
} as const satisfies Format;

/** A line of ours has a time and the name of its phase; no other writer's line has both next to kind and payload. */
function detect(sample: Sample): number {
  return share(
    sample.records.filter(isObject),
    (record) => (isLine(record) ? 1 : 0),
    (record) => typeof record.type === 'string' || record.kind !== undefined,
  );
}

const isLine = (record: JsonObject): boolean =>
  Number.isInteger(record.id) &&
  typeof record.kind === 'string' &&
  typeof record.at === 'string' &&
  typeof record.anchor === 'string' &&
  record.payload !== undefined;

const shapeOf = (record: Json): Json => (isObject(record) ? plainShape(record) : record);

/**
 * Reads one line. Steps are runs; without one each answer of a model and each call of tools is a step of its own, since each was a request.
 */
function read(record: Json): Draft {
  if (!isObject(record)) return emptyDraft('untyped', Flag.Unknown, null);
  const shape = plainShape(record);
  const draft = readBub(shape);
  const meta = asObject(record.meta) ?? {};
  readFacts(draft, shape, meta);
  if (draft.step !== null && asString(meta.run_id) === null) draft.step = `entry ${asWord(record.id)}`;
  if (draft.kind === 'message') readPlainMessage(draft, shape);
  // Only messages of a run can be prompts of its step: another process may append some while the model answers.
  if (draft.kind === 'message' && draft.step === null) draft.flags &= ~Flag.StepPrompt;
  if (draft.kind === 'tool_result') readNamedResults(draft, shape, asObject(record.payload) ?? {});
  readUse(draft, meta);
  if (typeof record.corrects === 'number') draft.corrects = record.corrects;
  draft.label = labelOf(draft, record, meta);
  return draft;
}

/**
 * What Bub's reader found out about its own writer and archives does not hold here. A summary that was handed over names the tape; one that
 * a merge superseded is not an anchor of it.
 */
function readFacts(draft: Draft, shape: JsonObject, meta: JsonObject): void {
  if (draft.facts) {
    const { writer: _writer, archived: _archived, ...rest } = draft.facts;
    draft.facts = Object.keys(rest).length === 0 ? null : (rest as Facts);
  }
  if (draft.kind !== 'anchor') return;
  if (!opensPhase({ kind: draft.kind, meta })) {
    draft.anchor = null;
    return;
  }
  const state = asObject(asObject(shape.payload)?.state);
  const title = oneLine(asString(state?.summary) ?? '', 120);
  if (title !== '') Object.assign(factsOf(draft), { title, titleRank: 1 });
}

/** A message without a role is what a person typed. */
function readPlainMessage(draft: Draft, shape: JsonObject): void {
  const payload = asObject(shape.payload) ?? {};
  if (payload.role !== undefined) return;
  draft.role = 'user';
  draft.flags |= Flag.Prompt | Flag.StepPrompt;
  if (draft.chars === 0) draft.chars = jsonChars(payload);
}

function readNamedResults(draft: Draft, shape: JsonObject, payload: JsonObject): void {
  const ids = resultIds(shape);
  if (payload.is_error === true || (payload.error ?? null) !== null) draft.flags |= Flag.Failed;
  if (ids.length > 0) {
    draft.results = ids;
    delete draft.positional;
  } else if (draft.positional === 0) delete draft.positional;
}

function readUse(draft: Draft, meta: JsonObject): void {
  const model = asString(meta.model);
  if (model !== null) {
    draft.model = model;
    factsOf(draft).model = model;
  }
  const usage = asObject(meta.usage);
  const merged = typeof asObject(meta.from)?.fork === 'string';
  if (merged) draft.flags |= Flag.Merged;
  // The context that a fork sent is not the one that its parent has here.
  if (usage !== null) draft.usage = { ...usageOf(usage), ...(merged && { input: 0, cacheRead: 0, cacheWrite: 0 }) };
}

/** The names of Anthropic's API, our own, or those of OpenAI's. */
function usageOf(usage: JsonObject): Usage {
  const own = { input: asNumber(usage.input), output: asNumber(usage.output) };
  if (own.input !== null || own.output !== null) {
    const [cacheRead, cacheWrite] = [asNumber(usage.cacheRead) ?? 0, asNumber(usage.cacheWrite) ?? 0];
    return { input: own.input ?? 0, output: own.output ?? 0, cacheRead, cacheWrite };
  }
  const cacheRead = asNumber(usage.cache_read_input_tokens);
  const cacheWrite = asNumber(usage.cache_creation_input_tokens);
  if (cacheRead === null && cacheWrite === null) return readUsage(usage);
  const [input, output] = [asNumber(usage.input_tokens) ?? 0, asNumber(usage.output_tokens) ?? 0];
  return { input, output, cacheRead: cacheRead ?? 0, cacheWrite: cacheWrite ?? 0 };
}

/**
 * Entries without a name of their own are called after how they stand to others: what they correct, what a merge made of them. An anchor
 * that lost a conflict says so after its name; what a tool is called stays as it is, since results are named after it.
 */
function labelOf({ kind, label }: Draft, record: JsonObject, meta: JsonObject): string {
  const from = asObject(meta.from);
  const mark = asString(from?.mark);
  if (label !== '') return kind === 'anchor' && mark !== null ? `${label} · ${oneLine(mark, 40)}` : label;
  const words = [
    ...(meta.insight === true ? ['insight'] : []),
    ...(typeof record.corrects === 'number' ? [`corrects ${record.corrects}`] : []),
    ...(mark === null ? [] : [mark]),
    ...(typeof from?.fork === 'string' ? [`from ${from.fork}`] : []),
  ];
  return oneLine(words.join(', '), 120);
}

/** Kinds whose parts Bub's reader draws from fields that a payload of another form does not have. */
const isPlain = (shape: JsonObject): boolean => {
  const payload = asObject(shape.payload) ?? {};
  switch (shape.kind) {
    case 'message':
    case 'system':
      return payload.content === undefined;
    case 'tool_call':
      return !Array.isArray(payload.calls);
    case 'tool_result':
      return !Array.isArray(payload.results);
    case 'error':
      return payload.message === undefined;
    case 'event':
      return payload.data === undefined && payload.name === undefined;
    default:
      return false;
  }
};

function parts(record: Json) {
  if (!isObject(record)) return show.parts(record);
  const shape = plainShape(record);
  return show.parts(isPlain(shape) ? { ...shape, kind: `${shape.kind} ` } : shape);
}

function preview(record: Json): string {
  if (!isObject(record)) return show.preview(record);
  const shape = plainShape(record);
  const payload = asObject(shape.payload) ?? {};
  const governed = shape.kind === 'event' ? governanceWords(payload) : null;
  if (governed !== null) return oneLine(governed, 240);
  const text = asString(payload.text);
  if (text !== null && isPlain(shape)) return show.preview({ ...shape, kind: 'message', payload: { content: text } });
  return show.preview(isPlain(shape) ? { ...shape, kind: `${shape.kind} ` } : shape);
}
