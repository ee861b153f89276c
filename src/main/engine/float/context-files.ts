import {
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { codeOf, removeIfThere } from '../disk/disk.ts';
import { makePath } from '../disk/make-path.ts';
import type { Float } from './float.ts';
import { TIME_LINE } from './format.ts';
import { hashBytes } from './hashes.ts';

/** No folder's names: they begin with a % that no two digits follow. Who writes holds the database's lock, so one draft is enough. */
const DRAFT = '%new';
/** Drafts of threads that do not hold the lock. */
const DRAFTS = '%drafts';

/** What tells without reading it that a file is still as it was written: bytes, and epoch ms with their fractions. */
export interface Stamp {
  size: number;
  mtime: number;
  /** Change time of the file's entry on the disk: an edit that sets the modification time back still changes it. */
  ctime: number;
}

/** What the disk says where there is no file that could be read. */
const ABSENT: readonly string[] = ['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'ELOOP'];

const stampOf = (path: string): Stamp => {
  const { size, mtimeMs, ctimeMs } = lstatSync(path);
  return { size, mtime: mtimeMs, ctime: ctimeMs };
};

/** null where there is nothing of that name. */
export function stampNow({ contexts }: Float, name: string): Stamp | null {
  try {
    return stampOf(`${contexts}/${name}`);
  } catch (error) {
    if (ABSENT.includes(codeOf(error))) return null;
    throw error;
  }
}

/** Whether what is there has this stamp. */
export function hasStamp(float: Float, name: string, { size, mtime, ctime }: Stamp): boolean {
  const now = stampNow(float, name);
  return now !== null && now.size === size && now.mtime === mtime && now.ctime === ctime;
}

/** Brings a draft to its place, which is a change to it in itself; its size and time are those that it was written with. */
const place = (draft: string, path: string, written: Stamp): Stamp => {
  renameSync(draft, path);
  return { ...written, ctime: stampOf(path).ctime };
};

/**
 * Replaces a context file as a whole: who reads sees the old one or the new one. Not synced: after a power failure `validate` finds what
 * the disk lost, and the next build writes it again; syncing would cost more than all the rest of a build.
 */
export function writeContext({ contexts }: Float, name: string, text: string): Stamp {
  const draft = join(contexts, DRAFT);
  writeFileSync(draft, text);
  return place(draft, join(contexts, name), stampOf(draft));
}

/**
 * Writes what `placeDraft` will bring to its place. `draft` is a name that nobody else has; a link in its place is not followed. Another
 * build may tidy up at any moment: whether the draft is still there is asked with the lock held, by `hasDraft`.
 */
export function writeDraft({ contexts }: Float, draft: string, text: string): Stamp {
  const file = openDraft(join(contexts, DRAFTS), draft);
  try {
    writeFileSync(file, text);
    const { size, mtimeMs, ctimeMs } = fstatSync(file);
    return { size, mtime: mtimeMs, ctime: ctimeMs };
  } finally {
    closeSync(file);
  }
}

/** Others can take the folder away between making it and opening a file in it; this often in a row they do not. */
const TRIES = 100;

const openDraft = (folder: string, draft: string, tries = TRIES): number => {
  try {
    return openSync(join(folder, draft), 'wx');
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || tries === 0) throw error;
    makePath(folder);
    return openDraft(folder, draft, tries - 1);
  }
};

/** With the lock held, what is there stays there: only who has it tidies up. */
export function hasDraft({ contexts }: Float, draft: string): boolean {
  return existsSync(join(contexts, DRAFTS, draft));
}

/** `written` is the stamp that `writeDraft` answered; that of the file in its place is answered. */
export function placeDraft({ contexts }: Float, draft: string, name: string, written: Stamp): Stamp {
  return place(join(contexts, DRAFTS, draft), join(contexts, name), written);
}

/** null where there is none, or what is there is no file. */
export function readContext({ contexts }: Float, name: string): string | null {
  try {
    return readFileSync(join(contexts, name), 'utf8');
  } catch (error) {
    if (ABSENT.includes(codeOf(error))) return null;
    throw error;
  }
}

export function removeContext({ contexts }: Float, name: string): void {
  removeIfThere(join(contexts, name));
}

/** What a killed build left behind, and what threads of a living one are about to place: that one writes it again. To be called with the lock held. */
export function removeDrafts(float: Float): void {
  try {
    for (const name of [DRAFT, DRAFTS]) rmSync(join(float.contexts, name), { recursive: true, force: true });
  } catch (error) {
    // A thread has just written another one.
    if (codeOf(error) !== 'ENOTEMPTY') throw error;
  }
}

export function listContexts({ contexts }: Float): string[] {
  try {
    return readdirSync(contexts)
      .filter((name) => name !== DRAFT && name !== DRAFTS)
      .sort();
  } catch (error) {
    if (ABSENT.includes(codeOf(error))) return [];
    throw error;
  }
}

/** Over all but the time line: two builds of the same inputs have one digest. */
export function digestOf(text: string): string {
  return hashBytes(text.replace(TIME_LINE, ''));
}
