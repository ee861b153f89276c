import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createFrames } from './frames.ts';
import type { Answered, Asked, Keeper } from './keeper.ts';

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
