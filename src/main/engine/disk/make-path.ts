import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const codeOf = (failure: unknown): unknown => (failure as NodeJS.ErrnoException | null)?.code;

/** Without Node's `recursive`, which says ENOENT of a folder that a read-only disk cannot take. Throws EEXIST where something else has the name. */
export function makeFolder(path: string, mode?: number): void {
  try {
    mkdirSync(path, mode);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Makes a folder, and those above it that are missing. Node's `recursive` never returns below a folder that takes none, such as `/proc`. */
export function makePath(path: string, mode?: number): void {
  const whole = resolve(path);
  try {
    makeFolder(whole, mode);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(whole) === whole) throw error;
    makePath(dirname(whole), mode);
    makeFolder(whole, mode);
  }
}
