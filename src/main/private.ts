import { rmSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { keepCompiled } from './compiled.ts';
import { defaultHome, isPrivate } from './engine/app/home.ts';
import { umaskForOthers } from './engine/umask.ts';

/**
 * The first thing that each program does: whatever it writes from here on is readable by its user alone (folders 0700, files 0600), since
 * logs hold private text; and compiled code is kept in a folder of the user's own. Node's default for it is a folder in the shared
 * temporary directory with a name that anybody can predict, and Node runs what is in there.
 */
export function beginPrivately(env: NodeJS.ProcessEnv = process.env): void {
  const cache = compileCache(env);
  if (cache !== null) module.enableCompileCache?.(cache);
}

/** The same for a command of the terminal, which keeps what it compiled apart: only what is called at each start is worth keeping. */
export function beginCommand(program: string, word = '', env: NodeJS.ProcessEnv = process.env): void {
  const cache = compileCache(env);
  if (cache !== null) keepCompiled(import.meta.dirname, join(cache, /^[a-z][a-z-]{0,30}$/.test(word) ? `${program}-${word}` : program));
}

/** The folder for compiled code; null where there is none to write to, or a user has named another. */
function compileCache(env: NodeJS.ProcessEnv): string | null {
  umaskForOthers(process.umask(0o077));
  // A user who names a cache has decided already, and Node has opened it.
  if (env.NODE_COMPILE_CACHE !== undefined || env.NODE_DISABLE_COMPILE_CACHE !== undefined) return null;
  const home = defaultHome(env);
  const cache = join(home, 'compile-cache');
  try {
    return isPrivate(home) && (isPrivate(cache) || isPrivate(cleared(cache))) ? cache : null;
  } catch {
    // No folder to write to: every start compiles again.
    return null;
  }
}

/** What others may have put there is removed: of a link, the link. */
function cleared(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  return folder;
}
