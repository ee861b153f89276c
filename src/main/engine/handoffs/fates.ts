import type { Fate } from '../../../shared/model/handoff.ts';
import { claimsIn } from './claims.ts';
import { allWordsOf, isName, lookUp, type Scale, shareIn, type Words, wordsOf } from './similarity.ts';

/** From this share of its rare words on, a text counts as worded in another. */
export const WORDED = 0.4;
/** With fewer rare words all of them have to be there. */
export const LEAST_WORDS = 3;
/** Longer texts are not looked for to the letter. */
const LONGEST = 20_000;
/** Shorter texts are in any summary by chance. */
const SHORTEST = 8;

/** A text that is in the context for what was left, ready to be looked into. Plain data but for the lookup. */
export interface Carrier {
  /** The entry that holds it. */
  seq: number;
  text: string;
  /** In one case, with one blank between words. */
  plain: string;
  words: Words;
  /** Entries that it cites. */
  cites: ReadonlySet<number>;
  /** Its sentence that is worded most like some words. */
  sentence: (words: Words) => string | null;
}

/** What is known of an entry that left. */
export interface Said {
  seq: number;
  text: string;
  words: Words;
  /** The file that it is about, by the call, and whether it is that call: its words are hardly more than the path. */
  path: string | null;
  isCall: boolean;
}

export interface Told {
  fate: Fate;
  /** The words of the carrier that it rests on; null for what was lost. */
  carried: string | null;
}

/** One case, one blank between words: how texts are compared with each other to the letter. */
function plainOf(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Makes a text ready. Costs its length. */
export function carrierOf(seq: number, text: string, cites: ReadonlySet<number>): Carrier {
  const claims = claimsIn(text);
  let find: ReturnType<typeof lookUp> | null = null;
  return {
    ...{ seq, text, plain: plainOf(text), words: allWordsOf(text), cites },
    sentence(words) {
      find ??= lookUp(claims.map((claim, at) => ({ seq: at, words: wordsOf(claim) })));
      const [found] = find(words, 1);
      return found ? (claims[found.seq] ?? null) : null;
    },
  };
}

/**
 * What a carrier made of a text: said to the letter, said in some of its rare words, only cited, or lost. Null for a text without
 * words, of which nothing can be looked for. A lexical measure: nobody has read either.
 */
export function fateIn(carrier: Carrier | null, said: Said, scale: Scale): Told | null {
  const { seq, words, path } = said;
  if (words.size === 0) return null;
  if (carrier === null) return { fate: 'lost', carried: null };
  const verbatim = toTheLetter(carrier, said.text);
  if (verbatim !== null) return { fate: 'verbatim', carried: verbatim };
  const name = path === null ? null : namedIn(path, carrier.words);
  if (!(said.isCall && name !== null) && isWorded(words, carrier.words, scale)) return { fate: 'worded', carried: carrier.sentence(words) };
  if (name !== null || carrier.cites.has(seq)) return { fate: 'cited', carried: name };
  return { fate: 'lost', carried: null };
}

const toTheLetter = ({ plain }: Carrier, text: string): string | null => {
  const sought = text.length > LONGEST ? '' : plainOf(text);
  return sought.length >= SHORTEST && plain.includes(sought) ? text.replace(/\s+/g, ' ').trim() : null;
};

const isWorded = (words: Words, other: Words, scale: Scale): boolean => {
  const rare = [...words].filter(([key, spelling]) => scale.weight(key, spelling) > 0);
  if (rare.length === 0) return [...words.keys()].every((key) => other.has(key));
  if (rare.length < LEAST_WORDS) return rare.every(([key]) => other.has(key));
  return shareIn(words, other, scale) >= WORDED;
};

/** The path, or the name of the file where that is not a plain word. */
const namedIn = (path: string, words: Words): string | null => {
  const name = path.split(/[/\\]/).at(-1) ?? path;
  return [path, name].find((one) => isName(one) && words.has(one.toLowerCase())) ?? null;
};
