import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolders, realPath, replaceFile, writeFailure } from '../disk/disk.ts';
import { makePath } from '../disk/make-path.ts';
import { openTape } from './open-tape.ts';
import { CONFIG_SCHEMA, findWorkspace, MAIN_SESSION, workspaceAt, workspaceFolder } from './places.ts';
import type { Workspace, WorkspaceConfig } from './types.ts';

export { findWorkspace, listWorkspaces, placeOf, sessionNames, tapeFolder, workspaceAt } from './places.ts';

export interface Started {
  workspace: Workspace;
  /** False where the directory was bound already. */
  created: boolean;
  /** Sentences for people: another workspace further up. */
  notes: string[];
}

/** Binds a directory to a workspace and writes the first entry; finds the one it has. Throws 'unwritable', 'unreadable'. */
export function initWorkspace(home: string, root: string, now = (): Date => new Date()): Started {
  const folder = workspaceFolder(home, root);
  const created = !existsSync(join(folder, 'config.json'));
  const outer = created && dirname(root) !== root ? findWorkspace(home, dirname(root)) : null;
  if (created) writeConfig(home, folder, root, now());
  const workspace = workspaceAt(folder);
  const tape = openTape(workspace, { session: MAIN_SESSION, fork: null }, { create: true, now });
  const notes = [...(outer === null ? [] : [`${outer.config.root} has a workspace too; from here on ${root} has its own.`]), ...tape.notes];
  tape.close();
  return { workspace, created, notes };
}

const writeConfig = (home: string, folder: string, root: string, now: Date): void => {
  const config: WorkspaceConfig = { schema: CONFIG_SCHEMA, root: realPath(root), created: now.toISOString(), defaultSession: MAIN_SESSION };
  try {
    makePath(home);
    makeFolders(home, basename(folder));
    replaceFile(join(folder, 'config.json'), `${JSON.stringify(config, null, 2)}\n`);
  } catch (error) {
    throw writeFailure(error, home);
  }
};
