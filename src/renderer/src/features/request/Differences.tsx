import { useMemo } from 'react';
import { partsOf } from '../../../../shared/model/sent-parts.ts';
import { type KnownRequest, useRequest } from '../../data/requestHooks.ts';
import { Failure } from '../../ui/Failure.tsx';
import { formatNumber } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { differenceOf, differenceWords, type PartChange, type Side as RequestSide } from './differences.ts';
import styles from './Request.module.css';

/** Changes that are drawn; the sentence above counts all of them. */
const MOST = 60;
const MOST_CHARS = 4000;

const sideOf = (step: number, { body, by }: KnownRequest): RequestSide => ({ step, parts: partsOf(body), whole: by !== null });

/** What is different from another request, in a sentence and then part by part, both sides next to each other. */
export function Differences({ tape, step, before, now }: { tape: string; step: number; before: number; now: KnownRequest }) {
  const other = useRequest(tape, before);
  const difference = useMemo(
    () => (other.data === undefined ? null : differenceOf(sideOf(before, other.data), sideOf(step, now))),
    [other.data, now, before, step],
  );
  if (other.isError) return <Failure error={other.error} onRetry={() => void other.refetch()} />;
  if (difference === null) return <SkeletonRows rows={8} height={26} label="Loading the other request" />;
  return (
    <div className={`${styles.difference} pad-x-4 pad-y-3 small`}>
      <p role="status">
        Since step {formatNumber(before)}: {differenceWords(difference)}.
      </p>
      {difference.changes.slice(0, MOST).map((change) => (
        <Change key={`${change.section} ${change.label}`} change={change} sides={[before, step]} />
      ))}
      {difference.changes.length > MOST && <p className="dim">{formatNumber(difference.changes.length - MOST)} more</p>}
    </div>
  );
}

const Side = ({ text, step }: { text: string | null; step: number }) => (
  <div data-absent={text === null}>
    <small className="dim">step {formatNumber(step)}</small>
    <pre>{text === null ? 'not there' : text.slice(0, MOST_CHARS)}</pre>
  </div>
);

const Change = ({ change: { section, label, before, now }, sides: [a, b] }: { change: PartChange; sides: readonly [number, number] }) => (
  <section className={`${styles.change} pad-top-2 line-above`} aria-label={`${section}: ${label}`}>
    <h3 className="small bold">
      {section === 'messages' ? '' : `${section} · `}
      {label} <small className="regular dim">{before === null ? 'added' : now === null ? 'removed' : 'changed'}</small>
    </h3>
    <div className={`${styles.sides} grid gap-3`}>
      {before !== null && <Side text={before} step={a} />}
      {now !== null && <Side text={now} step={b} />}
    </div>
  </section>
);
