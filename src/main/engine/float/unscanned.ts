import type { Float } from './float.ts';
import { byText, childOf } from './paths.ts';
import { prepared } from './prepared.ts';
import { compareFolder } from './scan.ts';
import { walk } from './walk.ts';

const HASH = 'SELECT content_hash FROM files WHERE folder_path = ? AND name = ?';
const FOLDERS = 'SELECT path FROM folders WHERE gone_at IS NULL';

/** Paths of the files and folders that are not as the last scan saw them: what context files say of them may be false. Sorted; nothing is written. */
export function unscanned(float: Float): string[] {
  const gone = new Set(prepared(float.db, FOLDERS).pluck().all() as string[]);
  const found: string[] = [];
  for (const folder of walk(float.root)) {
    if (!gone.delete(folder.path)) found.push(folder.path);
    const { hashed, removed } = compareFolder(float, folder);
    const changed = hashed.filter(({ name, hash }) => prepared(float.db, HASH).pluck().get(folder.path, name) !== hash);
    found.push(...[...changed.map(({ name }) => name), ...removed].map((name) => childOf(folder.path, name)));
  }
  return [...found, ...gone].sort(byText);
}
