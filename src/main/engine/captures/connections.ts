import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';

/** Bytes that may wait for an end that is slow. A whole request fits, so that none of its pieces waits until the one before it has left. */
export const AHEAD = 1 << 20;

/** An agent hands what it is given to the sockets that it makes; its own types do not say so. */
const OPTIONS = { keepAlive: true, maxSockets: 1, highWaterMark: AHEAD };

/**
 * Gives each connection of an agent one of its own to the upstream, which ends when it does, and the other way round. So an idle connection is
 * as fresh as it looks, and a request fails or is tried again as it would without us.
 */
export function createConnections(): (socket: Socket, secure: boolean) => HttpAgent {
  const agents = new WeakMap<Socket, HttpAgent>();
  return (socket, secure) => {
    const known = agents.get(socket);
    if (known !== undefined) return known;
    const agent = new (secure ? HttpsAgent : HttpAgent)(OPTIONS);
    const followed = new WeakSet<Socket>();
    agent.on('free', (upstream: Socket) => {
      if (followed.has(upstream)) return;
      followed.add(upstream);
      upstream.once('close', () => socket.end());
    });
    socket.once('close', () => agent.destroy());
    agents.set(socket, agent);
    return agent;
  };
}
