import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { realPath } from '../disk/disk.ts';
import { sha256 } from '../formats/sha256.ts';
import { type Moves, movesIn } from './moves.ts';
import { checkedName, slugOf } from './names.ts';
import type { McpServer, RunDefaults, Which, Workspace, WorkspaceConfig } from './types.ts';

/** Where workspaces and tapes are. Reads `config.json` and looks at what exists; never writes. */

/** What this program writes; it refuses a workspace of a higher one. */
export const CONFIG_SCHEMA = 1;
export const MAIN_SESSION = 'main';

/** The folder of the workspace that is, or would be, bound to exactly this directory. */
export function workspaceFolder(home: string, directory: string): string {
  return folderOf(home, realPath(directory), movesIn(home));
}

const folderOf = (home: string, root: string, { folders, left }: Moves): string => {
  const lost = left.get(root) ?? 0;
  const identity = sha256(lost === 0 ? root : `${root}\n${lost}`)
    .toString('hex')
    .slice(0, 12);
  return join(home, folders.get(root) ?? `workspace-${slugOf(basename(root))}-${identity}`);
};

const configFile = (folder: string): string => join(folder, 'config.json');

/** Throws 'unreadable' where it is not a config, or of a newer program, and 'not-found' where there is none. */
export function readConfig(folder: string): WorkspaceConfig {
  const path = configFile(folder);
  const config = checkedConfig(parsed(path), path);
  const root = movesIn(dirname(folder)).roots.get(basename(folder)) ?? config.root;
  if (config.schema <= CONFIG_SCHEMA) return { ...config, root };
  throw new TapeError(
    'unreadable',
    `${path} has schema ${config.schema}; this program knows ${CONFIG_SCHEMA}. A newer Tapescope wrote it, and nothing was changed.`,
  );
}

const parsed = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new TapeError('not-found', `${dirname(path)} is not a workspace: it has no config.json.`);
    }
    throw new TapeError('unreadable', `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
};

const textsIn = (value: unknown): Readonly<Record<string, string>> | null => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.values(value).every((line) => typeof line === 'string') ? (value as Record<string, string>) : null;
};

const areWords = (value: unknown): boolean =>
  value === undefined || (Array.isArray(value) && value.every((word) => typeof word === 'string'));

const isServer = (value: unknown): value is McpServer => {
  if (typeof value !== 'object' || value === null) return false;
  const { command, args, env, url } = value as Record<string, unknown>;
  if (url !== undefined) return typeof url === 'string' && /^https?:$/.test(URL.parse(url)?.protocol ?? '');
  return typeof command === 'string' && command !== '' && areWords(args) && (env === undefined || textsIn(env) !== null);
};

/** A name is a part of those of its tools. */
const areServers = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === 'object' &&
    value !== null &&
    Object.entries(value).every(([name, one]) => /^[\w-]{1,40}$/.test(name) && isServer(one)));

const isRun = (value: unknown): value is RunDefaults => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { model = '', tools, allow, deny, mcp, commands = false } = value as Record<string, unknown>;
  return (
    typeof model === 'string' && areWords(tools) && areWords(allow) && areWords(deny) && areServers(mcp) && typeof commands === 'boolean'
  );
};

const checkedConfig = (value: unknown, path: string): WorkspaceConfig => {
  const broken = (field: string): TapeError => new TapeError('unreadable', `${path} has no valid "${field}".`);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TapeError('unreadable', `${path} is not a JSON object.`);
  const { schema, root, created, defaultSession = MAIN_SESSION, gate, policies, run } = value as Record<string, unknown>;
  if (typeof schema !== 'number' || !Number.isInteger(schema) || schema < 1) throw broken('schema');
  if (typeof root !== 'string' || root === '') throw broken('root');
  if (typeof defaultSession !== 'string') throw broken('defaultSession');
  const lines = policies === undefined ? {} : textsIn(policies);
  if (lines === null) throw broken('policies');
  if (run !== undefined && !isRun(run)) throw broken('run');
  const named = { ...(policies !== undefined && { policies: lines }), ...(run !== undefined && { run }) };
  if (gate === undefined) return { schema, root, created: String(created ?? ''), defaultSession, ...named };
  if (!Array.isArray(gate) || gate.length === 0 || !gate.every((word) => typeof word === 'string')) throw broken('gate');
  return { schema, root, created: String(created ?? ''), defaultSession, gate, ...named };
};

export function workspaceAt(folder: string): Workspace {
  return { folder, config: readConfig(folder) };
}

/** The workspace of the directory or of its nearest ancestor that has one. Looks only whether folders exist. */
export function findWorkspace(home: string, directory: string): Workspace | null {
  const moves = movesIn(home);
  for (let at = realPath(directory); ; at = dirname(at)) {
    const folder = folderOf(home, at, moves);
    if (existsSync(configFile(folder))) return workspaceAt(folder);
    if (at === dirname(at)) return null;
  }
}

/** All workspaces of a home, by folder name. What cannot be read is left out, and `notes` says so. */
export function listWorkspaces(home: string): { workspaces: Workspace[]; notes: string[] } {
  const notes: string[] = [];
  const workspaces = folders(home)
    .filter((name) => name.startsWith('workspace-'))
    .flatMap((name) => {
      try {
        return [workspaceAt(join(home, name))];
      } catch (error) {
        notes.push(error instanceof Error ? error.message : String(error));
        return [];
      }
    });
  return { workspaces, notes };
}

/** Names of the folders in a folder, sorted; none where it cannot be read. */
export function folders(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((item) => item.isDirectory())
      .map((item) => item.name)
      .sort();
  } catch {
    return [];
  }
}

/** Throws 'bad-input' for a name that cannot be a folder. The folder need not exist. */
export function tapeFolder({ folder }: Workspace, { session, fork }: Which): string {
  const own = session === MAIN_SESSION ? folder : join(folder, 'sessions', checkedName('session', session));
  return fork === null ? own : join(own, 'forks', checkedName('fork', fork));
}

/** The inverse of `tapeFolder`: which tape a folder holds; null where it is none. Looks whether `config.json` and the folder exist. */
export function placeOf(folder: string): { folder: string; which: Which } | null {
  const path = resolve(folder);
  if (!existsSync(path)) return null;
  const isFork = basename(dirname(path)) === 'forks';
  const own = isFork ? dirname(dirname(path)) : path;
  const fork = isFork ? basename(path) : null;
  if (existsSync(configFile(own))) return { folder: own, which: { session: MAIN_SESSION, fork } };
  const workspace = dirname(dirname(own));
  if (basename(dirname(own)) !== 'sessions' || !existsSync(configFile(workspace))) return null;
  return { folder: workspace, which: { session: basename(own), fork } };
}

/** Sessions that exist: `main` first, the others by name. */
export function sessionNames({ folder }: Workspace): string[] {
  const others = folders(join(folder, 'sessions')).filter((name) => name !== MAIN_SESSION);
  return [...(existsSync(join(folder, 'anchors')) ? [MAIN_SESSION] : []), ...others];
}

export function noSession(workspace: Workspace, session: string): TapeError {
  const names = sessionNames(workspace);
  const sentence = `There is no session "${session}" here${names.length === 0 ? '' : `, only ${names.join(', ')}`}.`;
  return new TapeError('not-found', `${sentence} To begin it, write to it with --new.`);
}

/** Where the entries of a fork are that was discarded, the last one of that name; null where none was. */
export function discardedTo(workspace: Workspace, { session, fork }: Which): string | null {
  const archive = join(tapeFolder(workspace, { session, fork: null }), 'archive');
  const stamps = existsSync(archive) ? readdirSync(archive).sort().toReversed() : [];
  return stamps.map((stamp) => join(archive, stamp, 'forks', fork ?? '')).find((folder) => fork !== null && existsSync(folder)) ?? null;
}

/** Says of a fork that was discarded where its entries are. */
export function noFork(workspace: Workspace, which: Which): TapeError {
  const { session, fork } = which;
  const archived = discardedTo(workspace, which);
  if (archived !== null) return new TapeError('not-found', `The fork "${fork}" was discarded. Its entries are in ${archived}.`);
  return new TapeError('not-found', `The session "${session}" has no fork "${fork}".`);
}

/** As `tapeFolder`, and throws 'not-found' where there is no such tape. */
export function existingTapeFolder(workspace: Workspace, which: Which): string {
  const folder = tapeFolder(workspace, which);
  if (existsSync(folder)) return folder;
  throw which.fork === null || !sessionNames(workspace).includes(which.session)
    ? noSession(workspace, which.session)
    : noFork(workspace, which);
}
