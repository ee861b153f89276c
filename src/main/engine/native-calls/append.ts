import { setImmediate } from 'node:timers/promises';
import type { Appended, AppendInput } from '../../../shared/model/native.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Tape } from '../store/types.ts';
import { whenFree } from './free.ts';

/** Entries that are written in one go: other calls get their turn in between. */
const BATCH = 500;

/**
 * Appends many entries, batch by batch, each of them durable when it is done. Where a later batch is refused, the error says what was
 * appended before it, and `details.ids` lists it.
 */
export async function appendInBatches(tape: Tape, entries: readonly AppendInput[]): Promise<Appended> {
  const done: Appended = { ids: [], notes: [] };
  for (let from = 0; from < entries.length; from += BATCH) {
    if (from > 0) {
      await setImmediate();
      await whenFree(tape);
    }
    try {
      const { ids, notes } = tape.append(entries.slice(from, from + BATCH));
      done.ids.push(...ids);
      done.notes.push(...notes);
    } catch (failure) {
      throw done.ids.length === 0 ? failure : withDone(failure, done.ids);
    }
  }
  return done;
}

const withDone = (failure: unknown, ids: readonly number[]): unknown => {
  if (!(failure instanceof TapeError)) return failure;
  const said = `${failure.message} The ${ids.length} entries before it were appended, ${ids[0]} to ${ids.at(-1)}.`;
  return new TapeError(failure.code, said, { ...failure.details, ids });
};
