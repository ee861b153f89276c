import type { BlockDifference, Proof } from '../../../../shared/model/index.ts';
import { EvidenceMark } from '../../ui/Evidence.tsx';
import { count, formatNumber } from '../../ui/format.ts';
import styles from './Request.module.css';
import { RULES } from './rules.ts';

/** How the view of a step agrees with its request: the state, and how many blocks are on which side. */
export function Proven({ proof, by }: { proof: Proof | undefined; by: string | null }) {
  const state = proof?.state ?? (by === null ? 'derived' : 'recorded');
  const { equal = null, differs = null, onlySent = null } = proof ?? {};
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
      {by !== null && <span className={styles.dim}>captured by {by}</span>}
    </>
  );
}

const MOST = 20;

const WHERE: Readonly<Record<BlockDifference['where'], string>> = {
  differs: 'differs',
  'only-sent': 'only in the request',
  'only-derived': 'only derived from the log',
};

/** What a view has otherwise than its request, both sides next to each other. What no log could hold is no fault of it, and is left out. */
export function Unlike({ proof }: { proof: Proof | undefined }) {
  const unlike = (proof?.differences ?? [])
    .filter(({ expected }) => !expected)
    .map((one, at) => ({ ...one, key: `${at} ${one.where} ${one.kind}` }));
  if (unlike.length === 0) return null;
  return (
    <section className={styles.difference} aria-label="Differences of the view">
      {unlike.slice(0, MOST).map(({ key, where, kind, name, sent, derived }) => (
        <section key={key} className={styles.change}>
          <h3>
            {kind} {name} <small>{WHERE[where]}</small>
          </h3>
          <div className={styles.sides}>
            {derived !== null && (
              <div>
                <small>derived from the log</small>
                <pre>{derived}</pre>
              </div>
            )}
            {sent !== null && (
              <div>
                <small>sent</small>
                <pre>{sent}</pre>
              </div>
            )}
          </div>
        </section>
      ))}
      {unlike.length > MOST && <p className={styles.dim}>{count(unlike.length - MOST, 'more difference')}</p>}
    </section>
  );
}
