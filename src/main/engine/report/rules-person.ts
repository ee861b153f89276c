import { isIPv6 } from 'node:net';
import type { Rule } from './redaction-rule.ts';

const isAddress = (text: string): boolean => {
  const parts = text.split('.').map(Number);
  return parts.every((part) => part <= 255) && !/^(?:127\.|0\.|255\.)/.test(text);
};

const isAddress6 = (text: string): boolean =>
  isIPv6(text) && /\d/.test(text) && (text.split(':').length > 3 || /^(?:fe80|f[cd]|2[0-9a]0)/i.test(text));

/** Ends of file names that look like a domain after an at sign. */
const FILES = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|css|js|ts|tsx|jsx|json|md|py|rs|go|java|local|lock)$/i;
const isMail = (text: string): boolean => !text.startsWith('git@') && !FILES.test(text) && !text.includes('..');

const SHARED = new Set(['shared', 'public', 'default', 'user']);
const USER = String.raw`[\p{L}\p{N}_](?:[\p{L}\p{N}._-]{0,62}[\p{L}\p{N}_-])?`;
const home = (before: string, hints: readonly string[], user = USER): Rule => ({
  what: 'home path',
  kind: 'home',
  hints,
  pattern: new RegExp(`(${before})(${user})`, 'gu'),
  check: (name) => !SHARED.has(name.toLowerCase()),
});

/** Who somebody is and where: mail addresses, home paths, IP addresses. */
export const PERSON_RULES: readonly Rule[] = [
  {
    what: 'mail address',
    kind: 'mail',
    hints: ['@'],
    near: { sign: /@/g, reach: 500 },
    pattern: /((?<![\p{L}\p{N}_.+%\\-])|(?<=\\[nrt]))([\p{L}\p{N}_.+%-]{1,64}@[\p{L}\p{N}.-]{1,190}\.\p{L}{2,24})(?![\p{L}\p{N}_])/gu,
    check: isMail,
  },
  home(String.raw`(?<![\p{L}\p{N}.])(?:\/(?:var|mnt|export|private|[a-z]|mnt\/[a-z]))?\/(?:home|Users)\/`, ['/home/', '/users/']),
  home(String.raw`(?<=\\[nrt])\/(?:home|Users)\/`, ['/home/', '/users/']),
  home(
    String.raw`[A-Za-z]:\\{1,4}Users\\{1,4}`,
    [':\\users\\', ':\\\\users\\', ':\\\\\\\\users\\'],
    String.raw`[\p{L}\p{N}_][\p{L}\p{N}._-]{0,62}(?: [\p{L}\p{N}._-]{1,62}(?=\\))?`,
  ),
  home(String.raw`(?<![\p{L}\p{N}_-])[A-Za-z]--Users-`, ['--users-'], String.raw`[\p{L}\p{N}_]{1,64}`),
  home(String.raw`(?<![\p{L}\p{N}_-])-(?:home|Users)-`, ['-home-', '-users-'], String.raw`[\p{L}\p{N}_]{1,64}`),
  {
    what: 'IP address',
    kind: 'address',
    hints: ['.'],
    pattern: /((?<![A-Za-z0-9]|\d\.|[A-Za-z]-)|(?<=\\[nrt]))(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})(?!\w|\.\d|-[A-Za-z])/g,
    check: isAddress,
  },
  {
    what: 'IP address',
    kind: 'address',
    hints: [':'],
    near: { sign: /:(?=[0-9A-Fa-f]{0,4}:)/g, reach: 48 },
    pattern: /((?<![A-Za-z0-9:]|\d\.)|(?<=\\[nrt]))((?=[0-9A-Fa-f]{0,4}:[0-9A-Fa-f]{0,4}:)[0-9A-Fa-f:]{6,39})(?![\w:])/g,
    check: isAddress6,
  },
];
