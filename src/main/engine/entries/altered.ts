import type { EntryRow, TapeRow } from '../../../shared/model/index.ts';
import { loadRecords } from '../bytes/load.ts';
import type { Catalog } from '../catalog/types.ts';
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

/** What is shown of entries of any tapes, those marked whose lines are not what was written. Reads nothing of tapes that are not native. */
export async function markAltered<T extends { altered?: true | undefined }>(
  catalog: Pick<Catalog, 'tape' | 'entriesAt'>,
  items: readonly T[],
  placeOf: (item: T) => { tape: string; seq: number },
): Promise<T[]> {
  const altered = new Set<string>();
  for (const [id, group] of Map.groupBy(items.map(placeOf), ({ tape }) => tape)) {
    const tape = catalog.tape(id);
    if (tape.native === null) continue;
    const rows = catalog.entriesAt(id, [...new Set(group.map(({ seq }) => seq))]);
    for (const seq of await alteredIn(tape, rows, await loadRecords(tape, rows))) altered.add(`${id} ${seq}`);
  }
  return items.map((item) => {
    const { tape, seq } = placeOf(item);
    return altered.has(`${tape} ${seq}`) ? { ...item, altered: true } : item;
  });
}
