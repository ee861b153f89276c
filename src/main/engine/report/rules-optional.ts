import { entropy, type Rule, START } from './redaction-rule.ts';
import { BESIDE_RULES } from './rules-named.ts';
import { TOKEN_RULES } from './rules-token.ts';

const DIGITS = [...'0123456789'];

/** Numbers of cards end in a digit that all others decide. */
const isCard = (text: string): boolean => {
  const digits = [...text.replace(/\D/g, '')].map(Number);
  if (digits.length < 13 || digits.length > 19 || new Set(digits).size < 2) return false;
  const sum = digits.toReversed().reduce((all, digit, at) => all + (at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0);
  return sum % 10 === 0;
};

/** The remainder of an account number by 97 is 1, its first four characters put after the others and letters counted from 10 on. */
const isIban = (text: string): boolean => {
  const bare = text.replaceAll(' ', '');
  if (bare.length < 15 || bare.length > 34) return false;
  let rest = 0;
  for (const letter of bare.slice(4) + bare.slice(0, 4)) {
    const value = Number.parseInt(letter, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
};

const isPhone = (text: string): boolean => {
  const { length } = text.replace(/\D/g, '');
  return length >= 8 && length <= 15;
};

const isOneOf = (text: string, rules: readonly Rule[]): boolean =>
  rules.some(({ pattern, check }) => [...text.matchAll(pattern)].some(([, , secret = '']) => secret !== '' && check?.(secret) !== false));

/** Base64 of readable text that has a secret in it. */
const hidesSecret = (text: string): boolean => {
  const clear = Buffer.from(text, 'base64').toString('latin1');
  return /^[\t\n\r -~]+$/.test(clear) && isOneOf(clear, [...TOKEN_RULES, ...BESIDE_RULES]);
};

const HEX = '[0-9A-Fa-f]';

/** What is only removed where a reader wants it: most texts are full of what looks like it. */
export const OPTIONAL_RULES: readonly Rule[] = [
  {
    what: 'account number',
    kind: 'iban',
    hints: DIGITS,
    pattern: new RegExp(String.raw`(${START})([A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?)(?![A-Za-z0-9])`, 'g'),
    check: isIban,
  },
  {
    what: 'card number',
    kind: 'card',
    hints: DIGITS,
    pattern: /((?<![\w.]|\d-))([2-6]\d{3}(?:[ -]?\d){9,15})(?![\w-])/g,
    check: isCard,
  },
  {
    what: 'social security number',
    kind: 'ssn',
    hints: ['-'],
    pattern: /((?<![\w-]))((?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4})(?![\w-])/g,
  },
  {
    what: 'phone number',
    kind: 'phone',
    hints: DIGITS,
    pattern:
      /((?<![\w.+/-]|\d ))((?:\+|00)[1-9](?:[ .()/-]?[ .()/-]?\d){7,14}|\(?\d{3}\)?[ .-]\d{3}[.-]\d{4}|0\d{1,4}[ /-]\d{3,8}(?:[ -]\d{1,5})?)(?![\w-]|\.\d)/g,
    check: isPhone,
  },
  {
    what: 'hardware address',
    kind: 'mac',
    hints: [':', '-', '.'],
    pattern: new RegExp(
      String.raw`((?<![\w:.-]))((?:${HEX}{2}:){5}${HEX}{2}|(?:${HEX}{2}-){5}${HEX}{2}|${HEX}{4}\.${HEX}{4}\.${HEX}{4})(?![\w:-]|\.\w)`,
      'g',
    ),
    check: (text) => new Set(text.replace(/[^0-9A-Fa-f]/g, '')).size > 2,
  },
  {
    what: 'secret in base64',
    kind: 'encoded',
    hints: ['=', ...DIGITS],
    pattern: new RegExp(`(${START})([A-Za-z0-9+/_-]{16,20000}={0,2})`, 'g'),
    check: hidesSecret,
  },
  {
    what: 'hex string',
    kind: 'hex',
    hints: DIGITS,
    pattern: new RegExp(`(${START})(${HEX}{32,512})(?![A-Za-z0-9])`, 'g'),
    check: (text) => /\d/.test(text) && /[a-f]/i.test(text) && entropy(text) >= 3,
  },
];

/** Names that are on every machine and say nothing about a person. */
const COMMON = new Set(
  'root user users admin administrator home node app ubuntu debian runner guest default shared public docker work dev test'.split(' '),
);

/** Rules for login names, wherever one stands as a word of its own. Null without any. */
export function loginRule(names: Iterable<string>): Rule | null {
  const known = [...new Set(names)].filter((name) => name.length > 2 && !COMMON.has(name.toLowerCase())).slice(0, 200);
  if (known.length === 0) return null;
  const either = known.map((name) => name.replace(/[^\p{L}\p{N}_]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`));
  return {
    what: 'login name',
    kind: 'login',
    hints: [],
    pattern: new RegExp(`((?<![\\p{L}\\p{N}_]))(${either.sort((a, b) => b.length - a.length).join('|')})(?![\\p{L}\\p{N}_])`, 'gu'),
  };
}
