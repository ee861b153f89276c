import type { Share } from '../../../../shared/model/composition.ts';
import { tokensLong, tokensShort } from '../context/figures.ts';
import styles from './Request.module.css';

/** One bar of what a request is made of, with a legend in the words of the agents themselves. */
export function Composition({ shares }: { shares: readonly Share[] }) {
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
