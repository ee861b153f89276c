import { Flag } from '../../../../shared/model/vocabulary.ts';
import { factsOf } from '../draft.ts';
import type { Draft } from '../format.ts';
import { asNumber, asObject, asString, oneLine } from '../json.ts';
import type { JsonObject } from '../values.ts';
import { give, saidOf } from './hint.ts';
import { madeId, textOf } from './record.ts';
import { tokensOf } from './usage.ts';

/** Fills a draft with an event of the user interface. No event reaches the model by itself: what it causes is logged as an item. */
export function readEvent(draft: Draft, event: JsonObject): void {
  const type = asString(event.type) ?? '';
  draft.label = type;
  const fill = EVENTS.get(type);
  if (fill) fill(draft, event);
  else {
    if (!QUIET.has(type)) draft.flags |= Flag.Unknown;
    draft.flags |= Flag.Sidecar;
  }
  if (!draft.hint) give(draft, { is: 'twin', id: madeId(event.turn_id), role: null, said: '' });
}

const EVENTS: ReadonlyMap<string, (draft: Draft, event: JsonObject) => void> = new Map([
  ['token_count', readTokens],
  ['user_message', readTwin],
  ['agent_message', readTwin],
  ['agent_reasoning', readTwin],
  ['agent_reasoning_raw_content', readTwin],
  ['exec_command_end', readTwin],
  ['patch_apply_end', readTwin],
  ['mcp_tool_call_end', readTwin],
  ['web_search_end', readTwin],
  ['context_compacted', readTwin],
  ['item_completed', readCompleted],
  ['task_started', readTurn],
  ['turn_started', readTurn],
  ['task_complete', readTurn],
  ['turn_complete', readTurn],
  ['turn_aborted', readAborted],
  ['thread_rolled_back', readRollback],
  ['thread_name_updated', readName],
  ['exited_review_mode', readReview],
  ['error', readError],
  ['stream_error', readError],
  ['collab_agent_spawn_end', readSpawn],
]);

/** Events that say nothing of a request and are known to. */
const QUIET: ReadonlySet<string> = new Set([
  ...['thread_settings_applied', 'collab_waiting_end', 'collab_close_end', 'collab_agent_interaction_end', 'entered_review_mode'],
  ...['dynamic_tool_call_request', 'dynamic_tool_call_response', 'view_image_tool_call', 'warning', 'deprecation_notice'],
  ...['background_event', 'turn_diff', 'plan_update', 'agent_reasoning_section_break', 'thread_goal_updated', 'mcp_tool_call_begin'],
]);

/** Cumulative tokens, or the limits of the account alone. */
function readTokens(draft: Draft, event: JsonObject): void {
  const info = asObject(event.info);
  draft.flags |= Flag.Sidecar;
  if (info === null) draft.label = 'rate limits';
  give(draft, { is: 'usage', total: tokensOf(info?.total_token_usage), last: tokensOf(info?.last_token_usage), record: false });
}

const SPEAKERS: ReadonlyMap<string, 'user' | 'assistant'> = new Map([
  ['user_message', 'user'],
  ['agent_message', 'assistant'],
  ['UserMessage', 'user'],
  ['AgentMessage', 'assistant'],
]);

/** Says for the window what an item says for the model. */
function readTwin(draft: Draft, event: JsonObject): void {
  const role = SPEAKERS.get(draft.label) ?? null;
  draft.flags |= Flag.Twin;
  draft.role = role;
  give(draft, { is: 'twin', id: madeId(event.turn_id), role, said: saidOf(asString(event.message) ?? '') });
}

/** Items that the paginated log has for the window (0.148 and newer). */
function readCompleted(draft: Draft, event: JsonObject): void {
  const item = asObject(event.item) ?? {};
  const type = asString(item.type) ?? '';
  const role = SPEAKERS.get(type) ?? null;
  draft.label = type === '' ? 'item_completed' : type;
  draft.role = role;
  draft.flags |= TWINS.has(type) ? Flag.Twin : Flag.Sidecar;
  give(draft, { is: 'twin', id: madeId(event.turn_id), role, said: saidOf(textOf(item)) });
  if (type === 'ExitedReviewMode') give(draft, { is: 'bound', id: madeId(event.turn_id), turn: false, review: true });
  if (type === 'SubAgentActivity' && item.kind === 'started') spawn(draft, item.agent_thread_id, item.id);
}

const TWINS: ReadonlySet<string> = new Set([
  ...['UserMessage', 'AgentMessage', 'Reasoning', 'CommandExecution', 'FileChange', 'McpToolCall', 'WebSearch', 'ContextCompaction'],
]);

function readTurn(draft: Draft, event: JsonObject): void {
  const turn = draft.label === 'task_started' || draft.label === 'turn_started';
  draft.flags |= Flag.Sidecar;
  give(draft, { is: 'bound', id: madeId(event.turn_id), turn });
}

function readAborted(draft: Draft, event: JsonObject): void {
  readTurn(draft, event);
  draft.flags |= Flag.Failed;
  const reason = asString(event.reason);
  if (reason !== null) draft.label = `turn_aborted · ${reason}`;
}

/** The history goes back by some turns. It is an anchor, whose name says how far, so that the rules need no more than its row. */
function readRollback(draft: Draft, event: JsonObject): void {
  const turns = Math.max(0, Math.floor(asNumber(event.num_turns) ?? 0));
  draft.kind = 'anchor';
  draft.role = 'system';
  draft.label = rollbackName(turns);
  draft.anchor = { name: draft.label, type: 'anchor' };
  give(draft, { is: 'bound', id: null, turn: true });
}

const ROLLBACK = 'rolled back by ';
const rollbackName = (turns: number): string => `${ROLLBACK}${turns} ${turns === 1 ? 'turn' : 'turns'}`;

/** By how many turns an entry with this label takes the history back; null for any other entry. */
export function turnsBack(label: string): number | null {
  return label.startsWith(ROLLBACK) ? Number.parseInt(label.slice(ROLLBACK.length), 10) || 0 : null;
}

function readName(draft: Draft, event: JsonObject): void {
  draft.flags |= Flag.Sidecar;
  const title = oneLine(asString(event.thread_name) ?? asString(event.name) ?? '', 120);
  if (title === '') return;
  const facts = factsOf(draft);
  facts.title = title;
  facts.titleRank = 3;
}

function readReview(draft: Draft, event: JsonObject): void {
  draft.flags |= Flag.Sidecar;
  give(draft, { is: 'bound', id: madeId(event.turn_id), turn: false, review: true });
}

function readError(draft: Draft): void {
  draft.kind = 'error';
  draft.role = 'system';
  draft.flags |= Flag.Failed;
}

function readSpawn(draft: Draft, event: JsonObject): void {
  draft.flags |= Flag.Sidecar;
  spawn(draft, event.new_thread_id, event.call_id);
}

function spawn(draft: Draft, agent: JsonObject[string] | undefined, call: JsonObject[string] | undefined): void {
  if (typeof agent === 'string' && typeof call === 'string') factsOf(draft).spawns = [{ agent, call }];
}
