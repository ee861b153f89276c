import { readdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '../database/schema.ts';
import { isOwn } from '../formats/abouts.ts';
import type { Named, Naming } from '../formats/naming.ts';
import { NAMINGS } from '../formats/namings.ts';

/** Folders of one's own that are looked at for workspaces, and how many names are taken from each. */
const FOLDERS = ['', 'code', 'projects', 'src', 'work', 'workspace', 'dev', 'repos', 'git'];
const NAMES = 500;

const foldersIn = (folder: string): string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .slice(0, NAMES)
      .map((entry) => join(folder, entry.name));
  } catch {
    return [];
  }
};

/** Folders in which agents worked, and those of native workspaces, which are filed under them. */
const KNOWN = `SELECT DISTINCT cwd FROM tapes WHERE cwd IS NOT NULL
  UNION SELECT DISTINCT project FROM tapes WHERE native IS NOT NULL AND project <> ''`;

const realOf = (folder: string): string => {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
};

const homeFolders = (home: string): string[] => [home, ...FOLDERS.flatMap((name) => foldersIn(join(home, name)))];

type Row = Named & { tape: number };

const rowsOf = (db: Db, format: string): Row[] =>
  db.prepare<[string], Row>('SELECT tape, path, title, project, session FROM tapes JOIN sources USING (tape) WHERE format = ?').all(format);

/** Whether a tape that came or changed may tell a name: it waits for one itself, or a hash is that of the folder of a new workspace of ours. */
export function mayTellName(format: string, isNew: boolean): boolean {
  return Object.hasOwn(NAMINGS, format) || (isNew && isOwn(format));
}

/** Names tapes whose files are called after hashes, by what is known here: folders in which agents worked, and those at home. Answers whether a name was found. */
export function nameTapes(db: Db, home: string = homedir()): boolean {
  const waiting = Object.entries(NAMINGS).map(([format, naming]) => ({ naming, tapes: rowsOf(db, format) }));
  if (waiting.every(({ tapes }) => tapes.length === 0)) return false;
  const known = db.prepare<[], string>(KNOWN).pluck().all();
  const folders = [...homeFolders(home), ...known].map((folder) => ({ folder, real: realOf(folder) }));
  const found = waiting.flatMap(({ naming, tapes }) => renamed(naming, tapes, folders));
  const set = db.prepare('UPDATE tapes SET project = ?, session = ?, title = ? WHERE tape = ?');
  const all = db.transaction(() => found.forEach(({ project, session, title, tape }) => void set.run(project, session, title, tape)));
  if (found.length > 0) all.immediate();
  return found.length > 0;
}

const renamed = (naming: Naming, tapes: readonly Row[], folders: Parameters<Naming['name']>[1]): Row[] =>
  naming.name(tapes, folders).flatMap((next, at) => {
    const row = tapes[at];
    if (!row || (next.project === row.project && next.title === row.title && next.session === row.session)) return [];
    return [{ ...row, ...next }];
  });
