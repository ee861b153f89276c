import type { EntryRow, TapeRow } from '../../../shared/model/index.ts';
import type { JsonObject } from '../formats/format.ts';

/** Entries whose lines are not what was written. Only native tapes have digests to tell by; the store is loaded for them alone. */
export async function alteredIn(tape: TapeRow, rows: readonly EntryRow[], records: readonly (JsonObject | null)[]): Promise<Set<number>> {
  if (tape.native === null) return new Set();
  const { alteredEntries } = await import('../store/altered.ts');
  const found = rows.flatMap(({ seq }, at) => {
    const record = records[at];
    return record ? [[seq, record] as const] : [];
  });
  return alteredEntries(tape.file, new Map(found));
}
