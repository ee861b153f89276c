import type { Database as Db } from 'better-sqlite3';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { rehash } from './hashes.ts';
import { setMeta } from './meta.ts';

// `.float/float.db`: the truth about a project. The names are those of the seed; times are epoch ms, paths those of paths.ts.
// folders … files: what the last scan saw, with what people and models wrote about it. A folder that is gone keeps its row (`gone_at`)
// where somebody wrote something about it. `own_hash` is over its files and the names of the folders in it, `text_hash` the one that its text was made from. contexts: the newest build per folder and tier; context_history: those before it.
const FIRST = `
CREATE TABLE folders (
  path TEXT PRIMARY KEY, parent_path TEXT, name TEXT NOT NULL, name_key TEXT NOT NULL,
  description TEXT, description_by TEXT, content_md TEXT, content_by TEXT,
  is_scope INTEGER NOT NULL DEFAULT 0, scope_boot TEXT,
  text_hash TEXT, ai_model TEXT,
  files_hash TEXT NOT NULL DEFAULT '', source_hash TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, gone_at INTEGER
) WITHOUT ROWID;
CREATE INDEX folders_parent ON folders(parent_path, gone_at, path);
CREATE INDEX folders_name_key ON folders(name_key);
CREATE INDEX folders_gone ON folders(gone_at);
CREATE TABLE files (
  folder_path TEXT NOT NULL, name TEXT NOT NULL, size INTEGER NOT NULL, mtime REAL NOT NULL, hashed_at REAL NOT NULL,
  content_hash TEXT NOT NULL, description TEXT, PRIMARY KEY (folder_path, name)
) WITHOUT ROWID;
CREATE TABLE log_entries (
  id INTEGER PRIMARY KEY AUTOINCREMENT, folder_path TEXT NOT NULL, date TEXT NOT NULL, topic TEXT,
  status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'locked', 'superseded')),
  title TEXT NOT NULL, decision TEXT, rationale TEXT, before_state TEXT, after_state TEXT,
  supersedes INTEGER REFERENCES log_entries(id), superseded_by INTEGER REFERENCES log_entries(id), created_at INTEGER NOT NULL
);
CREATE INDEX log_folder ON log_entries(folder_path, date, id);
CREATE TABLE log_tags (entry_id INTEGER NOT NULL REFERENCES log_entries(id), tag TEXT NOT NULL, PRIMARY KEY (entry_id, tag)) WITHOUT ROWID;
CREATE TABLE "references" (
  source_path TEXT NOT NULL, target_path TEXT NOT NULL, origin TEXT NOT NULL CHECK (origin IN ('given', 'inferred')), why TEXT,
  created_at INTEGER NOT NULL, PRIMARY KEY (source_path, target_path, origin)
) WITHOUT ROWID;
CREATE INDEX references_target ON "references"(target_path);
CREATE TABLE context_dependencies (
  context_path TEXT NOT NULL, depends_on_path TEXT NOT NULL, depends_on_type TEXT NOT NULL, depends_on_id TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (context_path, depends_on_path, depends_on_type, depends_on_id)
) WITHOUT ROWID;
CREATE INDEX dependents ON context_dependencies(depends_on_path, depends_on_type, depends_on_id);
CREATE TABLE contexts (
  path TEXT NOT NULL, tier TEXT NOT NULL, file TEXT NOT NULL, context_hash TEXT NOT NULL, digest TEXT NOT NULL,
  tokens INTEGER NOT NULL, context_built_at INTEGER NOT NULL, stale_at INTEGER, PRIMARY KEY (path, tier)
) WITHOUT ROWID;
CREATE INDEX contexts_stale ON contexts(path) WHERE stale_at IS NOT NULL;
CREATE INDEX contexts_tier ON contexts(tier);
CREATE TABLE context_history (
  id INTEGER PRIMARY KEY, path TEXT NOT NULL, tier TEXT NOT NULL, context_hash TEXT NOT NULL, digest TEXT NOT NULL,
  tokens INTEGER NOT NULL, context_built_at INTEGER NOT NULL, stale_at INTEGER, replaced_at INTEGER NOT NULL, body BLOB
);
CREATE INDEX history_of ON context_history(path, tier, id);
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
`;

/** Size and time of each context file as it was written: whoever looks for files that are gone or edited need not read them. */
const STAMPS = 'ALTER TABLE contexts ADD COLUMN size INTEGER; ALTER TABLE contexts ADD COLUMN mtime REAL;';

/** More signs that a file has changed since it was read; and a hash of what a folder's text is made from, without deeper folders. */
const LOOKS = `ALTER TABLE files ADD COLUMN ctime REAL; ALTER TABLE files ADD COLUMN ino REAL; ALTER TABLE contexts ADD COLUMN ctime REAL;
  ALTER TABLE folders ADD COLUMN own_hash TEXT NOT NULL DEFAULT '';`;

/** A text that was as new as its files stays so: nobody is asked for it again. */
const addLooks = (db: Db): void => {
  db.exec(LOOKS);
  const fresh = db.prepare('SELECT path FROM folders WHERE text_hash = files_hash AND gone_at IS NULL').pluck().all();
  rehash(db, db.prepare('SELECT path FROM folders WHERE gone_at IS NULL').pluck().all() as string[]);
  const note = db.prepare('UPDATE folders SET text_hash = own_hash WHERE path = ?');
  for (const path of fresh) note.run(path);
};

/** The `own_hash` that the lines of files and the inferred references of a folder were made from: they are nobody's words, and a text may be older or newer. */
const addLines = (db: Db): void => {
  db.exec('ALTER TABLE folders ADD COLUMN lines_hash TEXT');
  const said =
    "SELECT 1 FROM folders WHERE description_by IN ('extracted', 'model') UNION ALL SELECT 1 FROM files WHERE description IS NOT NULL LIMIT 1";
  if (db.prepare(said).get() !== undefined) setMeta(db, 'generated', '1');
};

/** Each brings a database one version on. A migration never loses what people wrote, and makes every context stale. */
const MIGRATIONS: readonly ((db: Db) => void)[] = [(db) => db.exec(FIRST), (db) => db.exec(STAMPS), addLooks, addLines];

export const SCHEMA_VERSION = MIGRATIONS.length;

const versionOf = (db: Db): number => Number(db.pragma('user_version', { simple: true }));

/**
 * Brings a database to this version; several processes may do so at once. Throws 'refused' for one of a newer program, and
 * for one that is not ours: FloatPrompt's own databases are read by `importFloatPrompt`.
 */
export function migrate(db: Db, at: number, migrations = MIGRATIONS): void {
  if (versionOf(db) === migrations.length) return;
  db.transaction(() => {
    const version = versionOf(db);
    if (version > migrations.length)
      throw new TapeError('refused', 'This project’s .float/float.db was written by a newer version of this program.');
    if (version === 0 && db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'folders'").get() !== undefined)
      throw new TapeError('refused', 'This project’s .float/float.db was written by FloatPrompt itself: import it into a new one.');
    for (const migration of migrations.slice(version)) migration(db);
    db.prepare('UPDATE contexts SET stale_at = ? WHERE stale_at IS NULL').run(at);
    db.pragma(`user_version = ${migrations.length}`);
  }).immediate();
}
