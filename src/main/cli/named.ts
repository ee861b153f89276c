import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { TapeError } from '../../shared/rpc/tape-error.ts';
import type { Given } from './command.ts';

/** What a command of the catalog is about: the file or id that was given, else the folder of this directory's native tape. */
export async function namedTape(given: Given): Promise<string> {
  const [name] = given.operands;
  const option = ['session', 'fork'].find((one) => given.options[one] !== undefined);
  if (name !== undefined && option === undefined) return name;
  if (name !== undefined) {
    throw new TapeError('bad-input', `--${option} is for the native tape of this directory: leave out ${name}, or the option.`);
  }
  const { neededWorkspace, whichOf, workspaceHere } = await import('./native.ts');
  if (!workspaceHere() && option === undefined) {
    throw new TapeError('bad-input', 'Name a tape, by file or by id: this directory has no native tape. See tape list.');
  }
  const { existingTapeFolder } = await import('../engine/store/places.ts');
  const workspace = neededWorkspace();
  return existingTapeFolder(workspace, whichOf(given, workspace));
}

/** The folder of a fork or session of this directory's tape by its name, `try-a` or `side/try-a`; null where there is none. Throws of a fork that was discarded. */
export async function nativeNamed(name: string): Promise<string | null> {
  const { workspaceHere } = await import('./native.ts');
  const workspace = workspaceHere();
  if (workspace === null) return null;
  const { discardedTo, noFork, sessionNames, tapeFolder } = await import('../engine/store/places.ts');
  const [first = '', second] = name.split('/', 2);
  if (second === undefined && sessionNames(workspace).includes(first)) return tapeFolder(workspace, { session: first, fork: null });
  const which = second === undefined ? { session: workspace.config.defaultSession, fork: first } : { session: first, fork: second };
  const [folder, discarded] = placesOf(() => [tapeFolder(workspace, which), discardedTo(workspace, which)]);
  if (folder !== null && existsSync(join(folder, 'fork.json'))) return folder;
  if (discarded !== null) throw noFork(workspace, which);
  return null;
}

/** What no tape can be called is the name of something else. */
const placesOf = (look: () => [string, string | null]): [string | null, string | null] => {
  try {
    return look();
  } catch (failure) {
    if (failure instanceof TapeError) return [null, null];
    throw failure;
  }
};
