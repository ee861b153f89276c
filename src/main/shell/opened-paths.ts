import { isAbsolute, resolve } from 'node:path';

/**
 * Files and folders named on a command line. `argv` starts with the programs: one in a package, two in development;
 * switches are Chromium's and Node's. Relative paths count from `cwd`.
 */
export function pathsIn(argv: readonly string[], programs: number, cwd: string): string[] {
  return argv
    .slice(programs)
    .filter((word) => word !== '' && !word.startsWith('-'))
    .map((word) => (isAbsolute(word) ? word : resolve(cwd, word)));
}
