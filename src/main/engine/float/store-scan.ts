import type { ScanReceipt } from '../../../shared/model/float.ts';
import { type Touched, touch } from './changes.ts';
import type { Float } from './float.ts';
import { countLack, setMeta } from './meta.ts';
import { carryOver, type Leaving, leaving } from './moves.ts';
import { nameKey } from './names.ts';
import { byText, nameOf, parentOf } from './paths.ts';
import { prepared } from './prepared.ts';
import type { WalkedFile } from './walk.ts';

export interface HashedFile extends WalkedFile {
  hash: string;
  hashedAt: number;
}

/** What is to be done about one folder that is on disk. */
export interface FolderDelta {
  path: string;
  hashed: HashedFile[];
  removed: string[];
  /** Files in it now. */
  files: number;
  skipped: { path: string; reason: string }[];
}

/** Writes what a scan found, in one transaction. Pure rows: the disk is not looked at again. With `some` nothing is said of folders that are not among the deltas. */
export function storeScan(float: Float, deltas: readonly FolderDelta[], some = false): ScanReceipt {
  return float.db
    .transaction((): ScanReceipt => {
      const receipt = emptyReceipt(deltas);
      const at = float.now();
      const touched: Touched[] = [];
      const known = some ? knownAmong(float, deltas) : allKnown(float);
      for (const delta of deltas) {
        const isNew = !known.delete(delta.path);
        if (isNew && !addFolder(float, delta, receipt, at)) continue;
        if (isNew) touched.push({ path: delta.path, kind: 'folder' });
        if (storeFiles(float, delta, receipt)) touched.push({ path: delta.path, kind: 'file' });
      }
      const gone = some ? [] : leaving(float.db, known);
      for (const folder of gone) touched.push(...removeFolder(float, folder, receipt, at));
      const stale = new Set(touch(float.db, touched, at));
      const moved = carryOver(float.db, gone, receipt.newFolders);
      receipt.movedFolders.push(...moved.map(({ from, to }) => ({ from, to })));
      const carriedOff = new Set(moved.map(({ from }) => from));
      receipt.keptFolders.push(...gone.flatMap(({ path, kept }) => (kept && !carriedOff.has(path) ? [path] : [])));
      const carried = moved.flatMap(({ to, referring }) => [to, ...referring].map((path): Touched => ({ path, kind: 'reference' })));
      for (const path of touch(float.db, carried, at)) stale.add(path);
      setMeta(float.db, 'scanned_at', String(at));
      return { ...receipt, stale: [...stale].sort(byText) };
    })
    .immediate();
}

const allKnown = ({ db }: Float): Set<string> =>
  new Set(prepared(db, 'SELECT path FROM folders WHERE gone_at IS NULL').pluck().all() as string[]);

/** A look at a few folders asks for these alone: what a saved file costs must not grow with the project. */
const knownAmong = ({ db }: Float, deltas: readonly FolderDelta[]): Set<string> => {
  const known = prepared(db, 'SELECT 1 FROM folders WHERE path = ? AND gone_at IS NULL').pluck();
  return new Set(deltas.map(({ path }) => path).filter((path) => known.get(path) !== undefined));
};

const emptyReceipt = (deltas: readonly FolderDelta[]): ScanReceipt => ({
  folders: deltas.length,
  files: deltas.reduce((sum, { files }) => sum + files, 0),
  hashed: deltas.reduce((sum, { hashed }) => sum + hashed.length, 0),
  added: 0,
  changed: 0,
  removed: 0,
  newFolders: [],
  goneFolders: [],
  movedFolders: [],
  keptFolders: [],
  stale: [],
  skipped: deltas.flatMap(({ skipped }) => skipped),
});

const INSERT = `INSERT INTO folders (path, parent_path, name, name_key, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT(path) DO UPDATE SET gone_at = NULL, updated_at = excluded.updated_at`;

/** False for a folder that no context file can name; it is skipped with what is in it. Others of its key need another name from now on. */
const addFolder = ({ db }: Float, { path }: FolderDelta, receipt: ScanReceipt, at: number): boolean => {
  if (!path.isWellFormed()) {
    receipt.skipped.push({ path, reason: 'its name is not Unicode' });
    return false;
  }
  const key = nameKey(path);
  prepared(db, INSERT).run(path, parentOf(path), nameOf(path), key, at, at);
  markNamesakes(db, key, path, at);
  countLack(db);
  receipt.newFolders.push(path);
  return true;
};

const NAMESAKES =
  'UPDATE contexts SET stale_at = ? WHERE stale_at IS NULL AND path IN (SELECT path FROM folders WHERE name_key = ? AND path <> ?)';

const markNamesakes = (db: Float['db'], key: string, path: string, at: number): void => {
  prepared(db, NAMESAKES).run(at, key, path);
};

const UPSERT = `INSERT INTO files (folder_path, name, size, mtime, ctime, ino, hashed_at, content_hash)
  VALUES (@folder, @name, @size, @mtime, @ctime, @ino, @hashedAt, @hash) ON CONFLICT(folder_path, name) DO UPDATE SET size = excluded.size,
  mtime = excluded.mtime, ctime = excluded.ctime, ino = excluded.ino, hashed_at = excluded.hashed_at, content_hash = excluded.content_hash`;

/** True where a file came, went or has other bytes; another time or place on the disk is noted and changes nothing. */
const storeFiles = ({ db }: Float, { path, hashed, removed }: FolderDelta, receipt: ScanReceipt): boolean => {
  const hashOf = prepared(db, 'SELECT content_hash FROM files WHERE folder_path = ? AND name = ?').pluck();
  let changes = 0;
  for (const file of hashed) {
    const before = hashOf.get(path, file.name);
    prepared(db, UPSERT).run({ folder: path, ...file });
    if (before === file.hash) continue;
    receipt[before === undefined ? 'added' : 'changed'] += 1;
    changes += 1;
  }
  for (const name of removed) changes += removeFile(db, path, name, receipt);
  return changes > 0;
};

const removeFile = (db: Float['db'], path: string, name: string, receipt: ScanReceipt): number => {
  const { changes } = prepared(db, 'DELETE FROM files WHERE folder_path = ? AND name = ?').run(path, name);
  receipt.removed += changes;
  return changes;
};

/** What people wrote stays, out of sight; the files of its contexts are removed by the next build. */
const removeFolder = ({ db }: Float, { path, key, kept }: Leaving, receipt: ScanReceipt, at: number): Touched[] => {
  receipt.removed += prepared(db, 'DELETE FROM files WHERE folder_path = ?').run(path).changes;
  if (kept) prepared(db, "UPDATE folders SET gone_at = ?, files_hash = '', own_hash = '', source_hash = '' WHERE path = ?").run(at, path);
  else prepared(db, 'DELETE FROM folders WHERE path = ?').run(path);
  prepared(db, 'UPDATE contexts SET stale_at = ? WHERE path = ? AND stale_at IS NULL').run(at, path);
  markNamesakes(db, key, path, at);
  receipt.goneFolders.push(path);
  return [{ path, kind: 'folder' }];
};
