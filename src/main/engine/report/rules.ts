import type { Rule } from './redaction-rule.ts';
import { BESIDE_RULES } from './rules-named.ts';
import { OPTIONAL_RULES } from './rules-optional.ts';
import { PERSON_RULES } from './rules-person.ts';
import { TOKEN_RULES } from './rules-token.ts';

/** Those that are always asked. Names before their tokens go first: where two find the same place, the first one has it. */
export const RULES: readonly Rule[] = [...TOKEN_RULES, ...BESIDE_RULES, ...PERSON_RULES];
/** With those that are asked where somebody wants their kind. */
export const ALL_RULES: readonly Rule[] = [...RULES, ...OPTIONAL_RULES];

/** Two ASCII letters as one number; 0 for any others. */
const pairAt = (text: string, at: number): number => {
  const [one, two] = [text.charCodeAt(at), text.charCodeAt(at + 1)];
  return one < 128 && two < 128 ? (one << 7) | two : 0;
};

/** Words by their first two letters. */
const byPair = <T>(
  words: Iterable<readonly [word: string, of: T]>,
): { begins: Uint8Array; known: Map<number, { word: string; of: T }[]> } => {
  const [known, begins] = [new Map<number, { word: string; of: T }[]>(), new Uint8Array(1 << 14)];
  for (const [word, of] of words) {
    const pair = pairAt(word, 0);
    known.set(pair, [...(known.get(pair) ?? []), { word, of }]);
    begins[pair] = 1;
  }
  return { begins, known };
};

const hintsOf = (is: (hint: string) => boolean) =>
  ALL_RULES.flatMap(({ hints }, rule) => hints.filter(is).map((hint) => [hint, rule] as const));
const SHORT = hintsOf(({ length }) => length < 2);
const LONG = byPair(hintsOf(({ length }) => length > 1));

/** The rules, by their places in all of them, of which a text has a hint. One pass over the text, however many rules there are. */
const hintedIn = (text: string): Uint8Array => {
  const lower = text.toLowerCase();
  const hinted = new Uint8Array(ALL_RULES.length);
  for (const [hint, rule] of SHORT) if (hinted[rule] === 0 && lower.includes(hint)) hinted[rule] = 1;
  const { begins: starts, known } = LONG;
  let letter = lower.charCodeAt(0);
  for (let at = 1; at < lower.length; at++) {
    const next = lower.charCodeAt(at);
    const pair = letter < 128 && next < 128 ? (letter << 7) | next : 0;
    letter = next;
    if (starts[pair] === 0) continue;
    for (const { word, of } of known.get(pair) ?? []) if (hinted[of] === 0 && lower.startsWith(word, at - 1)) hinted[of] = 1;
  }
  return hinted;
};

/** Those of `rules` of which a text has a hint, in their order. */
export function hintedRules(text: string, rules: readonly Rule[] = RULES): Rule[] {
  const hinted = hintedIn(text);
  const known = new Set(ALL_RULES.filter((_, rule) => hinted[rule] === 1));
  return rules.filter((rule) => known.has(rule));
}

/** Letters that begin a secret and are hardly ever within one. */
const isHead = (head: string): boolean => /^[a-z0-9]/.test(head) && head.length > 2;
const HEADS = byPair(
  ['cookie:', 'set-cookie', 'bearer ', 'basic ', 'authorization', ...TOKEN_RULES.flatMap(({ hints, heads }) => heads ?? hints)]
    .filter(isHead)
    .map((head) => [head, null] as const),
);
const LONGEST_HEAD = 24;

/** Whether a secret that is known by its own form begins in a text at `at`. */
export function begins(text: string, at: number): boolean {
  const lower = text.slice(at, at + LONGEST_HEAD).toLowerCase();
  return (HEADS.known.get(pairAt(lower, 0)) ?? []).some(({ word }) => lower.startsWith(word));
}
