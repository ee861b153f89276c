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
  /**
   * A sign that every match holds, global, and within how many UTF-16 units of it all of the match lies with what stands behind it. Then
   * only that much of a text is searched: for a pattern that would try every word of it.
   */
  near?: { sign: RegExp; reach: number };
  check?: (secret: string) => boolean;
  /** Recognised by what stands before it, so that the same secret elsewhere is sought by its letters. */
  beside?: true;
}

/** Nothing that the word could go on from stands before it; an escaped line break or an encoded sign of an address may. */
const START = String.raw`(?:(?<![\w.+%\\-])|(?<=\\[nrt]|%[0-9A-Fa-f]{2}))`;
/** At least so many characters, between which a line may be broken: a terminal cuts a long token in two. */
const wrapped = (characters: string, least: number, more: number): string =>
  String.raw`(?:(?:\r?\n|\\n)?${characters}){${least}}${characters}{0,${more}}`;
const WORD = '[A-Za-z0-9]';
const DASHED = '[A-Za-z0-9_-]';
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

/** Not a path, an address or a place to be filled in. */
const isValue = (text: string): boolean => !/^[./~*%]|:\/\/|^(?:x{3,}|changeme|example|secret|password|your)/i.test(text);

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
  'passw(?:or)?d|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|secret[_-]?key|private[_-]?key|account[_-]?key|credentials?';
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
  rule('key', 'AWS access key', ['akia', 'asia', 'abia', 'acca'], `(?:AKIA|ASIA|ABIA|ACCA)${wrapped('[A-Z0-9]', 16, 0)}(?![A-Za-z0-9])`),
  token('GitHub token', ['gho_', 'ghp_', 'ghu_', 'ghs_', 'ghr_'], `gh[pousr]_${wrapped(WORD, 36, 4000)}`),
  token('GitHub token', ['github_pat_'], `github_pat_${wrapped('[A-Za-z0-9_]', 22, 4000)}`),
  token('GitLab token', ['glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-'], `gl(?:pat|dt|rt|cbt|ptt)-${wrapped('[A-Za-z0-9_.-]', 20, 4000)}`),
  token('Slack token', ['xox', 'xapp-'], '(?:xox[a-z]|xapp)-[A-Za-z0-9-]{10,4000}'),
  token('Slack webhook', ['hooks.slack.com/'], String.raw`https://hooks\.slack\.com/services/[A-Za-z0-9/]{20,200}`),
  token('Discord webhook', ['/api/webhooks/'], String.raw`https://discord(?:app)?\.com/api/webhooks/\d{5,25}/[A-Za-z0-9_-]{20,200}`),
  token('Telegram token', [':aa'], String.raw`\d{8,10}:AA[A-Za-z0-9_-]{32,40}(?![\w-])`),
  token('DigitalOcean token', ['_v1_'], 'do[opr]_v1_[a-f0-9]{64}'),
  rule('key', 'Stripe key', ['_live_', '_test_'], '(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,4000}'),
  token('Stripe webhook secret', ['whsec_'], 'whsec_[A-Za-z0-9]{24,4000}'),
  rule('key', 'Google API key', ['aiza'], `AIza${wrapped(DASHED, 35, 0)}`),
  token('Google token', ['ya29.', 'gocspx-'], String.raw`(?:ya29\.[A-Za-z0-9_-]{20,2000}|GOCSPX-[A-Za-z0-9_-]{20,100})`),
  rule('key', 'Anthropic key', ['sk-ant-'], `sk-ant-${wrapped(DASHED, 20, 4000)}`),
  { ...rule('key', 'OpenAI key', ['sk-'], 'sk-[A-Za-z0-9_-]{20,4000}'), check: looksRandom },
  token('npm token', ['npm_'], `npm_${wrapped(WORD, 36, 28)}`),
  token('Hugging Face token', ['hf_'], `hf_${wrapped(WORD, 30, 70)}`),
  token('PyPI token', ['pypi-'], 'pypi-[A-Za-z0-9_-]{50,500}'),
  token('SendGrid key', ['sg.'], String.raw`SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}`),
  token('JSON web token', ['eyj'], String.raw`eyJ[A-Za-z0-9_-]{10,8000}\.[A-Za-z0-9_-]{10,16000}\.[A-Za-z0-9_-]{0,4000}`),
  // The same within base64, as in a secret of Kubernetes.
  token('JSON web token', ['zxlk'], 'ZXlK[A-Za-z0-9+/]{60,24000}={0,2}'),
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
    pattern: /(\b[a-z][a-z0-9+.-]{0,20}:\/\/)([^\s/:@"'`<>[\]\\]{0,100}:[^\s/"'`<>[\]\\]{1,200})(?=@)/gi,
  },
  {
    what: 'password',
    kind: 'password',
    hints: ['passw', 'passphrase', 'pwd', 'secret', 'token', 'key', 'credential'],
    pattern: new RegExp(
      String.raw`((?:${SECRET_NAMES})(?:_[A-Za-z0-9_]{1,20})?\\?["'\x60]?\s{0,3}(?:=>|[:=]|%3[AD])\s{0,3}\\?["'\x60]?)([^\s"'\x60,;<>(){}\[\]\\&|$]{6,4000})`,
      'gi',
    ),
    check: isSecret,
    beside: true,
  },
  {
    what: 'password',
    kind: 'password',
    hints: ['password=', 'passwd=', 'passphrase=', 'secret='],
    // A variable of the environment holds what it says, however readable that is.
    pattern: /((?<![A-Za-z0-9_])[A-Z][A-Z0-9_]{0,40}(?:PASSWORD|PASSWD|PASSPHRASE|SECRET)=["']?)([^\s"'`,;<>(){}[\]\\&|$]{6,4000})/g,
    check: isValue,
    beside: true,
  },
  {
    what: 'password',
    kind: 'password',
    hints: ['--', ' -u ', 'password', 'identified'],
    pattern: new RegExp(
      [
        String.raw`((?<![\w-])--[a-z-]{0,40}(?:password|passphrase|token|secret|api-key)\s{1,3}["']?`,
        String.raw`\bcurl [^|;\r\n]{0,200}(?:-u|--user) {1,3}["']?[^\s:"']{1,60}:`,
        String.raw`\blogin\s{1,3}\S{1,80}\s{1,3}password\s{1,3}`,
        '<password>',
        String.raw`\bIDENTIFIED BY\s{1,3}["'])([^\s"'\x60,;<>(){}\[\]\\&|$]{6,4000})`,
      ].join('|'),
      'g',
    ),
    check: isSecret,
    beside: true,
  },
  {
    what: 'cookie',
    kind: 'token',
    hints: ['cookie'],
    pattern: /(\b(?:Set-)?Cookie\\?["']?\s{0,3}:\s{0,3}\\?["']?)([^\s=;"']{1,80}=[^\r\n"'\\<>]{8,8000})/gi,
    check: looksRandom,
  },
  {
    what: 'signature of an address',
    kind: 'token',
    hints: ['signature=', 'sig='],
    pattern: /([?&](?:X-Amz-Signature|X-Goog-Signature|Signature|sig)=)([A-Za-z0-9%+/_.-]{16,2000}={0,2})/gi,
    check: looksRandom,
  },
  {
    what: 'mail address',
    kind: 'mail',
    hints: ['@', '%40'],
    near: { sign: /@|%40/g, reach: 500 },
    pattern:
      /((?<![\p{L}\p{N}_.+%\\-])|(?<=\\[nrt]))([\p{L}\p{N}_.+%-]{1,64}(?:@|%40)[\p{L}\p{N}.-]{1,190}\.\p{L}{2,24})(?![\p{L}\p{N}_])/gu,
    check: isMail,
  },
  home(String.raw`(?<![\p{L}\p{N}_.-])(?:\/(?:var|mnt|export|private|[a-z]|mnt\/[a-z]))?\/(?:home|Users)\/`, ['/home/', '/users/']),
  home(String.raw`(?<=\\[nrt])\/(?:home|Users)\/`, ['/home/', '/users/']),
  home(
    String.raw`[A-Za-z]:\\{1,4}Users\\{1,4}`,
    [':\\users\\', ':\\\\users\\', ':\\\\\\\\users\\'],
    String.raw`[\p{L}\p{N}_][\p{L}\p{N}._-]{0,62}(?: [\p{L}\p{N}._-]{1,62}(?=\\))?`,
  ),
  home('%2[Ff](?:home|Users)%2[Ff]', ['%2fhome%2f', '%2fusers%2f']),
  home(String.raw`\\{1,2}\/(?:home|Users)\\{1,2}\/`, ['\\/home\\', '\\/users\\']),
  home(String.raw`(?<![\p{L}\p{N}_-])[A-Za-z]--Users-`, ['--users-'], String.raw`[\p{L}\p{N}_]{1,64}`),
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
    near: { sign: /:(?=[0-9A-Fa-f]{0,4}:)/g, reach: 48 },
    pattern: /((?<![\w:.])|(?<=\\[nrt]))((?=[0-9A-Fa-f]{0,4}:[0-9A-Fa-f]{0,4}:)[0-9A-Fa-f:]{6,39})(?![\w:])/g,
    check: isAddress6,
  },
];
