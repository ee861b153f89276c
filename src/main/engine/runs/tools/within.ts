import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { TapeError } from '../../../../shared/rpc/tape-error.ts';

const refuse = (path: string, why: string): TapeError => new TapeError('refused', `${JSON.stringify(path.slice(0, 200))} ${why}.`);

/**
 * The file that a model's path means below `root`, which has no links in it. Links on the way are followed, and what they lead to has to be below
 * `root` as well. Throws 'refused' with a sentence.
 */
export function pathWithin(root: string, path: string): string {
  if (path === '' || path.includes('\0')) throw refuse(path, 'names no file');
  if (isAbsolute(path) || /^[a-z]:|^[\\~]/i.test(path))
    throw refuse(path, 'does not begin in the folder of the workspace: give a path relative to it');
  if (path.split(/[\\/]/).includes('..')) throw refuse(path, 'leaves the folder of the workspace');
  const whole = join(root, path);
  const real = realOf(whole);
  const below = relative(root, real);
  if (below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below))
    throw refuse(path, 'leads out of the folder of the workspace through a link');
  return real;
}

/** With the links of all that exists followed: what is still to be made has none. */
const realOf = (path: string): string => {
  try {
    return realpathSync(path);
  } catch (failure) {
    if (!(failure instanceof Error && 'code' in failure && failure.code === 'ENOENT') || path === dirname(path))
      throw refuse(path, 'cannot be followed');
    return join(realOf(dirname(path)), basename(path));
  }
};
