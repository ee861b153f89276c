import type { Writable } from 'node:stream';
import * as ws from 'ws';

type From = 'agent' | 'server';
type Parameters = Record<string, string | true>;

/** What ws exports and its types leave out. */
interface Parts {
  Receiver: new (options: { isServer: boolean; extensions: Record<string, unknown>; skipUTF8Validation: boolean }) => Writable;
  PerMessageDeflate: new (options: { isServer: boolean }) => { accept(offers: unknown): Parameters };
  extension: { parse(header: string): Record<string, unknown> };
}
const { Receiver, PerMessageDeflate, extension } = ws as unknown as Parts;
const DEFLATE = 'permessage-deflate';

const inflating = (header: string | undefined, isServer: boolean): Record<string, unknown> => {
  const offers = header === undefined ? undefined : extension.parse(header)[DEFLATE];
  if (offers === undefined) return {};
  const deflate = new PerMessageDeflate({ isServer });
  deflate.accept(offers);
  return { [DEFLATE]: deflate };
};

/**
 * Reads the messages out of the bytes of a WebSocket, those of the agent and those of the server apart, also where both agreed to compress
 * them. `extensions` is that header of the answer. Bytes that are no frames end the reading of their side, and `broken` is called once.
 */
export function createFrames(
  extensions: string | undefined,
  on: { message(from: From, bytes: Buffer): void; broken(from: From, why: string): void },
): Record<From, Writable> {
  const side = (from: From): Writable => {
    const isServer = from === 'agent';
    const receiver = new Receiver({ isServer, extensions: inflating(extensions, isServer), skipUTF8Validation: true });
    receiver.on('message', (bytes: Buffer) => on.message(from, bytes));
    receiver.on('error', (failure: Error) => on.broken(from, failure.message));
    return receiver;
  };
  return { agent: side('agent'), server: side('server') };
}
