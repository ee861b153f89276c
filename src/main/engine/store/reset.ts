import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { handleOf, nowOf } from './handle.ts';
import { headOf } from './index-entry.ts';
import { lockHandle } from './lock.ts';
import { stampOf } from './names.ts';
import { type Pending, removePending, writePending } from './pending.ts';
import { finishDiscard, finishReset, undoReset } from './reset-files.ts';
import type { Tape } from './types.ts';

/**
 * Restarts a session's tape. With `archive` the old entries and their forks go to `archive/<stamp>/`, which is answered relative to the
 * tape's folder and named by the new first anchor; without, they are deleted. Throws 'refused' for a fork.
 */
export function resetTape(tape: Tape, { archive }: { archive: boolean }): { archive: string | null } {
  const handle = handleOf(tape);
  if (handle.fork !== null) throw new TapeError('refused', `The fork "${handle.fork.name}" cannot be reset; create another one instead.`);
  const pending = lockHandle(handle, true, (locked) => {
    const stamp = `${stampOf(nowOf(handle))}-${locked.head.id}`;
    const noted: Pending = {
      op: 'reset',
      stamp,
      files: {},
      after: {},
      to: archive ? `archive/${stamp}` : `discarded-${stamp}`,
      keep: archive,
    };
    writePending(handle.folder, noted);
    locked.takeBack = () => undoReset(handle.folder, noted);
    finishReset(handle, noted);
    locked.head = headOf(handle);
    return noted;
  });
  finishDiscard(handle.folder, pending);
  removePending(handle.folder);
  return { archive: archive ? (pending.to ?? null) : null };
}
