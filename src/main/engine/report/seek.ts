import { escaped } from './escape.ts';
import { apart, masked, type Span } from './spans.ts';

/** Letters by which a secret is looked up; shorter ones are not sought. */
const HEAD = 6;
/** Shorter ones that are plain words or numbers are taken out only where they were recognised: they stand anywhere. */
const SURE = 8;
/** How far from the end of a text the beginning of a secret is looked for that was cut off there. */
const TAIL = 4000;

/** Whether a secret that was recognised in one place is one wherever else its letters stand. */
const isSought = ({ rule, text }: Span): boolean => {
  if (rule.kind === 'home' || rule.kind === 'address' || text.length < HEAD) return false;
  return text.length >= SURE || (/\d/.test(text) && /\p{L}/u.test(text));
};

/** A secret as it stands in other writing: in JSON, in an address, in a page, in Markdown. */
const formsOf = (text: string): Set<string> =>
  new Set([
    text,
    JSON.stringify(text).slice(1, -1),
    text.replaceAll('/', '\\/'),
    encodeURIComponent(text.toWellFormed()),
    escaped(text),
    text.replace(/[^\p{L}\p{N}\s]/gu, '\\$&'),
  ]);

/** A plain word shorter than this may well be a part of another word. */
const LONG_WORD = 12;
const isLetter = (letter: string | undefined): boolean => letter !== undefined && /[\p{L}\p{N}_]/u.test(letter);
const isWord = (text: string): boolean => text.length < LONG_WORD && /^\p{L}+$/u.test(text);

/** A short word within another word is not that word. */
const stands = (text: string, at: number, form: string): boolean =>
  text.startsWith(form, at) && !(isWord(form) && (isLetter(text[at - 1]) || isLetter(text[at + form.length])));

const hash = (one: number, two: number): number => (one * 257 + two) & 0xffff;

/** Finds in any text what was recognised as a secret elsewhere. */
export type Seeker = (text: string, spans: readonly Span[]) => Span[];

/**
 * Looks for secrets by their letters, and for the beginning of one at the end of a text that was cut: places outside of the `spans` that
 * are known. The answer has those too, in order. A pass over a text costs the same for one secret and for
 * thousands that do not all begin alike. Null without any.
 */
export const createSeeker = (secrets: Iterable<Span>): Seeker | null => {
  const byHead = new Map<string, { form: string; span: Span }[]>();
  const begins = new Uint8Array(1 << 16);
  for (const span of secrets)
    for (const form of isSought(span) ? formsOf(span.text) : []) {
      const head = form.slice(0, HEAD);
      const known = byHead.get(head);
      if (known) known.push({ form, span });
      else byHead.set(head, [{ form, span }]);
      begins[hash(head.charCodeAt(0), head.charCodeAt(1))] = 1;
    }
  if (byHead.size === 0) return null;
  for (const forms of byHead.values()) forms.sort((a, b) => b.form.length - a.form.length);
  const at = (text: string, place: number) =>
    begins[hash(text.charCodeAt(place), text.charCodeAt(place + 1))] === 1 ? (byHead.get(text.slice(place, place + HEAD)) ?? []) : [];

  const whole = (text: string): Span[] => {
    const found: Span[] = [];
    for (let place = 0; place + HEAD <= text.length; place++) {
      const match = at(text, place).find(({ form }) => stands(text, place, form));
      if (match === undefined) continue;
      found.push({ ...match.span, from: place, to: place + match.form.length });
      place += match.form.length - 1;
    }
    return found;
  };

  const cutOff = (text: string): Span[] => {
    const end = text.length - (/(?:…|\.{3})$/.exec(text)?.[0].length ?? text.length);
    for (let place = Math.max(0, end - TAIL); place + SURE <= end; place++) {
      const rest = text.slice(place, end);
      const match = at(text, place).find(({ form }) => form.length > rest.length && form.startsWith(rest));
      if (match) return [{ ...match.span, from: place, to: end }];
    }
    return [];
  };

  return (text, spans) => {
    const rest = masked(text, spans);
    const more = [...whole(rest), ...cutOff(rest)];
    return more.length === 0 ? [...spans] : [...spans, ...apart(more)].sort((a, b) => a.from - b.from);
  };
};
