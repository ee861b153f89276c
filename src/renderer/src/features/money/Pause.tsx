import type { CacheFate } from '../../../../shared/model/index.ts';
import { formatClock } from '../../ui/format.ts';
import styles from './Money.module.css';

/** The pause drawn: how long the cache was kept of the time since the request that it could have been read from. Only where that is why it was missed. */
export function Pause({ fate, time }: { fate: CacheFate; time: number | null }) {
  const { pause, lifetime, before, step } = fate;
  if (fate.reason !== 'expired' || pause === null || lifetime === null || time === null) return null;
  const kept = Math.min(100, (100 * lifetime) / pause);
  return (
    <figure className={`${styles.pause} margin-top-3`} aria-hidden="true">
      <figcaption className="row apart tiny dim">
        <span>
          step {before}, {formatClock(time - pause)}
        </span>
        <span>
          step {step}, {formatClock(time)}
        </span>
      </figcaption>
      <div className="margin-top-1 tall-8">
        <i className="block full-height" style={{ width: `${kept}%` }} />
      </div>
    </figure>
  );
}
