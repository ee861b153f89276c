import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Document, textsOf } from './document.ts';
import { review } from './redact.ts';
import { capitals, documentOf, noise, samples, shown } from './redact-samples.ts';
import { spansIn } from './spans.ts';

const still = new AbortController().signal;

describe('what is removed', () => {
  test('a secret is removed wherever else it stands, and counted', async () => {
    const secret = noise(12);
    const document = documentOf('t', `password=${secret}`, `it printed ${secret}!`);
    const { findings, redact } = await review(document, still);
    expect(findings).toMatchObject([{ text: secret, count: 2 }]);
    expect(shown(redact(document, new Set()))).not.toContain(secret);
  });

  test('an AWS secret key is known by the access key next to it, either way round, and nowhere else', async () => {
    const [access, secret] = [`AK${'IA'}${capitals(16)}`, 'wJ4lrXUtnFEM2K7MDENGbPxRfiCYzQ9hT5vB8sLp'];
    for (const text of [`${access} ${secret}`, `${secret}\n${access}`, `"${access}","${secret}"`, `${access}:${secret}`]) {
      const { findings } = await review(documentOf('t', text), still);
      expect(findings.map(({ what }) => what).sort()).toEqual(['AWS access key', 'AWS secret key']);
    }
    expect(spansIn(secret)).toEqual([]);
    expect(spansIn(`${access} ${'word '.repeat(100)} ${secret}`).map(({ rule }) => rule.what)).toEqual(['AWS access key']);
  });

  test('a private key is known between the numbers and arrows of a shown file', async () => {
    const lines = [
      `${'-'.repeat(5)}BEGIN OPENSSH PRIVATE ${'KEY-----'}`,
      noise(64),
      noise(64),
      `${'-'.repeat(5)}END OPENSSH PRIVATE ${'KEY-----'}`,
    ];
    const document = documentOf('t', lines.map((line, at) => `    ${at + 1}→${line}`).join('\n'));
    const { redact } = await review(document, still);
    expect(shown(redact(document, new Set()))).toMatch(/\n {4}1→\[redacted private key 1\]$/);
  });

  test('a secret is removed in other writing, and where a title was cut within it', async () => {
    const secret = `${noise(8)}/${noise(9)}+${noise(4)}=`;
    const document = documentOf(
      `Deploy with ${secret.slice(0, 14)}…`,
      `password=${secret}`,
      JSON.stringify({ a: secret }).replaceAll('/', '\\/'),
      `?x=${encodeURIComponent(secret)}`,
      `a${secret}b`,
    );
    const { findings, redact } = await review(document, still);
    expect(findings).toMatchObject([{ text: secret, count: 5 }]);
    expect([...textsOf(redact(document, new Set()))].filter((text) => text.includes(secret.slice(0, 8)))).toEqual([]);
    expect(redact(document, new Set()).title).toBe('Deploy with [redacted password 1]…');
  });

  test('a word that is a password is not removed from other words, and a short one only where it was recognised', async () => {
    const document = documentOf('t', 'password: elephant\npassword: root\n', 'An elephant among elephants at the root.');
    const { findings, redact } = await review(document, still);
    expect(findings).toMatchObject([
      { text: 'elephant', count: 2 },
      { text: 'root', count: 1 },
    ]);
    expect(shown(redact(document, new Set()))).toContain('An [redacted password 1] among elephants at the root.');
  });

  test('a password that is a word of ours leaves the shape of a report alone', async () => {
    const document: Document = { ...documentOf('t', 'password: handoffs\npasswd: omission', 'All handoffs.'), kind: 'handoffs' };
    const { redact } = await review(document, still);
    const clean = redact(document, new Set());
    expect([clean.kind, clean.sections[0]?.id, clean.sections[0]?.rows[0]?.type]).toEqual(['handoffs', 'blocks', 'text']);
    expect(shown(clean)).toContain('All [redacted password 1].');
  });

  test('thousands of secrets are sought in one pass', async () => {
    const secrets = Array.from({ length: 3000 }, (_, at) => `${noise(9)}${at}x${noise(9, 11)}`);
    const document = documentOf('t', secrets.map((secret) => `password=${secret}`).join('\n'), secrets.join(' '));
    const { findings } = await review(document, still);
    expect(findings).toHaveLength(3000);
    expect(findings.every(({ count }) => count === 2)).toBe(true);
  });

  test('titles count too; a finding has its first place with the words around it, and can be kept', async () => {
    const document = documentOf('Mail ada@example.org now', 'ada@example.org or bob@example.org');
    const { findings, redact } = await review(document, still);
    expect(findings).toMatchObject([
      { kind: 'mail', text: 'ada@example.org', count: 2, before: 'Mail ', after: ' now', becomes: '[redacted mail address 1]' },
      { text: 'bob@example.org', count: 1 },
    ]);
    const out = redact(document, new Set([findings[0]?.id ?? '']));
    expect(out.title).toBe(document.title);
    expect(shown(out)).toContain('ada@example.org or [redacted mail address 2]');
  });
});
/** Texts in which things to find stand among words and what could glue them together. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(...samples.map(([, secret]) => secret), 'a@b.cc', '/home/ada', '-home-bob', `token=${noise(10)}`, 'x://u:p1@h.org'),
      fc.constantFrom(' ', '@', '.', '-', '/', ':', '\\n', '"', '=', '_', '[', ']', 'token', 'Bearer ', '\n', '://', 'Users', '1.2.3.4'),
      fc.string({ maxLength: 6 }),
    ),
    { maxLength: 14 },
  )
  .map((pieces) => pieces.join(''));

/** A secret that an escape breaks in two; it is shown in one. */
const BROKEN = `sk-${'proj-'}${noise(42)}\\n0`;
const literally = (text: string): string => text.replaceAll(/[$()*+./?[\\\]^{|}-]/g, '\\$&');
/** One that has a character in it that cannot be seen, as an address writes it. */
const UNSEEN = `gsk_${noise(53)}%000`;
/** A text that may be broken over lines, have its signs escaped, or have in it what cannot be seen. */
const asWritten = (text: string): string => String.raw`\\*${Array.from(text, literally).join(String.raw`(?:\\+n?|\s|%00)*`)}`;

/** Two secrets of which the first seems to go on with the beginning of the second. */
const NEIGHBOURS = `SG.${noise(22)}.${noise(43)}\naB38Q~${noise(34)}`;

test('two secrets on neighbouring lines are shown together where one seems to go on with the other, so that nobody keeps one unseen', async () => {
  const { findings } = await review(documentOf(NEIGHBOURS, ''), still);
  expect(findings.map(({ text }) => text)).toEqual([NEIGHBOURS]);
  const elsewhere = documentOf(NEIGHBOURS, NEIGHBOURS.split('\n').toReversed().join(' and '));
  expect(shown((await review(elsewhere, still)).redact(elsewhere, new Set()))).not.toContain(noise(22));
});

test('after all was redacted nothing is found, redacting is idempotent, and nothing else changes', async () => {
  await fc.assert(
    fc.asyncProperty(texts, texts, async (one, two) => {
      const document = documentOf(one, two);
      const first = await review(document, still);
      const clean = first.redact(document, new Set());
      const second = await review(clean, still);
      expect(second.findings).toEqual([]);
      expect(second.redact(clean, new Set())).toEqual(clean);
      expect(first.redact(document, new Set(first.findings.map(({ id }) => id)))).toEqual(document);
      expect(await review(document, still)).toMatchObject({ findings: first.findings });
      let rest = literally(clean.title);
      for (const { becomes, text } of first.findings) rest = rest.replaceAll(literally(becomes), () => asWritten(text));
      expect(document.title).toMatch(new RegExp(`^${rest}$`));
    }),
    {
      numRuns: 300,
      examples: [
        [NEIGHBOURS, ''],
        [BROKEN, ''],
        [UNSEEN, ''],
      ],
    },
  );
});

test('a review that nobody waits for stops', async () => {
  const big = documentOf('t', ...Array.from({ length: 4 }, (_, at) => `${at}${'word '.repeat(200_000)}`));
  await expect(review(big, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
});
