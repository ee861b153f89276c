/** When a request that failed is sent again. Pure. */

/** Sent so often at most. */
export const ATTEMPTS = 5;
/** A server that wants a longer pause is not waited for. */
export const LONGEST_PAUSE_MS = 60_000;
const FIRST_PAUSE_MS = 500;

/** The server may do better the next time: it is busy, or something on the way broke. */
export function mayPass(status: number | null): boolean {
  return status === null || status === 408 || status === 409 || status === 429 || status >= 500;
}

type Headers = { get(name: string): string | null };

/** How long to pause before attempt `attempt` (2 and up), in ms: what the server asks for, else twice as long each time. */
export function pauseBefore(attempt: number, headers: Headers | null, now: number): number {
  return (headers && askedPause(headers, now)) ?? FIRST_PAUSE_MS * 2 ** (attempt - 2);
}

const RESETS = ['anthropic-ratelimit-requests-reset', 'anthropic-ratelimit-input-tokens-reset', 'anthropic-ratelimit-output-tokens-reset'];
const LEFT = (name: string): string => name.replace(/reset$/, 'remaining');

function askedPause(headers: Headers, now: number): number | null {
  const ms = numberIn(headers.get('retry-after-ms'));
  if (ms !== null) return ms;
  const after = headers.get('retry-after');
  const seconds = numberIn(after);
  if (seconds !== null) return seconds * 1000;
  const moments = [after, ...RESETS.filter((name) => headers.get(LEFT(name)) === '0').map((name) => headers.get(name))];
  const pauses = [...moments.map((text) => momentIn(text, now)), ...['requests', 'tokens'].map((what) => openaiPause(headers, what))];
  const asked = pauses.filter((pause) => pause !== null);
  return asked.length === 0 ? null : Math.max(...asked);
}

const numberIn = (text: string | null): number | null => (text !== null && /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : null);

const momentIn = (text: string | null, now: number): number | null => {
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? null : Math.max(0, time - now);
};

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** OpenAI says it as in `1m30.5s`, for limits of which nothing is left. */
const openaiPause = (headers: Headers, what: string): number | null => {
  const text = headers.get(`x-ratelimit-reset-${what}`);
  if (text === null || headers.get(`x-ratelimit-remaining-${what}`) !== '0') return null;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  return parts.length === 0 ? null : parts.reduce((sum, [, amount, unit = 's']) => sum + Number(amount) * (UNITS[unit] ?? 0), 0);
};
