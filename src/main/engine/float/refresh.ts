import { setImmediate } from 'node:timers/promises';
import type { ScanReceipt, TextBy } from '../../../shared/model/float.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { touch } from './changes.ts';
import { extract } from './extract.ts';
import type { Float } from './float.ts';
import { getMeta } from './meta.ts';
import { byText, nameOf } from './paths.ts';
import { prepared } from './prepared.ts';
import { readTexts } from './read-texts.ts';
import { storeTexts } from './store-texts.ts';

const DUE =
  'SELECT path, own_hash AS madeFrom, description_by AS by FROM folders WHERE gone_at IS NULL AND lines_hash IS NOT own_hash ORDER BY path';

/** Folders whose texts are read between two looks at the event loop. */
const PER_TURN = 50;

/**
 * After a scan: what files say of themselves (their lines, references that follow from them, extracted descriptions) is taken again from
 * those that changed, so that no context is built from what they said before. What people and models wrote stays. Nothing is done in a
 * project whose texts were never generated. Answers the scan's receipt with what became stale. Throws 'cancelled'; what was done stays.
 */
export async function refresh(float: Float, receipt: ScanReceipt, signal?: AbortSignal): Promise<ScanReceipt> {
  const { db } = float;
  if (getMeta(db, 'generated') === null) return receipt;
  const due = prepared(db, DUE).all() as { path: string; madeFrom: string; by: TextBy | null }[];
  // Where a model words the texts, it is to be asked about new folders too.
  const byModel = prepared(db, 'SELECT 1 FROM folders WHERE ai_model IS NOT NULL LIMIT 1').get() !== undefined;
  const stale = new Set(receipt.stale);
  const outcome = { described: [], kept: [], silent: [], references: { added: 0, removed: 0 } };
  for (let from = 0; from < due.length; from += PER_TURN) {
    if (signal?.aborted) throw new TapeError('cancelled', 'The scan was cancelled; what was done stays.');
    const read = due
      .slice(from, from + PER_TURN)
      .map((folder) => ({ folder, found: extract(readTexts(float, folder.path), nameOf(folder.path)) }));
    const store = db.transaction(() => {
      const touched = read.flatMap(({ folder, found }) =>
        storeTexts(float, folder, found, byModel && folder.by !== 'extracted' ? null : found, outcome),
      );
      return touch(db, touched, float.now());
    });
    for (const path of store.immediate()) stale.add(path);
    await setImmediate();
  }
  return { ...receipt, stale: [...stale].sort(byText) };
}
