import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What a request must prove before the browser host answers it. */
export interface Guard {
  token: string;
  /** Name of the cookie that holds the token. Cookies do not know ports, so the name does. */
  cookie: string;
}

export type Verdict = { ok: true; fresh: boolean } | { ok: false; sentence: string };

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * True where the browser was pointed at this machine by a name that no web page can own. Any port will do: behind
 * `ssh -L` the browser sees another one, and a rebound DNS name is refused by its name.
 */
const isLoopback = (host: string | undefined): boolean => {
  if (host === undefined) return false;
  const name = /^(.+?)(:\d{1,5})?$/.exec(host)?.[1];
  return name !== undefined && LOOPBACK.has(name.toLowerCase());
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in a time that tells nothing about where two texts differ. */
const same = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));

const cookieOf = (header: string | undefined, name: string): string | null => {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
};

const queryToken = (url: string | undefined): string | null => {
  const at = url?.indexOf('?') ?? -1;
  return at < 0 || url === undefined ? null : new URLSearchParams(url.slice(at + 1)).get('t');
};

/** Programs that are no browser keep the token in a header. */
const bearerOf = (header: string | undefined): string | null => /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null;

const refuse = (sentence: string): Verdict => ({ ok: false, sentence });

/**
 * Checks Host, Origin and token of a request or an upgrade. Browsers send an Origin with every upgrade, so a missing
 * one is refused there. `fresh` says that the token came in the address and the cookie is still to be set.
 */
export function judge(request: IncomingMessage, guard: Guard, upgrade: boolean): Verdict {
  const { host, origin, cookie, authorization } = request.headers;
  if (!isLoopback(host)) return refuse('Tapescope serves 127.0.0.1 and localhost only.');
  if (origin === undefined ? upgrade : origin !== `http://${host}`) return refuse('Tapescope serves its own page only.');
  const kept = cookieOf(cookie, guard.cookie);
  for (const one of [kept, bearerOf(authorization)]) if (one !== null && same(one, guard.token)) return { ok: true, fresh: false };
  const given = upgrade ? null : queryToken(request.url);
  if (given !== null && same(given, guard.token)) return { ok: true, fresh: true };
  return refuse('This address needs the token that Tapescope printed when it started. Open the whole printed address.');
}
