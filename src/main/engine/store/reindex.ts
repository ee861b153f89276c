import { fillIndex } from './build-index.ts';
import { catchUp } from './catch-up.ts';
import { handleOf } from './handle.ts';
import { metaOf } from './index-entry.ts';
import { wipeTables } from './index-schema.ts';
import { lockHandle } from './lock.ts';
import { openTape } from './open-tape.ts';
import type { Which, Workspace } from './types.ts';

/**
 * Makes the index of a tape anew from its folders alone, in one transaction of the same file, so that other processes wait and go on with it.
 * Answers how many entries it has and what was odd.
 */
export const reindexTape = (workspace: Workspace, which: Which): { entries: number; notes: string[] } => {
  const tape = openTape(workspace, which);
  const handle = handleOf(tape);
  try {
    const odd = lockHandle(handle, true, () => {
      const generation = String(Number(metaOf(handle, 'generation') ?? 0) + 1);
      handle.statements = new Map();
      wipeTables(handle.db, generation);
      const found = fillIndex(handle);
      catchUp(handle, true);
      return found;
    });
    const notes = odd.map(({ file, line, sentence }) => `${file}${line === null ? '' : `:${line}`}: ${sentence}`);
    return { entries: tape.head(), notes: [...tape.notes, ...notes] };
  } finally {
    tape.close();
  }
};
