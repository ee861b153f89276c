import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import * as ws from 'ws';
import type { Answered, Asked, Keeper } from './keeper.ts';

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
 * them. `extensions` is that header of the answer. Bytes that are not frames end the reading of their side, and `broken` is called once.
 */
function createFrames(
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

/** What the relay tells of an exchange while it passes it on. Bytes are copies. */
export type Told =
  | { type: 'asked'; asked: Asked }
  | { type: 'sent' | 'received'; id: number; bytes: Uint8Array }
  | { type: 'asked-whole'; id: number }
  /** From here on the bytes are frames of a WebSocket; `extensions` is that header of the answer. */
  | { type: 'upgraded'; id: number; extensions: string | undefined }
  | { type: 'answered'; id: number; answered: Answered }
  | { type: 'dropped'; id: number; why: string }
  | { type: 'close' };

interface Open {
  asked: Asked;
  sent: Uint8Array[];
  received: Uint8Array[];
  kept: boolean;
  frames: { agent: Writable; server: Writable } | null;
}

/** Takes what the relay tells, and has it kept. */
export interface Gatherer {
  take(told: Told): void;
  /** Answers when every message that came is kept: they may be compressed, and are read in their own time. */
  settled(): Promise<unknown>;
}

/** Gathers what the relay tells of each exchange, and has it kept: the request as soon as it is whole, a message as it comes, the answer at its end. */
export function createGatherer(keeper: Keeper): Gatherer {
  const exchanges = new Map<number, Open>();
  const reading = new Set<Promise<void>>();
  const keepRequest = (open: Open): void => {
    if (open.kept) return;
    keeper.asked(open.asked, Buffer.concat(open.sent));
    Object.assign(open, { kept: true, sent: [] });
  };
  const framesOf = ({ asked }: Open, extensions: string | undefined): Open['frames'] => {
    const frames = createFrames(extensions, {
      message: (from, bytes) => keeper.message(asked, from, bytes),
      broken: (from, why) => keeper.keep({ type: 'lost', id: asked.id, why: `Messages of the ${from} were not read further: ${why}` }),
    });
    for (const side of [frames.agent, frames.server]) reading.add(finished(side).catch(() => undefined));
    return frames;
  };
  const gather = (open: Open, told: Exclude<Told, { type: 'asked' | 'close' }>): void => {
    const { frames } = open;
    if (told.type === 'upgraded') open.frames = framesOf(open, told.extensions);
    else if (told.type === 'asked-whole') keepRequest(open);
    else if ('bytes' in told) take(told.type === 'sent' ? [frames?.agent, open.sent] : [frames?.server, open.received], told.bytes);
    else {
      exchanges.delete(told.id);
      keepRequest(open);
      frames?.agent.end();
      frames?.server.end();
      if (told.type === 'answered') keeper.answered(open.asked, told.answered, Buffer.concat(open.received));
      else keeper.keep({ type: 'lost', id: told.id, why: told.why });
    }
  };
  return {
    take(told) {
      if (told.type === 'close') return exchanges.forEach(keepRequest);
      if (told.type === 'asked') {
        exchanges.set(told.asked.id, { asked: told.asked, sent: [], received: [], kept: false, frames: null });
        return undefined;
      }
      const open = exchanges.get(told.id);
      return open && gather(open, told);
    },
    settled: () => Promise.all(reading),
  };
}

const take = ([side, list]: [Writable | undefined, Uint8Array[]], bytes: Uint8Array): void => {
  if (side === undefined) list.push(bytes);
  else if (!side.destroyed) side.write(bytes);
};
