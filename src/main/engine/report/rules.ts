import type { Rule } from './rule.ts';
import { BESIDE_RULES } from './rules-beside.ts';
import { PERSON_RULES } from './rules-person.ts';
import { TOKEN_RULES } from './rules-token.ts';

/** Names before their tokens go first: where two find the same place, the first one has it. */
export const RULES: readonly Rule[] = [...TOKEN_RULES, ...BESIDE_RULES, ...PERSON_RULES];

/** Two ASCII letters as one number; 0 for any others. */
const pairAt = (text: string, at: number): number => {
  const [one, two] = [text.charCodeAt(at), text.charCodeAt(at + 1)];
  return one < 128 && two < 128 ? (one << 7) | two : 0;
};

/** Of each hint of one letter, and of each longer one by its first two, the rules (by number) that it is of. */
const SHORT = RULES.flatMap(({ hints }, rule) => hints.filter((hint) => hint.length < 2).map((hint) => ({ hint, rule })));
const LONG = new Map<number, { hint: string; rule: number }[]>();
const BEGINS = new Uint8Array(1 << 14);
for (const [rule, { hints }] of RULES.entries())
  for (const hint of hints.filter(({ length }) => length > 1)) {
    const pair = pairAt(hint, 0);
    LONG.set(pair, [...(LONG.get(pair) ?? []), { hint, rule }]);
    BEGINS[pair] = 1;
  }

/** The rules of which a text has a hint, in their order. One pass over the text, however many rules there are. */
export const hintedRules = (text: string): Rule[] => {
  const lower = text.toLowerCase();
  const hinted = new Uint8Array(RULES.length);
  for (const { hint, rule } of SHORT) if (lower.includes(hint)) hinted[rule] = 1;
  for (let at = 0; at + 1 < lower.length; at++) {
    const pair = pairAt(lower, at);
    if (BEGINS[pair] === 0) continue;
    for (const { hint, rule } of LONG.get(pair) ?? []) if (hinted[rule] === 0 && lower.startsWith(hint, at)) hinted[rule] = 1;
  }
  return RULES.filter((_, rule) => hinted[rule] === 1);
};
