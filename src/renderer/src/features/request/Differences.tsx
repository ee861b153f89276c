import { useMemo, useState } from 'react';
import { partsOf } from '../../../../shared/model/sent-parts.ts';
import { useStepCount, useTape } from '../../data/hooks.ts';
import { type KnownRequest, useRequest } from '../../data/requestHooks.ts';
import { useStore } from '../../state/store.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Scroller } from '../../ui/Scroller.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { Against } from '../changes/Against.tsx';
import { differenceOf, differenceWords, type PartChange, type Side as RequestSide } from './compare-requests.ts';
import styles from './Request.module.css';

/** Changes that are drawn; the sentence above counts all of them. */
const MOST = 60;
const MOST_CHARS = 4000;

const sideOf = (step: number, { body, by }: KnownRequest): RequestSide => ({ step, parts: partsOf(body), whole: by !== null });

/** The request that another one is compared with. */
interface Other {
  tape: string;
  step: number;
}

/** What the reader holds for a comparison, where that is another request. */
const useHeld = (tape: string, step: number): Other | null => {
  const sides = useStore((state) => state.sides);
  const others = sides.flatMap((side) => ('step' in side ? [{ tape: side.tape, step: side.step }] : []));
  return others.findLast((other) => other.tape !== tape || other.step !== step) ?? null;
};

const nameOf = (step: number, title = ''): string => `step ${formatNumber(step)}${title && ` of ${title}`}`;

interface Asked extends Other {
  /** The step it is compared with by default. */
  usual: number;
  now: KnownRequest;
}

/**
 * What is different from another request, in a sentence and then part by part, both sides next to each other. The other is any of its tape, or what is
 * held for a comparison.
 */
export function Differences({ tape, step, usual, now }: Asked) {
  const [chosen, setChosen] = useState<Other | null>(null);
  const other = chosen ?? { tape, step: usual };
  const isOwn = other.tape === tape;
  const held = useHeld(tape, step);
  const steps = useStepCount(tape) ?? step;
  const title = useTape(isOwn ? null : other.tape).data?.tape.title;
  const heldTitle = useTape(held?.tape ?? null).data?.tape.title;
  return (
    <div className="pad-x-4 pad-y-3 small">
      <div className="row middle wrap gap-3 dim">
        <Against
          against={isOwn ? other.step : null}
          back={chosen === null ? null : usual < step ? 'the request before' : 'the request after'}
          steps={steps}
          onChange={(at) => setChosen(at === null ? null : { tape, step: at })}
        />
        {held && (
          <Button look="quiet" onClick={() => setChosen(held)}>
            {nameOf(held.step, held.tape === tape ? '' : heldTitle)}
          </Button>
        )}
      </div>
      <Between other={other} name={nameOf(other.step, title)} isBefore={isOwn && other.step < step} step={step} now={now} />
    </div>
  );
}

interface Compared {
  other: Other;
  name: string;
  isBefore: boolean;
  step: number;
  now: KnownRequest;
}

const Between = ({ other, name, isBefore, step, now }: Compared) => {
  const asked = useRequest(other.tape, other.step);
  const then = asked.isPlaceholderData ? undefined : asked.data;
  const difference = useMemo(
    () => (then === undefined ? null : differenceOf(sideOf(other.step, then), sideOf(step, now))),
    [then, now, other.step, step],
  );
  if (asked.isError) return <Failure error={asked.error} onRetry={() => void asked.refetch()} />;
  if (difference === null) return <SkeletonRows rows={8} height={26} label="Loading the other request" />;
  return (
    <>
      <p className="margin-top-2 margin-bottom-3" role="status">
        {isBefore ? 'Since' : 'Against'} {name}: {differenceWords(difference)}.
      </p>
      {difference.changes.slice(0, MOST).map((change) => (
        <Change key={`${change.section} ${change.label}`} change={change} sides={[name, `step ${formatNumber(step)}`]} />
      ))}
      {difference.changes.length > MOST && (
        <p className="dim margin-top-2 margin-bottom-3">{formatNumber(difference.changes.length - MOST)} more</p>
      )}
    </>
  );
};

const Side = ({ text, name }: { text: string | null; name: string }) => (
  <div data-absent={text === null}>
    <small className="dim">{name}</small>
    {text === null ? (
      <pre>not there</pre>
    ) : (
      <Scroller aria-label={name}>
        <pre>{text.slice(0, MOST_CHARS)}</pre>
      </Scroller>
    )}
  </div>
);

const Change = ({ change: { section, label, before, now }, sides: [a, b] }: { change: PartChange; sides: readonly [string, string] }) => (
  <section className="pad-top-2 line-above margin-bottom-3" aria-label={`${section}: ${label}`}>
    <h3 className="small bold">
      {section === 'messages' ? '' : `${section} · `}
      {label} <small className="regular dim">{before === null ? 'added' : now === null ? 'removed' : 'changed'}</small>
    </h3>
    <div className={`${styles.sides} grid gap-3`}>
      {before !== null && <Side text={before} name={a} />}
      {now !== null && <Side text={now} name={b} />}
    </div>
  </section>
);
