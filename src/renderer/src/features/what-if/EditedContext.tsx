import { useMemo, useRef } from 'react';
import type { Ablated, Block } from '../../../../shared/model/index.ts';
import { useTape } from '../../data/hooks.ts';
import { usePolicies } from '../../data/policyHooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { count, formatNumber } from '../../ui/format.ts';
import { PolicyField } from '../../ui/PolicyField.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { ContextEvidence } from '../context/ContextEvidence.tsx';
import { ContextList } from '../context/ContextList.tsx';
import { BlockMarks } from '../context/marks.ts';
import { isNoAnchor, NoAnchor } from '../context/NoAnchor.tsx';
import type { Reached } from '../context/useAhead.ts';
import { usePolicyKeys } from '../policy/usePolicyKeys.ts';
import { EditList } from './EditList.tsx';
import { PlanFigures } from './PlanFigures.tsx';
import { knownSystem, type Trial } from './useTrial.ts';
import { keyOf, sidesOf } from './variation.ts';
import shared from './WhatIf.module.css';
import styles from './WhatIfPanel.module.css';

/** How many answers decide differently without a block. */
function AblationBar({ ablated: { changed, groups } }: { ablated: Ablated }) {
  const all = groups.reduce((sum, { answers }) => sum + answers.length, 0);
  if (changed === null || all === 0) return 'no answer';
  const words = `${formatNumber(changed)} of ${formatNumber(all)}`;
  return (
    <span
      className={`${shared.bar} row middle gap-2`}
      title={`Without it ${words} ${all === 1 ? 'answer decides' : 'answers decide'} differently.`}
    >
      <i className="rigid tall-8" style={{ width: `${(40 * changed) / all}px` }} aria-hidden="true" />
      <b className="regular" data-changed={changed > 0}>
        {words}
      </b>
      <span className="unseen"> {count(all, 'answer')} decide differently without it</span>
    </span>
  );
}

const NONE: ReadonlySet<number> = new Set();

/** The context as it would be sent, block by block, and each edit with its way back. */
export function EditedContext({ trial }: { trial: Trial }) {
  const { tape, spot, then, edited } = trial;
  const { setInstead } = useStore.getState();
  const begin = useRef<Reached | null>(null);
  const anchors = useTape(tape.id).data?.anchors.filter(({ seq }) => seq < (then.data?.before ?? Number.POSITIVE_INFINITY)) ?? [];
  const named = usePolicies(tape.id).data ?? [];
  const marks = useMarks(trial);
  usePolicyKeys(edited.policy, setInstead);
  return (
    <section className={`${styles.context} grid shrink-x shrink-y`} aria-label="Edited context">
      <header className="rigid pad-x-4 pad-y-2 on-panel line-below dim">
        <div className="row baseline wrap nowrap gap-y-1 gap-x-3 leading-24">
          <h2 className="large head">{spot === 'next' ? 'Next request' : `Step ${formatNumber(spot)}`}</h2>
          {then.data && <ContextEvidence view={then.data} settled={!then.isPlaceholderData} />}
        </div>
        <div className="row baseline wrap nowrap gap-y-1 gap-x-3 leading-24">
          <PolicyField label="Instead" policy={edited.policy} anchors={anchors.toReversed()} named={named} onChange={setInstead} />
          <Uses trial={trial} />
        </div>
        <EditList trial={trial} />
      </header>
      {then.isError && isNoAnchor(then.error) ? (
        <NoAnchor error={then.error} />
      ) : then.isError ? (
        <Failure error={then.error} onRetry={() => void then.refetch()} />
      ) : then.data === undefined ? (
        <SkeletonRows rows={8} height={50} label="Assembling both contexts" />
      ) : (
        <BlockMarks value={marks}>
          <ContextList view={then.data} added={NONE} resting={!then.isPlaceholderData} begin={begin} />
        </BlockMarks>
      )}
      <PlanFigures trial={trial} />
    </section>
  );
}

/** What the edited context is good for besides being sent. */
const Uses = ({ trial }: { trial: Trial }) => {
  const { tape, spot, bench, asIs, edited } = trial;
  const { compare, setPolicy, setInstead, setPanel } = useStore.getState();
  const sides = sidesOf(tape.id, spot, [asIs, edited, ...bench.variants.map(({ variation }) => variation)], knownSystem(trial));
  const use = () => {
    setPolicy(edited.policy);
    setInstead(edited.policy);
    setPanel(spot === 'next' && tape.native !== null ? 'run' : 'context');
  };
  return (
    <span className="row push gap-2">
      <Button disabled={edited.policy === asIs.policy} onClick={use}>
        Use this context
      </Button>
      <Button disabled={sides.length < 2} onClick={() => compare(sides)}>
        Compare blocks
      </Button>
    </span>
  );
};

/** Next to each block what leaving it out would change, and whether its text is replaced. */
const useMarks = ({ bench, edited }: Trial) => {
  const { ablation } = bench;
  const found = ablation !== null && ablation.key === keyOf(edited) ? ablation.found : null;
  const { replace } = edited;
  return useMemo(() => {
    const tried = new Map(found?.tried.flatMap((one) => one.entries.map((seq) => [seq, one] as const)));
    return ({ entries }: Block) => {
      const one = entries.map((seq) => tried.get(seq)).find((known) => known !== undefined);
      if (one !== undefined) return <AblationBar ablated={one} />;
      return replace.some(({ seq }) => entries.includes(seq)) ? 'replaced' : null;
    };
  }, [found, replace]);
};
