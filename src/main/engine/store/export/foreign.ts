import type { NativeEntry } from '../../../../shared/model/native.ts';
import type { Exported } from '../../formats/exported.ts';
import type { JsonObject } from '../../formats/format.ts';
import { asObject } from '../../formats/json.ts';
import { plainShape } from '../../formats/native/line.ts';
import { opensPhase } from '../../formats/native/phase.ts';

/** What another agent's format learns of an entry. */
export function exportedOf(entry: NativeEntry): Exported {
  const { ids, ...payload } = asObject(plainShape(entry as unknown as JsonObject).payload ?? null) ?? {};
  return { entry, payload, ...(ids !== undefined && { ids }), opens: opensPhase(entry) };
}
