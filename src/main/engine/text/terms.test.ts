import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findTerms, indexed, termsOf, wordsIn } from './terms.ts';

/** The tokens that FTS5 makes of each text, by the number of the text. */
const tokensOf = (texts: Iterable<readonly [number, string]>): Map<number, string[]> => {
  const db = new Database(':memory:');
  db.exec(`CREATE VIRTUAL TABLE text USING fts5(body, content='', tokenize='unicode61 remove_diacritics 2')`);
  db.exec(`CREATE VIRTUAL TABLE tokens USING fts5vocab(text, 'instance')`);
  const insert = db.prepare('INSERT INTO text (rowid, body) VALUES (?, ?)');
  const found = new Map<number, string[]>();
  db.transaction(() => {
    for (const [id, text] of texts) {
      insert.run(BigInt(id), indexed(text));
      found.set(id, []);
    }
  })();
  const rows = db.prepare<[], { term: string; doc: number; offset: number }>('SELECT term, doc, offset FROM tokens').iterate();
  for (const { term, doc, offset } of rows) (found.get(doc) as string[])[offset] = term;
  db.close();
  return found;
};

const ours = (text: string): string[] => wordsIn(text).map(({ word }) => word);

it('FTS5 takes for words what the check takes for words: every code point, in a word and by itself', () => {
  const texts = new Map<number, string>();
  // Of the planes that nothing was put into yet, and of the private ones, a few.
  for (let code = 1; code < 0x110000; code += code < 0x40000 || code >> 16 === 0xe ? 1 : 0x101) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const char = String.fromCodePoint(code);
    texts.set(code, `x${char}y ${char} X${char}`);
  }
  const tokens = tokensOf(texts);
  const differ = [...texts].filter(([code, text]) => tokens.get(code)?.join(' ') !== ours(text).join(' '));
  expect(differ.map(([code, text]) => [code.toString(16), tokens.get(code), ours(text)])).toEqual([]);
});

const WRITINGS = [
  'cafe\u0301',
  'é',
  '⚠️',
  '1️⃣',
  'שָׁלוֹם',
  'が',
  'か\u3099',
  '한',
  '\u1112\u1161\u11ab',
  '研究',
  'Straße',
  'Σας',
  '🤖',
  '👩‍💻',
  '🇩🇪',
  'हिन्दी',
  'ไทย',
  '→',
  '─',
  '_',
  ' ',
  'a1',
  '\n',
  '\u200d',
  'ﬁ',
  'İ',
];

it('the same holds for any mixture of writings', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...WRITINGS), fc.string({ unit: 'binary' })), { maxLength: 12 }), (pieces) => {
      const text = pieces.join('').replaceAll('\0', '');
      expect(tokensOf([[1, text]]).get(1)).toEqual(ours(text));
    }),
    { numRuns: 500 },
  );
});

it('a text is found by any piece of itself that begins and ends with a word', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...WRITINGS), { minLength: 1, maxLength: 12 }), fc.nat(), fc.nat(), (pieces, a, b) => {
      const text = pieces.join(' ');
      const words = wordsIn(text);
      fc.pre(words.length > 0);
      const [first, last] = [a % words.length, b % words.length].sort((x, y) => x - y) as [number, number];
      const from = words[first]?.from ?? 0;
      const to = words[last]?.to ?? 0;
      expect(findTerms(text, termsOf(`"${text.slice(from, to)}"`))).toContainEqual({ from, to });
    }),
  );
});
