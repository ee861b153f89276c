import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Annotation, ReportFormat } from '../../../shared/model/index.ts';
import { handoffsDocument } from './handoffs.ts';
import { made, signed } from './make.ts';
import { review } from './redact.ts';
import { documentWith, drawnHandoffs, TAPE, whole } from './testing.ts';

const still = new AbortController().signal;
const FORMATS: readonly ReportFormat[] = ['html', 'markdown', 'svg', 'mermaid'];

/** Letters, digits and signs that look random. */
const letters = (characters: string, least: number, most: number) =>
  fc.array(fc.constantFrom(...characters), { minLength: least, maxLength: most }).map((all) => all.join(''));
const WORD = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

// Built from parts: a scanner of repositories must not take a test for a leak.
const secrets = fc.oneof(
  letters(WORD, 36, 40).map((text) => ({ secret: `gh${'p_'}${text}`, before: '', after: '' })),
  letters(`${WORD}/+`, 12, 60).map((text) => ({ secret: `Ab1x${text}`, before: 'password=', after: '' })),
  letters('abcdefghij', 11, 20).map((text) => ({ secret: `q${text}`, before: '"password": "', after: '"' })),
  letters(`${WORD}!*~^%+/`, 9, 30).map((text) => ({ secret: `aB2${text}z`, before: 'PGPASSWORD=', after: '' })),
  letters(`${WORD}&*!$%`, 9, 30).map((text) => ({ secret: `ada:a1${text}`, before: 'postgres://', after: '@db.example.org/app' })),
  letters(WORD, 8, 20).map((text) => ({ secret: `a${text}@mail.example.org`, before: 'to ', after: '' })),
  letters(WORD, 70, 140).map((text) => ({
    secret: `-----BEGIN PRIVATE ${'KEY-----'}\n${text}\n-----END PRIVATE ${'KEY-----'}`,
    before: '',
    after: '',
  })),
);

/** Other ways of writing a text, as they are in logs, and glue. */
const writing = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => `x${text}y`,
  (text) => `_${text}_ and \`${text}\``,
  (text) => JSON.stringify(JSON.stringify({ a: text })),
  (text) => encodeURIComponent(text),
  (text) => text.replaceAll('/', '\\/'),
  (text) => text.replaceAll('&', '&amp;'),
  (text) => `${'word '.repeat(9)}${text}`,
  (text) => `${text.slice(0, -3)}…`,
);

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** What a reader of the bytes can put together: as they are, without markup and escapes, and without any break of a line. */
const readings = (bytes: string): string[] => {
  const bare = bytes
    .replace(/<br\/>|<[^>]*>/g, '')
    .replace(/#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\\([^\p{L}\p{N}])/gu, '$1');
  return [bytes, bare, bare.replace(/\s/g, ''), bare.replace(/%[0-9A-F]{2}/g, (code) => decodeURIComponent(code))];
};

const noted = (text: string): Annotation => ({
  id: 'n',
  tape: 'one',
  file: `/tapes/${text}.jsonl`,
  target: { type: 'entry', seq: 2 },
  text,
  label: text,
  written: 0,
  changed: 0,
  stale: false,
});

/** Phases whose names, states, owners and notes are a text. */
const handedOver = (text: string) => {
  const handoffs = drawnHandoffs();
  for (const phase of handoffs.phases) Object.assign(phase, { name: text, owner: text, outcome: text });
  for (const edge of handoffs.edges) edge.carried = [text];
  const state = { text: JSON.stringify({ summary: text }, null, 2), chars: 100 };
  const tape = { ...TAPE, title: text, file: `/tapes/${text}.jsonl` };
  return handoffsDocument({ tape, handoffs, stateOf: () => state, annotations: [noted(text)], notes: [text] });
};

test('what was not let stand is in no byte of any format, however it was written in the log', async () => {
  await fc.assert(
    fc.asyncProperty(secrets, writing, fc.boolean(), async ({ secret, before, after }, write, handoffs) => {
      const told = `${before}${secret}${after}`;
      const text = `${write(secret)}`;
      const drawn = handoffs ? handedOver(text) : documentWith(text);
      const document = { ...drawn, notes: [...drawn.notes, `It says ${told} there`] };
      const found = await review(document, still);
      const accepted = found.findings
        .map((finding) => finding.text)
        .filter((finding) => secret.includes(finding) || finding.includes(secret));
      expect(accepted.length).toBeGreaterThan(0);
      const clean = signed(found.redact(document, new Set()), 'all', '1', 0);
      for (const format of FORMATS) {
        const { pieces, name } = made(clean, format, () => {});
        for (const reading of readings(`${whole(pieces)}\n${name}`))
          for (const each of accepted) {
            const seen = reading.includes(each) || (!/\s/.test(each) && reading.includes(each.replace(/\s/g, '')));
            expect(seen, `${each} in ${format}`).toBe(false);
          }
      }
    }),
    { numRuns: 60 },
  );
});
