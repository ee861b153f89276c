import type { TapeRow } from '../../../../shared/model/index.ts';
import { type Spot, useSpot, useTape } from '../../data/hooks.ts';
import { useStore } from '../../state/store.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { EditedContext } from './EditedContext.tsx';
import { Results } from './Results.tsx';
import { Sending } from './Sending.tsx';
import { useSending, useTrial } from './useTrial.ts';
import styles from './WhatIfPanel.module.css';

/** A context of the open tape, edited and sent again: the tape itself is only read. */
export function WhatIfPanel() {
  const tape = useTape(useStore((state) => state.tape)).data?.tape;
  const spot = useSpot();
  if (tape === undefined || spot === null)
    return (
      <section className="row full-height shrink-y on-bg small" aria-label="What if">
        <SkeletonRows rows={9} height={50} label="Assembling both contexts" />
      </section>
    );
  if (tape.entries === 0)
    return (
      <section className="row full-height shrink-y on-bg small" aria-label="What if">
        <p className="pad-4 dim">This tape has no entries yet. Once it has some, you can try its next request here.</p>
      </section>
    );
  return <Trial key={tape.id} tape={tape} spot={spot} />;
}

const Trial = ({ tape, spot }: { tape: TapeRow; spot: Spot }) => {
  const trial = useTrial(tape, spot);
  const sending = useSending(trial);
  return (
    <section className="row full-height shrink-y on-bg small" aria-label="What if">
      <EditedContext trial={trial} />
      <div className={`${styles.answers} stack shrink-x shrink-y line-left`}>
        <Sending trial={trial} sending={sending} />
        <Results trial={trial} sending={sending} />
      </div>
    </section>
  );
};
