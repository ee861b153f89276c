import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { codeOf, writeFailure } from '../disk/disk.ts';
import { instructionFiles } from '../formats/abouts.ts';

/** The file that agents of any make read, where a project has none of theirs. */
const COMMON = 'AGENTS.md';

/** Files in which agents look for what a project asks of them, those of a single agent first. */
export function pointed(): [string, ...string[]] {
  const [first = COMMON, ...others] = instructionFiles().filter((file) => file !== COMMON);
  return first === COMMON ? [COMMON] : [first, ...others, COMMON];
}

/** The one line, with a mark by which it is found again. */
const LINE = 'Each folder of this project has a ready-made context file: read .float/boot.md for how to find it. <!-- float -->';
const MARK = '<!-- float -->';

/** One character for each byte: a file in another encoding comes back as it was. What is added is ASCII. */
const BYTES = 'latin1';

export interface Pointing {
  file: string;
  /** The bytes that the file would have, one character each; null for a file that would go. */
  after: string | null;
  /** The lines that differ, with + and -; empty where nothing would change. */
  diff: string[];
}

/** The file that a project has, the one of a single agent first; the common one where it has none. */
export function defaultPointed(root: string): string {
  return pointed().find((name) => existsSync(join(root, name))) ?? COMMON;
}

/** What pointing an agent at the context files, or taking that back, would change. Writes nothing. Throws 'refused' for a link that leads out of the project, 'unreadable'. */
export function planPointing(root: string, file: string, remove: boolean): Pointing {
  const before = textOf(root, file);
  const has = before.includes(MARK);
  if (has !== remove) return { file, after: before, diff: [] };
  if (remove) return { file, ...withoutLine(before) };
  const end = before.includes('\r\n') ? '\r\n' : '\n';
  const gap = before === '' ? '' : before.endsWith('\n') ? end : end + end;
  return { file, after: `${before}${gap}${LINE}${end}`, diff: [`+ ${LINE}`] };
}

/** Without the line, and without the blank one that set it off at the end; everything else is left as somebody wrote it. */
const withoutLine = (before: string): Pick<Pointing, 'after' | 'diff'> => {
  const lines = before.split('\n');
  const at = lines.findIndex((line) => line.includes(MARK));
  const atEnd = lines.slice(at + 1).every((line) => line === '');
  const gap = atEnd && lines[at - 1]?.trim() === '' ? 1 : 0;
  const after = lines.toSpliced(at - gap, 1 + gap).join('\n');
  return { after: after.trim() === '' ? null : after, diff: [`- ${(lines[at] ?? '').trimEnd()}`] };
};

/** Carries a plan out. Throws 'unwritable'. */
export function writePointing(root: string, { file, after, diff }: Pointing): void {
  if (diff.length === 0) return;
  const path = join(root, file);
  try {
    if (after === null) rmSync(path);
    else writeFileSync(path, after, BYTES);
  } catch (error) {
    throw writeFailure(error, path);
  }
}

const textOf = (root: string, file: string): string => {
  const path = join(root, file);
  try {
    const real = realpathSync(path);
    if (!real.startsWith(`${realpathSync(root)}${sep}`)) throw new TapeError('refused', `${path} is a link that leads out of the project.`);
    return readFileSync(path, BYTES);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    if (error instanceof TapeError) throw error;
    throw new TapeError('unreadable', `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
};
