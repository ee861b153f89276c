import type { Usage } from '../../../../shared/model/index.ts';
import { Flag } from '../../../../shared/model/vocabulary.ts';
import { fillMessage, fillPrompt } from '../chat/draft.ts';
import { type Piece, wordsOf } from '../chat/pieces.ts';
import { emptyDraft, factsOf } from '../draft.ts';
import type { Draft, Drafted } from '../format.ts';
import { asNumber, asObject, asString, isObject, timeOf } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';
import { COMPACTED, compactedIn, compactedLabel, messageIn } from './compacted.ts';
import { EDIT, editLabel, editsIn, textsIn } from './edits.ts';
import type { Hint } from './hint.ts';
import { isOfSession, piecesIn, rangeIn, requestIn, roleOf, seenIn, typedIn } from './record.ts';
import { shortened } from './sent.ts';
import { readOfSession, usedIn } from './session.ts';

/** Reads a record with what Cline sent in the place of old texts, an entry for each time, and with what a compaction left. Never throws. */
export function readWithEdits(record: Json): Drafted {
  if (!isObject(record)) return read(record);
  const drafts = editsIn(record)?.map(readEdit) ?? compactedIn(record)?.map(readCompacted);
  if (drafts !== undefined) return drafts;
  if (textsIn(record) !== null) return readEdit(record);
  return messageIn(record) === null ? read(record) : readCompacted(record);
}

function readCompacted(record: JsonObject): Draft {
  const message = messageIn(record) ?? {};
  const draft = emptyDraft(COMPACTED, Flag.Sidecar, timeOf(message.ts));
  fillMessage(draft, roleOf(message) ?? 'user', piecesIn(message) ?? []);
  const summary = message.id === undefined ? Flag.Summary : 0;
  return { ...draft, kind: COMPACTED, label: compactedLabel(record), flags: Flag.Sidecar | summary, calls: [], results: [], facts: null };
}

function readEdit(edit: JsonObject): Draft {
  const draft = emptyDraft(EDIT, Flag.Sidecar, timeOf(edit.ts));
  draft.label = editLabel(asNumber(edit.message) ?? 0);
  draft.chars = [...(textsIn(edit)?.values() ?? [])].reduce((sum, { length }) => sum + length, 0);
  return draft;
}

/** Reads a message of the history, or what the user saw. Never throws. */
export function read(record: Json): Draft {
  if (!isObject(record)) return emptyDraft('untyped', Flag.Unknown | Flag.Sidecar, null);
  const role = roleOf(record);
  if (role !== null) return readMessage(record, role);
  const seen = seenIn(record);
  if (seen === null)
    return (
      readOfSession(record) ??
      emptyDraft(asString(record.role) ?? asString(record.type) ?? 'untyped', Flag.Unknown | Flag.Sidecar, timeOf(record.ts))
    );
  return readSeen(record, seen);
}

function readMessage(record: JsonObject, role: 'user' | 'assistant'): Draft {
  const draft = emptyDraft('message', 0, timeOf(record.ts));
  const pieces = piecesIn(shortened(record)) ?? [];
  fillMessage(draft, role, pieces);
  const { id = null, modelId = id } = asObject(record.modelInfo) ?? {};
  draft.model = asString(modelId);
  if (draft.model !== null) factsOf(draft).model = draft.model;
  draft.hint = { is: role } satisfies Hint;
  if (role === 'assistant') Object.assign(draft, { step: 'answer', bound: { at: 'begins', time: null } }, usedIn(record));
  else if (draft.kind === 'message') readUser(draft, pieces);
  if (isOfSession(record)) draft.id = asString(record.id);
  readLeft(draft, record, SUMMARY.test(wordsOf(pieces)));
  return draft;
}

/** What the tool answers by which Cline has the model write a summary: the history continues from it. */
const SUMMARY = /^\s*\[summarize_task\b[^\]]*\] Result:/;

const TASK = /<(?:task|feedback|user_message|answer)>\n?([\s\S]*?)\n?<\/(?:task|feedback|user_message|answer)>/;

/** What a person typed is in tags; what tools answered, and how the editor is, are in the user's name too. */
function readUser(draft: Draft, pieces: readonly Piece[]): void {
  const text = typedIn(wordsOf(pieces));
  const typed = TASK.exec(text)?.[1];
  if (typed !== undefined) fillPrompt(draft, typed);
  else if (/^\s*(?:\[|<[a-z_]+[ >])/.test(text)) draft.flags |= Flag.Meta;
  else fillPrompt(draft, text);
}

/** A summary takes the place of the messages that name it, and so does a mark of those that were cut. */
function readLeft(draft: Draft, record: JsonObject, told: boolean): void {
  const { condenseId, truncationId, condenseParent, truncationParent } = record;
  const by = asString(condenseParent) ?? asString(truncationParent);
  if (by !== null) draft.label = `${LEFT} ${by}`;
  const id = asString(condenseId) ?? asString(truncationId) ?? draft.id;
  const summary = record.isSummary === true || (told && record.role === 'user');
  if (!summary && record.isTruncationMarker !== true) return;
  draft.id = id;
  draft.flags = (draft.flags & ~Flag.Prompt) | Flag.Meta | Flag.Boundary | (summary ? Flag.Summary : 0);
  draft.label = summary ? 'summary' : 'truncation';
  draft.anchor = { name: 'compaction', type: 'compaction' };
  draft.compaction = { trigger: null, preTokens: null, postTokens: null, preserved: null, clearedCalls: [] };
  draft.facts = null;
}

/** The first word of the label of a message that left the history, before the id of what it left for. */
export const LEFT = 'left for';
/** The kind of what the user saw, and the first word of its label where messages are out of the history. */
export const SEEN = 'event';
export const WITHOUT = 'without';

function readSeen(record: JsonObject, seen: string): Draft {
  const draft = emptyDraft(SEEN, Flag.Sidecar, timeOf(record.ts));
  const range = rangeIn(record);
  const request = requestIn(record);
  const index = asNumber(record.conversationHistoryIndex);
  draft.label = range === null ? seen : `${WITHOUT} ${range[0]}–${range[1]} · ${seen}`;
  draft.hint = (request === null ? { is: 'seen', range: range !== null } : { is: 'request', index }) satisfies Hint;
  if (request === null) return draft;
  draft.usage = usageOf(request);
  const cost = costOf(record);
  if (cost !== null) draft.cost = cost;
  if (request.cancelReason === 'streaming_failed') draft.flags |= Flag.Failed;
  return draft;
}

/** Through an API of OpenAI's kind the input holds what came from the cache. */
function usageOf(request: JsonObject): Usage | null {
  const of = (name: string): number => Math.max(0, asNumber(request[name]) ?? 0);
  const [cacheRead, cacheWrite] = [of('cacheReads'), of('cacheWrites')];
  const inside = request.apiProtocol === 'openai' ? cacheRead + cacheWrite : 0;
  const usage = { input: Math.max(0, of('tokensIn') - inside), output: of('tokensOut'), cacheRead, cacheWrite };
  return usage.input + usage.output + usage.cacheRead + usage.cacheWrite > 0 ? usage : null;
}

function costOf(record: JsonObject): number | null {
  const cost = asNumber(requestIn(record)?.cost);
  return cost !== null && cost > 0 ? cost : null;
}
