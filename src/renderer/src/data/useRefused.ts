import { useQuery } from '@tanstack/react-query';

const ASKED_EVERY = 3000;

/**
 * Whether something answers at this page's address but refuses the page: a host that was restarted has a new key. A
 * socket that fails does not say why, so the page itself is asked for.
 */
export function useRefused(lost: boolean): boolean {
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
