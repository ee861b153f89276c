import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FINDING_KINDS, OPTIONAL_KINDS, type OptionalKind } from '../../../shared/model/vocabulary.ts';
import type { Waiting } from '../../../shared/rpc/contract.ts';
import { textsOf } from './document.ts';
import { placeOf, readingsOf } from './reading.ts';
import { review } from './redact.ts';
import { capitals, documentOf, noise, samples, shown } from './redact-samples.ts';
import { ALL_RULES, begins, RULES } from './rules.ts';
import { createSeeker } from './seek.ts';
import { type Span, spansIn } from './spans.ts';

const still = new AbortController().signal;

/** What is known by the words before it: those, the secret, and what ends it. */
const beside: readonly (readonly [before: string, secret: string, after: string])[] = [
  ['password=', noise(14), ' '],
  ['DB_ADMIN_KEY=', noise(20), ' '],
  ['"password": "', 'correcthorse', '"'],
  ['Passwort: ', 'pferdebatterie', '\n'],
  ['contraseña: ', 'caballobateria', '\n'],
  ['Authorization: Bearer ', noise(32), ' '],
  ['postgres://ada:', noise(10), '@db.example.org/app'],
  ['Cookie: sid=', noise(24), '\n'],
  ['?X-Amz-Signature=', noise(40), '&b=1'],
  ['/home/', 'lovelace', '/x'],
];
const bare = samples.map(([, secret]) => ['', secret, ''] as const);
const planted = [...bare, ...beside];

/** What may be right before a secret without being a part of it. */
const PREFIXES = [
  ...['', 'see ', '\u001b[32m', '\u001b[1;38;5;12m', '\u009b31m', '[32m', '\u001b]8;;\u0007', '\u200b', '\ufeff', '\u00ad'],
  ...['\\u001b[32m', '\\x1b[0m', '\\033[1m', '\\e[31m', '^[[33m', 'x\u001b[32m', 'key\u200b', 'key\\u001b[0m'],
  ...['\\u003d', '\\u0022', '\\x3d', '%3D', '%253D', '\\n', '\\t', '\\"', '\\\\\\"', '&quot;', '&#61;', '-', '.', '_', '(', '`', '=', '>'],
];
const PLUS = ['+'];

const inside = (text: string, mark: string, every: number): string =>
  [...text].map((letter, at) => (at > 0 && at % every === 0 ? `${mark}${letter}` : letter)).join('');

/** Ways in which a secret that stays readable gets into a log. */
const WRAPPINGS: readonly (readonly [name: string, wrap: (text: string) => string])[] = [
  ['as it is', (text) => text],
  ['in a colour', (text) => `\u001b[31m${text}\u001b[0m`],
  ['with a colour in it', (text) => inside(text, '\u001b[0m\u001b[31m', 7)],
  ['with colours that were written down', (text) => inside(text, '\\u001b[31m', 9)],
  ['with zero-width spaces', (text) => inside(text, '\u200b', 3)],
  ['with soft hyphens', (text) => inside(text, '\u00ad', 5)],
  ['with a mark of order, of direction and a joiner', (text) => inside(inside(text, '\u2060', 4), '\ufeff\u200f', 11)],
  ['in JSON', (text) => JSON.stringify(text).slice(1, -1)],
  ['in JSON in JSON', (text) => JSON.stringify(JSON.stringify(text)).slice(1, -1)],
  ['with its signs as \\u', (text) => text.replace(/[^A-Za-z0-9]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)],
  ['with its signs as \\x', (text) => text.replace(/[=:/@"+]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)],
  ['in an address', (text) => text.replace(/[=:/@"+]/g, (sign) => encodeURIComponent(sign))],
  ['in an address twice', (text) => text.replace(/[=:/@"]/g, (sign) => encodeURIComponent(encodeURIComponent(sign)))],
  ['in a page', (text) => text.replace(/[=&"/]/g, (sign) => `&#${sign.charCodeAt(0)};`)],
];

/** What is left of a text for a reader who sees no control sequence and reads every escape. */
const readable = (text: string): string => (readingsOf(text, begins)[0]?.text ?? text).replace(/\s/g, '');

/** No piece of this length of the secret is left. */
const PIECE = 8;
const piecesOf = (secret: string): string[] => {
  const letters = secret.replace(/\s/g, '');
  return Array.from({ length: Math.max(1, letters.length - PIECE + 1) }, (_, at) => letters.slice(at, at + PIECE));
};

const leftOf = async (secret: string, ...texts: string[]): Promise<string[]> => {
  const document = documentOf(...texts);
  const { redact } = await review(document, still);
  const left = readable(shown(redact(document, new Set())));
  return piecesOf(secret).filter((piece) => left.includes(piece));
};

/** One of so many combinations in a test, all of them in `npm run fuzz`. */
const EVERY = process.env.TAPESCOPE_SEED === undefined ? 4 : 1;

describe('what hides a secret', () => {
  test.each(WRAPPINGS)('%s, after any prefix: each kind is found, and nothing of it is left', async (name, wrap) => {
    for (const [number, prefix] of PREFIXES.entries()) {
      // `./home` is a folder of a project.
      const all = planted.filter(([before]) => !(prefix === '.' && before === '/home/'));
      const some = all.filter((_, at) => (at + number + name.length) % EVERY === 0);
      const texts = some.map(([before, secret, after]) => `It said ${prefix}${wrap(`${before}${secret}${after}`)} then`);
      const document = documentOf('A title', ...texts);
      const { redact } = await review(document, still);
      const left = [...textsOf(redact(document, new Set()))].slice(-texts.length).map(readable);
      const leaks = some.filter(([, secret], at) => piecesOf(secret).some((piece) => left[at]?.includes(piece)));
      expect(leaks, JSON.stringify(prefix)).toEqual([]);
    }
  });

  test('drawn secrets, prefixes, wrappings and places', async () => {
    const letters = (size: number) =>
      fc
        .array(fc.constantFrom(...'abcdefghkmnpqrstuvwxyzABCDEFGHKMNPQRSTUVWXYZ23456789'), { minLength: size, maxLength: size })
        .map((all) => `${all.join('')}4x`);
    const heads = fc.constantFrom(`gh${'p_'}`, `sk-${'ant-'}api03-`, `np${'m_'}`, `h${'f_'}`, `glp${'at-'}`, `sk_${'live_'}`, 'token=');
    const secrets = fc.tuple(heads, letters(44)).map(([head, body]) => [head, body] as const);
    const prefixes = fc.constantFrom(...PREFIXES, ...PLUS);
    const wrappings = fc.constantFrom(...WRAPPINGS.map(([, wrap]) => wrap));
    await fc.assert(
      fc.asyncProperty(
        secrets,
        prefixes,
        wrappings,
        fc.string({ maxLength: 20 }),
        fc.boolean(),
        async ([head, body], prefix, wrap, around, title) => {
          const text = `${around} ${prefix}${wrap(`${head}${body}`)} ${around}`;
          expect(await leftOf(body, ...(title ? [text, 'nothing'] : ['nothing', text]))).toEqual([]);
        },
      ),
      {
        numRuns: 300,
        // Within it, right after what cannot be seen, is what another kind of secret begins with.
        examples: [[[`gh${'p_'}`, `${noise(20)}pat${noise(22)}4x`], '', (text: string) => inside(text, '\u200b', 3), '', false]],
      },
    );
  });

  /** Those that are long enough to be cut by a terminal, and known again by what follows. */
  const broken = samples.filter(([what, secret]) => !secret.includes('\n') && secret.length >= 30 && !/address|hash/.test(what));
  test.each(['\n', '\n        ', '\r\n  ', '\\\n    ', '\n  │ ', '\n   12→', '\\n    '])('a line that is broken by %j', async (end) => {
    for (const [what, secret] of broken) {
      const half = Math.floor(secret.length / 2);
      const [one, two] = [secret.slice(0, half), secret.slice(half)];
      const text = `It said\n  ${one}${end}${two}\nand then went on`;
      expect(await leftOf(secret, 'A title', text), `${what}: ${text}`).toEqual([]);
      // A title has it in one line, or only the rest.
      expect(await leftOf(secret, `${one} ${two}`, text), `${what}: ${text}`).toEqual([]);
      expect(await leftOf(two, `Go on with ${two}`, text), `${what}: ${text}`).toEqual([]);
      expect(await leftOf(two, `${one} ${two.slice(0, 9)}…`, text), `${what}: ${text}`).toEqual([]);
    }
  });

  test('a word that begins the next line is not taken for more of a secret', () => {
    const text = `${samples[10]?.[1]}\nnext\nNext line\nREADME`;
    expect(spansIn(text).map(({ from, to }) => text.slice(from, to))).toEqual([samples[10]?.[1]]);
  });

  test('a place in a reading leads back to what it was written from', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'Z', '\\u0041', '%41', '\u200b', '\u001b[1m', '\\\\', '\\n', '&amp;', '\n', ' '), { maxLength: 30 }),
        (parts) => {
          const text = parts.join('');
          for (const reading of readingsOf(text, begins)) {
            let before = 0;
            for (let at = 0; at < reading.text.length; at++) {
              const { from, to } = placeOf(reading, at, at + 1);
              expect(from).toBeGreaterThanOrEqual(before);
              expect(to).toBeGreaterThanOrEqual(from);
              before = to;
              // What was not rewritten is the letter itself.
              if (to - from === 1 && /\w/.test(text[from] ?? '')) expect(reading.text[at]).toBe(text[from]);
            }
            expect(before).toBeLessThanOrEqual(text.length);
          }
        },
      ),
    );
  });

  test.each([
    ['Use password: correcthorse to log in.', 'correcthorse'],
    ['Das Passwort: pferdebatterie', 'pferdebatterie'],
    ['mot de passe : chevalpile9 et puis', 'chevalpile9'],
    ['密码：hunter2hunter', 'hunter2hunter'],
    ['Passwort: Hq7!kd92Lm (bis Mai)', 'Hq7!kd92Lm'],
    ['| пароль: hunter2hunter | 3 |', 'hunter2hunter'],
    [`APP_ADMIN_KEY=${noise(12)}`, noise(12)],
    [`admin_key: "${noise(12)}"`, noise(12)],
  ])('%s', async (text, secret) => expect(await leftOf(secret, 't', text)).toEqual([]));

  test.each([
    'The password: must be long',
    'password: the one from before',
    'PRIMARY_KEY=id1234567',
    '{ password: hashed, salt }',
    'Passwort: optional',
  ])('%s is nothing', (text) => expect(spansIn(text)).toEqual([]));
});

describe('kinds that are looked for only where somebody wants them', () => {
  const wanted: readonly (readonly [kind: OptionalKind, text: string, secret: string])[] = [
    ['phone', 'call +49 30 901820 or later', '+49 30 901820'],
    ['phone', 'call (555) 234-5678.', '(555) 234-5678'],
    ['iban', 'to DE89 3704 0044 0532 0130 00, please', 'DE89 3704 0044 0532 0130 00'],
    ['card', 'card 4111 1111 1111 1111 exp', '4111 1111 1111 1111'],
    ['ssn', 'ssn 219-09-9999', '219-09-9999'],
    ['mac', 'ether 02:42:ac:11:00:02 up', '02:42:ac:11:00:02'],
    [
      'encoded',
      `data ${Buffer.from('password=hunter2hunter\n').toString('base64')} end`,
      Buffer.from('password=hunter2hunter\n').toString('base64'),
    ],
    ['hex', 'secret 9f86d081884c7d659a2feaa0c55ad015 end', '9f86d081884c7d659a2feaa0c55ad015'],
    ['login', 'in /home/lovelace/x lovelace wrote it', 'lovelace wrote'],
  ];
  test.each(wanted)('%s: %s', async (kind, text, secret) => {
    const document = documentOf('t', text);
    const off = await review(document, still);
    expect(shown(off.redact(document, new Set()))).toContain(secret);
    const on = await review(document, still, undefined, [kind]);
    expect(on.findings.map((finding) => finding.kind)).toContain(kind);
    expect(shown(on.redact(document, new Set()))).not.toContain(secret);
  });

  test.each([
    '1234 5678 9012 3456',
    'GB00 WEST 1234 5698 7654 32',
    '000-12-3456',
    '00:00:00:00:00:00',
    '2026-11-22 10:20:30',
    'v1.2.3-4567',
  ])('%s is none of them', async (text) =>
    expect((await review(documentOf('t', text), still, undefined, OPTIONAL_KINDS)).findings).toEqual([]),
  );

  test('every kind has a name, and every rule a kind that is always asked or can be wanted', () => {
    const always = new Set(RULES.map(({ kind }) => kind));
    for (const { kind } of ALL_RULES) expect(Object.keys(FINDING_KINDS)).toContain(kind);
    for (const kind of Object.keys(FINDING_KINDS)) expect([...always, ...OPTIONAL_KINDS]).toContain(kind);
    expect(OPTIONAL_KINDS.filter((kind) => always.has(kind))).toEqual([]);
  });
});

describe('the work of a review', () => {
  const alike = (count: number): string[] => Array.from({ length: count }, (_, at) => `sk-${'ant-'}api03-${capitals(9)}${at}x${noise(24)}`);
  /** Forms that are looked at while a text of as many keys is searched for them all. */
  const lookedAt = (count: number): number => {
    const keys = alike(count);
    const rule = RULES[0];
    if (rule === undefined) throw new Error('There are no rules.');
    const spans = keys.map((text): Span => ({ from: 0, to: text.length, start: 0, rule, text, secret: text }));
    let looked = 0;
    const seek = createSeeker(spans, (forms) => {
      looked += forms;
    });
    expect(seek?.(keys.join(' '), [])).toHaveLength(count);
    return looked;
  };
  test('thousands of keys that begin alike cost ten times as much as a tenth of them, but for a logarithm', () => {
    const [few, many] = [lookedAt(400), lookedAt(4000)];
    expect(many / few).toBeLessThan(10 * (Math.log2(4000 * 6) / Math.log2(400 * 6)) * 1.1);
  });

  test('stops within one text when nobody waits any more', async () => {
    let asked = 0;
    const signal: Waiting = {
      get aborted() {
        asked += 1;
        return asked > 900;
      },
    };
    const text = alike(2000).join(' ');
    await expect(review(documentOf('t', text), signal).then(({ findings }) => findings.length)).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(asked).toBe(901);
    expect([...textsOf(documentOf('t', text))].filter(({ length }) => length > 1000)).toHaveLength(1);
  });
});
