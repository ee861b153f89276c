import { type Spot, useSpot, useTape, useView } from '../../data/hooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { formatNumber } from '../../ui/format.ts';
import { PolicyField } from '../../ui/PolicyField.tsx';
import { policyWords } from '../../ui/policies.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { Outcome } from './Outcome.tsx';
import styles from './WhatIfDialog.module.css';

/** The context at the playhead under another policy, next to what it is now. */
export function WhatIfDialog({ onClose }: { onClose: () => void }) {
  const tape = useStore((state) => state.tape);
  const spot = useSpot();
  return (
    <Dialog title={titleOf(spot)} size="large" onClose={onClose}>
      {tape === null || spot === null ? (
        <p className={styles.nothing}>Open a tape that has steps, then try another context for one of them.</p>
      ) : (
        <Choice tape={tape} spot={spot} onClose={onClose} />
      )}
    </Dialog>
  );
}

const titleOf = (spot: Spot | null): string => {
  if (spot === null) return 'What if';
  return spot === 'next' ? 'Try another context for the next request' : `Try another context for step ${formatNumber(spot)}`;
};

const Choice = ({ tape, spot, onClose }: { tape: string; spot: Spot; onClose: () => void }) => {
  const { policy, instead, setInstead, setPolicy, compare, setPanel } = useStore();
  const other = instead ?? policy;
  const head = useTape(tape).data;
  const now = useView(tape, spot, policy);
  const then = useView(tape, spot, other);
  // Anchors that this step could not have begun at are not offered.
  const anchors = head?.anchors.filter(({ seq }) => seq < (now.data?.before ?? 0)) ?? [];
  const compareBoth = () => {
    if (spot === 'next') return;
    compare([policy, other].map((each) => ({ tape, step: spot, policy: each })));
  };
  const use = () => {
    setPolicy(other);
    setPanel('context');
    onClose();
  };
  const failed = now.error ?? then.error;
  const same = policy === other;
  return (
    <div className={styles.whatIf}>
      <div className={styles.choice}>
        <span>
          now <b>{policyWords(policy)}</b>
        </span>
        <span className={styles.instead}>
          instead <PolicyField label="Instead" policy={other} anchors={anchors.toReversed()} onChange={setInstead} />
        </span>
      </div>
      <section
        className={styles.body}
        aria-label="What would be different"
        {...SCROLLS}
        aria-busy={now.isPlaceholderData || then.isPlaceholderData}
      >
        {failed ? (
          <Failure error={failed} onRetry={() => void (now.error ? now : then).refetch()} />
        ) : now.data === undefined || then.data === undefined || now.isPlaceholderData || then.isPlaceholderData ? (
          <SkeletonRows rows={8} height={30} label="Assembling both contexts" />
        ) : (
          <Outcome tape={tape} now={now.data} then={then.data} names={['now', 'instead']} onClose={onClose} />
        )}
      </section>
      <div className={styles.foot}>
        <Button disabled={same || then.isError} onClick={use}>
          Show this context
        </Button>
        <Button look="strong" disabled={same || failed !== null || spot === 'next'} onClick={compareBoth}>
          Compare block by block
        </Button>
      </div>
    </div>
  );
};

/** What scrolls in a low window takes the focus, so that the arrow keys can scroll it. */
const SCROLLS = { tabIndex: 0 };
