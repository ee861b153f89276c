import { useEffect } from 'react';
import { useConnection } from '../../api/connection.ts';
import { useInfo } from '../../data/appHooks.ts';
import { useReconnect } from '../../data/useReconnect.ts';
import { useRefused } from '../../data/useRefused.ts';
import { useStore } from '../../state/store.ts';
import styles from './Footer.module.css';

const SHOWN_FOR = 6000;
const STARTED_ANEW = 'Tapescope restarted with a new key. Open the address that it printed.';

/** One line on what just happened, for a moment; a lost line to the engine for as long as it lasts. */
export function Notice() {
  const connection = useConnection();
  const notice = useStore((state) => state.notice);
  const setNotice = useStore((state) => state.setNotice);
  useEffect(() => {
    if (notice === null) return;
    const timer = setTimeout(() => setNotice(null), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [notice, setNotice]);
  const started = useInfo().data?.note ?? null;
  useEffect(() => {
    if (started !== null) setNotice(started);
  }, [started, setNotice]);
  const lost = connection === 'lost';
  const refused = useRefused(lost);
  useReconnect();
  return (
    <span className={lost ? styles.failed : styles.notice} role="status">
      {lost ? (refused ? STARTED_ANEW : 'The engine does not answer. Trying again…') : notice}
    </span>
  );
}
