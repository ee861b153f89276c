import { isIPv6 } from 'node:net';
import type { Finding } from '../../../shared/model/index.ts';

/** One kind of thing that may be nobody else's business. */
export interface Rule {
  /** For people: "GitHub token". */
  what: string;
  kind: Finding['kind'];
  /** In lower case; a text without any of them is not searched. */
  hints: readonly string[];
  /**
   * Global. Its second group is what is taken out, the first one only stands before it. Every quantifier has a bound and none is inside
   * another: the text is hostile, and a megabyte of it must not cost more than a megabyte.
   */
  pattern: RegExp;
  check?: (secret: string) => boolean;
  /** Recognised by what stands before it, so that the same secret elsewhere is sought by its letters. */
  beside?: true;
}

/** Nothing that the word could go on from stands before it; an escaped line break may. */
const START = String.raw`(?:(?<![\w.+%\\-])|(?<=\\[nrt]))`;
const rule = (kind: Finding['kind'], what: string, hints: readonly string[], secret: string, before = ''): Rule => ({
  what,
  kind,
  hints: hints.map((hint) => hint.toLowerCase()),
  pattern: new RegExp(`(${START}${before})(${secret})`, 'g'),
});

const token = (what: string, hints: readonly string[], secret: string): Rule => rule('token', what, hints, secret);

/** Bits per character of a text: words of a language have about three, random ones more. */
const entropy = (text: string): number => {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
};

/** Letters and digits mixed, and not the same few again and again: no word, no name of a variable, no number. */
const looksRandom = (text: string): boolean => /\d/.test(text) && /[a-z]/i.test(text) && entropy(text) >= 2.5;

/** Addresses and paths stand behind words such as `token:` as well. */
const isSecret = (text: string): boolean => looksRandom(text) && !/^[./~]|:\/\//.test(text);

const isAddress = (text: string): boolean => {
  const parts = text.split('.').map(Number);
  return parts.every((part) => part <= 255) && !/^(?:127\.|0\.|255\.)/.test(text);
};

const isAddress6 = (text: string): boolean =>
  isIPv6(text) && /\d/.test(text) && (text.split(':').length > 3 || /^(?:fe80|f[cd]|2[0-9a]0)/i.test(text));

/** Ends of file names that look like a domain behind an at sign. */
const FILES = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|css|js|ts|tsx|jsx|json|md|py|rs|go|java|local|lock)$/i;
const isMail = (text: string): boolean => !text.startsWith('git@') && !FILES.test(text) && !text.includes('..');

const SECRET_NAMES =
  'passw(?:or)?d|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|secret[_-]?key|private[_-]?key|credentials?';
const SHARED = new Set(['shared', 'public', 'default', 'user']);
const USER = String.raw`[\p{L}\p{N}_](?:[\p{L}\p{N}._-]{0,62}[\p{L}\p{N}_-])?`;
const home = (before: string, hints: readonly string[], user = USER): Rule => ({
  what: 'home path',
  kind: 'home',
  hints,
  pattern: new RegExp(`(${before})(${user})`, 'gu'),
  check: (name) => !SHARED.has(name.toLowerCase()),
});

/** Names before their tokens go first: where two find the same place, the first one has it. */
export const RULES: readonly Rule[] = [
  {
    what: 'private key',
    kind: 'key',
    hints: ['private key'],
    pattern:
      /()(-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[A-Za-z0-9+/=\s\\,:.()]|-(?!----)){0,20000}(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?)/g,
    check: (text) => /[A-Za-z0-9+/=]{40}/.test(text),
  },
  rule('key', 'AWS access key', ['akia', 'asia', 'abia', 'acca'], '(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])'),
  token('GitHub token', ['gho_', 'ghp_', 'ghu_', 'ghs_', 'ghr_'], 'gh[pousr]_[A-Za-z0-9]{36,4000}'),
  token('GitHub token', ['github_pat_'], 'github_pat_[A-Za-z0-9_]{22,4000}'),
  token('GitLab token', ['glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-'], 'gl(?:pat|dt|rt|cbt|ptt)-[A-Za-z0-9_.-]{20,4000}'),
  token('Slack token', ['xox', 'xapp-'], '(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,4000}'),
  token('Slack webhook', ['hooks.slack.com/'], String.raw`https://hooks\.slack\.com/services/[A-Za-z0-9/]{20,200}`),
  rule('key', 'Stripe key', ['_live_', '_test_'], '(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,4000}'),
  token('Stripe webhook secret', ['whsec_'], 'whsec_[A-Za-z0-9]{24,4000}'),
  rule('key', 'Google API key', ['aiza'], 'AIza[A-Za-z0-9_-]{35}'),
  token('Google token', ['ya29.', 'gocspx-'], String.raw`(?:ya29\.[A-Za-z0-9_-]{20,2000}|GOCSPX-[A-Za-z0-9_-]{20,100})`),
  rule('key', 'Anthropic key', ['sk-ant-'], 'sk-ant-[A-Za-z0-9_-]{20,4000}'),
  { ...rule('key', 'OpenAI key', ['sk-'], 'sk-[A-Za-z0-9_-]{20,4000}'), check: looksRandom },
  token('npm token', ['npm_'], 'npm_[A-Za-z0-9]{36,64}'),
  token('Hugging Face token', ['hf_'], 'hf_[A-Za-z0-9]{30,100}'),
  token('PyPI token', ['pypi-'], 'pypi-[A-Za-z0-9_-]{50,500}'),
  token('SendGrid key', ['sg.'], String.raw`SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}`),
  token('JSON web token', ['eyj'], String.raw`eyJ[A-Za-z0-9_-]{10,8000}\.[A-Za-z0-9_-]{10,16000}\.[A-Za-z0-9_-]{0,4000}`),
  {
    what: 'bearer token',
    kind: 'token',
    hints: ['bearer', 'basic', 'authorization'],
    pattern:
      /(\b(?:Bearer|Basic|Authorization\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?(?:Token|ApiKey))\s{1,3})([A-Za-z0-9._~+/-]{16,16000}={0,2})/gi,
    check: looksRandom,
    beside: true,
  },
  {
    what: 'credentials in an address',
    kind: 'password',
    hints: ['://'],
    pattern: /(\b[a-z][a-z0-9+.-]{0,20}:\/\/)([^\s/:@"'`<>[\]\\]{0,100}:[^\s/@"'`<>[\]\\]{1,200})(?=@)/gi,
  },
  {
    what: 'password',
    kind: 'password',
    hints: ['passw', 'passphrase', 'pwd', 'secret', 'token', 'key', 'credential'],
    pattern: new RegExp(
      String.raw`((?:${SECRET_NAMES})(?:_[A-Za-z0-9_]{1,20})?\\?["'\x60]?\s{0,3}(?:=>|[:=])\s{0,3}\\?["'\x60]?)([^\s"'\x60,;<>(){}\[\]\\&|$]{6,4000})`,
      'gi',
    ),
    check: isSecret,
    beside: true,
  },
  {
    what: 'mail address',
    kind: 'mail',
    hints: ['@'],
    pattern: new RegExp(String.raw`(${START})([\w.+%-]{1,64}@[A-Za-z0-9.-]{1,190}\.[A-Za-z]{2,24})(?!\w)`, 'g'),
    check: isMail,
  },
  home(String.raw`(?<![\p{L}\p{N}_.-])(?:\/(?:var|mnt|export|private|[a-z]|mnt\/[a-z]))?\/(?:home|Users)\/`, ['/home/', '/users/']),
  home(String.raw`(?<=\\[nrt])\/(?:home|Users)\/`, ['/home/', '/users/']),
  home(
    String.raw`[A-Za-z]:\\{1,4}Users\\{1,4}`,
    [':\\users\\', ':\\\\users\\', ':\\\\\\\\users\\'],
    String.raw`[\p{L}\p{N}_][\p{L}\p{N}._-]{0,62}(?: [\p{L}\p{N}._-]{1,62}(?=\\))?`,
  ),
  home(String.raw`(?<![\p{L}\p{N}_-])-(?:home|Users)-`, ['-home-', '-users-'], String.raw`[\p{L}\p{N}_]{1,64}`),
  {
    what: 'IP address',
    kind: 'address',
    hints: ['.'],
    pattern: /((?<![\w.]|[A-Za-z]-)|(?<=\\[nrt]))(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})(?!\w|\.\d|-[A-Za-z])/g,
    check: isAddress,
  },
  {
    what: 'IP address',
    kind: 'address',
    hints: [':'],
    pattern: /((?<![\w:.])|(?<=\\[nrt]))([0-9A-Fa-f:]{6,39})(?![\w:])/g,
    check: isAddress6,
  },
];
