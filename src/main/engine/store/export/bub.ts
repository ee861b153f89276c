import type { NativeEntry } from '../../../../shared/model/native.ts';
import type { Json, JsonObject } from '../../formats/format.ts';
import { asObject } from '../../formats/json.ts';
import { bubShape } from '../../formats/native/line.ts';
import { opensPhase } from '../../formats/native/phase.ts';

/**
 * An entry as a line of a Bub tape, `{id, kind, payload, meta, date}`. Bub's reader takes payloads that are objects and matches results
 * by place; what our line says beyond that (phase, correction, ids of results) goes into the meta, where Bub leaves it alone. Every anchor
 * is one for Bub: one that a merge superseded becomes an event, so that nothing is rebuilt from it.
 */
export function bubLine(entry: NativeEntry): string {
  const { ids, ...payload } = asObject(bubShape(entry as unknown as JsonObject).payload ?? null) ?? {};
  const own = entry.kind === 'tool_result' ? payload : { ...payload, ...(ids === undefined ? {} : { ids }) };
  const lost = entry.kind === 'anchor' && !opensPhase(entry);
  const said = lost ? { kind: 'event', payload: { name: 'superseded', data: own as Json } } : { kind: entry.kind, payload: own as Json };
  const more: JsonObject = {
    ...(lost ? { kind: entry.kind } : {}),
    anchor: entry.anchor,
    ...(entry.corrects === undefined ? {} : { corrects: entry.corrects }),
    ...(entry.kind === 'tool_result' && ids !== undefined ? { ids } : {}),
  };
  const meta = { ...(entry.meta as JsonObject), tapescope: more };
  return JSON.stringify({ id: entry.id, ...said, meta, date: pythonDate(entry.at) });
}

/** Bub reads ISO times with an offset; `Z` came to its language late. */
const pythonDate = (at: string): string => at.replace(/Z$/, '+00:00');
