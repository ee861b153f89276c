import type { Rule } from './rule.ts';
import { hintedRules } from './rules.ts';

/** A part of a text that a rule found. `text` is what is shown to the reader, `from` to `to` what is taken out. */
export interface Span {
  from: number;
  to: number;
  rule: Rule;
  text: string;
}

/** Texts are looked at again until nothing more is found, at most so often. */
export const PASSES = 6;

/** Characters before a match that a rule looks at. */
const BEHIND = 2;

/**
 * Where a rule matches a text: the same as `text.matchAll(rule.pattern)`. Of a rule that says around what it matches, only those parts
 * of the text are searched.
 */
export function* matchesOf(text: string, { pattern, near }: Pick<Rule, 'pattern' | 'near'>): Generator<RegExpExecArray> {
  if (near === undefined) return yield* text.matchAll(pattern);
  for (const [from, to] of windowsOf(text, near)) {
    for (const match of text.slice(from, to).matchAll(pattern)) {
      // Nothing of ours begins that far before its sign: it only seems to, as what stands before it is not in the part.
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

/** Whether one of some places, in order, stands near a stretch. Asked of one stretch after the other. */
const createNear = (places: readonly number[], reach: number): ((from: number, to: number) => boolean) => {
  let next = 0;
  return (from, to) => {
    while ((places[next] ?? Number.POSITIVE_INFINITY) < from - reach) next += 1;
    return (places[next] ?? Number.POSITIVE_INFINITY) <= to + reach;
  };
};

const found = (text: string, rule: Rule): Span[] => {
  const { beside } = rule;
  const isNear = beside
    ? createNear(
        [...text.matchAll(beside.sign)].map(({ index }) => index),
        beside.reach,
      )
    : null;
  const spans: Span[] = [];
  for (const match of matchesOf(text, rule)) {
    const [whole, before = '', secret = ''] = match;
    if (secret === '' || rule.check?.(secret) === false) continue;
    if (isNear?.(match.index, match.index + whole.length) === false) continue;
    const from = match.index + before.length;
    spans.push({ from, to: from + secret.length, rule, text: rule.kind === 'home' ? whole : secret });
  }
  return spans;
};

/** Without overlaps: the earlier place wins, and at one place the earlier rule. */
export const apart = (spans: readonly Span[]): Span[] => {
  const order = spans.map((span, at) => ({ span, at })).sort((a, b) => a.span.from - b.span.from || a.at - b.at);
  const kept: Span[] = [];
  for (const { span } of order) if (span.from >= (kept.at(-1)?.to ?? 0)) kept.push(span);
  return kept;
};

/** The text with brackets in the place of what was found, which no rule reads across; as long as it was. */
export const masked = (text: string, spans: readonly Span[]): string => {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to } of spans) {
    parts.push(text.slice(at, from), '['.repeat(to - from));
    at = to;
  }
  // Joined, since a rope of many parts is slow to search.
  return [...parts, text.slice(at)].join('');
};

/** What the rules find in one text besides `known`, and those, in order. Costs a few passes over it, whatever stands in it. Pure. */
export const spansIn = (text: string, known: readonly Span[] = []): Span[] => {
  let spans = [...known];
  for (let pass = 0; pass < PASSES; pass++) {
    const rest = spans.length === 0 ? text : masked(text, spans);
    const more = apart(hintedRules(rest).flatMap((rule) => found(rest, rule)));
    if (more.length === 0) break;
    spans = [...spans, ...more].sort((a, b) => a.from - b.from);
  }
  return spans;
};
