import type { Db } from '../database/schema.ts';
import { lacksNothingNow } from '../sources/open-log.ts';

/** Paths of sources that were read without a file that their tapes begin in, and have it now. */
export const lackedSources = (db: Db): string[] =>
  db
    .prepare<[], { path: string; notes: string }>("SELECT path, notes FROM sources WHERE notes LIKE '%Its tape begins in %'")
    .all()
    .filter(lacksNothingNow)
    .map(({ path }) => path);
