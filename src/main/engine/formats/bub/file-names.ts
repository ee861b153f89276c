import { createHash } from 'node:crypto';
import type { Located } from '../format.ts';

/**
 * Names of Bub's files. A tape is named after hashes of its workspace and its session; hashes are one-way, but
 * both can be guessed: workspaces are folders that one knows, sessions are `cli:local` or `CHANNEL:CHAT`.
 */

/** Sessions that every user of the terminal has: `cli:local` since 0.3, `cli` before. */
const USUAL_SESSIONS: readonly string[] = ['cli:local', 'cli'];

export interface BubName {
  workspace: string | null;
  session: string | null;
}

/** The candidates behind the hashes of a file name; 32 or 16 hex digits each, and null where there is no such hash. */
export function guessBubName(
  workspaceHash: string | null,
  sessionHash: string | null,
  candidates: { workspaces?: readonly string[]; sessions?: readonly string[] } = {},
): BubName {
  return {
    workspace: behind(workspaceHash, candidates.workspaces ?? []),
    session: behind(sessionHash, [...USUAL_SESSIONS, ...(candidates.sessions ?? [])]),
  };
}

const behind = (hash: string | null, candidates: readonly string[]): string | null =>
  hash === null ? null : (candidates.find((candidate) => matches(hash, candidate)) ?? null);

function matches(hash: string, candidate: string): boolean {
  const full = createHash('md5').update(candidate).digest('hex');
  const wanted = hash.toLowerCase();
  return wanted === full || wanted === full.slice(0, 16);
}

export interface BubHashes {
  workspace: string;
  session: string | null;
}

/** Hashes in the name of a tape, archive or sidecar; null where the name has none. */
export function bubHashes(path: string): BubHashes | null {
  const found = /^([0-9a-f]{32}|[0-9a-f]{16})(?:__(?:[^_]*?(?::|%3A))?([0-9a-f]{16}))?(?:[._]|$)/i.exec(splitPath(path).name);
  const [, workspace, session] = found ?? [];
  return workspace === undefined ? null : { workspace, session: session ?? null };
}

const ARCHIVE = /^(.+\.jsonl)\.\d{8}T\d{6}Z\.bak$/;
const FIRST_ARCHIVE = /^([0-9a-f]{32})\.\d{8}-\d{6}\.jsonl$/i;
const SPILL = /^(.+)__sidecar__spill\.jsonl$/;
const FORK = /^(.+__.+)__[0-9a-f]{8}\.jsonl$/i;

/** A fork file exists only while a turn runs, if all goes well: what is left is a copy of the whole tape, not a second session. */
export const LEFT_OVER = 'left over from a crashed turn';

/** What a path tells, for all generations of names. `parentFile` is a path in the same folder. */
export function locate(path: string): Located {
  const { folder, name } = splitPath(path);
  const session = guessBubName(null, bubHashes(path)?.session ?? null).session;
  const guessed: Located = session === null ? {} : { session, title: session };
  const beside = (file: string | undefined) => `${folder}${file ?? ''}`;
  const archive = ARCHIVE.exec(name);
  if (archive) return { ...guessed, relation: 'archive', parentFile: beside(archive[1]) };
  const first = FIRST_ARCHIVE.exec(name);
  if (first) return { ...guessed, relation: 'archive', parentFile: beside(`${first[1]}.jsonl`) };
  const spill = SPILL.exec(name);
  if (spill) return { ...guessed, relation: 'spill', parentFile: beside(`${spill[1]}.jsonl`) };
  const fork = FORK.exec(name);
  if (fork) return { ...guessed, parentFile: beside(`${fork[1]}.jsonl`), title: LEFT_OVER };
  return guessed;
}

function splitPath(path: string): { folder: string; name: string } {
  const cut = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
  return { folder: path.slice(0, cut), name: path.slice(cut) };
}
