import { type Dirent, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { codeOf } from '../disk/disk.ts';
import { ALWAYS, isIgnored, RULE_FILES, type Rules, withRules } from './ignore.ts';
import { childOf, ROOT } from './paths.ts';

export interface WalkedFile {
  name: string;
  size: number;
  /** Epoch ms with its fraction. */
  mtime: number;
  /** When anything of it changed, its times included: nobody can set that back. Epoch ms with its fraction. */
  ctime: number;
  /** Another one for another file of the same name; 0 where the system's numbers say nothing. */
  ino: number;
}

export interface WalkedFolder {
  path: string;
  files: WalkedFile[];
  /** Names of the folders in it that are a part of the project. */
  folders: string[];
  skipped: { path: string; reason: string }[];
}

/** Where a walk begins, with the rules of all folders above. */
export interface Start {
  path: string;
  above: Rules | null;
}

/**
 * The folders of a project, each before those in it. Links are never followed, be it to inside or outside: they are skipped and named.
 * One system call for each folder and one for each file; synchronous calls cost a third of what promises do (100,000 files, 2 cores).
 * Throws 'unreadable' where the project itself cannot be read.
 */
export function* walk(root: string, start: Start = { path: ROOT, above: null }): Generator<WalkedFolder> {
  const open: Start[] = [start];
  for (let next = open.pop(); next; next = open.pop()) {
    const { path, above } = next;
    const folder: WalkedFolder = { path, files: [], folders: [], skipped: [] };
    const entries = readFolder(root, folder);
    const base = path === ROOT ? '' : `${path.slice(1)}/`;
    const rules = withRules(above, base, ruleTexts(root, path, entries));
    for (const entry of entries) sort(root, folder, entry, (suffix) => isIgnored(rules, base + entry.name + suffix));
    yield folder;
    for (const name of folder.folders) open.push({ path: childOf(path, name), above: rules });
  }
}

const readFolder = (root: string, folder: WalkedFolder): Dirent[] => {
  try {
    return readdirSync(join(root, folder.path), { withFileTypes: true });
  } catch (error) {
    if (codeOf(error) === '') throw error;
    if (folder.path === ROOT) throw new TapeError('unreadable', `The project ${root} cannot be read (${codeOf(error)}).`);
    folder.skipped.push({ path: folder.path, reason: `it cannot be read (${codeOf(error)})` });
    return [];
  }
};

const ruleTexts = (root: string, path: string, entries: readonly Dirent[]): string[] => {
  const texts = RULE_FILES.filter((name) => entries.some((entry) => entry.name === name && entry.isFile())).map((name) =>
    readText(join(root, path, name)),
  );
  return path === ROOT ? [readText(join(root, '.git', 'info', 'exclude')), ...texts] : texts;
};

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const sort = (root: string, folder: WalkedFolder, entry: Dirent, ignored: (suffix: '' | '/') => boolean): void => {
  const { name } = entry;
  if (ALWAYS.has(name)) return;
  if (entry.isDirectory()) {
    if (!ignored('/')) folder.folders.push(name);
  } else if (!ignored('')) addFile(root, folder, entry);
};

const addFile = (root: string, folder: WalkedFolder, entry: Dirent): void => {
  const path = childOf(folder.path, entry.name);
  const found = fileOf(root + path, entry);
  if (typeof found === 'string') folder.skipped.push({ path, reason: found });
  else folder.files.push(found);
};

const HAS_INODES = process.platform !== 'win32';

/** The file, or why it is none. */
const fileOf = (path: string, entry: Dirent): WalkedFile | string => {
  if (entry.isSymbolicLink()) return 'it is a link';
  if (!entry.isFile()) return 'it is not a file';
  try {
    const { size, mtimeMs, ctimeMs, ino } = lstatSync(path);
    return { name: entry.name, size, mtime: mtimeMs, ctime: ctimeMs, ino: HAS_INODES ? ino : 0 };
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return codeOf(error) === 'ENOENT' ? 'it is gone, or its name is not Unicode' : `it cannot be read (${codeOf(error)})`;
  }
};
