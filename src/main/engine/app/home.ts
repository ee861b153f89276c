import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder for Tapescope's own data. */
export function defaultHome(env: NodeJS.ProcessEnv = process.env, userHome = homedir()): string {
  return env.TAPESCOPE_HOME ?? join(userHome, '.tapescope');
}
