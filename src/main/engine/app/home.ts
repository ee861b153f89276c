import { chmodSync, lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { makePath } from '../disk/make-path.ts';

/** The folder for Tapescope's own data. */
export function defaultHome(env: NodeJS.ProcessEnv = process.env, userHome = homedir()): string {
  return env.TAPESCOPE_HOME ?? join(userHome, '.tapescope');
}

/**
 * Makes the folder where it is missing and closes it to readers. False where somebody else could have put something into it: it belongs to
 * another user, others may write, or it is a link.
 */
export function isPrivate(folder: string): boolean {
  makePath(folder);
  const { mode, uid } = lstatSync(folder);
  if (process.getuid === undefined) return true;
  if (uid !== process.getuid() || (mode & 0o022) !== 0) return false;
  if ((mode & 0o077) !== 0) chmodSync(folder, 0o700);
  return true;
}
