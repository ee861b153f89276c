import type { SearchMode } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { findIdentifiers, identifiersOf, matchOfIdentifiers } from '../text/identifiers.ts';
import { type Found, findTerms, matchOf, termsOf, whyNothing } from '../text/terms.ts';

/** What a query looks for in a text. */
export interface Sought {
  /** What the index is asked for; null where it cannot tell, and each text is read. */
  match: string | null;
  /** The places in a text, ascending; null where it does not hold what is looked for. */
  find(text: string): Found[] | null;
  /** Why nothing can be found; null where something could be. */
  note: string | null;
}

/** Places of one pattern in one text that are looked at. */
const MOST_PLACES = 200;

/** Letters alone are meant in either case, as one types them; a capital letter means itself. */
const patternOf = (source: string): RegExp => {
  const flags = /\p{Lu}/u.test(source.replace(/\\./gu, '')) ? 'gm' : 'gim';
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    try {
      // Some escapes that people use are none in the strict syntax.
      return new RegExp(source, flags);
    } catch (failure) {
      throw new TapeError('bad-input', `“${source}” is not a regular expression: ${reasonOf(failure)}.`);
    }
  }
};

const reasonOf = (failure: unknown): string =>
  String(failure instanceof Error ? failure.message : failure)
    .replace(/^.*: /, '')
    .toLowerCase();

const placesOf = (text: string, pattern: RegExp): Found[] | null => {
  const places: Found[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null && places.length < MOST_PLACES; match = pattern.exec(text)) {
    // A pattern that fits nothing at all is at every place.
    if (match[0] === '') pattern.lastIndex += 1;
    else places.push({ from: match.index, to: match.index + match[0].length });
  }
  return places.length === 0 ? null : places;
};

const EVERY: Found[] = [];

/** What is looked for; `within` answers words of the index that hold letters. Throws TapeError('bad-input') for no regular expression. */
export function soughtOf(query: string, mode: SearchMode, within: (letters: string) => readonly string[] = () => []): Sought {
  if (query.trim() === '') return { match: null, find: () => EVERY, note: null };
  if (mode === 'regex') {
    const pattern = patternOf(query);
    return { match: null, find: (text) => placesOf(text, pattern), note: null };
  }
  if (mode === 'code') {
    const wanted = identifiersOf(query);
    const note = wanted.length === 0 ? `“${query}” holds no letter or digit.` : null;
    return { match: wanted.length === 0 ? '' : matchOfIdentifiers(wanted, within), find: (text) => findIdentifiers(text, wanted), note };
  }
  const terms = termsOf(mode === 'phrase' ? `"${query.replaceAll('"', ' ')}"` : query);
  return { match: matchOf(terms), find: (text) => findTerms(text, terms), note: whyNothing(query) };
}
