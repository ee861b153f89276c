import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { codeOf, writeFailure } from '../store/disk.ts';

/** Files in which agents look for what a project asks of them. */
export const POINTED = ['CLAUDE.md', 'AGENTS.md'] as const;
export type Pointed = (typeof POINTED)[number];

/** The one line, with a mark by which it is found again. */
const LINE = 'Each folder of this project has a ready-made context file: read .float/boot.md for how to find it. <!-- float -->';
const MARK = '<!-- float -->';

export interface Pointing {
  file: Pointed;
  /** What the file would say; null for a file that would go. */
  after: string | null;
  /** The lines that differ, with + and -; empty where nothing would change. */
  diff: string[];
}

/** The file that a project has, CLAUDE.md before AGENTS.md; AGENTS.md where it has neither. */
export function defaultPointed(root: string): Pointed {
  return POINTED.find((name) => existsSync(join(root, name))) ?? 'AGENTS.md';
}

/** What pointing an agent at the context files, or taking that back, would change. Writes nothing. Throws 'refused' for a link that leads out of the project, 'unreadable'. */
export function planPointing(root: string, file: Pointed, remove: boolean): Pointing {
  const before = textOf(root, file);
  const lines = before.split('\n');
  const has = lines.some((line) => line.includes(MARK));
  if (has !== remove) return { file, after: before, diff: [] };
  if (remove) {
    const after = lines
      .filter((line) => !line.includes(MARK))
      .join('\n')
      .replace(/\n+$/, '\n');
    return {
      file,
      after: after.trim() === '' ? null : after,
      diff: lines.filter((line) => line.includes(MARK)).map((line) => `- ${line}`),
    };
  }
  const gap = before === '' ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  return { file, after: `${before}${gap}${LINE}\n`, diff: [`+ ${LINE}`] };
}

/** Carries a plan out. Throws 'unwritable'. */
export function writePointing(root: string, { file, after, diff }: Pointing): void {
  if (diff.length === 0) return;
  const path = join(root, file);
  try {
    if (after === null) rmSync(path);
    else writeFileSync(path, after);
  } catch (error) {
    throw writeFailure(error, path);
  }
}

const textOf = (root: string, file: Pointed): string => {
  const path = join(root, file);
  try {
    const real = realpathSync(path);
    if (!real.startsWith(`${realpathSync(root)}${sep}`)) throw new TapeError('refused', `${path} is a link that leads out of the project.`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    if (error instanceof TapeError) throw error;
    throw new TapeError('unreadable', `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
};
