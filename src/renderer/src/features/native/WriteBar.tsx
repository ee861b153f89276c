import type { TapeRow } from '../../../../shared/model/index.ts';
import { useForks } from '../../data/nativeHooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { commandOf } from '../keyboard/keys.ts';
import { runCommand, useKeys } from '../keyboard/useKeys.ts';
import type { NativeAction, Offers } from './actions.ts';
import styles from './CommandLine.module.css';
import { CommandLine } from './CommandLine.tsx';
import { useMarked, useNativeState } from './state.ts';
import { useNative } from './useNative.ts';

/** A word that does what its key does; disabled, it says why. */
export function ActionWord({ id, word, offers }: { id: NativeAction; word: string; offers: Offers }) {
  const why = offers[id];
  if (why === undefined) return null;
  const { what, keys } = commandOf(id);
  return (
    <Button look="quiet" aria-disabled={why !== null} title={why ?? `${what} (${keys[0]})`} onClick={() => void runCommand(id)}>
      {word}
    </Button>
  );
}

/** Why a native tape takes no lines, in the place of the line. */
const Closed = ({ tape, why }: { tape: TapeRow; why: string }) => {
  const openTape = useStore((state) => state.openTape);
  const setNotice = useStore((state) => state.setNotice);
  const forks = useForks(tape.native?.fork == null || tape.native.open ? null : tape.parent);
  const merged = forks.data?.find(({ name }) => name === tape.native?.fork)?.merged ?? null;
  useKeys({ 'native.line': () => setNotice(why) });
  return (
    <p className="grow shrink-x dim cut" title={why}>
      {why}{' '}
      {tape.parent !== null && merged !== null && (
        <Button look="quiet" onClick={() => openTape(tape.parent ?? '', { entry: merged })}>
          show the merge, #{merged}
        </Button>
      )}
    </p>
  );
};

/** The entries that the next handoff will cite. */
const Marked = ({ tape }: { tape: string }) => {
  const marked = useMarked(tape);
  if (marked.length === 0) return null;
  return (
    <span className="dim" title={marked.map((seq) => `#${seq}`).join(', ')}>
      {marked.length} marked{' '}
      <Button look="quiet" onClick={() => useNativeState.getState().clearMarks(tape)}>
        clear
      </Button>
    </span>
  );
};

/** At the foot of a native tape: the command line and what else can be written. Below a log whose agent spells comma commands alike: those that read. */
export function WriteBar() {
  const { tape, offers, readsLines } = useNative();
  const why = offers['native.line'];
  if (tape !== null && readsLines)
    return (
      <section className={`${styles.bar} row middle relative gap-4 pad-x-4 on-panel line-above small nowrap`} aria-label="Ask this tape">
        <CommandLine key={tape.id} tape={tape} />
      </section>
    );
  if (tape === null || tape.native === null || why === undefined) return null;
  return (
    <section className={`${styles.bar} row middle relative gap-4 pad-x-4 on-panel line-above small nowrap`} aria-label="Write to this tape">
      {why === null ? <CommandLine key={tape.id} tape={tape} /> : <Closed tape={tape} why={why} />}
      <Marked tape={tape.id} />
      <span className="row gap-3">
        <ActionWord id="native.note" word="note" offers={offers} />
        <ActionWord id="native.handoff" word="hand off" offers={offers} />
        {tape.native.fork === null && <ActionWord id="native.fork" word="fork" offers={offers} />}
        <ActionWord id="native.merge" word="merge" offers={offers} />
        {tape.native.fork !== null && <ActionWord id="native.discard" word="discard" offers={offers} />}
      </span>
    </section>
  );
}
