import type { NativeEntry } from '../../../../shared/model/native.ts';
import type { Json, JsonObject } from '../../formats/format.ts';
import { asObject } from '../../formats/json.ts';
import { bubShape } from '../../formats/native-line.ts';

/**
 * An entry as a line of a Bub tape, `{id, kind, payload, meta, date}`. Bub's reader takes payloads that are objects and matches results
 * by place; what our line says beyond that (phase, correction, ids of results) goes into the meta, where Bub leaves it alone.
 */
export function bubLine(entry: NativeEntry): string {
  const { ids, ...payload } = asObject(bubShape(entry as unknown as JsonObject).payload ?? null) ?? {};
  const own = entry.kind === 'tool_result' ? payload : { ...payload, ...(ids === undefined ? {} : { ids }) };
  const more: JsonObject = {
    anchor: entry.anchor,
    ...(entry.corrects === undefined ? {} : { corrects: entry.corrects }),
    ...(entry.kind === 'tool_result' && ids !== undefined ? { ids } : {}),
  };
  const meta = { ...(entry.meta as JsonObject), tapescope: more };
  return JSON.stringify({ id: entry.id, kind: entry.kind, payload: own as Json, meta, date: pythonDate(entry.at) });
}

/** Bub reads ISO times with an offset; `Z` came to its language late. */
const pythonDate = (at: string): string => at.replace(/Z$/, '+00:00');
