import { Flag } from '../../../../shared/model/vocabulary.ts';
import { emptyDraft } from '../draft.ts';
import type { Draft, Drafted, Facts } from '../format.ts';
import { asList, asObject, asString, isObject, oneLine, strings, timeOf } from '../json.ts';
import { contentOf, fillSaid, NOTHING_SAID, type Said, type SaidCall } from '../said/said.ts';
import { HEADER } from '../said/sections.ts';
import type { Json, JsonObject } from '../values.ts';
import { entriesIn, HEARD, isStep } from './whole.ts';

/** Kinds of steps that steer the agent and say nothing. */
const CONTROL: ReadonlySet<string> = new Set(['set_next_node', 'pass', 'respond', 'final_step']);

/** The id of the prompt that a step answers; null for what came from outside. */
const promptOf = (record: JsonObject): string | null => asString(asObject(record.metadata)?.prompt_id) || null;

const kindOf = ({ kind, role }: JsonObject): string => asString(kind) ?? asString(role) ?? '';

/** Keys that are no content of a step. */
const OUTSIDE: ReadonlySet<string> = new Set(['metadata', 'kind', 'role', 'tool_calls', 'tool_call_id', 'content']);

/** What a step says: its content, or all the words in its own fields. Null for what is not a step, and for steps that only steer. */
export function saidIn(entry: JsonObject): Said | null {
  const record = stepIn(entry);
  const kind = kindOf(record);
  if (!isStep(record) || CONTROL.has(kind)) return null;
  const { text: content, images } = contentOf(record.content);
  const text = [content, strings(record, OUTSIDE)].filter((words) => words !== '').join('\n');
  if (kind === 'tool') return { ...NOTHING_SAID, role: 'tool', images, result: { id: asString(record.tool_call_id), text, failed: false } };
  const role = kind === 'system' ? 'system' : promptOf(record) === null ? 'user' : 'assistant';
  return { ...NOTHING_SAID, role, text, images, calls: asList(record.tool_calls).filter(isObject).map(callOf) };
}

/** The step of an entry: its own, or one of the tape that is its context. */
export function stepIn(record: JsonObject): JsonObject {
  return asObject(record[HEARD]) ?? record;
}

const callOf = ({ id, function: called }: JsonObject): SaidCall => {
  const { name, arguments: args = {} } = asObject(called) ?? {};
  return { id: asString(id), name: asString(name) ?? 'tool', args };
};

/** Reads a step of a tape, what is around the steps, or a whole tape. */
export function read(record: Json): Drafted {
  if (!isObject(record)) return emptyDraft('untyped', Flag.Unknown | Flag.Sidecar, null);
  if (isStep(record)) return readStep(record);
  const entries = entriesIn(record);
  return entries.length === 1 ? readEntry(entries[0] ?? record) : entries.map(readEntry);
}

function readEntry(entry: JsonObject): Draft {
  const step = stepIn(entry);
  if (!isStep(step)) return readAround(step === entry ? entry : { step });
  return step === entry ? readStep(entry) : readHeard(step);
}

/** A step of another tape: its requests are that one's. */
function readHeard(step: JsonObject): Draft {
  const draft = readStep(step);
  draft.step = null;
  draft.flags &= ~Flag.Prompt;
  return draft;
}

const TITLE_CHARS = 120;
const PROMPT_CHARS = 2000;

function readStep(record: JsonObject): Draft {
  const draft = emptyDraft('message', Flag.Sent, null);
  const said = saidIn(record);
  const { id, agent } = asObject(record.metadata) ?? {};
  draft.id = asString(id) || null;
  if (said === null) Object.assign(draft, { kind: kindOf(record), flags: Flag.Sidecar });
  else fillSaid(draft, said);
  if (draft.label === '') draft.label = [kindOf(record), asString(agent) ?? ''].filter((word) => word !== '').join(' · ');
  draft.step = promptOf(record);
  if (said?.role !== 'user') return draft;
  draft.flags |= Flag.Prompt;
  const task = taskOf(record);
  if (task !== '') draft.facts = { title: oneLine(task, TITLE_CHARS), titleRank: 0, prompt: task.slice(0, PROMPT_CHARS) };
  return draft;
}

/** What is asked for: programs name it in their own way. */
const taskOf = ({ content, task, question }: JsonObject): string => contentOf(content).text || (asString(task) ?? asString(question) ?? '');

/** A tape begins with what it is and which tape it continues. */
function readAround(record: JsonObject): Draft {
  const draft = emptyDraft('event', Flag.Sidecar, timeOf(record.timestamp));
  const tape = asObject(record.metadata);
  if (tape === null) return { ...draft, kind: Object.keys(record)[0] ?? 'untyped', flags: Flag.Unknown | Flag.Sidecar };
  const facts: Facts = {};
  const [session, parent, author] = [asString(tape.id), asString(tape.parent_id), asString(tape.author)];
  if (session !== null) facts.session = session;
  if (parent !== null) facts.forkedFrom = { session: parent };
  return { ...draft, kind: HEADER, label: author ?? '', hint: facts as JsonObject };
}
