import { useRef, useState } from 'react';
import { placeName, placeOf, placeText } from '../../../../shared/model/place.ts';
import { useChanges } from '../../data/changeHooks.ts';
import { placeAt, type Spot, useSpot, useStepCount } from '../../data/hooks.ts';
import { usePick, useStore } from '../../state/store.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { policyWords } from '../../ui/policies.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { Against } from './Against.tsx';
import { ChangeList } from './ChangeList.tsx';
import styles from './Changes.module.css';
import type { Shown } from './rows.ts';
import { Sums } from './Sums.tsx';

/** What was added, removed and changed at the playhead, each entry with its reason. */
export function ChangesDialog({ onClose }: { onClose: () => void }) {
  const tape = useStore((state) => state.tape);
  const spot = useSpot();
  const list = useRef<HTMLElement>(null);
  return (
    <Dialog
      title={spot === null ? 'Changes' : `Changes at ${spot === 'next' ? 'the next request' : placeName(placeAt(spot))}`}
      size="large"
      focus={list}
      onClose={onClose}
    >
      {tape === null || spot === null ? (
        <p className="pad-4 dim pretty">
          Open a tape that has steps. Changes shows what each step adds to the context and removes from it.
        </p>
      ) : (
        <Changes tape={tape} spot={spot} list={list} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface Props {
  tape: string;
  spot: Spot;
  list: React.RefObject<HTMLElement | null>;
  onClose: () => void;
}

const Changes = ({ tape, spot, list, onClose }: Props) => {
  const policy = useStore((state) => state.policy);
  const steps = useStepCount(tape) ?? 0;
  const { changes, setChanges } = usePick('changes', 'setChanges');
  const against = changes === 0 ? null : changes;
  const [shown, setShown] = useState<Shown>('all');
  const answer = useChanges(tape, spot, against, policy);
  const diff = answer.data;
  return (
    <div className="stack shrink-y small">
      <div className="row middle wrap gap-x-4 gap-y-2 pad-x-4 pad-bottom-2 dim">
        {steps > 0 && (
          <Against
            against={against ?? diff?.against ?? null}
            back={against === null ? null : 'the request before'}
            steps={steps}
            onChange={(other) => setChanges(other ?? 0)}
          />
        )}
        <span>{policyWords(policy)}</span>
        <span className="push tiny" title="All weights are estimates, because comparing does not read the sources.">
          weights are estimates
        </span>
      </div>
      {diff?.notes.map((note) => (
        <p key={note} className="pad-x-4 pad-bottom-2 dim">
          {note}
        </p>
      ))}
      <Sums diff={diff} shown={shown} onShow={setShown} />
      {answer.isError ? (
        <div className={`${styles.list} shrink-y clip no-outline`}>
          <Failure error={answer.error} onRetry={() => void answer.refetch()} />
        </div>
      ) : diff === undefined ? (
        <div
          className={`${styles.list} shrink-y clip no-outline`}
          ref={(box) => {
            list.current = box;
          }}
          tabIndex={-1}
        >
          <SkeletonRows rows={8} height={46} label="Comparing the two contexts" />
        </div>
      ) : (
        <ChangeList
          key={`${placeText(placeOf(diff))} ${diff.against} ${shown}`}
          diff={diff}
          shown={shown}
          stale={answer.isPlaceholderData}
          list={list}
          onClose={onClose}
        />
      )}
    </div>
  );
};
