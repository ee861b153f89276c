import type { NativeEntry } from '../../../../shared/model/native.ts';
import type { Json, JsonObject } from '../../formats/format.ts';
import { asList, asObject, asString } from '../../formats/json.ts';

/** What planning a merge has to know of an entry; its payload stays on disk. */
export interface Fact {
  id: number;
  kind: string;
  at: string;
  /** Hex, of kind and payload. */
  digest: string;
  summary: string;
  /** The entry it corrects, as an id of its own tape. */
  corrects: number | null;
  /** Entries that it names as its sources, as ids of its own tape. What was merged before names what its sources became. */
  cites: readonly number[];
  insight: boolean;
  /** Ids of the tool calls that it makes or answers; none where one of them has no id. */
  calls: readonly string[];
  /** Null for what is no anchor. */
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

/** Reads facts one after the other: results that are matched by place belong to the calls before them. */
export function factReader(pending: readonly string[] = []): (row: Indexed, entry: NativeEntry) => Fact {
  let waiting = pending;
  return (row, entry) => {
    const payload = asObject(entry.payload as Json) ?? {};
    const calls = entry.kind === 'tool_result' ? answered(payload, waiting) : entry.kind === 'tool_call' ? called(payload) : [];
    if (entry.kind === 'tool_call') waiting = calls;
    if (entry.kind === 'tool_result') waiting = [];
    return {
      id: entry.id,
      kind: entry.kind,
      at: entry.at,
      digest: Buffer.from(row.digest).toString('hex'),
      summary: row.summary,
      corrects: entry.corrects ?? null,
      cites: cited(entry),
      insight: entry.kind === 'insight' || entry.meta.insight === true,
      calls,
      anchor: entry.kind === 'anchor' ? { name: asString(payload.name) ?? '', state: asObject(payload.state) ?? {} } : null,
    };
  };
}

/** Ids of a call entry: `{calls: [{id}]}` or one call `{id}`. */
export const called = (payload: JsonObject): string[] => whole(Array.isArray(payload.calls) ? payload.calls : [payload]);

function answered(payload: JsonObject, waiting: readonly string[]): string[] {
  const own = asString(payload.tool_call_id) ?? asString(payload.id);
  if (own !== null) return own === '' ? [] : [own];
  const results = asList(payload.results);
  return results.length > 0 && results.length <= waiting.length ? waiting.slice(0, results.length) : [];
}

function whole(calls: readonly Json[]): string[] {
  const ids = calls.map((call) => asString(asObject(call)?.id) ?? '');
  return ids.includes('') ? [] : ids;
}

/** `source_ids` in the state, the payload or the meta, as they are to be read in the tape where the entry stands. */
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
