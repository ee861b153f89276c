import { useConnection } from '../../api/connection.ts';
import { useReconnect } from '../../data/useReconnect.ts';
import { useRefused } from '../../data/useRefused.ts';
import styles from './Lost.module.css';

const REFUSED = 'Tapescope restarted with a new key. Open the address that it printed.';

/** Says across the window that the engine is lost, for as long as it is; once it is back, all that is on screen is read again. */
export function Lost() {
  const lost = useConnection() === 'lost';
  const refused = useRefused(lost);
  useReconnect();
  if (!lost) return null;
  return (
    <p className={`${styles.lost} row wrap gap-x-3 pad-x-4 pad-y-1 on-panel error`} role="alert">
      {refused ? REFUSED : 'The engine does not answer. Trying again…'}
      <span className="dim">What you see is from before, and nothing new comes in.</span>
    </p>
  );
}
