import { copyFileSync, existsSync, globSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { isAgentTape } from '../../../shared/library/names.ts';
import type { TapeRow } from '../../../shared/model/index.ts';
import type { Catalog } from '../catalog/types.ts';
import { makePath } from '../disk/make-path.ts';
import type { AgentFiles } from '../formats/surgery.ts';

/** A file that was written for a session by an agent of it. */
export interface AgentFile {
  tape: TapeRow;
  /** The entry of the session that started it, or that started the agent which started it; null where no call is known. */
  call: number | null;
  /** Where it is below the session's own folder; null for a file next to the session's. */
  place: string | null;
}

/** The files of a session's agents, and of the agents that these started. */
export function agentFilesOf(catalog: Catalog, session: TapeRow, { folder: folderOf }: AgentFiles): AgentFile[] {
  const found = new Map<string, AgentFile>();
  const folder = folderOf(session.file);
  const visit = (parent: TapeRow, call: number | null): void => {
    for (const tape of catalog.related(parent.id)) {
      if (tape.parent !== parent.id || !isAgentTape(tape) || found.has(tape.id) || tape.id === session.id) continue;
      const place = relative(folder, tape.file);
      const from = parent.id === session.id ? tape.caller : call;
      found.set(tape.id, { tape, call: from, place: place.startsWith('..') ? null : place });
      visit(tape, from);
    }
  };
  visit(session, null);
  return [...found.values()];
}

/** Files in the session's folder, which hold its agents' work unless they are something else. */
export function agentPaths(file: string, { folder, pattern }: AgentFiles): string[] {
  return globSync(pattern, { cwd: folder(file) }).map((name) => join(folder(file), name));
}

export interface Sorted {
  /** They are copied with the session. */
  along: readonly AgentFile[];
  /** Their calls are not in the copy. */
  gone: readonly AgentFile[];
  /** They stay with the source: no call of them is known, or they are next to the session, where a name can be used once. */
  left: readonly AgentFile[];
}

/** Which files of agents go along with a copy that keeps these entries. Pure. */
export function sortAgents(files: readonly AgentFile[], keeps: (seq: number) => boolean): Sorted {
  const sorted = Map.groupBy(files, ({ call, place }) => {
    if (call !== null && !keeps(call)) return 'gone';
    return call !== null && place !== null ? 'along' : 'left';
  });
  return { along: sorted.get('along') ?? [], gone: sorted.get('gone') ?? [], left: sorted.get('left') ?? [] };
}

/** Sentences on what becomes of them, for people. */
export function agentNotes({ along, gone, left }: Sorted): string[] {
  const flat = left.filter(({ place }) => place === null).length;
  const unknown = left.length - flat;
  const told = (files: number, sentence: string): string[] => (files === 0 ? [] : [`${sentence}: ${files}.`]);
  return [
    ...told(along.length, 'Files of sub-agents that are copied into the folder of the new session'),
    ...told(gone.length, 'Files of sub-agents that stay, because their calls are not in the copy'),
    ...told(flat, 'Files of sub-agents that stay next to the source, where each name can be used only once'),
    ...told(unknown, 'Files of agents that stay with the source, because no call names them'),
  ];
}

/** The place of an agent's file in the new session's folder; makes the folders above it and copies what describes the agent. */
export function makeRoomFor({ tape, place }: AgentFile, copy: string, { folder, about }: AgentFiles): string {
  const file = join(folder(copy), place ?? basename(tape.file));
  makePath(dirname(file));
  if (existsSync(about(tape.file))) copyFileSync(about(tape.file), about(file));
  return file;
}
