import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Output } from '../../../shared/rpc/contract.ts';
import { diskReason } from '../../../shared/rpc/disk-reasons.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';

type Listing = Output<'files.browse'>;

/** As many names as a person reads through; a folder with more is narrowed by typing. */
const LIMIT = 500;

const expand = (path: string): string => resolve(path === '' ? homedir() : path.replace(/^~(?=$|[/\\])/, homedir()));

const entryOf = async (folder: string, name: string): Promise<Listing['entries'][number] | null> => {
  const path = join(folder, name);
  try {
    const found = await stat(path);
    if (!found.isDirectory() && !found.isFile()) return null;
    return { name, path, folder: found.isDirectory(), bytes: found.isFile() ? found.size : 0 };
  } catch {
    return null;
  }
};

const byFolderThenName = (a: Listing['entries'][number], b: Listing['entries'][number]): number =>
  Number(b.folder) - Number(a.folder) || a.name.localeCompare(b.name);

/**
 * Names in a folder, folders first; for a path that is not a folder, the names next to it that begin like it. Looks at
 * names and sizes only. Throws not-found for a folder that is not there or may not be read.
 */
export async function browse(typed: string): Promise<Listing> {
  const path = expand(typed);
  const isFolder = (await stat(path).catch(() => null))?.isDirectory() ?? false;
  const folder = isFolder ? path : dirname(path);
  const start = isFolder
    ? ''
    : path
        .slice(folder.length)
        .replace(/^[/\\]/, '')
        .toLowerCase();
  const names = await readdir(folder).catch((failure: NodeJS.ErrnoException) => {
    throw new TapeError('not-found', `The folder ${folder} cannot be read: ${diskReason(failure.code ?? '') ?? failure.message}.`, {
      path: folder,
    });
  });
  const wanted = names.filter((name) => name.toLowerCase().startsWith(start)).slice(0, LIMIT);
  const entries = (await Promise.all(wanted.map((name) => entryOf(folder, name)))).filter((entry) => entry !== null);
  return { path: folder, parent: dirname(folder) === folder ? null : dirname(folder), entries: entries.sort(byFolderThenName) };
}
