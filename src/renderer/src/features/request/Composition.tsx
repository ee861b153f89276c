import { formatNumber } from '../../ui/format.ts';
import type { Share } from './composition.ts';
import styles from './Request.module.css';

/** One bar of what a request is made of, with a legend in the words of the agents themselves. */
export function Composition({ shares, estimated }: { shares: readonly Share[]; estimated: boolean }) {
  if (shares.length === 0) return null;
  return (
    <figure className={styles.composition} aria-label="What the request is made of">
      <div className={styles.bar} aria-hidden="true">
        {shares.map(({ id, tokens }) => (
          <i key={id} data-part={id} style={{ flex: tokens }} />
        ))}
      </div>
      <ul title={estimated ? 'Shares of the recorded size, by length' : 'Estimated by length'}>
        {shares.map(({ id, name, tokens }) => (
          <li key={id}>
            <i data-part={id} aria-hidden="true" />
            {name} <b>~{formatNumber(tokens)}</b>
          </li>
        ))}
      </ul>
    </figure>
  );
}
