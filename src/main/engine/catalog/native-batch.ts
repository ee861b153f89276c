import type { Problem } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { emptyDraft } from '../formats/draft.ts';
import type { Draft, JsonObject } from '../formats/format.ts';
import { asList, asObject, asString, asStrings } from '../formats/json.ts';
import { parseRecord } from '../formats/mend.ts';
import { native } from '../formats/native.ts';
import type { Bytes } from '../source/bytes.ts';
import { encodePlace, placeOfPath } from '../store/place.ts';
import type { IndexRow } from '../store/types.ts';
import type { Batch } from './batch.ts';
import { addDraft, addUnknown, finishBatch, newDrafts } from './drafts.ts';

/** A fork or a merge, as the events of the parent tell it. */
export interface MarkDraft {
  seq: number;
  type: 'fork' | 'merge';
  label: string;
  /** The forks that are merged by this event. */
  forks: string[];
}

/** Rows of the index with the numbers that they are to get: `from` … `to`, ascending, gaps allowed. */
export interface Rows {
  from: number;
  to: number;
  rows: readonly IndexRow[];
  /** Entries up to this one lie in the folder of the session that a fork shares them with; 0 for a session. */
  shared: number;
}

export interface NativeBatch {
  batch: Batch;
  marks: MarkDraft[];
  /** Bytes of the lines, their ends included. */
  bytes: number;
}

/**
 * Makes a batch of rows and their lines. The number of an entry is its id: one that is missing from the index, or whose line is
 * not there any more, keeps its number as an entry that says so.
 */
export const nativeBatch = ({ from, to, rows, shared }: Rows, source: Bytes): NativeBatch => {
  const drafts = newDrafts();
  const marks: MarkDraft[] = [];
  const problems: Problem[] = [];
  let bytes = 0;
  let next = from;
  const addMissing = (): void => addDraft(drafts, missing('not in the index'), -1, 0, 0);
  for (const row of rows) {
    for (; next < row.id; next++) addMissing();
    next = row.id + 1;
    const place = pointerOf(row, shared);
    const record = place === null ? null : parseRecord(source.at(place, row.byte_length));
    const isLine = record !== null && record.id === row.id;
    const draft = isLine ? native.read(record) : missing('not where the index says');
    if (isLine) noteMark(marks, row.id, record);
    else problems.push(problemOf(row, place ?? 0));
    if (row.id <= shared) withoutTitle(draft);
    if (isLine && has(draft.flags, Flag.Unknown)) addUnknown(drafts, draft.kind);
    addDraft(drafts, draft, row.line_offset - 1, place ?? 0, place === null ? 0 : row.byte_length);
    bytes += row.byte_length + 1;
  }
  for (; next <= to; next++) addMissing();
  const run = { from: 0, to: bytes, lines: 0, blank: 0, repaired: 0, open: false, problems };
  const withEntries = rows.length - problems.length;
  return { batch: finishBatch(drafts, { ...run, withEntries, unreadable: problems.length }), marks, bytes };
};

const pointerOf = (row: IndexRow, shared: number): number | null => {
  const where = placeOfPath(row.file_path);
  return where && encodePlace({ level: row.id <= shared ? 1 : 0, ...where, offset: row.byte_offset });
};

const missing = (why: string): Draft => Object.assign(emptyDraft('missing', Flag.Failed, null), { label: why });

const problemOf = (row: IndexRow, place: number): Problem => ({
  line: row.line_offset,
  offset: place,
  length: row.byte_length,
  outcome: 'unreadable',
  reason: `${row.file_path}:${row.line_offset}: entry ${row.id} is not there any more, although the index has it.`,
});

/** What was said before a fork parted names its session, not the fork. */
const withoutTitle = ({ facts }: Draft): void => {
  delete facts?.title;
  delete facts?.titleRank;
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
