import { statSync } from 'node:fs';
import type { ScanReceipt } from '../../../shared/model/float.ts';
import type { Float } from './float.ts';
import { childOf, parentOf } from './paths.ts';
import { prepared } from './prepared.ts';
import type { RulesOf } from './rules-of.ts';
import { compareFolder } from './scan.ts';
import { type FolderDelta, storeScan } from './store-scan.ts';
import { walk } from './walk.ts';

/**
 * Looks at the files of these folders alone, whatever the size of the project: for who knows where something changed. Answers null, and
 * has written nothing, where one of them or a folder in it is new or gone: only a scan of all tells moves from losses.
 */
export function scanFolders(float: Float, folders: Iterable<string>, rulesOf: RulesOf): ScanReceipt | null {
  const deltas: FolderDelta[] = [];
  for (const path of folders) {
    if (!isKnown(float, path) || !isFolder(float.root + path)) return null;
    const parent = parentOf(path);
    const { value: folder } = walk(float.root, { path, above: parent === null ? null : rulesOf(parent) }).next();
    if (!folder || !sameChildren(float, path, folder.folders)) return null;
    deltas.push(compareFolder(float, folder));
  }
  return storeScan(float, deltas, true);
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const isKnown = ({ db }: Float, path: string): boolean =>
  prepared(db, 'SELECT 1 FROM folders WHERE path = ? AND gone_at IS NULL').get(path) !== undefined;

const sameChildren = ({ db }: Float, path: string, names: readonly string[]): boolean => {
  const known = new Set(prepared(db, 'SELECT path FROM folders WHERE parent_path = ? AND gone_at IS NULL').pluck().all(path));
  return known.size === names.length && names.every((name) => known.has(childOf(path, name)));
};
