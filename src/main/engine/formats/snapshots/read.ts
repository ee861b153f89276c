import type { Usage } from '../../../../shared/model/index.ts';
import { Flag, TOOL_DEFINITION } from '../../../../shared/model/vocabulary.ts';
import { emptyDraft } from '../draft.ts';
import type { Draft } from '../format.ts';
import { asNumber, asObject, asString, jsonChars } from '../json.ts';
import type { JsonObject } from '../values.ts';
import { type Block, isBlock, keyOf } from './block.ts';
import { textOf } from './show.ts';
import type { Entry } from './snapshot.ts';

/** The draft of an entry by its record. */
export function draftOf({ record, sends, facts, hint, shared }: Entry): Draft {
  const draft = isBlock(record) ? blockDraft(record) : asString(record.request) === null ? asideDraft(record) : requestDraft(record);
  if (record.sidechain === true) draft.flags |= Flag.Sidechain;
  if (shared && draft.step !== null) draft.flags |= Flag.Shared;
  if (sends !== undefined) draft.sends = sends;
  if (hint !== undefined) draft.hint = hint;
  if (facts !== undefined && Object.keys(facts).length > 0) draft.facts = facts;
  return draft;
}

function blockDraft(block: Block): Draft {
  const draft = emptyDraft(kindOf(block), Flag.Sent | flagsOf(block), asNumber(block.at));
  const key = keyOf(block);
  Object.assign(draft, { role: block.role, label: labelOf(block), chars: charsOf(block), step: asString(block.of) });
  if (key !== null) draft.block = key;
  const id = asString(block.id);
  if (block.block === 'call' && id !== null) draft.calls = [{ id, name: asString(block.name) ?? 'tool' }];
  if (block.block === 'result' && id !== null) draft.results = [id];
  return draft;
}

function kindOf({ block, role }: Block): string {
  if (block === 'call') return 'tool_call';
  if (block === 'result') return 'tool_result';
  return role === 'system' ? 'system' : 'message';
}

function flagsOf(block: Block): number {
  if (block.block === 'thinking') return Flag.Thinking;
  if (block.block === 'result') return block.failed === true ? Flag.Failed : 0;
  if (block.block === 'other') return Flag.Media;
  return block.block === 'text' && block.role === 'user' ? Flag.Prompt : 0;
}

function labelOf({ block, name }: Block): string {
  if (block === 'tool') return `${TOOL_DEFINITION} · ${asString(name) ?? ''}`;
  return block === 'call' ? (asString(name) ?? 'tool') : '';
}

const charsOf = (block: Block): number =>
  block.block === 'tool'
    ? jsonChars(block.definition ?? null)
    : block.block === 'other'
      ? jsonChars(block.value ?? null)
      : textOf(block).length;

function requestDraft(record: JsonObject): Draft {
  const draft = emptyDraft('request', Flag.Sidecar | (record.failed === true ? Flag.Failed : 0), asNumber(record.time));
  const cost = asNumber(record.cost);
  Object.assign(draft, { label: asString(record.label) ?? '', step: asString(record.request) || null, model: asString(record.model) });
  draft.usage = usageOf(asObject(record.usage));
  if (cost !== null) draft.cost = cost;
  readCheckpoint(draft, asObject(record.checkpoint));
  return draft;
}

/** A state is a place to continue from, and knows the one that it came from. */
function readCheckpoint(draft: Draft, checkpoint: JsonObject | null): void {
  if (checkpoint === null) return;
  draft.id = asString(checkpoint.id);
  draft.parent = asString(checkpoint.parent);
  draft.anchor = { name: draft.label === '' ? 'checkpoint' : draft.label, type: 'anchor' };
}

function usageOf(usage: JsonObject | null): Usage | null {
  if (usage === null) return null;
  const of = (name: string): number => Math.max(0, asNumber(usage[name]) ?? 0);
  return { input: of('input'), output: of('output'), cacheRead: of('cacheRead'), cacheWrite: of('cacheWrite') };
}

function asideDraft(record: JsonObject): Draft {
  const flags = Flag.Sidecar | (record.failed === true ? Flag.Failed : 0) | (record.unknown === true ? Flag.Unknown : 0);
  const draft = emptyDraft(asString(record.aside) ?? 'record', flags, asNumber(record.time));
  draft.label = asString(record.label) ?? '';
  const anchor = asString(record.anchor);
  if (anchor !== null) draft.anchor = { name: anchor, type: 'anchor' };
  return draft;
}
