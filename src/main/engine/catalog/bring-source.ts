import { importNative } from './import-native.ts';
import { importSource } from './import-source.ts';
import { isTapeFolder } from './native-folders.ts';
import type { Db } from './schema.ts';
import type { Imported, ImportOptions } from './sources.ts';

/** Brings a source up to date, whether it is the file of a log or the folder of a native tape. */
export const bringSource = (db: Db, path: string, options: ImportOptions = {}): Imported =>
  isTapeFolder(path) ? importNative(db, path, options) : importSource(db, path, options);
