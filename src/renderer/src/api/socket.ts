import type { Bridge } from '../../../shared/rpc/client.ts';
import type { Push } from '../../../shared/rpc/contract.ts';
import type { Answer } from '../../../shared/rpc/errors.ts';
import { createDecoder, encodeFrame } from '../../../shared/rpc/frames.ts';
import type { DownMessage, UpMessage } from '../../../shared/rpc/socket.ts';
import type { ConnectionState } from './connection.ts';

/** The part of a WebSocket that the bridge needs; a test can lend its own. */
export interface Line {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string | ArrayBuffer }) => void) | null;
  onclose: (() => void) | null;
}

export interface SocketOptions {
  open: () => Line;
  onState: (state: ConnectionState) => void;
  /** Runs `retry` after a pause of so many milliseconds. */
  wait?: (retry: () => void, milliseconds: number) => void;
}

const PAUSES = [100, 300, 1000, 2000, 5000];

interface Waiting {
  text: string;
  resolve: (answer: Answer<unknown>) => void;
}

const encode = (message: UpMessage): string => encodeFrame(message).text;

/**
 * The bridge over a socket. A lost line is opened again, after ever longer pauses; calls that had no answer are asked
 * again (each call of the contract may be repeated), and a `library` push tells the window that it may have missed some.
 */
export function createSocketBridge(options: SocketOptions): Bridge {
  const { wait = (retry, milliseconds) => void setTimeout(retry, milliseconds) } = options;
  const waiting = new Map<number, Waiting>();
  const listeners = new Set<(push: Push) => void>();
  let line: Line | null = null;
  let attempts = 0;
  let wasOpen = false;

  const tell = (push: Push) => {
    for (const listener of listeners) listener(push);
  };
  const receive = (message: DownMessage) => {
    if (message.type === 'push') return tell(message.push);
    // A frame without a number is none of ours.
    if (message.id === null) return;
    waiting.get(message.id)?.resolve(message.answer);
    waiting.delete(message.id);
  };
  const onOpen = (opened: Line) => {
    line = opened;
    attempts = 0;
    options.onState('open');
    for (const { text } of waiting.values()) opened.send(text);
    if (wasOpen) tell({ type: 'library' });
    wasOpen = true;
  };
  const onClose = () => {
    line = null;
    options.onState(wasOpen || attempts > 0 ? 'lost' : 'connecting');
    wait(connect, PAUSES[Math.min(attempts, PAUSES.length - 1)] ?? 5000);
    attempts += 1;
  };
  const connect = () => {
    const next = options.open();
    const decode = createDecoder();
    next.onopen = () => onOpen(next);
    next.onclose = onClose;
    next.onmessage = ({ data }) => {
      try {
        const decoded = decode(data);
        if (decoded !== null) receive(decoded.message as DownMessage);
      } catch {
        next.close();
      }
    };
  };

  options.onState('connecting');
  connect();
  return {
    host: 'browser',
    call: (id, method, input) =>
      new Promise((resolve) => {
        const text = encode({ type: 'call', id, method, input });
        waiting.set(id, { text, resolve });
        line?.send(text);
      }),
    cancel(id) {
      if (line !== null) return line.send(encode({ type: 'cancel', id }));
      waiting.get(id)?.resolve({ ok: false, error: { code: 'cancelled', message: 'The call was cancelled.' } });
      waiting.delete(id);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    pathOf: () => null,
    onCommand: () => () => {},
    pick: null,
  };
}
