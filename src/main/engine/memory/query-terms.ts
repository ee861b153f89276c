import { type Term, termsOf } from '../text/terms.ts';

/** Different words of one question that are asked for. */
const MOST = 32;
/** Letters from which on a word may go on: FTS5 gathers all entries of all words that begin so before it answers. */
const OPEN = 3;

const keyOf = ({ words, open }: Term): string => `${words.join(' ').toLowerCase()}${open ? '*' : ''}`;

/** The terms of a question, each once, and sentences about what of it is not asked. The rules of a search, but as a bag of words. */
export function askedTerms(query: string): { terms: Term[]; notes: string[] } {
  const short = new Set<string>();
  const bounded = termsOf(query).map((term): Term => {
    const last = term.words.at(-1) ?? '';
    if (!term.open || last.length >= OPEN) return term;
    short.add(last);
    return { ...term, open: false };
  });
  const terms = [...new Map(bounded.map((term) => [keyOf(term), term])).values()];
  const notes = [...short].map((word) => `“${word}*” could go on as too many words: only the word itself was asked for.`);
  if (terms.length > MOST) notes.push(`Only the first ${MOST} different words were asked for.`);
  if (terms.length === 0) notes.push('There is no word to ask for.');
  return { terms: terms.slice(0, MOST), notes };
}
