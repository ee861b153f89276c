import { joinedOf, placeOf, type Reading, readingsOf } from './reading.ts';
import type { Rule } from './redaction-rule.ts';
import { begins, hintedRules, RULES } from './rules.ts';

/** A part of a text that a rule found. */
export interface Span {
  /** What is removed from the text. */
  from: number;
  to: number;
  /** Where what is shown begins: of a home path more than is removed. */
  start: number;
  rule: Rule;
  /** What is shown to the reader, in clear. */
  text: string;
  /** What of it is removed, in clear. */
  secret: string;
  /** The parts of a secret that was broken over lines. */
  parts?: readonly string[];
}

/** Texts are looked at again until nothing more is found, at most so often. */
export const PASSES = 6;

/** What to look for, and whoever may end it. */
export interface Looking {
  rules: readonly Rule[];
  /** Rules that are made for one document, and asked of every text. */
  more?: readonly Rule[];
  /** Called between the passes over a text with the number of characters looked at; it may throw. */
  worked(chars: number): void;
}
const ALONE: Looking = { rules: RULES, worked() {} };

/** Characters before a match that a rule looks at. */
const BEHIND = 6;

/**
 * Where a rule matches a text: the same as `text.matchAll(rule.pattern)`. Of a rule that says around what it matches, only those parts
 * of the text are searched.
 */
export function* matchesOf(text: string, { pattern, near }: Pick<Rule, 'pattern' | 'near'>): Generator<RegExpExecArray> {
  if (near === undefined) return yield* text.matchAll(pattern);
  for (const [from, to] of windowsOf(text, near)) {
    for (const match of text.slice(from, to).matchAll(pattern)) {
      // Nothing of ours begins that far before its sign: it only seems to, as what comes before it is not in the part.
      if (from > 0 && match.index < BEHIND) continue;
      match.index += from;
      yield match;
    }
  }
}

/** The parts of a text around each sign, joined where they touch. */
function* windowsOf(text: string, { sign, reach }: NonNullable<Rule['near']>): Generator<[from: number, to: number]> {
  let open: [number, number] | null = null;
  for (const { index, 0: found } of text.matchAll(sign)) {
    const [from, to] = [Math.max(0, index - reach - BEHIND), index + found.length + reach + BEHIND];
    if (open !== null && from <= open[1]) open[1] = to;
    else {
      if (open !== null) yield open;
      open = [from, to];
    }
  }
  if (open !== null) yield open;
}

/** Whether one of some places, in order, is near a stretch. Asked of one stretch after the other. */
const createNear = (places: readonly number[], reach: number): ((from: number, to: number) => boolean) => {
  let next = 0;
  return (from, to) => {
    while ((places[next] ?? Number.POSITIVE_INFINITY) < from - reach) next += 1;
    return (places[next] ?? Number.POSITIVE_INFINITY) <= to + reach;
  };
};

/** What a rule matches in a reading: from `start`, of which the secret is from `from` to `to`. */
interface Match {
  start: number;
  from: number;
  to: number;
}

function* foundIn(text: string, rule: Rule): Generator<Match> {
  const { beside } = rule;
  const isNear = beside
    ? createNear(
        [...text.matchAll(beside.sign)].map(({ index }) => index),
        beside.reach,
      )
    : null;
  for (const match of matchesOf(text, rule)) {
    const [whole, before = '', secret = ''] = match;
    if (secret === '' || rule.check?.(secret) === false) continue;
    if (isNear?.(match.index, match.index + whole.length) === false) continue;
    const from = match.index + before.length;
    yield { start: rule.kind === 'home' ? match.index : from, from, to: from + secret.length };
  }
}

const spanOf = (reading: Reading, rule: Rule, { start, from, to }: Match): Span => ({
  ...placeOf(reading, from, to),
  start: placeOf(reading, start, to).from,
  rule,
  text: reading.text.slice(start, to),
  secret: reading.text.slice(from, to),
});

const spansOf = (reading: Reading, { rules, more = [], worked }: Looking): Span[] => {
  worked(reading.text.length);
  return [...hintedRules(reading.text, rules), ...more].flatMap((rule) => {
    worked(reading.text.length);
    return Array.from(foundIn(reading.text, rule), (match) => {
      worked(0);
      return spanOf(reading, rule, match);
    });
  });
};

/** The rest of a secret on a line of its own: no word, and no name of something that follows. */
const isRest = (text: string): boolean => /\d/.test(text) || /[a-z][A-Z]|[A-Z]{2}[a-z]/.test(text) || /^[A-Z]{8}/.test(text);

/** The part of a match over several lines that belongs to it: not a word that begins the next line, if the secret is whole without it. */
const unglued = ({ text, joins }: Reading, rule: Rule, match: Match): Match | null => {
  const within = joins.filter((at) => at > match.from && at < match.to);
  let { to } = match;
  for (const at of within.toReversed()) {
    if (isRest(text.slice(at, to))) continue;
    const [, before = '', secret] = [...text.slice(match.from, at).matchAll(rule.pattern)][0] ?? [];
    if (before !== '' || secret?.length !== at - match.from || rule.check?.(secret) === false) continue;
    to = at;
  }
  return within.some((at) => at < to) ? { ...match, to } : null;
};

/** Secrets that are broken over lines. */
const brokenIn = (reading: Reading, { rules, worked }: Looking): Span[] => {
  const joined = joinedOf(reading, begins);
  if (joined.joins.length === 0) return [];
  worked(joined.text.length);
  const broken = hintedRules(joined.text, rules).filter((rule) => rule.broken);
  return broken.flatMap((rule) => {
    worked(joined.text.length);
    return [...foundIn(joined.text, rule)].flatMap((match) => {
      const own = unglued(joined, rule, match);
      if (own === null) return [];
      const ends = [own.from, ...joined.joins.filter((at) => at > own.from && at < own.to), own.to];
      return [{ ...spanOf(joined, rule, own), parts: ends.slice(1).map((to, part) => joined.text.slice(ends[part], to)) }];
    });
  });
};

/** Without overlaps: the earlier place wins, and at one place the earlier rule. */
export function apart(spans: readonly Span[]): Span[] {
  const order = spans.map((span, at) => ({ span, at })).sort((a, b) => a.span.from - b.span.from || a.at - b.at);
  const kept: Span[] = [];
  for (const { span } of order) if (span.from >= (kept.at(-1)?.to ?? 0)) kept.push(span);
  return kept;
}

interface Found {
  span: Span;
  /** Rank of its reading: the lower, the clearer. */
  rank: number;
}

/** The clearer one names what two readings found, unless it ended too early. */
const namedBy = (one: Found, two: Found): Found => {
  const [clear, other] = one.rank <= two.rank ? [one, two] : [two, one];
  const more = other.span.secret;
  return more.length > clear.span.secret.length && more.startsWith(clear.span.secret) && !/[\p{Cc}\p{Cf}\p{DI}]/u.test(more)
    ? other
    : clear;
};

const PERSON: ReadonlySet<string> = new Set(['mail', 'home', 'address']);

/** In a secret something may look like a mail address: that is not a reason to remove more than the secret. */
const isLess = ({ span, rank }: Found, other: Found): boolean =>
  rank > other.rank && PERSON.has(span.rule.kind) && !PERSON.has(other.span.rule.kind);

const isPartly = (one: Span, two: Span): boolean => one.from < two.from && one.to < two.to;

/** A secret that seemed to continue in the next line, and the one that begins there: one finding that shows both, since whoever keeps it keeps both. */
const both = (text: string, one: Span, two: Span): Span => ({
  ...{ from: one.from, to: two.to, start: one.start, rule: one.rule },
  ...{ text: text.slice(one.start, two.to), secret: text.slice(one.from, two.to) },
  parts: [one, two].flatMap(({ parts, secret }) => parts ?? [secret]),
});

/** What several readings of a text found, the clearest first. Where they overlap it is one, and all of it goes. */
const united = (text: string, found: readonly (readonly Span[])[]): Span[] => {
  const order = found.flatMap((spans, rank) => apart(spans).map((span): Found => ({ span, rank })));
  const kept: Found[] = [];
  for (const one of order.sort((a, b) => a.span.from - b.span.from || a.rank - b.rank)) {
    const last = kept.at(-1);
    if (last === undefined || one.span.from >= last.span.to) {
      kept.push(one);
      continue;
    }
    if (isLess(one, last)) continue;
    if (isLess(last, one)) {
      kept[kept.length - 1] = one;
      continue;
    }
    if ((last.span.parts ?? one.span.parts) !== undefined && isPartly(last.span, one.span)) {
      kept[kept.length - 1] = { rank: last.rank, span: both(text, last.span, one.span) };
      continue;
    }
    const { span, rank } = namedBy(last, one);
    const start = Math.min(last.span.start, one.span.start);
    kept[kept.length - 1] = { rank, span: { ...span, start, from: last.span.from, to: Math.max(last.span.to, one.span.to) } };
  }
  return kept.map(({ span }) => span);
};

/** The text with brackets in the place of what was found, which no rule reads across; as long as it was. */
export function masked(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to } of spans) {
    parts.push(text.slice(at, from), '['.repeat(to - from));
    at = to;
  }
  // Joined, since a rope of many parts is slow to search.
  return [...parts, text.slice(at)].join('');
}

/** What the rules find in one text besides `known`, and those, in order. Costs a few passes over it, whatever is in it. Pure. */
export function spansIn(text: string, known: readonly Span[] = [], looking: Looking = ALONE): Span[] {
  let spans = [...known];
  for (let pass = 0; pass < PASSES; pass++) {
    const rest = spans.length === 0 ? text : masked(text, spans);
    const readings = readingsOf(rest, begins);
    const found = readings.map((reading) => spansOf(reading, looking));
    const more = united(rest, [readings.slice(0, 1).flatMap((reading) => brokenIn(reading, looking)), ...found]);
    if (more.length === 0) break;
    spans = [...spans, ...more].sort((a, b) => a.from - b.from);
  }
  return spans;
}
