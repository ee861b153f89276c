import type { Exported } from '../export.ts';
import type { Json, JsonObject } from '../format.ts';

/**
 * An entry as a line of a Bub tape, `{id, kind, payload, meta, date}`. Bub's reader takes payloads that are objects and matches results
 * by place; what our line says beyond that (phase, correction, ids of results) goes into the meta, where Bub leaves it alone. Every anchor
 * is one for Bub: one that a merge superseded becomes an event, so that nothing is rebuilt from it.
 */
export function line({ entry, payload, ids, opens }: Exported): string {
  const isResult = entry.kind === 'tool_result';
  const own = isResult || ids === undefined ? payload : { ...payload, ids };
  const lost = entry.kind === 'anchor' && !opens;
  const said = lost ? { kind: 'event', payload: { name: 'superseded', data: own as Json } } : { kind: entry.kind, payload: own as Json };
  const more: JsonObject = {
    ...(lost ? { kind: entry.kind } : {}),
    anchor: entry.anchor,
    ...(entry.corrects === undefined ? {} : { corrects: entry.corrects }),
    ...(isResult && ids !== undefined ? { ids } : {}),
  };
  const meta = { ...(entry.meta as JsonObject), tapescope: more };
  return JSON.stringify({ id: entry.id, ...said, meta, date: pythonDate(entry.at) });
}

/** Bub reads ISO times with an offset; `Z` came to its language late. */
const pythonDate = (at: string): string => at.replace(/Z$/, '+00:00');
