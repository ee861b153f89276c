import type { FloatFolder, FloatReference, FloatStatus, TextBy, Tier } from '../../../shared/model/float.ts';
import type { Float } from './float.ts';
import { unknownFolder } from './known.ts';
import { getMeta } from './meta.ts';
import { folderPath } from './paths.ts';
import { prepared } from './prepared.ts';
import { tiersInUse } from './record.ts';

interface Row {
  path: string;
  parent: string | null;
  name: string;
  description: string | null;
  descriptionBy: TextBy | null;
  content: string | null;
  contentBy: TextBy | null;
  isScope: number;
  boot: string | null;
  textHash: string | null;
  ownHash: string;
  sourceHash: string;
  files: number;
  subfolders: number;
}

const ROWS = `SELECT path, parent_path AS parent, name, description, description_by AS descriptionBy, content_md AS content, content_by AS contentBy,
  is_scope AS isScope, scope_boot AS boot, text_hash AS textHash, own_hash AS ownHash, source_hash AS sourceHash,
  (SELECT count(*) FROM files WHERE folder_path = folders.path) AS files,
  (SELECT count(*) FROM folders AS child WHERE child.parent_path = folders.path AND child.gone_at IS NULL) AS subfolders
  FROM folders WHERE gone_at IS NULL`;
const BUILT = 'SELECT tier, stale_at AS staleAt, context_built_at AS builtAt, tokens FROM contexts WHERE path = ?';

const folderOf = ({ db }: Float, { textHash, ownHash, isScope, ...row }: Row): FloatFolder => {
  const built = prepared(db, BUILT).all(row.path) as { tier: Tier; staleAt: number | null; builtAt: number; tokens: number }[];
  return {
    ...row,
    isScope: isScope === 1,
    textState: textState(row, textHash, ownHash),
    built: built.map(({ staleAt, ...one }) => ({ ...one, state: staleAt === null ? 'current' : 'stale' })),
  };
};

/** What a person wrote is kept, and is older than its files where these changed since. Nobody knows of a text that was imported. */
const textState = (
  { description, descriptionBy }: Pick<Row, 'description' | 'descriptionBy'>,
  textHash: string | null,
  ownHash: string,
): FloatFolder['textState'] =>
  description === null ? 'pending' : textHash === ownHash || (descriptionBy === 'person' && textHash === null) ? 'current' : 'stale';

/** The children of a folder, or all folders, in the order of their paths. State is that of the database: `validate` looks at the files. */
export function listFolders(float: Float, parent?: string): FloatFolder[] {
  const rows =
    parent === undefined
      ? prepared(float.db, `${ROWS} ORDER BY path`).all()
      : prepared(float.db, `${ROWS} AND parent_path = ? ORDER BY path`).all(folderPath(parent));
  return (rows as Row[]).map((row) => folderOf(float, row));
}

/** False before the first scan. */
export function hasFolders({ db }: Float): boolean {
  return prepared(db, 'SELECT 1 FROM folders WHERE gone_at IS NULL LIMIT 1').get() !== undefined;
}

/** Throws 'not-found'. */
export function getFolder(float: Float, folder: string): FloatFolder {
  const path = folderPath(folder);
  const row = prepared(float.db, `${ROWS} AND path = ?`).get(path) as Row | undefined;
  if (row === undefined) throw unknownFolder(float.db, path);
  return folderOf(float, row);
}

/** References from a folder and to it; all of the project where it is left out. */
export function listReferences(float: Float, folder?: string): FloatReference[] {
  const select = 'SELECT source_path AS "from", target_path AS "to", why, origin FROM "references"';
  const path = folder === undefined ? null : folderPath(folder);
  return prepared(
    float.db,
    `${select} WHERE @path IS NULL OR source_path = @path OR target_path = @path ORDER BY source_path, target_path, origin`,
  ).all({
    path,
  }) as FloatReference[];
}

const OLDER = "text_hash IS NOT own_hash AND (description_by <> 'person' OR text_hash IS NOT NULL)";

/** Counts of what the database knows. `pending` counts files of the tiers that are in use, as `validate` does: standard ones where nothing was built. */
export function floatStatus(float: Float): FloatStatus {
  const count = (sql: string): number => prepared(float.db, `SELECT count(*) FROM ${sql}`).pluck().get() as number;
  const lacking = (tier: Tier): number => texts(`path NOT IN (SELECT path FROM contexts WHERE tier = '${tier}')`);
  const texts = (where: string): number => count(`folders WHERE gone_at IS NULL AND ${where}`);
  const scannedAt = getMeta(float.db, 'scanned_at');
  return {
    root: float.root,
    folders: texts('1'),
    files: count('files'),
    scopes: texts('is_scope = 1'),
    decisions: count('log_entries'),
    references: count('"references"'),
    scannedAt: scannedAt === null ? null : Number(scannedAt),
    contexts: {
      current: count('contexts WHERE stale_at IS NULL'),
      stale: count('contexts WHERE stale_at IS NOT NULL'),
      pending: tiersInUse(float.db, ['standard']).reduce((sum, tier) => sum + lacking(tier), 0),
    },
    texts: {
      pending: texts('description IS NULL'),
      current: texts(`description IS NOT NULL AND NOT (${OLDER})`),
      stale: texts(`description IS NOT NULL AND ${OLDER}`),
    },
  };
}
