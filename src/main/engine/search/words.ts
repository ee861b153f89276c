// Classes of Unicode are made where they are needed: each takes up to half a millisecond, of the thirty that a command of the terminal has.

/** Scripts that are written without spaces: each of their characters is a word of its own in the index. */
const unspaced = (): RegExp =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;
const ANY_UNSPACED = /[\u0e00-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uffdc]|[\ud840-\ud88d]/;

/** Text as it goes into the index. Most of it has no such character and costs one look. */
export const spaced = (text: string): string => (ANY_UNSPACED.test(text) ? text.replace(unspaced(), ' $& ') : text);

/** What unicode61 takes for a word: letters, digits, marks and private characters. Everything else parts words. */
const word = (): RegExp => /[\p{L}\p{N}\p{M}\p{Co}]+/gu;

export interface Term {
  /** Words that follow one another. */
  words: string[];
  /** The last word may go on. */
  open: boolean;
}

const termOf = (text: string): Term => ({ words: spaced(text).match(word()) ?? [], open: /[\p{L}\p{N}]\*$/u.test(text) });

/**
 * What a person asks for: words that must all be there, phrases in quotes. A word with other characters in it, such as
 * `retryNow()` or `src/errors/map.ts`, is a phrase of its parts; a word that ends in `*` may go on. No input is an error.
 */
export const termsOf = (query: string): Term[] => {
  const pieces = query.match(/"[^"]*"?|[^\s"]+/gu) ?? [];
  return pieces.map((piece) => termOf(piece.replaceAll('"', ''))).filter((term) => term.words.length > 0);
};

/** Terms that must all be there, in FTS5's own language. Words hold no quote, so nothing can break out of them. */
export const matchOf = (terms: readonly Term[]): string =>
  terms.map(({ words, open }) => `"${words.join(' ')}"${open ? ' *' : ''}`).join(' AND ');

/** Letters without case and accents, one for one, so that places stay the same. Most of any text is ASCII, and that part is cheap. */
const folded = (text: string): string => {
  if (!/[\u0080-\uffff]/.test(text)) return text.toLowerCase();
  return text.replace(/[A-Z]+/g, lower).replace(/[\u{80}-\u{10ffff}]/gu, bare);
};

const lower = (letters: string): string => letters.toLowerCase();

const BARE = new Map<string, string>();
/** Characters whose bare form is remembered. */
const REMEMBERED = 4096;

const bare = (char: string): string => {
  const known = BARE.get(char);
  if (known !== undefined) return known;
  const folds = [char.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(), char.toLowerCase()];
  const found = folds.find((fold) => fold.length === char.length) ?? char;
  if (BARE.size < REMEMBERED) BARE.set(char, found);
  return found;
};

export interface Found {
  from: number;
  to: number;
}

/** Where the words of a folded text stand. */
const wordsIn = (even: string): { word: string; from: number; to: number }[] => {
  const found: { word: string; from: number; to: number }[] = [];
  for (const match of even.matchAll(word())) {
    let at = match.index;
    if (!ANY_UNSPACED.test(match[0])) {
      found.push({ word: match[0], from: at, to: at + match[0].length });
      continue;
    }
    for (const part of spaced(match[0])
      .split(' ')
      .filter((piece) => piece !== '')) {
      found.push({ word: part, from: at, to: at + part.length });
      at += part.length;
    }
  }
  return found;
};

/** Every place of each term in the text, ascending; null where a term is missing. The same rules as the index has. */
export const findTerms = (text: string, terms: readonly Term[]): Found[] | null => {
  const even = folded(text);
  // Most texts that are looked at in vain do not hold the letters at all, and need not be taken apart.
  if (!terms.every((term) => mayHold(even, term))) return null;
  const each = findIn(even, terms);
  return each.every((places) => places.length > 0) ? each.flat().sort((a, b) => a.from - b.from) : null;
};

/** The places of each term by itself, ascending; none where the text does not hold it. */
export const findEach = (text: string, terms: readonly Term[]): Found[][] => {
  const even = folded(text);
  return terms.some((term) => mayHold(even, term)) ? findIn(even, terms) : terms.map(() => []);
};

/** False where a text cannot hold the words, as one look at its letters shows. */
export const mayHoldAll = (text: string, terms: readonly Term[]): boolean => {
  const even = folded(text);
  return terms.every((term) => mayHold(even, term));
};

const mayHold = (even: string, { words }: Term): boolean => words.every((word) => even.includes(folded(word)));

const findIn = (even: string, terms: readonly Term[]): Found[][] => {
  const words = wordsIn(even);
  return terms.map((term) => (mayHold(even, term) ? placesOf(words, term.words.map(folded), term.open) : []));
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
