import { setTimeout as pauseFor } from 'node:timers/promises';
import type { Usage } from '../../../shared/model/index.ts';
import { wholeAnswer } from '../formats/captured/stream.ts';
import { usageOf } from '../formats/chat/usage.ts';
import type { Ask, Said } from './api.ts';
import { type Endpoint, withoutKey } from './endpoint.ts';
import type { RunKeeper } from './keep.ts';
import { reasonOf, sentenceIn } from './refusal.ts';
import { ATTEMPTS, LONGEST_PAUSE_MS, mayPass, pauseBefore } from './retry.ts';
import { createListener, type Heard } from './stream.ts';

/** A model's answer, and what it used; null where the server does not say. */
export interface Answered extends Said {
  usage: Usage | null;
}

/** A request that got no answer. The message is a sentence without a key in it. */
export class NoAnswer extends Error {
  readonly kind: 'rate-limited' | 'refused' | 'unreachable' | 'malformed' | 'cut-short' | 'server';
  readonly status: number | null;
  /** Null where nothing was received. */
  readonly headers: Headers | null;

  constructor(kind: NoAnswer['kind'], message: string, status: number | null, headers: Headers | null) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.headers = headers;
  }

  /** Whether it may do better the next time: nothing of it is on the tape. */
  get passes(): boolean {
    return this.kind === 'cut-short' || this.kind === 'server' || mayPass(this.status);
  }
}

export interface Sending {
  endpoint: Endpoint;
  keeper: RunKeeper;
  signal: AbortSignal;
  /** The key by which a tape knows the request. */
  run?: string;
  /** What each piece of the stream adds to the answer. */
  words?(text: string): void;
  /** A request is sent again, after a pause. What was heard of its answer counts for nothing. */
  again?(why: string, pauseMs: number): void;
  /** For tests. */
  pause?(ms: number, signal: AbortSignal): Promise<unknown>;
}

const MOST_BYTES = 64 << 20;

/** The request as it is sent. */
export function requestOf({ url, api, key }: Endpoint, ask: Ask): { url: string; headers: Record<string, string>; body: string } {
  const headers = { 'content-type': 'application/json', accept: 'text/event-stream', ...api.headers(key) };
  return { url, headers, body: JSON.stringify(api.body(ask)) };
}

/** Sends a request until it is answered, at most `ATTEMPTS` times. Throws NoAnswer, and the signal's reason once it is aborted. */
export async function send(ask: Ask, sending: Sending): Promise<Answered> {
  const { signal, again, pause = (ms) => pauseFor(ms, undefined, { signal }) } = sending;
  for (let attempt = 2; ; attempt += 1) {
    try {
      return await sendOnce(ask, sending);
    } catch (failure) {
      signal.throwIfAborted();
      if (!(failure instanceof NoAnswer) || !failure.passes || attempt > ATTEMPTS) throw failure;
      const ms = pauseBefore(attempt, failure.headers, Date.now());
      if (ms > LONGEST_PAUSE_MS) throw failure;
      again?.(failure.message, ms);
      await pause(ms, signal);
    }
  }
}

const sendOnce = async (ask: Ask, sending: Sending): Promise<Answered> => {
  const { endpoint, keeper, signal, run } = sending;
  const { url, headers, body } = requestOf(endpoint, ask);
  const kept = keeper.asked(url, headers, body, run);
  const began = performance.now();
  const clean = (text: string): string => withoutKey(text, endpoint);
  const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' }).catch((failure: unknown) => {
    throw new NoAnswer('unreachable', clean(`${new URL(url).host} cannot be reached: ${reasonOf(failure)}.`), null, null);
  });
  const { status } = response;
  const firstByteMs = Math.round(performance.now() - began);
  const chunks: Uint8Array[] = [];
  const answered = (end: 'complete' | 'aborted' | 'failed'): void =>
    kept.answered({ status, headers: response.headers, firstByteMs, end, body: Buffer.concat(chunks) });
  const listener = createListener(endpoint.api, (text) => sending.words?.(text));
  let broken: string | null = null;
  try {
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MOST_BYTES) throw new Error('it is longer than 64 MB');
      if (response.ok) listener.feed(chunk);
    }
    listener.end();
  } catch (failure) {
    broken = clean(reasonOf(failure));
  }
  const said = broken === null && response.ok ? whole(endpoint, listener.heard) : null;
  answered(said !== null ? 'complete' : signal.aborted ? 'aborted' : 'failed');
  if (said !== null) return said;
  signal.throwIfAborted();
  if (!response.ok) throw refusalOf(response, clean(Buffer.concat(chunks).toString('utf8')));
  const isOther = broken === null && listener.heard.events.length === 0 && isNoStream(response.headers);
  if (isOther) throw noStream(response, clean(sentenceIn(Buffer.concat(chunks).toString('utf8'))));
  throw unfinished(response, listener.heard, broken, clean);
};

/** The answer, where all of it came; null where it did not. */
const whole = ({ api }: Endpoint, { events, whole, failure, malformed }: Heard): Answered | null => {
  const answer = whole && failure === null && malformed === null ? wholeAnswer(events) : null;
  return answer && { ...api.said(answer, events), usage: usageOf(answer.usage) };
};

/** A page of something that is between here and the model, or another program at that address: it says the same again. */
const isNoStream = (headers: Headers): boolean => headers.get('content-type')?.includes('event-stream') === false;

const noStream = ({ status, headers }: Response, said: string): NoAnswer => {
  const type = headers.get('content-type')?.split(';')[0];
  return new NoAnswer('malformed', `The server answered with ${type}, not with a stream of this API: ${said}`, status, headers);
};

const unfinished = ({ status, headers }: Response, heard: Heard, broken: string | null, clean: (text: string) => string): NoAnswer => {
  const { failure, malformed } = heard;
  if (failure !== null) return new NoAnswer('server', clean(`The server ended its answer with an error: ${failure}`), status, headers);
  if (malformed !== null) return new NoAnswer('malformed', clean(`The answer is not a stream of this API: ${malformed}`), status, headers);
  return new NoAnswer('cut-short', `The answer broke off${broken === null ? '' : `: ${broken}`}.`, status, headers);
};

const refusalOf = ({ status, headers }: Response, text: string): NoAnswer => {
  const kind = status === 429 ? 'rate-limited' : status >= 500 ? 'server' : 'refused';
  return new NoAnswer(kind, `The server answered ${status}: ${sentenceIn(text)}`, status, headers);
};
