import type { Usage } from '../../../../shared/model/index.ts';
import { Flag } from '../../../../shared/model/vocabulary.ts';
import { fillMessage, fillPrompt } from '../chat/draft.ts';
import { wordsOf } from '../chat/pieces.ts';
import { emptyDraft, factsOf } from '../draft.ts';
import type { Draft } from '../format.ts';
import { asList, asNumber, asObject, asString, asWord, isObject, oneLine, timeOf } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';
import { piecesIn, roleOf } from './record.ts';

/** Reads a message of a thread, or what is around the messages. Never throws. */
export function read(record: Json): Draft {
  if (!isObject(record)) return emptyDraft('untyped', Flag.Unknown | Flag.Sidecar, null);
  const role = roleOf(record);
  if (role !== null) return readMessage(record, role);
  if (record.role === undefined) return readAround(record);
  return emptyDraft(asString(record.role) ?? 'untyped', Flag.Unknown | Flag.Sidecar, null);
}

function readMessage(record: JsonObject, role: 'user' | 'assistant'): Draft {
  const draft = emptyDraft('message', 0, timeOf(asObject(record.meta)?.sentAt));
  const pieces = piecesIn(record) ?? [];
  fillMessage(draft, role, pieces);
  if (role === 'assistant') readAnswer(draft, record);
  else if (draft.kind === 'message') fillPrompt(draft, wordsOf(pieces));
  return draft;
}

function readAnswer(draft: Draft, { messageId, usage, state }: JsonObject): void {
  const used = asObject(usage);
  draft.step = `answer ${asWord(messageId)}`;
  draft.bound = { at: 'begins', time: null };
  draft.model = asString(used?.model);
  draft.usage = used === null ? null : usageOf(used);
  if (draft.model !== null) factsOf(draft).model = draft.model;
  if (asObject(state)?.type === 'error') draft.flags |= Flag.Failed;
}

function usageOf(used: JsonObject): Usage | null {
  const of = (name: string): number => Math.max(0, asNumber(used[name]) ?? 0);
  const usage = {
    input: of('inputTokens'),
    output: of('outputTokens'),
    cacheRead: of('cacheReadInputTokens'),
    cacheWrite: of('cacheCreationInputTokens'),
  };
  return usage.input + usage.output + usage.cacheRead + usage.cacheWrite > 0 ? usage : null;
}

const TITLE_CHARS = 120;

/** A thread begins with what it is, and ends with its title, where it ran, what it cost, and its newest request. */
function readAround(record: JsonObject): Draft {
  const draft = emptyDraft('event', Flag.Sidecar, timeOf(record.created));
  draft.label = record.id === undefined ? 'title, place and newest request' : 'thread';
  const [id, title] = [asString(record.id), asString(record.title)];
  const begun = asObject(asObject(record.env)?.initial);
  const [folder] = asList(begun?.trees).filter(isObject);
  const cwd = asString(folder?.uri)?.replace(/^file:\/\//, '');
  const writer = asString(asObject(begun?.platform)?.clientVersion);
  if (id !== null) factsOf(draft).session = id;
  const parent = parentIn(record);
  if (parent !== null) factsOf(draft).forkedFrom = { session: parent };
  if (title !== null && title !== '') Object.assign(factsOf(draft), { title: oneLine(title, TITLE_CHARS), titleRank: 2 });
  if (cwd) factsOf(draft).cwd = cwd;
  if (writer !== null) factsOf(draft).writer = writer;
  return draft;
}

/** The thread that handed over to this one. Each of the two names the other, and `role` is what the other is. */
function parentIn({ relationships }: JsonObject): string | null {
  const parents = asList(relationships).filter((one) => isObject(one) && one.type === 'handoff' && one.role === 'parent');
  return asString(asObject(parents[0])?.threadID);
}
