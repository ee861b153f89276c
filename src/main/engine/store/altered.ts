import type { JsonObject } from '../formats/format.ts';
import { isAltered } from './line.ts';
import { openTape } from './open-tape.ts';
import { placeOf, workspaceAt } from './places.ts';

/**
 * Which entries of the native tape in `folder` are not what was written, by the digests in its index; `records` are their lines, as they were
 * read. Looks up one row and takes one digest for each. Empty for a folder that is not a native tape any more.
 */
export function alteredEntries(folder: string, records: ReadonlyMap<number, JsonObject>): Set<number> {
  const place = placeOf(folder);
  if (place === null) return new Set();
  const tape = openTape(workspaceAt(place.folder), place.which, { readOnly: true });
  try {
    const altered = [...records].filter(([id, { kind, payload }]) => {
      const [row] = tape.rows({ ids: [id, id] });
      return row !== undefined && isAltered({ kind: String(kind), payload }, row.digest.toString('hex'));
    });
    return new Set(altered.map(([id]) => id));
  } finally {
    tape.close();
  }
}
