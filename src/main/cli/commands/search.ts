import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Workspace } from '../../engine/store/types.ts';
import type { Given, Run } from '../command.ts';
import { neededWorkspace, workspaceHere } from '../native.ts';
import { wholeOf } from '../options.ts';

const LONGEST_QUERY = 500;
const ONLY_IMPORTED = ['tape', 'imported', ...['phrase', 'code', 'regex', 'best', 'agent', 'project', 'role', 'tool', 'file', 'error']];
const ONLY_NATIVE = ['all-sessions', 'session', 'fork'];

/** The workspace to search in; null for the catalog. An option tells by itself which of the two is meant. */
const workspaceOf = ({ options }: Given): Workspace | null => {
  const imported = ONLY_IMPORTED.find((name) => options[name] !== undefined);
  const native = ONLY_NATIVE.find((name) => options[name] !== undefined);
  if (imported !== undefined && native !== undefined) {
    throw new TapeError('bad-input', `--${imported} searches the catalog, and --${native} is for native tapes: both cannot be given.`);
  }
  if (imported !== undefined) return null;
  return native === undefined ? workspaceHere() : neededWorkspace();
};

export const run: Run = async (context) => {
  const query = context.given.operands[0] ?? '';
  if (query.trim() === '' || query.length > LONGEST_QUERY) {
    throw new TapeError('bad-input', `A query has 1 to ${LONGEST_QUERY} characters.`);
  }
  const limit = wholeOf(context.given, 'limit', 20, [1, 200]);
  const workspace = workspaceOf(context.given);
  if (workspace) {
    const { searchNative } = await import('./search-native.ts');
    await searchNative(context, workspace, query, limit);
  } else {
    const { searchImported } = await import('./search-imported.ts');
    await searchImported(context, query, limit);
  }
  return undefined;
};
