import { WebSocket } from 'ws';

type Fields = Record<string, unknown>;

export interface CdpEvent {
  method: string;
  params: Fields;
  sessionId?: string;
}

/** Chromium's debugging protocol, as far as it is needed: commands, and events by session. */
export interface Cdp {
  send<T = Fields>(method: string, params?: Fields, sessionId?: string): Promise<T>;
  /** Every event of one session, or of the browser itself. */
  listen(sessionId: string | undefined, listener: (event: CdpEvent) => void): void;
  close(): void;
}

interface Waiting {
  method: string;
  resolve(result: never): void;
  reject(error: Error): void;
}

export async function connectCdp(url: string): Promise<Cdp> {
  const socket = new WebSocket(url, { perMessageDeflate: false, maxPayload: 0 });
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string | undefined, ((event: CdpEvent) => void)[]>();
  let last = 0;

  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.id === undefined) {
      for (const listener of listeners.get(message.sessionId) ?? []) listener(message);
      return;
    }
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error) call?.reject(new Error(`${call.method}: ${message.error.message}`));
    else call?.resolve(message.result as never);
  });
  socket.on('close', () => {
    for (const { method, reject } of waiting.values()) reject(new Error(`${method}: Chromium is gone.`));
    waiting.clear();
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });

  return {
    send: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        waiting.set(id, { method, resolve, reject });
        socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
      }),
    listen(sessionId, listener) {
      listeners.set(sessionId, [...(listeners.get(sessionId) ?? []), listener]);
    },
    close: () => socket.close(),
  };
}
