import { Flag } from '../../../../shared/model/vocabulary.ts';
import { fillMessage, fillPrompt } from '../chat/draft.ts';
import { type Piece, wordsOf } from '../chat/pieces.ts';
import { emptyDraft, factsOf } from '../draft.ts';
import type { Draft } from '../format.ts';
import { asNumber, asObject, asString, isObject, oneLine, timeOf } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';
import { piecesIn, type Said, saidIn, sentIn } from './record.ts';

/** The first word of the label of a message that a compaction hid. */
export const HIDDEN = 'hidden';

/** Reads a message, or what a session says of itself. Never throws. */
export function read(record: Json): Draft {
  if (!isObject(record)) return emptyDraft('untyped', Flag.Unknown | Flag.Sidecar, null);
  const said = saidIn(record);
  if (said !== null) return readMessage(record, said);
  if (record.role === undefined && isHead(record)) return readHead(record);
  return emptyDraft(asString(record.role) ?? 'untyped', Flag.Unknown | Flag.Sidecar, null);
}

/** Whether a record is what a session says of itself. */
export function isHead({ table, working_dir, description }: JsonObject): boolean {
  return table === 'sessions' || (typeof working_dir === 'string' && (table === undefined || description !== undefined));
}

function readMessage(record: JsonObject, said: Said): Draft {
  const draft = emptyDraft('message', 0, timeOf(record.created_timestamp ?? record.created));
  const pieces = piecesIn(record) ?? [];
  fillMessage(draft, said.role, pieces);
  const notice = said.content.length > 0 && sentIn(said).length === 0;
  if (notice) Object.assign(draft, { kind: 'event', label: asString(said.content[0]?.type) ?? '', flags: Flag.Sidecar });
  else if (said.role === 'assistant') readAnswer(draft);
  readSight(draft, said, pieces, notice);
  return draft;
}

/** Answers have no ids of requests: each begins one. */
function readAnswer(draft: Draft): void {
  Object.assign(draft, { step: 'answer', bound: { at: 'begins', time: null } });
}

/** A compaction leaves what was there for the user alone, and a summary for the agent alone. */
function readSight(draft: Draft, { role, metadata }: Said, pieces: readonly Piece[], notice: boolean): void {
  const [agent, user] = [metadata.agentVisible !== false, metadata.userVisible !== false];
  if (!agent && !notice) draft.label = HIDDEN;
  if (agent && !user) {
    draft.flags |= Flag.Meta;
    if (role === 'assistant') {
      withoutStep(draft);
      return;
    }
    draft.label = 'summary';
    draft.flags |= Flag.Summary | Flag.Boundary;
    draft.anchor = { name: 'compaction', type: 'compaction' };
    draft.compaction = { trigger: null, preTokens: null, postTokens: null, preserved: null, clearedCalls: [] };
  } else if (role === 'user' && draft.kind === 'message') fillPrompt(draft, wordsOf(pieces));
}

/** The program says in the model's name that it continues after a summary. */
function withoutStep(draft: Draft): void {
  draft.step = null;
  delete draft.bound;
  draft.flags |= Flag.Synthetic;
}

const TITLE_CHARS = 120;
const SUB_AGENT = 'sub_agent';

function readHead(record: JsonObject): Draft {
  const draft = emptyDraft('session', Flag.Sidecar, timeOf(record.created_at));
  const facts = factsOf(draft);
  const [id, cwd] = [asString(record.id), asString(record.working_dir)];
  const title = asString(record.name) || asString(record.description);
  const model = asString(asObject(record.model_config_json)?.model_name);
  draft.label = [asString(record.session_type), tokensIn(record)].filter((word) => word !== null).join(' · ');
  const parent = asString(record.parent_session_id);
  if (id !== null) facts.session = id;
  if (id && parent && record.session_type === SUB_AGENT) Object.assign(facts, { agent: id, spawnedBy: parent });
  if (cwd) facts.cwd = cwd;
  if (model !== null) facts.model = model;
  if (title) Object.assign(facts, { title: oneLine(title, TITLE_CHARS), titleRank: 1 });
  return draft;
}

const tokensIn = ({ accumulated_total_tokens: all }: JsonObject): string | null => {
  const tokens = asNumber(all);
  return tokens === null ? null : `${tokens} tokens in all`;
};
