import { Flag } from '../../../../shared/model/vocabulary.ts';
import type { CompactionDraft, Draft, JsonObject } from '../format.ts';
import { asNumber, asObject, asString, asStrings } from '../json.ts';

/** System records by subtype. Those that are not known are events: shown, not sent. */
export function readSystem(draft: Draft, record: JsonObject): void {
  const subtype = asString(record.subtype) ?? '';
  draft.kind = 'event';
  draft.label = subtype;
  READERS.get(subtype)?.(draft, record);
}

const READERS: ReadonlyMap<string, (draft: Draft, record: JsonObject) => void> = new Map([
  ['compact_boundary', readBoundary],
  ['microcompact_boundary', readMicroBoundary],
  ['api_error', readApiError],
  ['local_command', readLocalCommand],
]);

function readBoundary(draft: Draft, record: JsonObject): void {
  const meta = asObject(record.compactMetadata);
  draft.kind = 'anchor';
  draft.role = 'system';
  draft.flags |= Flag.Boundary;
  draft.anchor = { name: 'compaction', type: 'compaction' };
  draft.compaction = {
    trigger: asString(meta?.trigger),
    preTokens: asNumber(meta?.preTokens),
    postTokens: asNumber(meta?.postTokens),
    preserved: meta === null ? null : preserved(meta),
    clearedCalls: [],
  };
}

/** What stays in context after the summary. The segment is the chain itself; the list of messages is for where it is missing. */
function preserved(meta: JsonObject): CompactionDraft['preserved'] {
  const segment = asObject(meta.preservedSegment);
  const head = asString(segment?.headUuid);
  const anchor = asString(segment?.anchorUuid);
  const tail = asString(segment?.tailUuid);
  if (head !== null && anchor !== null && tail !== null) return { head, anchor, tail };
  const messages = asObject(meta.preservedMessages);
  const listed = asString(messages?.anchorUuid);
  return listed === null ? null : { anchor: listed, ids: asStrings(messages?.uuids) };
}

function readMicroBoundary(draft: Draft, record: JsonObject): void {
  const meta = asObject(record.microcompactMetadata);
  draft.kind = 'anchor';
  draft.role = 'system';
  draft.flags |= Flag.MicroBoundary;
  draft.anchor = { name: 'micro-compaction', type: 'micro-compaction' };
  draft.compaction = {
    trigger: asString(meta?.trigger),
    preTokens: asNumber(meta?.preTokens),
    postTokens: null,
    preserved: null,
    clearedCalls: asStrings(meta?.compactedToolIds),
  };
}

function readApiError(draft: Draft): void {
  draft.kind = 'error';
  draft.role = 'system';
  draft.flags |= Flag.Failed;
}

/** Output of a command that Claude Code ran itself: it goes to the model as a user message. */
function readLocalCommand(draft: Draft, record: JsonObject): void {
  draft.kind = 'message';
  draft.role = 'user';
  draft.flags |= (draft.flags & Flag.Excluded) === 0 ? Flag.Sent | Flag.Meta : Flag.Meta;
  draft.chars = asString(record.content)?.length ?? 0;
}
