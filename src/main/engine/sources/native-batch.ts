import type { Problem } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import type { Bytes } from '../bytes/bytes.ts';
import { encodePlace, placeOfPath } from '../bytes/tape-place.ts';
import { emptyDraft } from '../formats/draft.ts';
import type { Draft, JsonObject } from '../formats/format.ts';
import { asList, asObject, asString, asStrings } from '../formats/json.ts';
import { parseRecord } from '../formats/mend.ts';
import { native } from '../formats/native/format.ts';
import { addDraft, addUnknown, finishBatch, newDrafts } from '../linking/drafts.ts';
import type { Batch } from '../pages/batch.ts';
import type { IndexRow } from '../store/types.ts';
import type { MarkDraft } from '../storing/storing.ts';

/** One line that makes an entry. */
export interface NativeItem {
  id: number;
  /** Relative to the folder of its tape, for people. */
  path: string;
  /** 1-based. */
  line: number;
  /** Bytes without the line feed. */
  length: number;
  /** Null where it cannot be pointed to. */
  place: number | null;
  /** Null where there is no such entry (any more). */
  record: JsonObject | null;
}

/** Items with the numbers that they are to get: `from` … `to`, ascending, gaps allowed. */
export interface Items {
  from: number;
  to: number;
  items: Iterable<NativeItem>;
  /** Entries up to this one belong to the tape that a fork shares them with; 0 for a session. */
  shared: number;
}

/** Rows of the index as items. */
export function* itemsOf(rows: readonly IndexRow[], shared: number, source: Bytes): Generator<NativeItem> {
  for (const row of rows) {
    const { id, file_path: path, line_offset: line, byte_length: length } = row;
    const place = pointerTo(path, row.byte_offset, id <= shared ? 1 : 0);
    const record = place === null ? null : parseRecord(source.at(place, length));
    yield { id, path, line, length, place, record: record?.id === id ? record : null };
  }
}

/** The place of a byte in a file of a phase; null for any other file. */
export function pointerTo(path: string, offset: number, level: 0 | 1): number | null {
  const where = placeOfPath(path);
  return where && encodePlace({ level, ...where, offset });
}

export interface NativeBatch {
  batch: Batch;
  marks: MarkDraft[];
  /** Bytes of the lines, their ends included. */
  bytes: number;
}

/**
 * Makes a batch of items. The number of an entry is its id: one that is missing, or whose line is not there any more, keeps its number as
 * an entry that says so.
 */
export function nativeBatch({ from, to, items, shared }: Items): NativeBatch {
  const drafts = newDrafts();
  const marks: MarkDraft[] = [];
  const problems: Problem[] = [];
  let bytes = 0;
  let lines = 0;
  let next = from;
  const fill = (before: number): void => {
    for (; next < before; next++) addDraft(drafts, missing('in no file'), -1, 0, 0);
  };
  for (const item of items) {
    const { id, record, place } = item;
    fill(id);
    next = id + 1;
    const draft = record ? native.read(record) : missing('not where the index says');
    if (record) noteMark(marks, id, record);
    else problems.push(problemOf(item));
    if (id <= shared) ofParent(draft);
    if (record && has(draft.flags, Flag.Unknown)) addUnknown(drafts, draft.kind);
    addDraft(drafts, draft, item.line - 1, place ?? 0, place === null ? 0 : item.length);
    bytes += item.length + 1;
    lines += 1;
  }
  fill(to + 1);
  const run = { from: 0, to: bytes, lines: 0, blank: 0, repaired: 0, noted: 0, late: false, bare: false, open: false, problems };
  return { batch: finishBatch(drafts, { ...run, withEntries: lines - problems.length, unreadable: problems.length }), marks, bytes };
}

const missing = (why: string): Draft => Object.assign(emptyDraft('missing', Flag.Failed, null), { label: why });

const problemOf = ({ id, path, line, length, place }: NativeItem): Problem => ({
  line,
  offset: place ?? 0,
  length: place === null ? 0 : length,
  outcome: 'unreadable',
  reason: `${path}:${line}: entry ${id} is gone, although the index has it.`,
});

/** What was written before a fork parted was used by its session, and what was said names the session. */
const ofParent = (draft: Draft): void => {
  draft.flags |= Flag.Shared;
  delete draft.facts?.title;
  delete draft.facts?.titleRank;
};

/** Governance events have their name in their data too. One that came with a merge was told where it happened. */
const noteMark = (marks: MarkDraft[], seq: number, record: JsonObject): void => {
  const own = record.kind === 'event' && asObject(record.meta)?.from === undefined;
  const payload = own ? asObject(record.payload) : null;
  const data = asObject(payload?.data);
  if (data === null || data.event !== payload?.name) return;
  if (data.event === 'fork') marks.push({ seq, type: 'fork', label: asString(data.branch) ?? 'fork', forks: [] });
  if (data.event !== 'merge') return;
  const inputs = asStrings(asList(data.inputs));
  const refuted = data.verdict === 'refuted';
  marks.push({ seq, type: 'merge', label: `${inputs.join(', ')}${refuted ? ' · refuted' : ''}`, forks: refuted ? [] : inputs });
};
