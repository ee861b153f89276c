import { join, resolve } from 'node:path';
import Database, { type Database as Db } from 'better-sqlite3';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { makePath } from '../disk/make-path.ts';
import { markAll } from './changes.ts';
import { FORMAT, getMeta, setMeta } from './meta.ts';
import { floatFailure, loadDatabase, requirePlace } from './place.ts';
import { migrate, SCHEMA_VERSION } from './schema.ts';

// The context builder. The database is the truth, the files are the build, an agent reads one file.
//
//   float.ts      openFloat(root, options) → Float; closeFloat
//   schema.ts     tables and migrations                     names.ts, paths.ts   names of context files, paths in a project
//   walk.ts       walk(root, …) → folders and files on disk  ignore.ts            .gitignore and .floatignore
//   scan.ts       scan(float, …) → ScanReceipt               hashes.ts            bytes → hash, folders → hash of all below
//   edit.ts       describeFolder, setScope, link, unlink           log.ts               addDecision, listDecisions
//   changes.ts    touch(float, …): what changed → contexts that are stale; wouldRebuild(float, change)
//   gather.ts     gather(reader, path) → Inputs → pieces.ts → Piece[] → fit.ts (tier, budget) → format.ts → text
//   context.ts    assembleContext(float, path, tier): all that, nothing is written
//   build.ts      build(float, …) → BuildReceipt             validate.ts          validate(float) → ValidateRow[]
//   damage.ts     lookForDamage(float, tiers): files that are gone or edited, by size and time
//   folders.ts    listFolders, getFolder, listReferences, floatStatus   record.ts     listBuilds, readBuild: builds of one file
//   boot.ts       writeBoot: boot.md, once                   floatprompt.ts       importFloatPrompt(float, file) → ImportReceipt
//   generate.ts   generate(float, …): texts from what is there  extract*.ts       files → description, content, references; infer.ts: kept
//   writer-*.ts   the same through a command or a model         init.ts, clean.ts  .float made; what was built removed
//   watch.ts      watchFloat(float, …): rounds of scan and build  scan-folders.ts   scans where something is known to have changed
//
// All that decides is pure; every change goes through `touch`, in the transaction that makes it, so that a mark is never missing.
// Rules of staleness (the seed's "Invalidation Problem"):
//   a change of any kind in a folder   → this folder and its ancestors, never siblings (`subtree`)
//   a scope's boot text                → all below (`scope_boot`); set or unset as a scope: all below, by their paths
//   a description                      → parent (its list of children), and below where it is shown (`description`)
//   a decision                         → below a scope (`log`); below any folder where it is architectural or breaking, by their paths
//   a folder made or removed           → the other children of its parent, which list it (`children`)
//   description or content of a target → folders that refer to it (`reference`)
//   a migration, a new format          → all

export interface Float {
  /** The project, an absolute path. */
  readonly root: string;
  readonly db: Db;
  /** Where context files are, an absolute path. */
  readonly contexts: string;
  /** Epoch ms. */
  readonly now: () => number;
}

export interface OpenOptions {
  /** Makes `.float/` where there is none; without it that is 'not-found'. */
  create?: boolean;
  readOnly?: boolean;
  now?: () => number;
}

/**
 * Opens the context builder of a project. Throws 'not-found' where there is none, 'refused' for a database of a newer program and for
 * a `.float` that is a link or a file, 'unreadable' for a damaged database, 'unwritable' for a disk that may not be written.
 */
export function openFloat(root: string, options: OpenOptions = {}): Float {
  const project = resolve(root);
  const folder = join(project, '.float');
  const contexts = join(folder, 'context');
  requirePlace(project, folder, options.create === true);
  try {
    if (options.readOnly !== true) makePath(contexts);
    const db = new Database(join(folder, 'float.db'), { timeout: 30_000, readonly: options.readOnly === true });
    const float: Float = { root: project, db, contexts, now: options.now ?? Date.now };
    if (options.readOnly !== true) prepare(float);
    return float;
  } catch (error) {
    throw floatFailure(error, folder);
  }
}

/**
 * The same for who only reads: a project that may not be written is read as it is. Throws 'refused' besides for a database of another
 * version that may not be brought to this one.
 */
export function openToRead(root: string, options: Pick<OpenOptions, 'now'> = {}): Float {
  try {
    return openFloat(root, options);
  } catch (error) {
    if (!(error instanceof TapeError) || error.code !== 'unwritable') throw error;
    return loadFloat(resolve(root), options.now ?? Date.now);
  }
}

const loadFloat = (root: string, now: Float['now']): Float => {
  const folder = join(root, '.float');
  let db: Db | undefined;
  try {
    db = loadDatabase(join(folder, 'float.db'));
    if (db.pragma('user_version', { simple: true }) === SCHEMA_VERSION) return { root, db, contexts: join(folder, 'context'), now };
  } catch (error) {
    db?.close();
    throw floatFailure(error, folder);
  }
  db.close();
  throw new TapeError('refused', `The .float of ${root} is of another version, and cannot be changed from here.`);
};

export function closeFloat(float: Float): void {
  float.db.close();
}

const prepare = (float: Float): void => {
  try {
    float.db.pragma('journal_mode = WAL');
    float.db.pragma('synchronous = NORMAL');
    float.db.pragma('cache_size = -32000');
    migrate(float.db, float.now());
    float.db
      .transaction(() => {
        if (getMeta(float.db, 'format') === String(FORMAT)) return;
        markAll(float.db, float.now());
        setMeta(float.db, 'format', String(FORMAT));
      })
      .immediate();
  } catch (error) {
    float.db.close();
    throw error;
  }
};
