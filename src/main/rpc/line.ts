import type { WebSocket } from 'ws';
import { z } from 'zod';
import type { Push } from '../../shared/rpc/contract.ts';
import { createDecoder, encodeFrame } from '../../shared/rpc/frames.ts';
import type { DownMessage } from '../../shared/rpc/socket.ts';
import { createCalls } from './calls.ts';
import type { Dispatch } from './dispatch.ts';
import { createOutbox } from './outbox.ts';

/** A window sends names and numbers; the longest input is a list of paths. */
export const MOST_BYTES_UP = 1 << 20;

/** A window that lets this much pile up is gone or hostile. */
const MOST_BYTES_DOWN = 256 << 20;

const Up = z.discriminatedUnion('type', [
  z.object({ type: z.literal('call'), id: z.number().int(), method: z.string().max(200), input: z.unknown().optional() }),
  z.object({ type: z.literal('cancel'), id: z.number().int() }),
]);

/** The number that a frame gives its call, where it gives one: whoever sent a broken frame can still be answered. */
const idOf = (message: unknown): number | null => {
  const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : null;
  return Number.isInteger(id) ? (id as number) : null;
};

/** A window sends no bytes, so each frame is whole by itself. Undefined where it is none. */
const messageOf = (text: string): unknown => {
  try {
    return createDecoder()(text)?.message;
  } catch {
    return undefined;
  }
};

const NO_SENSE = 'A frame has to be {"message": {"type": "call", "id": 1, "method": "…", "input": {…}}, "attachments": []}, or a cancel.';

/** Serves one window over its socket: calls and cancels in, answers and pushes out. */
export function serveLine(socket: WebSocket, dispatch: Dispatch, subscribe: (listener: (push: Push) => void) => () => void): void {
  const calls = createCalls(dispatch);

  const send = (message: DownMessage): void => {
    if (socket.readyState !== socket.OPEN) return;
    const { text, parts } = encodeFrame(message);
    for (const [at, frame] of [text, ...parts].entries()) socket.send(frame, at === parts.length ? outbox.drained : undefined);
    if (socket.bufferedAmount > MOST_BYTES_DOWN) socket.terminate();
  };
  const outbox = createOutbox({ send: (push) => send({ type: 'push', push }), unsent: () => socket.bufferedAmount });

  const refuse = (id: number | null): void =>
    send({ type: 'answer', id, answer: { ok: false, error: { code: 'bad-input', message: NO_SENSE } } });

  const receive = async (text: string): Promise<void> => {
    const message = messageOf(text);
    const { success, data: up } = Up.safeParse(message);
    if (!success) return refuse(idOf(message));
    if (up.type === 'cancel') return calls.cancel(up.id);
    send({ type: 'answer', id: up.id, answer: await calls.call(up.id, up.method, up.input) });
  };

  // One broken frame is answered like any other: closing the socket would end every other call of that window.
  socket.on('message', (data, isBinary) => {
    if (isBinary) refuse(null);
    else void receive(String(data));
  });
  const unsubscribe = subscribe(outbox.push);
  socket.on('close', () => {
    unsubscribe();
    calls.close();
  });
  // A broken connection also closes; without a listener its error would end the process.
  socket.on('error', () => socket.terminate());
}
