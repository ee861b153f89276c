import { BRIDGE_NAME } from '../../../shared/rpc/channels.ts';
import type { Bridge } from '../../../shared/rpc/client.ts';
import { SOCKET_PATH } from '../../../shared/rpc/socket.ts';
import { setConnection } from './connection.ts';
import { createSocketBridge, type Line } from './socket.ts';

const openLine = (): Line => {
  const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${SOCKET_PATH}`);
  socket.binaryType = 'arraybuffer';
  return socket as Line;
};

/** The cookie holds the token from here on; it need not be in the address, the history or a screenshot. */
const hideToken = (): void => {
  const address = new URL(location.href);
  if (!address.searchParams.has('t')) return;
  address.searchParams.delete('t');
  history.replaceState(null, '', address);
};

/** Chooses the transport once, at the root: the desktop's preload where there is one, else the socket. */
export function createBridge(): Bridge {
  const lent = (window as unknown as Record<string, Bridge | undefined>)[BRIDGE_NAME];
  if (lent !== undefined) return lent;
  hideToken();
  return createSocketBridge({ open: openLine, onState: setConnection });
}
