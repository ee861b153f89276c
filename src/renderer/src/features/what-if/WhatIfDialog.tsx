import type { View } from '../../../../shared/model/index.ts';
import { usePlayhead, useTape, useView } from '../../data/hooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { formatNumber } from '../../ui/format.ts';
import { PolicyField } from '../../ui/PolicyField.tsx';
import { policyWords } from '../../ui/policies.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { limitWords } from '../context/words.ts';
import { differenceOf } from './difference.ts';
import { Figures } from './Figures.tsx';
import { OneSidedList } from './OneSidedList.tsx';
import shared from './WhatIf.module.css';
import styles from './WhatIfDialog.module.css';

/** The step at the playhead under another policy, beside what it is now. */
export const WhatIfDialog = ({ onClose }: { onClose: () => void }) => {
  const tape = useStore((state) => state.tape);
  const step = usePlayhead();
  return (
    <Dialog title={step === null ? 'What if' : `What if step ${formatNumber(step)} had another context`} size="large" onClose={onClose}>
      {tape === null || step === null ? (
        <p className={styles.nothing}>
          Open a tape that has steps: at each of them a model was asked, and would have been asked something else.
        </p>
      ) : (
        <Choice tape={tape} step={step} onClose={onClose} />
      )}
    </Dialog>
  );
};

const Choice = ({ tape, step, onClose }: { tape: string; step: number; onClose: () => void }) => {
  const { policy, instead, setInstead, setPolicy, compare, setPanel } = useStore();
  const other = instead ?? policy;
  const head = useTape(tape).data;
  const now = useView(tape, step, policy);
  const then = useView(tape, step, other);
  // Anchors that this step could not have begun at are not offered.
  const anchors = head?.anchors.filter(({ seq }) => seq < (now.data?.before ?? 0)).map(({ name }) => name) ?? [];
  const sides = [
    { tape, step, policy },
    { tape, step, policy: other },
  ];
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
          <Outcome tape={tape} now={now.data} then={then.data} onClose={onClose} />
        )}
      </section>
      <div className={styles.foot}>
        <Button disabled={same || then.isError} onClick={use}>
          Show this context
        </Button>
        <Button look="strong" disabled={same || failed !== null} onClick={() => compare(sides)}>
          Compare block by block
        </Button>
      </div>
    </div>
  );
};

/** What scrolls in a low window takes the focus, so that the arrow keys can scroll it. */
const SCROLLS = { tabIndex: 0 };

const Outcome = ({ tape, now, then, onClose }: { tape: string; now: View; then: View; onClose: () => void }) => {
  const { gained, lost, same } = differenceOf(now, then);
  const fresh = then.warnings.filter((warning) => !now.warnings.includes(warning));
  return (
    <>
      <Figures now={now} then={then} />
      {then.limit !== null && <p className={styles.limit}>instead {limitWords(then)}</p>}
      {fresh.map((warning) => (
        <p key={warning} className={styles.warning}>
          {warning}
        </p>
      ))}
      {gained.length + lost.length === 0 ? (
        <p className={styles.alike}>Both hold the same {formatNumber(same)} blocks. Nothing would have been different.</p>
      ) : (
        <div className={shared.lists} data-one={gained.length === 0 || lost.length === 0}>
          <OneSidedList tape={tape} title="lost" items={lost} onClose={onClose} />
          <OneSidedList tape={tape} title="gained" items={gained} onClose={onClose} />
        </div>
      )}
    </>
  );
};
