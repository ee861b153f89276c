import { statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { TapeRow } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Engine } from '../engine.ts';
import { slugOf } from '../store/names.ts';
import { openTape } from '../store/open-tape.ts';
import { placeOf, sessionNames, workspaceAt } from '../store/places.ts';
import type { Tape, Workspace } from '../store/types.ts';
import { whoAmI } from '../store/who.ts';
import { initWorkspace } from '../store/workspace.ts';
import { broughtRow } from './bring.ts';
import { continuedName, forkEvent, originOf, prefixOf } from './continue.ts';

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
};

/** Binds a directory that exists, or finds the workspace that it has. Throws 'bad-input' for what is not a directory. */
export function init(engine: Engine, root: string): Promise<TapeRow> {
  if (!isAbsolute(root)) throw new TapeError('bad-input', `${root} is not an absolute path.`);
  if (!isFolder(root)) throw new TapeError('bad-input', `${root} is not a folder, so nothing was bound to it.`);
  const { workspace } = initWorkspace(engine.settings().tapeHome, root);
  return broughtRow(engine, workspace.folder);
}

/** Continues a foreign tape from entry `seq` in a session of its own. Throws 'refused' for a native tape, 'not-found' for an entry that is not there. */
export async function continueTape(engine: Engine, id: string, seq: number): Promise<TapeRow> {
  const source = engine.catalog.tape(id);
  if (source.native !== null) throw new TapeError('refused', `"${source.title}" is a native tape already: append to it, or fork it.`);
  const tape = await beginFrom(engine, source, seq, continuedName(source, seq));
  tape.close();
  return broughtRow(engine, tape.folder);
}

/**
 * Begins a session that continues from entry `seq` of a tape, in the workspace of that tape's project, and leaves it open. Its first anchor says where the
 * entry is, an event in the shape of a fork witnesses the prefix, and that is all: the source is neither copied nor touched.
 */
export async function beginFrom(engine: Engine, source: TapeRow, seq: number, name: string): Promise<Tape> {
  const { catalog } = engine;
  const [row] = catalog.entriesAt(source.id, [seq]);
  if (row === undefined) throw new TapeError('not-found', `"${source.title}" has no entry ${seq}; it has ${source.entries}.`);
  const [origin, prefix] = [await originOf(source, row), await prefixOf(catalog, source, seq)];
  const { workspace, note } = workspaceOf(engine.settings().tapeHome, source);
  const session = freeName(workspace, name);
  const start = { continues: origin, ...(note !== null && { note }) };
  const tape = openTape(workspace, { session, fork: null }, { create: true, start });
  try {
    tape.append([{ kind: 'event', payload: forkEvent(source, origin, session, prefix, whoAmI(), new Date()) }]);
    return tape;
  } catch (failure) {
    tape.close();
    throw failure;
  }
}

/** The workspace of the tape, or else of its project. One whose folder is gone, or was never said, is named after it all the same, and a sentence says so. */
const workspaceOf = (home: string, { project, native, file }: TapeRow): { workspace: Workspace; note: string | null } => {
  const own = native === null ? null : placeOf(file);
  if (own !== null) return { workspace: workspaceAt(own.folder), note: null };
  if (isAbsolute(project) && isFolder(project)) return { workspace: initWorkspace(home, project).workspace, note: null };
  const root = isAbsolute(project) ? project : join(home, 'imported', slugOf(project));
  const { workspace } = initWorkspace(home, root);
  const gone = isAbsolute(project) ? `The folder ${project} is gone` : 'The source does not say which folder it worked in';
  return { workspace, note: `${gone}, so this workspace is bound to a folder that does not exist.` };
};

/** The same entry may be continued more than once, each time in a session of its own. */
const freeName = (workspace: Workspace, name: string): string => {
  const taken = new Set(sessionNames(workspace));
  let free = name;
  for (let at = 2; taken.has(free); at++) free = `${name}-${at}`;
  return free;
};
