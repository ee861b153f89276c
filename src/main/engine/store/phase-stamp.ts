import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Handle } from './handle.ts';
import { putMeta } from './index-entry.ts';

/** Changes with every folder that is made in or removed from `anchors/`; empty where there is none yet. */
export function phasesStamp({ folder }: Handle): string {
  return String(statSync(join(folder, 'anchors'), { bigint: true, throwIfNoEntry: false })?.mtimeNs ?? '');
}

/** What the index knows of the folders: to be called in the transaction that makes some, after that. */
export function notePhases(handle: Handle): void {
  putMeta(handle, 'phases', phasesStamp(handle));
}
