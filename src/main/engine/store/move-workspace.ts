import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { realPath, writeFailure } from '../disk/disk.ts';
import { noteMove } from './moves.ts';
import { openTape } from './open-tape.ts';
import { sessionNames, workspaceAt, workspaceFolder } from './places.ts';
import type { Workspace } from './types.ts';
import { whoAmI } from './who.ts';

/**
 * Binds the workspace of a directory that was moved or renamed to the directory as it is called now. Its folder stays where it is; the move is
 * noted in the home, and every session is told by an event. Throws 'not-found' where nothing is bound to `from`, 'refused' where `to` has a
 * workspace, 'unwritable'.
 */
export function moveWorkspace(home: string, from: string, to: string, now = (): Date => new Date()): Workspace {
  const [old, root] = [realPath(from), realPath(to)];
  const folder = workspaceFolder(home, old);
  if (!existsSync(join(folder, 'config.json'))) throw new TapeError('not-found', `No workspace is bound to ${old}.`);
  const there = workspaceFolder(home, root);
  if (existsSync(join(there, 'config.json'))) throw new TapeError('refused', `${root} is bound to ${there} already.`);
  const move = { at: now().toISOString(), folder: basename(folder), from: old, to: root, who: whoAmI() };
  try {
    noteMove(home, move);
  } catch (error) {
    throw writeFailure(error, home);
  }
  const workspace = workspaceAt(folder);
  for (const session of sessionNames(workspace)) tell(workspace, session, move, now);
  return workspace;
}

const tell = (
  workspace: Workspace,
  session: string,
  { from, to, who }: { from: string; to: string; who: string },
  now: () => Date,
): void => {
  const tape = openTape(workspace, { session, fork: null }, { now });
  try {
    tape.append([{ kind: 'event', payload: { name: 'workspace/move', data: { from, to, who } } }]);
  } finally {
    tape.close();
  }
};
