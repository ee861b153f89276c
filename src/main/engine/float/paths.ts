import { posix } from 'node:path';
import { TapeError } from '../../../shared/rpc/tape-error.ts';

// Paths inside of a project: '/' is the project itself, '/src/auth' a folder in it, '/src/auth/jwt.ts' a file. Never on disk as they stand.

export const ROOT = '/';

/** null for the project itself. */
export function parentOf(path: string): string | null {
  return path === ROOT ? null : path.slice(0, path.lastIndexOf('/')) || ROOT;
}

/** '' for the project itself. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function childOf(folder: string, name: string): string {
  return folder === ROOT ? `/${name}` : `${folder}/${name}`;
}

/** The project first, the parent last; empty for the project. */
export function ancestorsOf(path: string): string[] {
  const ancestors: string[] = [];
  for (let next = parentOf(path); next !== null; next = parentOf(next)) ancestors.unshift(next);
  return ancestors;
}

/** All paths below a folder, and no others, are between these two: '0' is what follows the slash. */
export function rangeBelow(path: string): { from: string; to: string } {
  const from = childOf(path, '');
  return { from, to: `${from.slice(0, -1)}0` };
}

/**
 * What a person wrote ('src/auth', './src/auth/', '/src/auth', '.') as a folder's path. Older databases hold '/./src' as well.
 * Throws 'bad-input' for a path out of the project.
 */
export function folderPath(text: string): string {
  const path = posix.normalize(`./${text}`).replace(/\/+$/, '');
  if (path === '..' || path.startsWith('../')) throw new TapeError('bad-input', `The path ${text} leads out of the project.`);
  return path === '.' || path === '' ? ROOT : `/${path}`;
}

/** By code units: the same on every machine and in every language, and what SQLite does for ASCII. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
