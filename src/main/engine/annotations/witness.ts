import { createHash } from 'node:crypto';
import type { EntryRow, TapeRow } from '../../../shared/model/index.ts';
import { loadTexts } from '../bytes/load.ts';
import type { Catalog } from '../catalog/types.ts';

/** Of a span with more than this, only its first and its last entry are held against what was read. */
const MOST_ENTRIES = 1000;
const MOST_BYTES = 1 << 18;

const heldRows = (catalog: Catalog, tape: TapeRow, first: number, last: number): EntryRow[] => {
  const all = last - first < MOST_ENTRIES ? catalog.entries(tape.id, first, last + 1) : [];
  const bytes = all.reduce((sum, { length }) => sum + length, 0);
  return all.length > 0 && (bytes <= MOST_BYTES || all.length <= 2) ? all : catalog.entriesAt(tape.id, [first, last]);
};

/**
 * SHA-256, hex, of the records of entries `first` to `last` as they are in the source now; null where one of them is not there
 * (any more), or its file is gone.
 */
export async function witnessOf(catalog: Catalog, tape: TapeRow, first: number, last: number): Promise<string | null> {
  if (last > tape.entries) return null;
  const rows = heldRows(catalog, tape, first, last);
  const texts = await loadTexts(tape.file, rows).catch(() => []);
  const hash = createHash('sha256');
  for (const text of texts) {
    if (text === null) return null;
    hash.update(text, 'utf8').update('\n');
  }
  return texts.length === 0 ? null : hash.digest('hex');
}
