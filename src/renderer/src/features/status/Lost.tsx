import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useConnection } from '../../api/connection.ts';
import styles from './Lost.module.css';

const ASKED_EVERY = 3000;

/**
 * Whether something answers at this page's address but refuses the page: a host that was restarted has a new key. A
 * socket that fails does not say why, so the page itself is asked for.
 */
function useRefused(lost: boolean): boolean {
  return (
    useQuery({
      queryKey: ['refused'],
      queryFn: async () => (await fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store' })).status === 403,
      enabled: lost,
      refetchInterval: ASKED_EVERY,
      retry: false,
      gcTime: 0,
    }).data === true && lost
  );
}

/** What was sent while the line was lost never arrived, so all that is on screen is read again once it is back. */
function useReconnect(): void {
  const queries = useQueryClient();
  const connection = useConnection();
  const lost = useRef(false);
  useEffect(() => {
    if (connection === 'open' && lost.current) void queries.resetQueries();
    lost.current = connection === 'lost';
  }, [connection, queries]);
}

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
      <span className="dim">What you see is from before; nothing new arrives.</span>
    </p>
  );
}
