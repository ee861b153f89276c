import { join } from 'node:path';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { openTape } from './open-tape.ts';
import { folders, MAIN_SESSION, sessionNames, tapeFolder } from './places.ts';
import type { Which, Workspace } from './types.ts';

/**
 * Every tape of a workspace: each session, and after it its forks. A session's forks are looked for when it was dealt with, since that
 * may have mended it; one that cannot be opened has none.
 */
export function* tapesOf(workspace: Workspace): Generator<Which> {
  const names = sessionNames(workspace);
  for (const session of names.length === 0 ? [MAIN_SESSION] : names) {
    yield { session, fork: null };
    for (const fork of forksIn(workspace, session)) yield { session, fork };
  }
}

/** Those whose folder is there: a fork that was reset away is history. */
const forksIn = (workspace: Workspace, session: string): string[] => {
  const which = { session, fork: null };
  const there = new Set(folders(join(tapeFolder(workspace, which), 'forks')));
  if (there.size === 0) return [];
  try {
    const tape = openTape(workspace, which);
    const forks = tape.forks();
    tape.close();
    return forks.flatMap(({ name }) => (there.has(name) ? [name] : []));
  } catch (error) {
    if (error instanceof TapeError) return [];
    throw error;
  }
};

/** The tape's folder below the workspace's, as problems and notes name it: empty for `main`, `forks/try-a` for a fork of it. */
export function prefixOf(workspace: Workspace, which: Which): string {
  return tapeFolder(workspace, which)
    .slice(workspace.folder.length + 1)
    .replaceAll('\\', '/');
}
