import { join } from 'node:path';
import type { ForkRow } from '../../../shared/model/native.ts';
import { discardFork } from '../store/discard.ts';
import { forkTape } from '../store/fork.ts';
import { tapeFolder } from '../store/places.ts';
import { resetTape } from '../store/reset.ts';
import type { Tape } from '../store/types.ts';
import type { OpenTapes } from './tapes.ts';

// Writes that calls and the command line share.

/** The folder of a fork of the tape's session. */
export function forkFolder(tape: Tape, fork: string): string {
  return tapeFolder(tape.workspace, { session: tape.which.session, fork });
}

/** `at` is the last entry that is shared; the head where it is absent. */
export function fork(tape: Tape, name: string, at: number | undefined, note: string | undefined): ForkRow {
  return forkTape(tape, { name, ...(at !== undefined && { at }), ...(note !== undefined && { note }) });
}

/** Drops a fork of the session and lets go of its folder. Answers where it is now. */
export function discard(tapes: OpenTapes, session: Tape, name: string, note: string | undefined): string {
  tapes.forget(forkFolder(session, name));
  return join(session.folder, discardFork(session, { name, ...(note !== undefined && { note }) }).archive);
}

/** Begins a tape again and lets go of what moves away with it. Answers where the archive is; null where there is none. */
export function reset(tapes: OpenTapes, tape: Tape, archive: boolean): string | null {
  try {
    const { archive: place } = resetTape(tape, { archive });
    return place === null ? null : join(tape.folder, place);
  } finally {
    tapes.forget(tape.folder);
  }
}
