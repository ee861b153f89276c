import { type Dirent, existsSync, realpathSync, type Stats, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { diskReason } from '../../../shared/rpc/disk-reasons.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { isPacked, plainPath } from '../bytes/packed.ts';
import { isDatabaseName } from '../bytes/row-place.ts';
import { sessionHead } from '../bytes/session-files.ts';
import { isAbove } from '../disk/above.ts';
import { isCaptureName, isPartName, looksCaptured } from '../exchanges/names.ts';
import { isCandidate, isDocumentName, isLineLog } from './candidates.ts';
import { type CapturedTapes, capturedTapes, captures } from './captures.ts';
import { sourceAt, sources } from './index.ts';
import { log } from './log.ts';
import type { Candidate, Listed, Source } from './source.ts';

export interface Scan {
  candidates: Candidate[];
  refused: { path: string; reason: string }[];
}

/** Not looked at in a thread: to start one takes a command of the terminal longer than to look. */
const realPath = (path: string): string => {
  for (const { toCome } of sources) {
    const real = toCome(path);
    if (real !== null) return real;
  }
  return headOf(realpathSync.native(path));
};

/** A document of a session means the one that the session is known by, where that is there. */
const headOf = (path: string): string => {
  const head = sessionHead(path);
  return head !== null && existsSync(head) ? head : path;
};

/** A database of nobody's is no fault of a folder. */
const isNoLog = (failure: unknown): boolean => failure instanceof TapeError && failure.code === 'not-a-log';

/** What Node has in the place of bytes that are no letter. */
const NO_LETTER = '\ufffd';

const why = (failure: unknown): string => {
  if (failure instanceof TapeError) return failure.message;
  const code = (failure as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') return 'There is nothing at this path.';
  if (code === 'EACCES' || code === 'EPERM') return 'This user is not allowed to read it.';
  if (code === 'ELOOP') return 'It is a link that leads to itself.';
  if (code === 'ERR_INVALID_ARG_VALUE') return 'A path cannot hold a NUL character.';
  return `It cannot be read: ${diskReason(code ?? '') ?? code ?? String(failure)}.`;
};

const candidate = (path: string, found: Stats, named: boolean): Candidate => {
  const source = isLineLog(path) ? log : sourceAt(path);
  const { size, mtimeMs: mtime, dev, ino } = found;
  return { path, ...(source.seen?.(path, found) ?? { size, mtime, inode: `${dev}:${ino}` }), named, source };
};

const aboveWords = (real: string): string => `It is a link to ${real}, above the folder that is read, and was not followed.`;

/** Files that are looked at before others have a turn. */
const AT_ONCE = 500;

/** A file of a phase: no log of its own, even where it was copied out of its workspace. */
const isPhaseFile = (path: string): boolean => /[/\\]anchors[/\\]\d{3,}_[^/\\]*[/\\](messages|tool_calls|events)\.jsonl$/.test(path);

/**
 * Finds the sources at and below `paths`. Every file and folder is looked at once, by its real path, so links that lead in a
 * circle end. One to a folder above the one that is read would mean half of a disk (a link to `/`): it is refused with a sentence, as is a folder
 * that cannot be read, and the rest is still found. Of documents in folders those are found that are
 * named as an agent names them, or all (`anyDocument`).
 */
export async function scan(paths: readonly string[], anyDocument = false): Promise<Scan> {
  /** Folders of packages are full of documents, none of which is a session. */
  const isWanted = (path: string): boolean =>
    isCandidate(path) || (anyDocument && isDocumentName(path) && !/[/\\]node_modules[/\\]/.test(path));
  const seen = new Set<string>();
  const taken = new Set<string>();
  const result: Scan = { candidates: [], refused: [] };
  /** The path that was named, of what is looked at now. */
  let top = '';
  const visit = async (path: string, named: boolean): Promise<void> => {
    try {
      const real = realPath(path);
      if (seen.has(real)) return;
      if (named) top = real;
      else if (isAbove(real, top)) return void result.refused.push({ path, reason: aboveWords(real) });
      seen.add(real);
      for (const source of sources) {
        const tapes = source.list(real);
        if (tapes === null) continue;
        addTapes(real, source, tapes, named);
        // A database of tapes may hold the requests that they are of.
        const requests = source.id === 'sqlite' ? captures.list(real) : null;
        if (requests !== null) addTapes(real, captures, requests, named);
        return;
      }
      const found = statSync(real);
      if (found.isDirectory()) await walk(real);
      else if (found.isFile()) result.candidates.push(candidate(real, found, named));
      else if (named) result.refused.push({ path, reason: 'It is neither a file nor a folder.' });
    } catch (failure) {
      const missing = (failure as NodeJS.ErrnoException).code === 'ENOENT';
      if (missing && path.includes(NO_LETTER))
        result.refused.push({ path, reason: 'Its name is not Unicode, so it cannot be opened. Rename it.' });
      else if (named || !(missing || isNoLog(failure))) result.refused.push({ path, reason: why(failure) });
    }
  };
  const addTapes = (path: string, source: Source, tapes: readonly Listed[], named: boolean): void => {
    for (const tape of tapes) {
      if (taken.has(tape.path)) continue;
      taken.add(tape.path);
      result.candidates.push({ ...tape, named, source });
    }
    if (tapes.length === 0 && named) result.refused.push({ path, reason: source.empty(path) });
  };
  /** A file in a folder that is not a link and in no workspace is where its path says: one look is enough, and the quickest one waits for it. */
  const addPlain = (name: string): void => {
    const path = headOf(name);
    if (seen.has(path)) return;
    seen.add(path);
    try {
      const found = statSync(path, { throwIfNoEntry: false });
      if (found !== undefined) result.candidates.push(candidate(path, found, false));
    } catch (failure) {
      result.refused.push({ path, reason: why(failure) });
    }
  };
  const capturedIn = (folder: string, names: readonly Dirent[]): CapturedTapes | null => {
    try {
      return capturedTapes(
        folder,
        names.map(({ name }) => name),
        anyDocument,
      );
    } catch (failure) {
      result.refused.push({ path: folder, reason: why(failure) });
      return null;
    }
  };
  /** By its name; where any document is wanted, by its first bytes. */
  const isCapture = (path: string): boolean => isCaptureName(path) || (anyDocument && isWanted(path) && looksCaptured(path));
  const walk = async (folder: string): Promise<void> => {
    let names: Dirent[];
    try {
      names = await readdir(folder, { withFileTypes: true });
    } catch (failure) {
      result.refused.push({ path: folder, reason: why(failure) });
      return;
    }
    const captured = capturedIn(folder, names);
    if (captured !== null) addTapes(folder, captures, captured.tapes, false);
    let looked = 0;
    for (const entry of names) {
      const path = join(folder, entry.name);
      // Bodies are parts of what was captured, and no documents of their own.
      const isPart = captured !== null && entry.isFile() && isPartName(entry.name);
      if (isPart && (captured.all || !entry.name.endsWith('.json') || !isCapture(path))) continue;
      if (entry.isFile() && isCapture(path)) {
        await visit(path, false);
        continue;
      }
      if (entry.isFile() && isWanted(path) && !entry.name.includes(NO_LETTER)) {
        addPlain(path);
        looked += 1;
        if (looked % AT_ONCE === 0) await setImmediate();
      } else if (entry.isDirectory() || entry.isSymbolicLink() || isWanted(path) || isDatabaseName(path)) await visit(path, false);
    }
  };
  for (const path of paths) await visit(isPacked(path) && existsSync(plainPath(path)) ? plainPath(path) : path, true);
  // A log that is there in both forms is read as it is without compression.
  const isDouble = (path: string): boolean => isPacked(path) && existsSync(plainPath(path));
  result.candidates = result.candidates.filter(({ path }) => !isDouble(path));
  result.candidates = result.candidates.filter(
    ({ path, named, source }) => named || source !== log || (isLineLog(path) && !isPhaseFile(path)),
  );
  return result;
}
