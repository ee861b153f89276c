import { tempFolder, writeFile } from '../testing/files.ts';
import { type Float, openFloat } from './float.ts';

/** A project of these files in a folder of its own. The clock ticks once for each look. */
export function project(files: Record<string, string> = {}): Float {
  const root = tempFolder();
  write(root, files);
  let time = 1_767_000_000_000;
  return openFloat(root, { create: true, now: () => (time += 1000) });
}

/** Takes a database back to version 2. */
export const SECOND = `ALTER TABLE contexts DROP COLUMN ctime; ALTER TABLE files DROP COLUMN ctime; ALTER TABLE files DROP COLUMN ino;
  UPDATE folders SET text_hash = CASE text_hash WHEN own_hash THEN files_hash ELSE text_hash END;
  ALTER TABLE folders DROP COLUMN own_hash; ALTER TABLE folders DROP COLUMN lines_hash; PRAGMA user_version = 2`;

export function write(root: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) writeFile(root, name, text);
}
