import { writeFailure } from '../disk/disk.ts';
import type { Float } from './float.ts';

/** Does something while no other process writes: what is read, written and noted is one state. Throws 'unwritable' for what the disk refuses. */
export function locked<T>(float: Float, work: () => T): T {
  try {
    return float.db.transaction(work).immediate();
  } catch (error) {
    throw writeFailure(error, float.contexts);
  }
}
