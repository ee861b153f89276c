import { writeFailure } from '../disk/disk.ts';
import { listContexts, removeDrafts } from './context-files.ts';
import type { Float } from './float.ts';
import { allBuilt, forgetBuilt } from './record.ts';

/**
 * Removes every context file that a build wrote; each is pending then. The database keeps all that it knows, the texts of older builds
 * too. Answers the names of what was removed, and of files there that no build wrote and that stay. Throws 'unwritable'.
 */
export function cleanContexts(float: Float): { removed: string[]; foreign: string[] } {
  const work = float.db.transaction(() => {
    removeDrafts(float);
    const built = allBuilt(float.db);
    for (const one of built) forgetBuilt(float, one, float.now());
    return { removed: built.map(({ file }) => file), foreign: listContexts(float) };
  });
  try {
    return work.immediate();
  } catch (error) {
    throw writeFailure(error, float.contexts);
  }
}
