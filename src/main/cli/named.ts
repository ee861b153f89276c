import { TapeError } from '../../shared/rpc/tape-error.ts';
import type { Given } from './command.ts';

/** What a command of the catalog is about: the file or id that was given, else the folder of this directory's native tape. */
export const namedTape = async (given: Given): Promise<string> => {
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
  const { tapeFolder } = await import('../engine/store/places.ts');
  const workspace = neededWorkspace();
  return tapeFolder(workspace, whichOf(given, workspace));
};
