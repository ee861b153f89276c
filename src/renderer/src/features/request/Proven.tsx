import type { BlockDifference, Proof } from '../../../../shared/model/index.ts';
import { EvidenceMark } from '../../ui/Evidence.tsx';
import { count, formatNumber } from '../../ui/format.ts';
import styles from './Request.module.css';
import { RULES } from './rules.ts';
import { reasonOf } from './signs.ts';

/** How the view of a step agrees with its request: the state, and how many blocks are on which side. */
export function Proven({ proof, by }: { proof: Proof | undefined; by: string | null }) {
  const state = proof?.state ?? (by === null ? 'derived' : 'recorded');
  // What is recorded is the view: nothing else is shown that could differ from it.
  const { equal = null, differs = null, onlySent = null } = proof === undefined || state === 'recorded' ? {} : proof;
  return (
    <>
      <EvidenceMark state={state} rule={RULES[state]} />
      {equal !== null && (
        <span>
          <b>{formatNumber(equal)}</b> verified
        </span>
      )}
      {differs !== null && differs > 0 && (
        <span>
          <b>{formatNumber(differs)}</b> differ
        </span>
      )}
      {onlySent !== null && onlySent > 0 && (
        <span>
          <b>{formatNumber(onlySent)}</b> only in the request
        </span>
      )}
      {by !== null && <span className="dim">captured by {by}</span>}
      {proof?.inferred !== undefined && (
        <span className="dim" title={proof.inferred}>
          session inferred
        </span>
      )}
    </>
  );
}

const MOST = 20;

const WHERE: Readonly<Record<BlockDifference['where'], string>> = {
  differs: 'differs',
  'only-sent': 'only in the request',
  'only-derived': 'only derived from the log',
};

/** Both sides of a difference next to each other, and why it is one where that can be seen. */
export function Sides({ difference }: { difference: BlockDifference }) {
  const { sent, derived } = difference;
  const reason = reasonOf(difference);
  return (
    <>
      <div className={`${styles.sides} grid gap-3`}>
        {derived !== null && (
          <div>
            <small className="dim">derived from the log</small>
            <pre>{derived}</pre>
          </div>
        )}
        {sent !== null && (
          <div>
            <small className="dim">sent</small>
            <pre>{sent}</pre>
          </div>
        )}
      </div>
      {reason !== null && <p className="margin-top-2">{reason}</p>}
    </>
  );
}

/** What a view has otherwise than its request and is in no part of it. */
export function Unlike({ differences }: { differences: readonly BlockDifference[] }) {
  if (differences.length === 0) return null;
  const named = differences.map((one, at) => ({ ...one, key: `${at} ${one.where} ${one.kind}` }));
  return (
    <section className="pad-x-4 pad-y-3 small" aria-label="Differences of the view">
      {named.slice(0, MOST).map(({ key, ...difference }) => (
        <section key={key} className="pad-top-2 line-above margin-bottom-3">
          <h3 className="small bold">
            {difference.kind} {difference.name} <small className="regular dim">{WHERE[difference.where]}</small>
          </h3>
          <Sides difference={difference} />
        </section>
      ))}
      {named.length > MOST && <p className="dim margin-top-2 margin-bottom-3">{count(named.length - MOST, 'more difference')}</p>}
    </section>
  );
}
