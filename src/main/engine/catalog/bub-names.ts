import { createHash } from 'node:crypto';
import { readdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { bubHashes, guessBubName, LEFT_OVER, locate } from '../formats/bub/names.ts';
import type { Db } from './schema.ts';

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

/** Folders of native workspaces, which are filed under them. */
const ROOTS = "SELECT DISTINCT project FROM tapes WHERE native IS NOT NULL AND project <> ''";

/** Bub hashes the folder that a link leads to. */
const realOf = (folder: string): string => {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
};

const homeFolders = (home: string): string[] => [home, ...FOLDERS.flatMap((name) => foldersIn(join(home, name)))];

const md5 = (text: string): string => createHash('md5').update(text).digest('hex').slice(0, 16);

/**
 * Names Bub's tapes, whose files are called after hashes of workspace and session, by hashing what is known here: folders in
 * which other agents worked, and the folders at home. Answers whether a name was found.
 */
export const nameBubTapes = (db: Db, home: string = homedir()): boolean => {
  const tapes = db
    .prepare<[], { tape: number; path: string; title: string; project: string; session: string | null }>(
      "SELECT tape, path, title, project, session FROM tapes JOIN sources USING (tape) WHERE format = 'bub'",
    )
    .all();
  if (tapes.length === 0) return false;
  const known = db.prepare<[], string>(`SELECT DISTINCT cwd FROM tapes WHERE cwd IS NOT NULL UNION ${ROOTS}`).pluck().all();
  const workspaces = new Map(
    [...homeFolders(home), ...known].flatMap((folder) => [folder, realOf(folder)].map((name) => [md5(name), folder])),
  );
  const set = db.prepare('UPDATE tapes SET project = ?, session = ?, title = ? WHERE tape = ?');
  const found: unknown[][] = [];
  for (const { tape, path, title, project, session } of tapes) {
    const hashes = bubHashes(path);
    if (!hashes) continue;
    const workspace = workspaces.get(hashes.workspace.slice(0, 16).toLowerCase()) ?? null;
    const own = guessBubName(null, hashes.session).session ?? session;
    const next = {
      project: workspace ?? `workspace ${hashes.workspace.slice(0, 8)}`,
      title: titled(title, own, locate(path).title === LEFT_OVER),
    };
    if (next.project === project && next.title === title && own === session) continue;
    found.push([next.project, own, next.title, tape]);
  }
  const all = db.transaction(() => found.forEach((values) => void set.run(...values)));
  if (found.length > 0) all.immediate();
  return found.length > 0;
};

/** The session id before what the tape is about, and behind it what became of it. Says the same when asked about its own answer. */
const titled = (title: string, session: string | null, leftOver: boolean): string => {
  const parts = [session ?? '', title, leftOver ? LEFT_OVER : ''].filter((part) => part !== '');
  const [first = '', ...more] = parts;
  return more.reduce((whole, part) => {
    if (whole === part || part.startsWith(`${whole} · `)) return part;
    return whole.endsWith(` · ${part}`) ? whole : `${whole} · ${part}`;
  }, first);
};
