import { escaped } from './escape.ts';
import { joinedOf, placeOf, type Reading, readingsOf } from './reading.ts';
import { begins } from './rules.ts';
import { apart, masked, type Span } from './spans.ts';

/** Letters by which a secret is looked up; shorter ones are not sought. */
const HEAD = 6;
/** Shorter ones that are plain words or numbers are removed only where they were recognised: they are anywhere. */
const SURE = 8;
/** How far from the end of a text the beginning of a secret is looked for that was cut off there. */
const TAIL = 4000;

/** Whether a secret that was recognised in one place is one wherever else its letters stand. */
const isSought = ({ rule, text }: Span): boolean => {
  if (rule.kind === 'home' || rule.kind === 'address' || text.length < HEAD) return false;
  return text.length >= SURE || (/\d/.test(text) && /\p{L}/u.test(text));
};

/** A secret as it is in other writing: in JSON, in an address, in a page, in Markdown; and its parts, where it was broken over lines. */
const formsOf = ({ text, parts = [] }: Span): Set<string> =>
  new Set([
    text,
    ...(parts.length > 0 ? [parts.join(' ')] : []),
    ...parts.filter((part) => part.length >= SURE && /\d/.test(part)),
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
const isApart = (text: string, at: number, form: string): boolean =>
  !(isWord(form) && (isLetter(text[at - 1]) || isLetter(text[at + form.length])));

const hash = (one: number, two: number): number => (one * 257 + two) & 0xffff;

interface Form {
  form: string;
  span: Span;
  /** The longest other form that this one begins with. */
  within: Form | null;
}

/** Forms in order, each with the longest one that it begins with. */
const ordered = (spans: Iterable<Span>): Form[] => {
  const forms = new Map<string, Form>();
  for (const span of spans)
    for (const form of isSought(span) ? formsOf(span) : []) if (!forms.has(form)) forms.set(form, { form, span, within: null });
  const all = [...forms.values()].sort((a, b) => (a.form < b.form ? -1 : 1));
  const open: Form[] = [];
  for (const one of all) {
    while (open.length > 0 && !one.form.startsWith(open.at(-1)?.form ?? '')) open.pop();
    one.within = open.at(-1) ?? null;
    open.push(one);
  }
  return all;
};

/** Finds in any text what was recognised as a secret elsewhere. */
export type Seeker = (text: string, spans: readonly Span[]) => Span[];

/**
 * Looks for secrets by their letters, and for the beginning of one at the end of a text that was cut: places outside of the `spans` that
 * are known. The answer has those too, in order. A pass over a text costs the same for one secret as for thousands, but for the
 * logarithm of how many there are. `worked` is told how many forms were looked at. Null without any secret.
 */
export function createSeeker(secrets: Iterable<Span>, worked: (forms: number) => void = () => {}): Seeker | null {
  const forms = ordered(secrets);
  if (forms.length === 0) return null;
  const starts = new Uint8Array(1 << 16);
  for (const { form } of forms) starts[hash(form.charCodeAt(0), form.charCodeAt(1))] = 1;
  const longest = Math.max(...forms.map(({ form }) => form.length));

  /** The place of the first form that comes after `text`. */
  const after = (text: string): number => {
    let [low, high] = [0, forms.length];
    let looked = 0;
    while (low < high) {
      const middle = (low + high) >> 1;
      looked += 1;
      if ((forms[middle]?.form ?? '') <= text) low = middle + 1;
      else high = middle;
    }
    worked(looked);
    return low;
  };
  const mayStart = (text: string, at: number): boolean => starts[hash(text.charCodeAt(at), text.charCodeAt(at + 1))] === 1;

  /** The longest form that is at a place. Whatever is there begins what comes before `rest`, or begins what that begins with. */
  const formAt = (text: string, at: number): Form | null => {
    const rest = text.slice(at, at + longest);
    let one: Form | null = forms[after(rest) - 1] ?? null;
    for (; one !== null && !(rest.startsWith(one.form) && isApart(text, at, one.form)); one = one.within) worked(1);
    return one;
  };

  const whole = (reading: Reading): Span[] => {
    const { text } = reading;
    const found: Span[] = [];
    for (let at = 0; at + HEAD <= text.length; at++) {
      const form = mayStart(text, at) ? formAt(text, at) : null;
      if (form === null) continue;
      const { length } = form.form;
      found.push({ ...form.span, ...placed(reading, at, at + length) });
      at += length - 1;
    }
    return found;
  };

  const cutOff = (reading: Reading): Span[] => {
    const { text } = reading;
    const end = text.length - (/(?:…|\.{3})$/.exec(text)?.[0].length ?? text.length);
    for (let at = Math.max(0, end - TAIL); at + SURE <= end; at++) {
      if (!mayStart(text, at)) continue;
      const rest = text.slice(at, end);
      const form = forms[after(rest)];
      if (form?.form.startsWith(rest)) return [{ ...form.span, ...placed(reading, at, end) }];
    }
    return [];
  };

  return (text, spans) => {
    const rest = masked(text, spans);
    const readings = readingsOf(rest, begins);
    const joined = readings.slice(0, 1).map((reading) => joinedOf(reading, begins));
    const more = [...readings, ...joined].flatMap((reading) => [...cutOff(reading), ...whole(reading)]);
    return more.length === 0 ? [...spans] : [...spans, ...apart(more)].sort((a, b) => a.from - b.from);
  };
}

const placed = (reading: Reading, from: number, to: number) => {
  const place = placeOf(reading, from, to);
  return { ...place, start: place.from };
};
