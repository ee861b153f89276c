import { createContext, type ReactNode, useContext } from 'react';
import type { Client } from '../../../shared/rpc/client.ts';

const ClientContext = createContext<Client | null>(null);

export function ClientProvider({ client, children }: { client: Client; children: ReactNode }) {
  return <ClientContext value={client}>{children}</ClientContext>;
}

/** The typed calls, and through `client.bridge` what the host lends. */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (client === null) throw new Error('useClient is used outside of ClientProvider.');
  return client;
}
