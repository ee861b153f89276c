import { useView } from '../../data/hooks.ts';
import { useStore } from '../../state/store.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { formatNumber } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { Outcome } from '../what-if/Outcome.tsx';
import styles from '../what-if/WhatIfDialog.module.css';

interface Props {
  tape: string;
  /** The last step; null on a tape without any. */
  step: number | null;
  onClose: () => void;
}

/** What the next request holds that the last one did not, and the other way round. */
export const NextChanges = ({ tape, step, onClose }: Props) => (
  <Dialog title={step === null ? 'Next request' : `Next request, compared with step ${formatNumber(step)}`} size="large" onClose={onClose}>
    {step === null ? (
      <p className={styles.nothing}>No request was sent yet, so there is nothing to compare this one with.</p>
    ) : (
      <Compared tape={tape} step={step} onClose={onClose} />
    )}
  </Dialog>
);

const Compared = ({ tape, step, onClose }: { tape: string; step: number; onClose: () => void }) => {
  const policy = useStore((state) => state.policy);
  const now = useView(tape, step, policy);
  const then = useView(tape, 'next', policy);
  const failed = now.error ?? then.error;
  const there = now.data && then.data && !now.isPlaceholderData && !then.isPlaceholderData;
  return (
    <section className={styles.body} aria-label="What is different" {...SCROLLS}>
      {failed ? (
        <Failure error={failed} onRetry={() => void (now.error ? now : then).refetch()} />
      ) : there ? (
        <Outcome tape={tape} now={now.data} then={then.data} names={[`step ${formatNumber(step)}`, 'next']} onClose={onClose} />
      ) : (
        <SkeletonRows rows={8} height={30} label="Assembling both contexts" />
      )}
    </section>
  );
};

/** What scrolls in a low window takes the focus, so that the arrow keys can scroll it. */
const SCROLLS = { tabIndex: 0 };
