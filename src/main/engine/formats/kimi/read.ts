import { Flag } from '../../../../shared/model/vocabulary.ts';
import { fillMessage, fillPrompt, isInjected } from '../chat/draft.ts';
import { type Piece, wordsOf } from '../chat/pieces.ts';
import { emptyDraft, factsOf } from '../draft.ts';
import type { Draft } from '../format.ts';
import { asNumber, asObject, asString, isObject, timeOf } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';
import type { Hint } from './hint.ts';
import { eventOf, linePieces, ROLES, SYSTEM } from './record.ts';

/** Reads one line of a context, or of the wire log next to it. Never throws. */
export function read(record: Json): Draft {
  if (!isObject(record)) return emptyDraft('untyped', Flag.Unknown | Flag.Sidecar, null);
  const event = eventOf(record);
  return event === null ? readLine(record) : readEvent(record, event);
}

function readLine(record: JsonObject): Draft {
  const name = asString(record.role);
  const draft = emptyDraft(name ?? 'untyped', 0, null);
  const role = name === null ? undefined : ROLES.get(name);
  if (role !== undefined) readMessage(draft, role, record);
  else if (name === '_checkpoint') readCheckpoint(draft, record);
  else if (name === '_usage') readUsage(draft, record);
  else draft.flags |= Flag.Unknown | Flag.Sidecar;
  return draft;
}

function readCheckpoint(draft: Draft, { id }: JsonObject): void {
  Object.assign(draft, { kind: 'event', label: `checkpoint ${asNumber(id) ?? asString(id) ?? ''}`.trim(), flags: Flag.Sidecar });
}

function readUsage(draft: Draft, { token_count: count }: JsonObject): void {
  const tokens = asNumber(count);
  Object.assign(draft, { kind: 'event', label: 'tokens', flags: Flag.Sidecar });
  if (tokens !== null && tokens >= 0) draft.hint = { is: 'size', tokens } satisfies Hint;
}

function readMessage(draft: Draft, role: 'system' | 'user' | 'assistant' | 'tool', record: JsonObject): void {
  const pieces = linePieces(record);
  fillMessage(draft, role, pieces);
  if (role === 'system') readSystem(draft, wordsOf(pieces));
  if (role === 'user') readUser(draft, pieces);
  if (role === 'assistant') draft.hint = { is: 'answer' } satisfies Hint;
  if (role === 'tool') readResult(draft, pieces);
}

/** How the system prompt names the folder that the session is about. */
const FOLDER = /current working directory is `([^`\n]+)`/;

function readSystem(draft: Draft, text: string): void {
  Object.assign(draft, { kind: 'system', label: SYSTEM });
  const folder = FOLDER.exec(text)?.[1];
  if (folder !== undefined) factsOf(draft).cwd = folder;
}

const SUMMARY = '<system>Previous context has been compacted.';

/** What the program says in the user's name is in tags. A compaction begins a new file with its summary. */
function readUser(draft: Draft, pieces: readonly Piece[]): void {
  const text = wordsOf(pieces);
  if (text.startsWith(SUMMARY)) {
    draft.label = 'summary';
    draft.flags |= Flag.Meta | Flag.Summary;
  } else if (isInjected(pieces)) {
    draft.label = /^<([a-z-]+)/.exec(text.trimStart())?.[1] ?? '';
    draft.flags |= Flag.Meta;
  } else fillPrompt(draft, text);
}

/** How a tool that ran a sub-agent names it. */
const AGENT = /^agent_id: (\S+)$/m;

function readResult(draft: Draft, pieces: readonly Piece[]): void {
  for (const piece of pieces) {
    if (piece.is !== 'result') continue;
    if (piece.text.startsWith('<system>ERROR')) draft.flags |= Flag.Failed;
    // Most results name no agent: looking for a word is quicker than looking at the beginning of each line.
    const agent = piece.text.includes('agent_id: ') ? AGENT.exec(piece.text)?.[1] : undefined;
    if (agent !== undefined && piece.id !== null) factsOf(draft).spawns = [{ agent, call: piece.id }];
  }
}

/** Types of events that are in the protocol; others keep their names too, as unknown. */
const EVENTS: ReadonlySet<string> = new Set([
  ...[
    'metadata',
    'hello',
    'TurnBegin',
    'SteerInput',
    'TurnEnd',
    'StepBegin',
    'StepInterrupted',
    'StepRetry',
    'CompactionBegin',
    'CompactionEnd',
  ],
  ...['HookTriggered', 'HookResolved', 'MCPLoadingBegin', 'MCPLoadingEnd', 'StatusUpdate', 'Notification', 'PlanDisplay', 'ContentPart'],
  ...['ToolCall', 'ToolCallPart', 'ToolResult', 'ToolCallRequest', 'SubagentEvent', 'ApprovalRequest', 'ApprovalRequestResolved'],
  ...['ApprovalResponse', 'QuestionRequest', 'BtwBegin', 'BtwEnd'],
]);

export function isEvent(kind: string): boolean {
  return EVENTS.has(kind);
}

/** Events are what was shown while it happened: they have the times that the context lacks, and nothing of them is sent again. */
function readEvent(record: JsonObject, { type, payload }: { type: string; payload: JsonObject }): Draft {
  const draft = emptyDraft(type, 0, timeOf(record.timestamp));
  const pieces = linePieces(record);
  fillMessage(draft, null, pieces);
  Object.assign(draft, { kind: type, role: null, label: labelOf(type, payload, draft.label) });
  draft.flags = (draft.flags & ~Flag.Sent) | Flag.Sidecar | (isEvent(type) ? 0 : Flag.Unknown);
  return draft;
}

function labelOf(type: string, payload: JsonObject, label: string): string {
  if (type === 'StepBegin') return `step ${asNumber(payload.n) ?? ''}`.trim();
  const usage = asObject(payload.token_usage);
  if (usage === null) return label;
  const of = (key: string): number => asNumber(usage[key]) ?? 0;
  return `${of('input_other')} new, ${of('input_cache_read')} cached, ${of('input_cache_creation')} written to the cache, ${of('output')} out`;
}
