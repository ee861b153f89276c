import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useConnection } from '../api/connection.ts';

/** What was told while the line was lost never arrived, so all that is on screen is read again once it is back. */
export function useReconnect(): void {
  const queries = useQueryClient();
  const connection = useConnection();
  const lost = useRef(false);
  useEffect(() => {
    if (connection === 'open' && lost.current) void queries.resetQueries();
    lost.current = connection === 'lost';
  }, [connection, queries]);
}
