import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile, writeFailure } from '../disk/disk.ts';

/** Changes some fields of a workspace's `config.json`; all else in the file stays as a person wrote it. Throws 'unwritable'. */
export function changeConfig(folder: string, of: (config: Record<string, unknown>) => Record<string, unknown>): void {
  const path = join(folder, 'config.json');
  const config: Record<string, unknown> = JSON.parse(readFileSync(path, 'utf8'));
  try {
    replaceFile(path, `${JSON.stringify({ ...config, ...of(config) }, null, 2)}\n`);
  } catch (error) {
    throw writeFailure(error, folder);
  }
}
