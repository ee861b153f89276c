import { useShallow } from 'zustand/react/shallow';
import { isMiss } from '../../../../shared/model/cache.ts';
import type { Ahead, AnchorName, Block, Policy, View } from '../../../../shared/model/index.ts';
import { useSpot, useStep } from '../../data/hooks.ts';
import { useFate, usePriceBook } from '../../data/moneyHooks.ts';
import { usePolicies } from '../../data/policyHooks.ts';
import { useProvenState } from '../../data/useProvenState.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { EvidenceMark } from '../../ui/Evidence.tsx';
import { formatNumber, formatShort } from '../../ui/format.ts';
import { kindColour, kindWord } from '../../ui/kinds.ts';
import { dollarsOf } from '../../ui/money.ts';
import { PolicyField } from '../../ui/PolicyField.tsx';
import { isComposed } from '../../ui/policies.ts';
import { Bar } from '../../ui/Skeleton.tsx';
import { runCommand, useKeys } from '../keyboard/useKeys.ts';
import { reasonWord } from '../money/fate-text.ts';
import { PolicyLine } from '../policy/PolicyLine.tsx';
import { usePolicyKeys } from '../policy/usePolicyKeys.ts';
import shared from './Context.module.css';
import styles from './ContextBar.module.css';
import { ContextEvidence } from './ContextEvidence.tsx';
import { FigureLine } from './FigureLine.tsx';
import {
  aheadFiguresOf,
  aheadWords,
  cacheWords,
  changesOf,
  type Figure,
  figuresOf,
  limitWords,
  nextFiguresOf,
  sentWords,
  shareWords,
  totalOf,
} from './figures.ts';
import { sharesOf } from './strip.ts';
import { useWindowOf } from './useWindowOf.ts';

/** At the head of a context: what its request cost, and in a few words why its cache was missed. Its words in full are in the inspector. */
function FateFact({ tape, step: at }: { tape: string; step: number }) {
  const fate = useFate(tape, at);
  const step = useStep(tape, at);
  const book = usePriceBook();
  const select = useStore((state) => state.select);
  if (step?.usage == null || step.borrowed) return null;
  const cost = step.cost ?? book?.cost(step.model, step.time, step.usage) ?? null;
  const again = fate !== undefined && isMiss(fate) ? `cache ${reasonWord(fate)}: ${formatShort(fate.again)} tokens sent again` : '';
  return (
    <>
      {book !== null && cost !== null && (
        <span title={step.cost === undefined ? 'Computed by the list of prices' : 'As the log records it'}>{dollarsOf(cost)}</span>
      )}
      {again !== '' && (
        <button type="button" title={fate?.text} onClick={() => select(null)}>
          <u>{again}</u>
        </button>
      )}
    </>
  );
}

interface Props {
  /** The view is the one that was asked for. */
  settled: boolean;
  /** It is the next request, which was not sent yet. */
  next: boolean;
  view: View | undefined;
  /** What the end of a log says that is still being read. */
  ahead?: Ahead | undefined;
  /** Nothing is on its way. */
  failed: boolean;
  policy: Policy;
  anchors: readonly AnchorName[];
}

/** The answer first: how many tokens, on what basis, and what changed. */
export function ContextBar({ settled, next, view, ahead, failed, policy, anchors }: Props) {
  const { tape, building, setPolicy, setBuilding } = useStore(
    useShallow(({ tape, building, setPolicy, setBuilding }) => ({ tape, building, setPolicy, setBuilding })),
  );
  const spot = useSpot();
  usePolicyKeys();
  const named = usePolicies(tape).data;
  useKeys(building || next || isComposed(policy) ? {} : { 'policy.edit': () => setBuilding(true) });
  return (
    <header className="line-below small dim">
      <Answer view={view} ahead={ahead} next={next} settled={settled} failed={failed} />
      <div className={`${shared.figures} row middle wrap gap-x-4 nowrap pad-y-tight pad-x-4`}>
        <PolicyField label="Policy" policy={policy} anchors={anchors} named={named} onChange={setPolicy} />
        <Button look="quiet" title="This context under another policy, next to what it is now (g i)" onClick={() => runCommand('what-if')}>
          What if…
        </Button>
        {next && view?.since && (
          <Button look="quiet" onClick={() => runCommand('compare.add')} title="What changed since the last step (d)">
            Compare with step {formatNumber(view.since.step)}
          </Button>
        )}
        {view && <Since view={view} />}
      </div>
      {(next || building || isComposed(policy)) && tape !== null && spot !== null && (
        <PolicyLine tape={tape} spot={spot} view={settled ? view : undefined} />
      )}
      <div className={`${shared.facts} row middle wrap clip gap-x-4 pad-x-4 tiny leading-16 nowrap margin-bottom-2 tall-16`}>
        {view ? <Facts view={view} /> : ahead ? <AheadFacts ahead={ahead} /> : !failed && <Bar width="200px" />}
        {view && view.step !== null && view.policy === 'as-recorded' && <FateFact tape={view.tape} step={view.step} />}
        {(view ?? ahead) && <Shares blocks={(view ?? ahead)?.blocks ?? []} />}
      </div>
    </header>
  );
}

/** The answer first, on one line: what was sent, or would be, what that is made of, and how it is known. */
const Answer = ({ view, ahead, next, settled, failed }: Pick<Props, 'view' | 'ahead' | 'next' | 'settled' | 'failed'>) => {
  const verdict = useProvenState(view?.tape ?? '', view?.step ?? null, view?.policy ?? '', settled);
  const figures = ahead ? aheadFiguresOf(ahead) : view && (next ? nextOf(view) : figuresOf(view, verdict));
  return (
    <div className={`${styles.answer} row baseline gap-4 pad-x-4 pad-top-2 nowrap leading-24`}>
      {next && <strong className="large bold head">Next request</strong>}
      {figures ? <FigureLine figures={figures} /> : !failed && <Bar width="280px" />}
      {view ? <ContextEvidence view={view} settled={settled} /> : ahead && <EvidenceMark {...ahead.evidence} />}
    </div>
  );
};

/** The figures of a request that was not sent, with what it comes to at their head. */
const nextOf = (view: View): readonly Figure[] => [
  { value: `~${formatNumber(totalOf(view))}`, words: 'tokens', strong: true, hint: '' },
  ...nextFiguresOf(view).map((figure) => ({ ...figure, strong: figure.value !== '' })),
];

const CHANGES = 'What changed, and why (v); n selects what is new';

const Since = ({ view: { since, step } }: { view: View }) => {
  if (since === null)
    return (
      <span className="push">{step === null ? 'the first request' : step === 1 ? 'the first step' : 'the first step of its branch'}</span>
    );
  const { came, went } = changesOf(since);
  return (
    <span className="push">
      since step {formatNumber(since.step)}:{' '}
      {came !== '' && (
        <button type="button" className="bold ok hover-link" title={CHANGES} onClick={() => runCommand('changes')}>
          {came}
        </button>
      )}
      {came !== '' && went !== '' && ' / '}
      {went !== '' && (
        <button type="button" className="bold dim hover-link" title={CHANGES} onClick={() => runCommand('changes')}>
          {went}
        </button>
      )}
      {came === '' && went === '' && 'no change'}
    </span>
  );
};

const Facts = ({ view: own }: { view: View }) => {
  const view = useWindowOf(own);
  return [view.model ?? 'model unknown', view.step === null ? shareWords(view) : limitWords(view), sentWords(view), cacheWords(view)]
    .filter((fact) => fact !== '')
    .map((fact) => <span key={fact}>{fact}</span>);
};

/** That it was read from the end, and what nobody can know until the rest is there. */
const AheadFacts = ({ ahead }: { ahead: Ahead }) => (
  <span role="status" title={ahead.model ?? 'model unknown'}>
    {aheadWords(ahead)}
  </span>
);

/** The largest shares of the blocks' weight: the strip at the left shows the same colours in the order of the context. */
const Shares = ({ blocks }: { blocks: readonly Pick<Block, 'tone' | 'tokens'>[] }) => {
  const shares = sharesOf(blocks)
    .filter(({ percent }) => percent >= 1)
    .slice(0, 4);
  if (shares.length === 0) return null;
  return (
    <span
      className={`${styles.shares} row wrap shrink-x clip gap-x-3 grow tall-16`}
      title="Where the tokens of the blocks go. The strip at the left shows it in the order of the context."
    >
      {shares.map(({ tone, percent }) => (
        <span key={tone}>
          <i className="dot" style={{ background: kindColour(tone) }} aria-hidden="true" />
          {kindWord(tone)} {Math.round(percent)} %
        </span>
      ))}
    </span>
  );
};
