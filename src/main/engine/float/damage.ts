import type { Tier } from '../../../shared/model/float.ts';
import { digestOf, hasStamp, readContext, type Stamp, stampNow } from './context-files.ts';
import type { Float } from './float.ts';
import { locked } from './lock.ts';
import { prepared } from './prepared.ts';

// What people do to context files: nobody tells the database. What the disk says of them is looked at, and the bytes only where that is another.

/** A file that was built and is gone, or is not as it was built. */
export interface Damage {
  path: string;
  tier: Tier;
  state: 'missing' | 'changed';
  /** Its inputs have changed as well. */
  stale: boolean;
}

export interface Looked {
  damage: Damage[];
  /** Files of the bytes that were built which somebody touched or copied, with their stamps now. */
  touched: { path: string; tier: Tier; stamp: Stamp }[];
}

const STAMPS = 'SELECT path, file, size, mtime, ctime FROM contexts WHERE tier = ?';
const BUILT = 'SELECT digest, stale_at IS NOT NULL AS stale FROM contexts WHERE path = ? AND tier = ?';

/** Looks at every file of these tiers that was built: one system call for each. Nothing is written. */
export function lookForDamage(float: Float, tiers: readonly Tier[]): Looked {
  const look = float.db.transaction(() => {
    const looked: Looked = { damage: [], touched: [] };
    for (const tier of tiers) {
      const rows = prepared(float.db, STAMPS).raw().all(tier) as [string, string, number | null, number | null, number | null][];
      for (const [path, file, size, mtime, ctime] of rows) {
        if (size === null || mtime === null || ctime === null || !hasStamp(float, file, { size, mtime, ctime }))
          readInto(looked, float, { path, tier, file });
      }
    }
    return looked;
  });
  return look();
}

/** The stamp is taken first: an edit after it is seen the next time. */
const readInto = (looked: Looked, float: Float, { path, tier, file }: { path: string; tier: Tier; file: string }): void => {
  const stamp = stampNow(float, file);
  const text = readContext(float, file);
  const built = prepared(float.db, BUILT).get(path, tier) as { digest: string; stale: number };
  if (text !== null && stamp !== null && digestOf(text) === built.digest) looked.touched.push({ path, tier, stamp });
  else looked.damage.push({ path, tier, state: text === null ? 'missing' : 'changed', stale: built.stale === 1 });
};

/** Folders with a file that is gone or edited. What was only touched is noted, so that nobody reads it a second time. */
export function damagedFolders(float: Float, tiers: readonly Tier[]): string[] {
  const { damage, touched } = lookForDamage(float, tiers);
  if (touched.length > 0) {
    locked(float, () => {
      const note = prepared(float.db, 'UPDATE contexts SET size = ?, mtime = ?, ctime = ? WHERE path = ? AND tier = ?');
      for (const { path, tier, stamp } of touched) note.run(stamp.size, stamp.mtime, stamp.ctime, path, tier);
    });
  }
  return damage.map(({ path }) => path);
}
