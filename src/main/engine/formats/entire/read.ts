import { Flag } from '../../../../shared/model/vocabulary.ts';
import { fillMessage, fillPrompt, isInjected } from '../chat/draft.ts';
import { type Piece, wordsOf } from '../chat/pieces.ts';
import { emptyDraft, factsOf } from '../draft.ts';
import type { Draft } from '../format.ts';
import { asString, isObject, timeOf } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';
import { entriesOf, isSummary, linePieces } from './record.ts';

/** Reads one line of a transcript: one entry and, where its calls have their results in them, one for each result. Never throws. */
export function read(record: Json): Draft[] {
  if (!isObject(record)) return [emptyDraft('untyped', Flag.Unknown | Flag.Sidecar, null)];
  return entriesOf(record).map(readEntry);
}

/** The record of one entry of a line, as `read` numbers them; an empty one where there is none. */
export function part(record: JsonObject, at: number): JsonObject {
  return entriesOf(record)[at] ?? {};
}

const ROLES: ReadonlyMap<string, 'user' | 'assistant' | 'tool'> = new Map(
  (['user', 'assistant', 'tool'] as const).map((role) => [role, role] as const),
);

function readEntry(record: JsonObject): Draft {
  const type = asString(record.type);
  const role = type === null ? undefined : ROLES.get(type);
  const draft = emptyDraft(type ?? 'untyped', 0, timeOf(record.ts));
  const version = asString(record.cli_version);
  if (version !== null) factsOf(draft).writer = version;
  if (role === undefined) {
    draft.flags |= Flag.Unknown | Flag.Sidecar;
    return draft;
  }
  const pieces = linePieces(record);
  fillMessage(draft, role, pieces);
  if (role === 'assistant') draft.step = asString(record.id) ?? UNNAMED;
  if (role === 'user') readUser(draft, pieces);
  return draft;
}

/** A request whose answer has no id of its own is one all the same. */
const UNNAMED = 'answer';

function readUser(draft: Draft, pieces: readonly Piece[]): void {
  const text = wordsOf(pieces);
  if (isSummary(text)) {
    draft.flags |= Flag.Meta | Flag.Summary | Flag.Boundary;
    draft.label = 'summary';
    draft.anchor = { name: 'compaction', type: 'compaction' };
    draft.compaction = { trigger: null, preTokens: null, postTokens: null, preserved: null, clearedCalls: [] };
  } else if (isInjected(pieces)) draft.flags |= Flag.Meta;
  else fillPrompt(draft, text);
}
