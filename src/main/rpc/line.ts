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
  z.object({ type: z.literal('call'), id: z.number().int(), method: z.string().max(200), input: z.unknown() }),
  z.object({ type: z.literal('cancel'), id: z.number().int() }),
]);

/** WebSocket close code for a peer that breaks the protocol. */
const PROTOCOL_ERROR = 1002;

/** Serves one window over its socket: calls and cancels in, answers and pushes out. */
export const serveLine = (socket: WebSocket, dispatch: Dispatch, subscribe: (listener: (push: Push) => void) => () => void): void => {
  const calls = createCalls(dispatch);
  const decode = createDecoder();

  const send = (message: DownMessage): void => {
    if (socket.readyState !== socket.OPEN) return;
    const { text, bytes } = encodeFrame(message);
    if (bytes === null) socket.send(text, outbox.drained);
    else {
      socket.send(text);
      socket.send(bytes, outbox.drained);
    }
    if (socket.bufferedAmount > MOST_BYTES_DOWN) socket.terminate();
  };
  const outbox = createOutbox({ send: (push) => send({ type: 'push', push }), unsent: () => socket.bufferedAmount });

  const receive = async (text: string): Promise<void> => {
    const up = Up.parse(decode(text)?.message);
    if (up.type === 'cancel') return calls.cancel(up.id);
    send({ type: 'answer', id: up.id, answer: await calls.call(up.id, up.method, up.input) });
  };

  socket.on('message', (data, isBinary) => {
    const failed = () => socket.close(PROTOCOL_ERROR, 'A message made no sense.');
    if (isBinary) failed();
    else receive(String(data)).catch(failed);
  });
  const unsubscribe = subscribe(outbox.push);
  socket.on('close', () => {
    unsubscribe();
    calls.close();
  });
  // A broken connection also closes; without a listener its error would end the process.
  socket.on('error', () => socket.terminate());
};
