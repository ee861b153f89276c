import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, removeIfThere } from '../store/disk.ts';
import type { Float } from './float.ts';
import { TIME_LINE } from './format.ts';
import { hashBytes } from './hashes.ts';

/** No folder's name: it begins with a % that no two digits follow. Who writes holds the database's lock, so one is enough for each thread. */
const draftName = (thread: number): string => `%new-${thread}`;
const MOST_THREADS = 16;

/**
 * Replaces a context file as a whole: who reads sees the old one or the new one. Not synced: after a power failure `validate` finds what
 * the disk lost, and the next build writes it again; syncing would cost more than all the rest of a build.
 */
export const writeContext = ({ contexts }: Float, name: string, text: string, thread = 0): void => {
  const draft = join(contexts, draftName(thread));
  writeFileSync(draft, text);
  renameSync(draft, join(contexts, name));
};

/** null where there is none, or what is there is no file. */
export const readContext = ({ contexts }: Float, name: string): string | null => {
  try {
    return readFileSync(join(contexts, name), 'utf8');
  } catch (error) {
    if (['ENOENT', 'EISDIR', 'EACCES', 'ELOOP'].includes(codeOf(error))) return null;
    throw error;
  }
};

export const removeContext = ({ contexts }: Float, name: string): void => removeIfThere(join(contexts, name));

/** What a killed build left behind. To be called with the lock held. */
export const removeDrafts = (float: Float): void => {
  for (let thread = 0; thread < MOST_THREADS; thread += 1) removeContext(float, draftName(thread));
};

export const listContexts = ({ contexts }: Float): string[] => {
  try {
    return readdirSync(contexts).sort();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
};

/** Over all but the time line: two builds of the same inputs have one digest. */
export const digestOf = (text: string): string => hashBytes(text.replace(TIME_LINE, ''));
