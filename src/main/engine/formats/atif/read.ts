import type { Usage } from '../../../../shared/model/index.ts';
import { Flag } from '../../../../shared/model/vocabulary.ts';
import { emptyDraft, factsOf } from '../draft.ts';
import type { Draft, Facts } from '../format.ts';
import { asNumber, asObject, asString, isObject, oneLine, timeOf } from '../json.ts';
import { fillSaid } from '../said/said.ts';
import { HEADER } from '../said/sections.ts';
import type { Json, JsonObject } from '../values.ts';
import { entriesOf, referencesIn, saidIn, stepOf } from './record.ts';

/** Reads a step of a trajectory, or what is around the steps: one entry, and one for each result in it. */
export function read(record: Json): Draft[] {
  if (!isObject(record)) return [emptyDraft('untyped', Flag.Unknown | Flag.Sidecar, null)];
  return entriesOf(record).map(readEntry);
}

/** The record of one entry of a step. */
export function part(record: JsonObject, at: number): JsonObject {
  return entriesOf(record)[at] ?? {};
}

function readEntry(record: JsonObject): Draft {
  const draft = emptyDraft('message', Flag.Sent, timeOf(record.timestamp));
  if (record.is_copied_context === true) draft.flags |= Flag.Shared;
  const result = asObject(record.result);
  if (result !== null && record.source === undefined) readResult(draft, result);
  else if (record.source === undefined) readAround(draft, record);
  else readStep(draft, record);
  const said = saidIn(record);
  if (said !== null) fillSaid(draft, said);
  return draft;
}

function readResult(draft: Draft, result: JsonObject): void {
  const call = asString(result.source_call_id);
  const agents = referencesIn(result);
  if (agents.length > 0) draft.label = 'sub-agent';
  if (call !== null && agents.length > 0) factsOf(draft).spawns = agents.map((agent) => ({ agent, call }));
  if ((result.content ?? null) === null) Object.assign(draft, { kind: 'event', flags: Flag.Sidecar });
}

/** The head of a trajectory says who it is of, its foot what it came to. */
function readAround(draft: Draft, record: JsonObject): void {
  draft.flags = Flag.Sidecar;
  const agent = asObject(record.agent);
  if (agent === null) {
    draft.kind = 'event';
    draft.label = Object.keys(record).slice(0, 5).join(', ');
    return;
  }
  draft.kind = HEADER;
  draft.label = asString(agent.name) ?? '';
  draft.hint = headerFacts(record, agent) as JsonObject;
}

function headerFacts({ session_id, trajectory_id }: JsonObject, agent: JsonObject): Facts {
  const session = asString(trajectory_id) ?? asString(session_id);
  const [writer, model] = [asString(agent.version), asString(agent.model_name)];
  const parent = asString(asObject(agent.extra)?.parent_session_id);
  return {
    ...(session !== null && { session }),
    ...(writer !== null && { writer }),
    ...(model !== null && { model }),
    ...(session !== null && parent !== null && { agent: session, spawnedBy: parent }),
  };
}

const TITLE_CHARS = 120;
const PROMPT_CHARS = 2000;

function readStep(draft: Draft, record: JsonObject): void {
  const { source, is_copied_context: copied } = record;
  const said = saidIn(record);
  if (said === null) {
    Object.assign(draft, { kind: asString(source) ?? 'untyped', flags: Flag.Unknown | Flag.Sidecar });
    return;
  }
  if (source === 'agent') readAnswer(draft, record);
  if (source !== 'user') return;
  draft.flags |= Flag.Prompt;
  if (copied === true || said.text === '') return;
  Object.assign(factsOf(draft), { title: oneLine(said.text, TITLE_CHARS), titleRank: 0, prompt: said.text.slice(0, PROMPT_CHARS) });
}

/** What was copied from another trajectory is not a request of this one, and neither is what the program did without a model. */
function readAnswer(draft: Draft, record: JsonObject): void {
  draft.model = asString(record.model_name);
  if (record.is_copied_context === true) return;
  if (record.llm_call_count === 0) {
    draft.flags |= Flag.Synthetic;
    return;
  }
  draft.step = stepOf(record);
  draft.usage = usageOf(asObject(record.metrics));
  const cost = costOf(record);
  if (cost !== null) draft.cost = cost;
}

/** What was read from the cache is part of the prompt that is logged. */
function usageOf(metrics: JsonObject | null): Usage | null {
  if (metrics === null) return null;
  const of = (name: string): number => Math.max(0, asNumber(metrics[name]) ?? 0);
  const cacheRead = Math.min(of('cached_tokens'), of('prompt_tokens'));
  const usage = { input: of('prompt_tokens') - cacheRead, output: of('completion_tokens'), cacheRead, cacheWrite: 0 };
  return usage.input + usage.output + usage.cacheRead > 0 ? usage : null;
}

/** See `Format.cost`. */
export function costOf(record: JsonObject): number | null {
  const cost = asNumber(asObject(record.metrics)?.cost_usd);
  return cost !== null && cost > 0 && record.is_copied_context !== true ? cost : null;
}
