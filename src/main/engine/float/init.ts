import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { codeOf, writeFailure } from '../store/disk.ts';
import { closeFloat, openFloat } from './float.ts';

/** What git keeps is what people write: the boot text. The rest is built from the database, and that is this machine's. */
const GITIGNORE = '# The database and what is built from it; boot.md is yours to keep.\nfloat.db*\ncontext/\n';

/** Makes the `.float` of a project where there is none. Throws as `openFloat` does. */
export const initFloat = (folder: string): { root: string; created: boolean } => {
  const root = resolve(folder);
  const created = !existsSync(join(root, '.float', 'float.db'));
  closeFloat(openFloat(root, { create: true }));
  writeOnce(join(root, '.float', '.gitignore'), GITIGNORE);
  return { root, created };
};

/** A file that is there is somebody's. */
const writeOnce = (path: string, text: string): void => {
  try {
    writeFileSync(path, text, { flag: 'wx' });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw writeFailure(error, path);
  }
};
