import { fillIndex } from './build-index.ts';
import { catchUp } from './catch-up.ts';
import { handleOf } from './handle.ts';
import { metaOf } from './index-entry.ts';
import { wipeTables } from './index-schema.ts';
import { lockHandle } from './lock.ts';
import { openTape } from './open-tape.ts';
import { prefixOf, tapesOf } from './tapes-of.ts';
import type { Which, Workspace } from './types.ts';

interface Reindexed {
  tapes: number;
  /** Only its own entries for a fork: shared ones are in its parent's index. */
  entries: number;
  /** What was odd. */
  notes: string[];
}

/** Rebuilds the indexes of a workspace's tapes: of the one that is named, else of every session and fork. */
export function reindexTapes(workspace: Workspace, which?: Which): Reindexed {
  const all = { tapes: 0, entries: 0, notes: [] as string[] };
  for (const one of which === undefined ? tapesOf(workspace) : [which]) {
    const { entries, notes } = reindexTape(workspace, one);
    const prefix = which === undefined ? prefixOf(workspace, one) : '';
    all.tapes += 1;
    all.entries += entries;
    all.notes.push(...notes.map((note) => (prefix === '' ? note : `${prefix}: ${note}`)));
  }
  return all;
}

/**
 * Rebuilds the index of a tape from its folders alone, in one transaction of the same file, so that other processes wait and go on with it.
 */
export function reindexTape(workspace: Workspace, which: Which): Omit<Reindexed, 'tapes'> {
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
    return { entries: tape.head() - (handle.fork?.start ?? 0), notes: [...tape.notes, ...notes] };
  } finally {
    tape.close();
  }
}
