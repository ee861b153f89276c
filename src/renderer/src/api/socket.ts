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
  /** Runs `retry` after a pause of this many milliseconds. */
  wait?: (retry: () => void, milliseconds: number) => void;
  /** Runs `go` in a task of its own, as soon as the window gets to it. */
  later?: (go: () => void) => void;
}

const PAUSES = [100, 300, 1000, 2000, 5000];

interface Waiting {
  text: string;
  resolve: (answer: Answer<unknown>) => void;
}

/** By a message to itself: a timer would wait for milliseconds where several follow each other. */
const createLater = (): ((go: () => void) => void) => {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return (go) => {
    waiting.push(go);
    port2.postMessage(null);
  };
};

type Frame = string | ArrayBuffer;

/**
 * Hands frames on in their order. What follows bytes waits for a task of its own: a browser delivers all that has arrived in one, and a long
 * answer takes longer to unpack than a window may be busy.
 */
const oneByOne = (hand: (frame: Frame) => void, later: (go: () => void) => void): ((frame: Frame) => void) => {
  const held: Frame[] = [];
  let waits = false;
  const go = (): void => {
    waits = false;
    while (!waits) {
      const frame = held.shift();
      if (frame === undefined) return;
      if (typeof frame !== 'string') {
        waits = true;
        later(go);
      }
      hand(frame);
    }
  };
  return (frame) => {
    held.push(frame);
    if (!waits) go();
  };
};

const encode = (message: UpMessage): string => encodeFrame(message).text;

/**
 * The bridge over a socket. A lost line is opened again, after ever longer pauses; calls that had no answer are asked
 * again (each call of the contract may be repeated), and a `library` push tells the window that it may have missed some.
 */
export function createSocketBridge(options: SocketOptions): Bridge {
  const { wait = (retry, milliseconds) => void setTimeout(retry, milliseconds), later = createLater() } = options;
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
    const hand = oneByOne((frame) => {
      try {
        const decoded = decode(frame);
        if (decoded !== null) receive(decoded.message as DownMessage);
      } catch {
        next.close();
      }
    }, later);
    next.onmessage = ({ data }) => hand(data);
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
