import type { Db } from '../database/schema.ts';
import type { Imported, ImportOptions } from '../storing/reading.ts';
import { importArchive } from './import-archive.ts';
import { importNative } from './import-native.ts';
import { importSource } from './import-source.ts';
import { archiveOf, isTapeFolder } from './native-folders.ts';

/** Brings a source up to date, whether it is the file of a log or the folder of a native tape. */
export const bringSource = (db: Db, path: string, options: ImportOptions = {}): Imported => {
  if (isTapeFolder(path)) return importNative(db, path, options);
  return archiveOf(path) === null ? importSource(db, path, options) : importArchive(db, path, options);
};
