import type { NativeEntry } from '../../../../shared/model/native.ts';
import { longNumbers } from '../../formats/exact.ts';
import type { Json, JsonObject } from '../../formats/format.ts';
import { asList, asObject, asString } from '../../formats/json.ts';
import { isSuperseded } from '../../formats/native/phase.ts';
import { callsOf, resultsOf } from '../export/pairs.ts';

/** What planning a merge has to know of an entry; its payload stays on disk. */
export interface Fact {
  id: number;
  kind: string;
  at: string;
  /** Hex, of kind and payload. */
  digest: string;
  /** Its numbers that the digest rounds, as they are written. */
  numbers: readonly string[];
  summary: string;
  /** The entry it corrects, as an id of its own tape. */
  corrects: number | null;
  /** Entries that it names as its sources, as ids of its own tape. What was merged before names what its sources became. */
  cites: readonly number[];
  insight: boolean;
  /** It lost a conflict when it was merged: it claims nothing any more. */
  superseded: boolean;
  /** Ids of the tool calls that it makes or answers; none where one of them has no id. */
  calls: readonly string[];
  /** Null for what is not an anchor. */
  anchor: { name: string; state: JsonObject } | null;
}

/** A fork, as planning sees it: what it shares with its parent ends at `start`. */
export interface ForkFacts {
  name: string;
  start: number;
  /** Its own entries, in order. */
  facts: readonly Fact[];
}

type Indexed = { digest: Uint8Array; summary: string };

/**
 * Reads facts one after the other, of entries that were read exactly. Results that name no call belong to the calls that wait for theirs, in order; `before` are entries
 * that come before, for the calls that still wait.
 */
export function factReader(before: readonly NativeEntry[] = []): (row: Indexed, entry: NativeEntry) => Fact {
  const waiting: string[] = [];
  const answered = (call: string | null): string => {
    const at = call === null ? 0 : waiting.indexOf(call);
    const [found] = at === -1 ? [] : waiting.splice(at, 1);
    return call ?? found ?? '';
  };
  const callsOfEntry = (entry: NativeEntry): string[] => {
    if (entry.kind === 'tool_result') return resultsOf(entry).map(({ call }) => answered(call));
    const ids = entry.kind === 'tool_call' ? callsOf(entry).map(({ id }) => asString(id) ?? '') : [];
    waiting.push(...ids);
    return ids;
  };
  for (const entry of before) callsOfEntry(entry);
  return (row, { payload: written, ...about }) => {
    const numbers = longNumbers(written);
    const entry = { ...about, payload: numbers.length === 0 ? written : JSON.parse(JSON.stringify(written)) };
    const payload = asObject(entry.payload as Json) ?? {};
    const calls = callsOfEntry(entry);
    return {
      id: entry.id,
      kind: entry.kind,
      at: entry.at,
      digest: Buffer.from(row.digest).toString('hex'),
      numbers,
      summary: row.summary,
      corrects: entry.corrects ?? null,
      cites: cited(entry),
      insight: entry.kind === 'insight' || entry.meta.insight === true,
      superseded: isSuperseded(entry.meta),
      calls: calls.includes('') ? [] : calls,
      anchor: entry.kind === 'anchor' ? { name: asString(payload.name) ?? '', state: asObject(payload.state) ?? {} } : null,
    };
  };
}

/** `source_ids` in the state, the payload or the meta, as they are to be read in the tape where the entry is. */
function cited(entry: NativeEntry): number[] {
  const payload = asObject(entry.payload as Json) ?? {};
  const places = [asObject(payload.state)?.source_ids, payload.source_ids, entry.meta.source_ids as Json | undefined];
  const became = asObject(asObject(entry.meta.from as Json | undefined)?.ids) ?? {};
  const ids = places.flatMap((place) => asList(place)).filter((id): id is number => Number.isSafeInteger(id));
  return [...new Set(ids)].map((id) => {
    const now = became[id];
    return typeof now === 'number' ? now : id;
  });
}
