import type { Extracted } from './extract.ts';
import type { Float } from './float.ts';
import { byText, folderPath, nameOf, parentOf } from './paths.ts';
import { prepared } from './prepared.ts';

/** Keeps what a folder's files name as its inferred references; counts what came and went. True where anything did. To be called in a transaction. */
export function storeReferences(float: Float, path: string, found: Extracted, receipt: { added: number; removed: number }): boolean {
  const { db } = float;
  const wanted = inferred(float, path, found);
  const rows = prepared(db, `SELECT target_path AS "to", why FROM "references" WHERE source_path = ? AND origin = 'inferred'`).all(
    path,
  ) as { to: string; why: string }[];
  const known = new Map(rows.map(({ to, why }) => [to, why]));
  const gone = rows.filter(({ to }) => !wanted.has(to));
  const fresh = [...wanted].filter(([to, why]) => known.get(to) !== why);
  for (const { to } of gone)
    prepared(db, `DELETE FROM "references" WHERE source_path = ? AND target_path = ? AND origin = 'inferred'`).run(path, to);
  for (const [to, why] of fresh)
    prepared(db, `INSERT OR REPLACE INTO "references" VALUES (?, ?, 'inferred', ?, ?)`).run(path, to, why, float.now());
  receipt.removed += gone.length;
  receipt.added += fresh.filter(([to]) => !known.has(to)).length;
  return gone.length + fresh.length > 0;
}

const TOGETHER = { imports: 'import', 'links to': 'link to' } as const;

/** Folders that its files name, with why. Its parent and children are in the navigation anyhow. */
const inferred = (float: Float, path: string, { mentions }: Extracted): Map<string, string> => {
  const files = Map.groupBy(mentions, ({ target }) => folderOf(float, path, target) ?? path);
  files.delete(path);
  return new Map(
    [...files]
      .filter(([to]) => to !== parentOf(path) && parentOf(to) !== path)
      .map(([to, some]) => {
        const names = [...new Set(some.map(({ file }) => file))].sort(byText);
        const how = some[0]?.how ?? 'imports';
        return [to, names.length === 1 ? `${names[0]} ${how} it` : `${names[0]} and ${names.length - 1} more ${TOGETHER[how]} it`];
      }),
  );
};

/** The folder that a relative path leads to, or into; null outside of the project and for what is not there. */
const folderOf = ({ db }: Float, from: string, target: string): string | null => {
  const path = resolved(from, target);
  if (path === null || prepared(db, 'SELECT 1 FROM folders WHERE path = ? AND gone_at IS NULL').get(path) !== undefined) return path;
  const parent = parentOf(path) ?? path;
  const stem = nameOf(path).replace(/\.\w+$/, '');
  const named = "SELECT 1 FROM files WHERE folder_path = ? AND (name = ? OR (name >= ? || '.' AND name < ? || '/')) LIMIT 1";
  const file = prepared(db, named).get(parent, nameOf(path), stem, stem);
  return file === undefined ? null : parent;
};

/** Links are written as addresses, imports are not; what is neither leads nowhere. */
const resolved = (from: string, target: string): string | null => {
  try {
    return folderPath(`${from}/${decodeURIComponent(target)}`);
  } catch {
    return null;
  }
};
