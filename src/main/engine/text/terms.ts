// Classes of Unicode are made where they are needed: each takes up to half a millisecond, of the thirty that a command of the terminal has.

/**
 * One notion of a word, for the index and for the check of each hit. What FTS5's tokenizer `unicode61` takes for a letter is an old table of
 * Unicode that knows few marks and no new script, so a text with anything unusual is rewritten before it is indexed (`indexed`): letters
 * without case and accents, marks dropped, each emoji and each character of a script without spaces a word of its own. A test holds the
 * tokens of FTS5 to `wordsIn` for every code point.
 */
interface Classes {
  /** Words of a text in place: a character of an unspaced script with its marks, an emoji, or letters and digits with theirs. */
  word: RegExp;
  unspaced: RegExp;
  emoji: RegExp;
  letter: RegExp;
  mark: RegExp;
  /** Letters whose marks make another letter, as in kana, or whose parts are not letters of their own, as in Hangul. */
  whole: RegExp;
}

const UNSPACED = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('');
/** A syllable of Hangul in its parts, as file names of macOS have it. */
const SYLLABLE = '(?:[\\u1100-\\u1112][\\u1161-\\u1175]|[\\uac00-\\ud7a3])[\\u11a8-\\u11c2]?\\p{M}*';
/** Below, symbols such as arrows, © and ™ part words, as FTS5 has it. */
const EMOJI = '(?:(?![\\u{0}-\\u{22ff}\\u{2400}-\\u{25ff}])(?:\\p{Extended_Pictographic}|\\p{Regional_Indicator}))';
/** Letters, digits and private characters, without those letters that FTS5's older table has as marks. */
const LETTER = '(?:(?![\\u19b0-\\u19c0\\u19c8\\u19c9\\u1cf2\\u1cf3])[\\p{L}\\p{N}\\p{Co}])';

let made: Classes | null = null;
const classes = (): Classes => {
  made ??= {
    word: new RegExp(`${SYLLABLE}|(?=[${UNSPACED}])${LETTER}\\p{M}*|${EMOJI}|(?:(?![${UNSPACED}])${LETTER}\\p{M}*)+`, 'gu'),
    unspaced: new RegExp(`[${UNSPACED}]`, 'u'),
    emoji: new RegExp(`^${EMOJI}`, 'u'),
    letter: new RegExp(LETTER, 'u'),
    mark: /\p{M}/u,
    whole: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u,
  };
  return made;
};

/** Anything that FTS5 by itself may not take for what it is: all but common Latin letters, punctuation, arrows and lines of boxes. */
const UNUSUAL = /[\u00b5\u0130\u0131\u017f-\u1fff\u2060-\u218f\u2300-\u23ff\u2427-\u245f\u2600-\uffff]/;

const BARE = new Map<string, string>();
/** Characters whose bare form is remembered. */
const REMEMBERED = 4096;

/** A letter without case and accents: `É` is `e`, `ς` is `σ`. In kana and Hangul what looks like an accent makes another letter. */
const bare = (char: string): string => {
  const known = BARE.get(char);
  if (known !== undefined) return known;
  const plain = classes().whole.test(char) ? char : char.normalize('NFD').replace(/\p{M}/gu, '');
  const upper = plain.toUpperCase();
  const found = (upper.length === plain.length ? upper : plain).toLowerCase().replace(/\p{M}/gu, '');
  if (BARE.size < REMEMBERED) BARE.set(char, found);
  return found;
};

/** One character as it is in the index: '' for a mark, a space for what parts words. */
const rewrite = (char: string): string => {
  const { emoji, letter, mark, unspaced } = classes();
  if (mark.test(char)) return '';
  if (emoji.test(char)) return ` ${emojiWord(char)} `;
  if (!letter.test(char)) return ' ';
  return unspaced.test(char) ? ` ${bare(char)} ` : bare(char);
};

/** FTS5 takes most emoji for punctuation, so each is a private character in the index. */
const emojiWord = (char: string): string => String.fromCodePoint(0xf0000 + ((char.codePointAt(0) ?? 0) & 0xffff));

/** Text as it goes into the index. Most of it is usual and costs one look. */
export function indexed(text: string): string {
  return !isAscii(text) && UNUSUAL.test(text) ? text.normalize('NFC').replace(/[\u{80}-\u{10ffff}]/gu, rewrite) : text;
}

/** Each character is one byte. To count bytes takes a third of the time of a look at each. */
const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length;

const lower = (letters: string): string => letters.toLowerCase();

/** Letters as the index has them. */
export function folded(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text
    .normalize('NFC')
    .replace(/[A-Z]+/g, lower)
    .replace(/[\u{80}-\u{10ffff}]/gu, (char) => rewrite(char).trim());
}

export interface Term {
  /** Words that follow one another, as the index has them. */
  words: string[];
  /** The last word may continue. */
  open: boolean;
}

const termOf = (text: string): Term => ({
  words: wordsIn(text).map(({ word }) => word),
  open: /[\p{L}\p{N}\p{M}]\*$/u.test(text),
});

/**
 * What a person asks for: words that must all be there, phrases in quotes. A word with other characters in it, such as
 * `retryNow()` or `src/errors/map.ts`, is a phrase of its parts; a word that ends in `*` may continue. No input is an error.
 */
export function termsOf(query: string): Term[] {
  const pieces = query.match(/"[^"]*"?|[^\s"]+/gu) ?? [];
  return pieces.map((piece) => termOf(piece.replaceAll('"', ''))).filter((term) => term.words.length > 0);
}

/** Why a query without a term finds nothing; null for any other. */
export function whyNothing(query: string): string | null {
  return termsOf(query).length > 0 ? null : `“${query}” holds no word: search for letters, digits or emoji.`;
}

/** Terms that must all be there, in FTS5's own language. Words hold no quote, so nothing can break out of them. */
export function matchOf(terms: readonly Term[]): string {
  return terms.map(({ words, open }) => `"${words.join(' ')}"${open ? ' *' : ''}`).join(' AND ');
}

export interface Found {
  from: number;
  to: number;
}

interface Word extends Found {
  word: string;
}

/** The words of a text as the index has them, with their places in the text. */
export function wordsIn(text: string): Word[] {
  // Letters of one byte keep their places, so all of them are folded at once.
  if (isAscii(text)) return wordsBy(text.toLowerCase(), /[a-z0-9]+/g, (found) => found);
  return wordsBy(text, classes().word, folded);
}

const wordsBy = (text: string, pattern: RegExp, wordOf: (found: string) => string): Word[] => {
  const words: Word[] = [];
  for (const { 0: found, index: from } of text.matchAll(pattern)) words.push({ word: wordOf(found), from, to: from + found.length });
  return words;
};

/** Every place of each term in the text, ascending; null where a term is missing. The same rules as the index has. */
export function findTerms(text: string, terms: readonly Term[]): Found[] | null {
  // Most texts that are looked at in vain do not hold the letters at all, and need not be taken apart.
  if (!mayHoldFolded(folded(text), terms)) return null;
  const each = findIn(text, terms);
  return each.every((places) => places.length > 0) ? each.flat().sort((a, b) => a.from - b.from) : null;
}

/** The places of each term by itself, ascending; none where the text does not hold it. */
export function findEach(text: string, terms: readonly Term[]): Found[][] {
  const even = folded(text);
  return terms.some((term) => mayHold(even, term)) ? findIn(text, terms) : terms.map(() => []);
}

/** False where a folded text cannot hold the words, as one look at its letters shows. */
export function mayHoldFolded(even: string, terms: readonly Term[]): boolean {
  return terms.every((term) => mayHold(even, term));
}

const mayHold = (even: string, { words }: Term): boolean => words.every((word) => even.includes(word));

const findIn = (text: string, terms: readonly Term[]): Found[][] => {
  const words = wordsIn(text);
  return terms.map((term) => placesOf(words, term.words, term.open));
};

const placesOf = (words: ReturnType<typeof wordsIn>, wanted: readonly string[], open: boolean): Found[] => {
  const places: Found[] = [];
  for (let at = 0; at + wanted.length <= words.length; at++) {
    const fits = wanted.every((word, step) => {
      const here = words[at + step]?.word ?? '';
      return open && step === wanted.length - 1 ? here.startsWith(word) : here === word;
    });
    if (fits) places.push({ from: words[at]?.from ?? 0, to: words[at + wanted.length - 1]?.to ?? 0 });
  }
  return places;
};
