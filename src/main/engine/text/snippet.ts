import type { Found } from './terms.ts';

/** Characters of a snippet, and of what comes before its first match. */
const CHARS = 200;
const BEFORE = 60;

/** Moves a cut away from the middle of a surrogate pair. */
const whole = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
};

/** About 200 characters around the match at `around` (the first), on one line, with the matches that are in them. */
export function snippetOf(
  text: string,
  found: readonly Found[],
  around = found[0]?.from ?? 0,
): { snippet: string; matches: [number, number][] } {
  const from = whole(text, Math.max(0, around - BEFORE));
  const to = whole(text, Math.min(text.length, from + CHARS));
  const lead = from > 0 ? '…' : '';
  const body = text.slice(from, to).replace(/[\s\p{Cc}]/gu, ' ');
  const shift = lead.length - from;
  const matches = found
    .filter((match) => match.from >= from && match.from < to)
    .map((match): [number, number] => [match.from + shift, Math.min(match.to, to) + shift]);
  return { snippet: lead + body + (to < text.length ? '…' : ''), matches: apart(matches) };
}

/** Matches that overlap become one. */
const apart = (matches: readonly [number, number][]): [number, number][] => {
  const merged: [number, number][] = [];
  for (const [from, to] of matches) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
};
