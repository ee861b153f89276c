import type { EntryRow, OmissionReason } from '../../../../shared/model/index.ts';
import type { Pick, Selection } from '../context/selection.ts';
import { asList, asNumber, asObject, asString, isObject } from '../json.ts';
import type { JsonObject } from '../values.ts';

/**
 * What a session of the command line 3.x sends in the place of its first messages (`ID.compaction.json`): a document is one record, and each message in it
 * an entry, whose record is `{ compacted, after }`. Only the newest compaction is kept there.
 */

/** The kind of the entry of such a message. */
export const COMPACTED = 'compacted';

/** The messages that one record has for the first `source_message_count` of its session; null for a record of another document. */
export function compactedIn({ source_message_count: after, messages }: JsonObject): JsonObject[] | null {
  if (asNumber(after) === null || !Array.isArray(messages)) return null;
  return asList(messages)
    .filter(isObject)
    .map((compacted) => ({ compacted, after: after ?? 0 }));
}

/** The message that such an entry has; null for another record. */
export function messageIn({ compacted, after }: JsonObject): JsonObject | null {
  return asNumber(after) === null ? null : asObject(compacted);
}

/** The label of such an entry: rules decide on rows. A message that was kept has the id that it has in the session; a summary has none. */
export function compactedLabel({ compacted, after }: JsonObject): string {
  const id = asString(asObject(compacted)?.id);
  return `after ${asNumber(after) ?? 0}${id === null ? '' : ` · ${id}`}`;
}

const LABEL = /^after (\d+)(?: · (.*))?$/;

/** What was sent after a compaction: what it kept, or has in the place of that, and then the messages after those that it was made of. */
export function compacted(selection: Selection, before: readonly EntryRow[], history: readonly EntryRow[]): Selection {
  const rows = before.filter(({ kind }) => kind === COMPACTED);
  const after = Number(LABEL.exec(rows[0]?.label ?? '')?.[1] ?? Number.NaN);
  if (Number.isNaN(after)) return selection;
  if (!(history.length >= after)) return { ...selection, findings: [...selection.findings, ONE_KEPT] };
  const byId = new Map(history.slice(0, after).map((row) => [row.id, row]));
  const picks = [...rows.map((row) => pickOf(row, byId)), ...history.slice(after).map(({ seq }) => ({ seq }))];
  const sent = new Set(picks.map(({ seq }) => seq));
  const left = history.filter(({ seq }) => !sent.has(seq)).map(({ seq }): [number, OmissionReason] => [seq, 'compacted']);
  return { ...selection, picks, reasons: new Map([...selection.reasons, ...left]) };
}

const ONE_KEPT = {
  type: 'note',
  text: 'This session was compacted later, and only its newest compaction is kept: if it was compacted before this request too, less was sent.',
  calm: true,
} as const;

/** A message that was kept as it was is there itself. */
function pickOf(row: EntryRow, byId: ReadonlyMap<string | null, EntryRow>): Pick {
  const kept = byId.get(LABEL.exec(row.label)?.[2] ?? '');
  if (kept === undefined) return { seq: row.seq };
  return kept.chars === row.chars ? { seq: kept.seq } : { seq: kept.seq, instead: row.seq, why: 'rewritten by the compaction' };
}
