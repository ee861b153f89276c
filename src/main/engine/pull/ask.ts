import { setTimeout as pauseFor } from 'node:timers/promises';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { isObject } from '../formats/json.ts';
import type { Json, JsonObject } from '../formats/values.ts';
import { reasonOf, sentenceIn } from '../runs/refusal.ts';
import { ATTEMPTS, LONGEST_PAUSE_MS, mayPass, pauseBefore } from '../runs/retry.ts';

type Query = Readonly<Record<string, string | readonly string[] | null>>;

/** Asks for a JSON object. Throws TapeError; `details.status` is that of the answer, where there was one. */
export type Ask = (path: string, query: Query) => Promise<JsonObject>;

/** The status that a server answered; undefined where it is another failure. */
export function statusOf(failure: unknown): Json | undefined {
  return failure instanceof TapeError ? (failure.details?.status as Json | undefined) : undefined;
}

export interface Asking {
  /** Without a slash at its end. */
  base: string;
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** A request is made again, after a pause. */
  again?(why: string, pauseMs: number): void;
  /** For tests. */
  pause?(ms: number): Promise<unknown>;
}

const MOST_BYTES = 64 << 20;

/** What one request came to: the object, or why there is none. */
type Outcome = { value: JsonObject } | { why: string; status: number | null; headers: Headers | null };

/** One request after the other, each made again while the server is busy; a pause that it asks for is kept. */
export function createAsk(asking: Asking): Ask {
  const { signal, again, pause = (ms) => pauseFor(ms, undefined, { signal }) } = asking;
  return async (path, query) => {
    for (let attempt = 2; ; attempt += 1) {
      const outcome = await askOnce(urlOf(asking.base, path, query), asking);
      if ('value' in outcome) return outcome.value;
      const { why, status, headers } = outcome;
      if (!mayPass(status) || attempt > ATTEMPTS) throw new TapeError('unreadable', why, { status });
      const ms = pauseBefore(attempt, headers, Date.now());
      if (ms > LONGEST_PAUSE_MS) throw new TapeError('unreadable', `${why} It asks for a pause of ${Math.ceil(ms / 1000)} s.`, { status });
      again?.(why, ms);
      await pause(ms);
      signal.throwIfAborted();
    }
  };
}

function urlOf(base: string, path: string, query: Query): URL {
  const url = new URL(`${base}${path}`);
  for (const [name, value] of Object.entries(query))
    for (const one of value === null ? [] : [value].flat()) url.searchParams.append(name, one);
  return url;
}

/** A redirect is not followed: the keys are for this server alone. */
async function askOnce(url: URL, { headers, signal }: Asking): Promise<Outcome> {
  let status: number | null = null;
  try {
    const response = await fetch(url, { headers: { accept: 'application/json', ...headers }, signal, redirect: 'manual' });
    status = response.status;
    if (status >= 300 && status < 400) {
      await response.body?.cancel();
      return { why: redirected(url, response.headers.get('location') ?? ''), status, headers: null };
    }
    const text = await textOf(response);
    if (!response.ok)
      return { why: `${url.host} answered ${status}: ${withoutKeys(sentenceIn(text), headers)}`, status, headers: response.headers };
    const value = JSON.parse(text) as Json;
    if (isObject(value)) return { value };
    throw new SyntaxError('it is not an object');
  } catch (failure) {
    signal.throwIfAborted();
    if (failure instanceof SyntaxError)
      throw new TapeError('unreadable', `${url.host} answered ${url.pathname} with something that is not a JSON object.`);
    if (failure instanceof TapeError) throw failure;
    return { why: `${url.host} cannot be reached: ${reasonOf(failure)}.`, status: null, headers: null };
  }
}

function redirected(url: URL, location: string): string {
  const { origin } = URL.parse(location, url.href) ?? url;
  return `${url.host} redirects to ${origin}, and keys are sent only to the address that was given.`;
}

/** A server may say again what it was sent, also unpacked. */
function withoutKeys(text: string, headers: Asking['headers']): string {
  return Object.values(headers)
    .flatMap(secretsIn)
    .reduce((clean, secret) => clean.replaceAll(secret, '…'), text);
}

function secretsIn(header: string): string[] {
  const [scheme = '', token = scheme] = header.split(' ');
  const pair = scheme === 'Basic' ? Buffer.from(token, 'base64').toString() : '';
  return [token, ...pair.split(':')].filter((secret) => secret !== '');
}

async function textOf({ body, url }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MOST_BYTES)
      throw new TapeError('unreadable', `${new URL(url).host} answered with more than ${MOST_BYTES >> 20} MB at once.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
