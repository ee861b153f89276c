import { join } from 'node:path';
import { sizeOf } from '../disk/disk.ts';
import { type Handle, nowOf } from './handle.ts';
import type { Pending } from './pending.ts';
import { setAside } from './set-aside.ts';

/** A merge is all or nothing: what one that was cut short wrote is moved to `recovered/`, and the files are as they were. */
export function undoMerge(handle: Handle, { files }: Pending): void {
  for (const [path, size] of Object.entries(files)) {
    if ((sizeOf(join(handle.folder, path)) ?? 0) > (size ?? 0)) setAside(handle.folder, path, size ?? 0, nowOf(handle));
  }
  handle.notes.push('A merge was cut short; what it had written is in recovered/, and the tape is as it was before.');
}
