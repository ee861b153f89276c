import { lacksNothingNow } from '../bytes/borrowed.ts';
import type { Db } from '../database/schema.ts';

/** Paths of sources that were read without a file that their tapes begin in, and have it now. */
export function lackedSources(db: Db): string[] {
  return db
    .prepare<[], { path: string; notes: string }>("SELECT path, notes FROM sources WHERE notes LIKE '%Its tape begins in %'")
    .all()
    .filter(lacksNothingNow)
    .map(({ path }) => path);
}
