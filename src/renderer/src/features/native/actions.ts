import type { TapeRow } from '../../../../shared/model/index.ts';
import { formatNumber } from '../../ui/format.ts';
import type { CommandId } from '../keyboard/keys.ts';

export type NativeAction = Extract<CommandId, `native.${string}`>;

/** Where the reader is, as far as it decides what may be written. */
export interface Situation {
  tape: TapeRow | null;
  /** The host was started to read only. */
  readOnly: boolean;
  /** The selected entry. */
  entry: number | null;
  /** Open forks of the session that the tape belongs to. */
  openForks: number;
  /** Comma commands that read answer on this tape, although it is not to be written to: its agent spells them alike. */
  readsLines: boolean;
}

/** What may be done here: null where it may, else why not. What makes no sense here is absent. */
export type Offers = Partial<Record<NativeAction, string | null>>;

export const READ_ONLY = 'This window is read-only. Start it with tape serve --write to make changes.';

const closed = (tape: TapeRow): string => `The fork ${tape.native?.fork ?? ''} was merged, so it is closed.`;

export function offersOf({ tape, readOnly, entry, openForks, readsLines }: Situation): Offers {
  const start = { 'native.start': readOnly ? READ_ONLY : null };
  if (tape === null) return start;
  if (tape.native === null) {
    const why = readOnly ? READ_ONLY : tape.entries === 0 ? 'This tape has no entry to continue from.' : null;
    return { ...start, 'native.line': readsLines ? null : why, 'native.continue': why };
  }
  const { fork, open } = tape.native;
  const why = readOnly ? READ_ONLY : open ? null : closed(tape);
  const ofFork = fork === null ? null : 'A fork has no forks of its own. Fork its session.';
  return {
    ...start,
    'native.line': why,
    'native.note': why,
    'native.correct': why ?? (entry === null ? 'Select the entry to correct.' : null),
    'native.mark': why ?? (entry === null ? 'Select the entry to mark.' : null),
    'native.handoff': why,
    'native.fork': why ?? ofFork,
    // Looking at what a merge would do writes nothing.
    'native.merge': fork !== null && !open ? closed(tape) : openForks === 0 && fork === null ? 'No open fork to merge.' : null,
    'native.discard': readOnly ? READ_ONLY : fork !== null && !open ? closed(tape) : openForks === 0 ? 'No open fork to discard.' : null,
    'native.reset': readOnly ? READ_ONLY : fork === null ? null : 'You cannot reset a fork. Reset its session.',
  };
}

/** The last entry that a fork or a continuation takes along: the selected one, or the last of the step at the playhead. */
export function placeOf(at: { entry: number | null; step: number | null; lastOfStep: number | null; entries: number }): number {
  if (at.entry !== null) return Math.min(at.entry, at.entries);
  // Without a chosen step the playhead follows the tape, and is at its end.
  return at.step === null || at.lastOfStep === null ? at.entries : Math.min(at.lastOfStep, at.entries);
}

/** "main", "cron-job, fork of main". */
export function tapeName(native: NonNullable<TapeRow['native']>): string {
  return native.fork === null ? native.session : `${native.fork}, fork of ${native.session}`;
}

/** "4 of them its own": what of a fork is not on its session. */
export function ownWords(own: number): string {
  return own === 0 ? 'none of them its own' : `${formatNumber(own)} of them its own`;
}

/** The last steps of a session and of a fork of it, to be compared; null where one of them has none. */
export function headSides(
  session: TapeRow | undefined,
  fork: TapeRow,
  policy: string,
): { tape: string; step: number; policy: string }[] | null {
  return session === undefined || session.steps === 0 || fork.steps === 0
    ? null
    : [session, fork].map(({ id, steps }) => ({ tape: id, step: steps, policy }));
}

/** The tapes of the forks that are open, the newest first, of the session that `tape` is or was forked from. */
export function openForksOf(tapes: readonly TapeRow[], tape: TapeRow | null): TapeRow[] {
  const session = tape?.native?.fork === null ? tape.id : (tape?.parent ?? null);
  if (tape === null || tape.native === null || session === null) return [];
  return tapes
    .filter((row) => row.parent === session && row.native?.fork != null && row.native.open)
    .toSorted((a, b) => (b.ended ?? 0) - (a.ended ?? 0));
}
