import { type RefObject, useMemo, useRef, useState } from 'react';
import { type Share, sharesOf } from '../../../../shared/model/composition.ts';
import type { Proof } from '../../../../shared/model/index.ts';
import { contextLimit } from '../../../../shared/model/limits.ts';
import { type PartWeights, weighParts } from '../../../../shared/model/part-weights.ts';
import { partsOf } from '../../../../shared/model/sent-parts.ts';
import { usePlayhead, useStepCount, useView } from '../../data/hooks.ts';
import { useFate } from '../../data/moneyHooks.ts';
import { type KnownRequest, useProof, useRequest } from '../../data/requestHooks.ts';
import { usePick, useStore } from '../../state/store.ts';
import { Failure } from '../../ui/Failure.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { tokensLong, tokensShort } from '../context/figures.ts';
import { useKeys } from '../keyboard/useKeys.ts';
import { Apart } from './Apart.tsx';
import { Differences } from './Differences.tsx';
import { NotCaptured } from './NotCaptured.tsx';
import { Proven, Unlike } from './Proven.tsx';
import styles from './Request.module.css';
import { Sections } from './Sections.tsx';
import { signsOf } from './signs.ts';

/** One bar of what a request is made of, with a legend in the words of the agents themselves. */
function Composition({ shares }: { shares: readonly Share[] }) {
  if (shares.length === 0) return null;
  return (
    <figure className={`${styles.composition} margin-top-2`} aria-label="What the request is made of">
      <div className={`${styles.bar} row gap-tight`} aria-hidden="true">
        {shares.map(({ id, tokens }) => (
          <i key={id} data-part={id} style={{ flex: tokens.value }} />
        ))}
      </div>
      <ul className="row wrap gap-y-1 gap-x-5 margin-top-2">
        {shares.map(({ id, name, tokens }) => (
          <li key={id} title={id === 'free_space' ? undefined : tokensLong(tokens)}>
            <i className="dot" data-part={id} aria-hidden="true" />
            {name} <b>{tokensShort(tokens)}</b>
          </li>
        ))}
      </ul>
    </figure>
  );
}

/** Moves the focus among the rows of a request: to the next one, or to the next that differs. */
function useRowKeys(box: RefObject<HTMLElement | null>): void {
  const move = (by: -1 | 1, among: string): void => {
    const rows = [...(box.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const here = rows.findIndex((row) => row.contains(document.activeElement));
    const from = here < 0 && by < 0 ? rows.length : here;
    const others = by > 0 ? rows.slice(from + 1) : rows.slice(0, from).reverse();
    others.find((row) => row.matches(among))?.focus();
  };
  useKeys({
    'row.next': () => move(1, '*'),
    'row.previous': () => move(-1, '*'),
    'row.new': () => move(1, '[data-unlike="true"]'),
    'match.previous': () => move(-1, '[data-unlike="true"]'),
  });
}

/** The request of the step under the playhead, as it was sent: parameters, tools, system prompt, messages, cache breakpoints. */
export function RequestPanel() {
  const tape = useStore((state) => state.tape);
  const step = usePlayhead();
  const steps = useStepCount(tape);
  return (
    <section className="stack full-height shrink-y on-bg" aria-label="Request">
      {tape !== null && step !== null && <RequestOf key={tape} tape={tape} step={step} />}
      {steps === 0 && <p className="pad-x-4 pad-y-5 dim">This tape has no requests to a model. Its next one is in Context.</p>}
    </section>
  );
}

const RequestOf = ({ tape, step }: { tape: string; step: number }) => {
  const answer = useRequest(tape, step);
  const proof = useProof(tape, step);
  const { raw, setRaw } = usePick('raw', 'setRaw');
  const [against, setAgainst] = useState(false);
  const usual = useUsual(tape, step);
  useKeys({ raw: () => setRaw(!raw), ...(usual !== null && { 'compare.add': () => setAgainst(!against) }) });
  if (answer.isError) return <Failure error={answer.error} onRetry={() => void answer.refetch()} />;
  if (answer.data === undefined) return <SkeletonRows rows={12} height={26} label="Loading the request" />;
  // A trace records what was sent as its own entries.
  const known = { ...answer.data, by: answer.data.by ?? (proof?.state === 'recorded' ? 'the log itself' : null) };
  return (
    <Known
      tape={tape}
      step={step}
      known={known}
      proof={proof}
      usual={usual}
      against={against}
      loading={answer.isPlaceholderData}
      onAgainst={() => setAgainst(!against)}
    />
  );
};

/** The step a request is compared with by default: the one before it or, for the first request, the one after. */
const useUsual = (tape: string, step: number): number | null => {
  const steps = useStepCount(tape) ?? step;
  const before = useFate(tape, step)?.before ?? step - 1;
  return before > 0 ? before : step < steps ? step + 1 : null;
};

interface Shown extends Asked {
  usual: number | null;
  against: boolean;
  loading: boolean;
  onAgainst: () => void;
}

const Known = ({ usual, against, loading, onAgainst, ...asked }: Shown) => {
  const { raw, setRaw } = useStore();
  const { tape, step, known } = asked;
  const weights = useWeights(asked);
  return (
    <>
      <Head {...asked} weights={weights}>
        {usual !== null && (
          <button type="button" aria-pressed={against} onClick={onAgainst}>
            diff with step {formatNumber(usual)} <Kbd>d</Kbd>
          </button>
        )}
        <button type="button" aria-pressed={raw} onClick={() => setRaw(!raw)}>
          JSON <Kbd>z</Kbd>
        </button>
      </Head>
      <Scroller className="grow shrink-y scroll-y" aria-label="Parts of the request" aria-busy={loading}>
        {against && usual !== null ? (
          <Differences tape={tape} step={step} usual={usual} now={known} />
        ) : raw ? (
          <pre className="pad-x-4 pad-y-3 pre-wrap break-anywhere code">{JSON.stringify(known.body, null, 2)}</pre>
        ) : (
          <Body {...asked} weights={weights} />
        )}
      </Scroller>
    </>
  );
};

/** Taken apart once. */
const useParts = ({ body }: KnownRequest) => useMemo(() => partsOf(body), [body]);

/** What the request weighs, how that is known, and what it is made of. */
interface Asked {
  tape: string;
  step: number;
  known: KnownRequest;
  proof: Proof | undefined;
}

/** Its parts with what they weigh, as the context of the step does; null until that is there. */
const useWeights = ({ tape, step, known, proof }: Asked): PartWeights | null => {
  const view = useView(tape, step, 'as-recorded').data;
  const parts = useParts(known);
  return useMemo(() => {
    if (view?.step !== step || view.policy !== 'as-recorded') return null;
    const only = new Set([...signsOf(parts, proof).of].flatMap(([at, { sign }]) => (sign === '+' ? [at] : [])));
    return weighParts(parts, view, { only, whole: known.by !== null });
  }, [parts, view, step, proof, known.by]);
};

const Head = ({ tape, step, known, proof, weights, children }: Weighed & { children: React.ReactNode }) => {
  const view = useView(tape, step, 'as-recorded').data;
  const parts = useParts(known);
  const limit = known.by === null || !weights ? null : contextLimit(view?.model ?? null, weights.size.value);
  const isNext = useStore((state) => state.next);
  return (
    <header className="rigid pad-x-4 pad-y-2 line-below small">
      <div className="row middle wrap gap-y-1 gap-x-3">
        {weights !== null && (
          <>
            <b className="large">
              {weights.size.basis === 'estimated' && '~'}
              {formatNumber(weights.size.value)} tokens
            </b>
            <span className="dim">{weights.size.basis}</span>
          </>
        )}
        <Proven proof={proof} by={known.by} />
        {isNext && <span className="dim">step {formatNumber(step)}, the last request that was sent</span>}
        <span className={`${styles.tools} row push gap-3 dim`}>{children}</span>
      </div>
      {weights !== null && <Composition shares={sharesOf(parts, weights, limit)} />}
    </header>
  );
};

interface Weighed extends Asked {
  weights: PartWeights | null;
}

const Body = ({ tape, step, known, proof, weights }: Weighed) => {
  const fate = useFate(tape, step);
  const parts = useParts(known);
  const signs = useMemo(() => signsOf(parts, proof), [parts, proof]);
  const box = useRef<HTMLDivElement>(null);
  useRowKeys(box);
  return (
    <>
      {known.by === null && <NotCaptured tape={tape} step={step} />}
      <Unlike differences={signs.rest} />
      <div ref={box}>
        <Sections parts={parts} weights={weights} recorded={known.by !== null} fate={fate} signs={signs} />
      </div>
      <Apart tape={tape} />
    </>
  );
};
