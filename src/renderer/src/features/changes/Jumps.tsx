import { useState } from 'react';
import type { StepDiff } from '../../../../shared/model/index.ts';
import { useAskStays } from '../../data/changeHooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import styles from './Changes.module.css';
import { type ChangesRow, jumpsOf } from './rows.ts';

type Active = (ChangesRow & { type: 'change' }) | null;

/** Ways from an entry to the steps that saw it first and lost it. Which they are is asked when a reader goes there. */
export function useJumps({ tape, step, against, policy }: StepDiff, active: Active, onClose: () => void) {
  const { asking, ask } = useAskStays(tape, policy);
  const moveTo = useStore((state) => state.moveTo);
  const select = useStore((state) => state.select);
  const [answer, setAnswer] = useState<{ seq: number; words: string } | null>(null);
  const gone = active?.group === 'gone';
  const jump = async (which: 'seen' | 'left') => {
    // Only entries have stays.
    if (active === null || active.change.request || asking) return;
    const { seq } = active.change;
    const say = (words: string) => setAnswer({ seq, words });
    try {
      // For an entry in context, the stay that this step is in; for one that left, the stay of the older step.
      const to = jumpsOf(await ask(seq), gone ? against : step)[which];
      if (to === null) return say(which === 'left' ? `Entry ${seq} is still in context at the newest step.` : `No step saw entry ${seq}.`);
      select(seq);
      moveTo(to);
      onClose();
    } catch (failure) {
      say(failure instanceof Error ? failure.message : String(failure));
    }
  };
  // It says nothing about other entries than the one it was asked about.
  const said = answer !== null && answer.seq === active?.change.seq ? answer.words : '';
  return { asking, said, seen: () => void jump('seen'), left: () => void jump('left') };
}

export function Jumps({ jumps, active }: { jumps: ReturnType<typeof useJumps>; active: boolean }) {
  return (
    <div className="row middle wrap rigid gap-2 pad-x-4 pad-y-3 line-above">
      <span className={`${styles.hint} tiny dim grow`} role="status">
        {jumps.said !== '' ? (
          jumps.said
        ) : (
          <>
            <Kbd>Enter</Kbd> opens the entry
          </>
        )}
      </span>
      <Button disabled={!active || jumps.asking} onClick={jumps.seen}>
        First step that saw it <Kbd>f</Kbd>
      </Button>
      <Button disabled={!active || jumps.asking} onClick={jumps.left}>
        Step at which it left <Kbd>l</Kbd>
      </Button>
    </div>
  );
}
