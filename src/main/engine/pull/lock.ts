import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { codeOf, isAlive } from '../disk/disk.ts';
import { makePath } from '../disk/make-path.ts';

const NAME = 'lock';

/**
 * Keeps other pulls out of a folder until it is called: two at once would write over each other's pages. What a process that was killed left is taken
 * over. Throws TapeError('refused') where another pull is at work.
 */
export function lockFolder(folder: string): () => void {
  makePath(folder);
  const path = join(folder, NAME);
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx', mode: 0o600 });
      return () => rmSync(path, { force: true });
    } catch (failure) {
      if (codeOf(failure) !== 'EEXIST') throw failure;
      takeOver(path);
    }
  }
}

function takeOver(path: string): void {
  const pid = holderOf(path);
  if (pid === null) return;
  if (pid > 0 && isAlive(pid))
    throw new TapeError(
      'refused',
      `Another pull (process ${pid}) writes into this folder. Wait until it is done, or give another --folder.`,
    );
  rmSync(path, { force: true });
}

/** The process that holds it; null where it has just gone. */
function holderOf(path: string): number | null {
  try {
    return Number(readFileSync(path, 'utf8')) || 0;
  } catch (failure) {
    if (codeOf(failure) === 'ENOENT') return null;
    throw failure;
  }
}
