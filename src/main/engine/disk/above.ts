import { isAbsolute, relative, sep } from 'node:path';

/** Whether `folder` has `path` below it. Both are real paths. */
export function isAbove(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
