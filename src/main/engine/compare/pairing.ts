import type { Match } from '../text/align.ts';

/** What makes two blocks comparable although they are not the same. */
export interface Likeness {
  role: string;
  kind: string;
  /** Tool, attachment or anchor name. */
  label: string;
  /** A person's prompt, a named part of a request: two of them in one place are versions of one thing, however they are worded. */
  holdsPlace: boolean;
  words: ReadonlySet<string>;
}

/** Words of a text that likeness looks at. */
const MOST_WORDS = 400;
const LONGEST_TEXT = 8000;

/** The words by which two texts are held to be versions of one another. */
export function wordsOf(text: string): Set<string> {
  const words = new Set<string>();
  for (const [word] of text
    .slice(0, LONGEST_TEXT)
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}_]+/gu)) {
    words.add(word);
    if (words.size === MOST_WORDS) break;
  }
  return words;
}

/** Share of words in common (Dice), 0 … 1. Two empty texts are alike. */
const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  if (a.size + b.size === 0) return 1;
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  let common = 0;
  for (const word of few) if (many.has(word)) common += 1;
  return (2 * common) / (a.size + b.size);
};

/** Below this share two texts have nothing to do with each other. */
const LEAST_ALIKE = 0.35;
/** What holds its place, however it is worded. */
const IN_PLACE = 0.2;

/** 0 where the two are not to be compared with each other. */
const likeness = (a: Likeness, b: Likeness): number => {
  if (a.role !== b.role || a.kind !== b.kind || a.label !== b.label) return 0;
  const share = overlap(a.words, b.words);
  if (share >= LEAST_ALIKE) return share;
  return a.holdsPlace && b.holdsPlace ? IN_PLACE : 0;
};

/** Larger stretches are not searched for pairs but walked in step. */
const LARGEST_TABLE = 10_000;

/**
 * Pairs what is between two anchors: the choice in order that is most alike in sum. `a` and `b` are the places in the two
 * lists; `of` tells about a place of either side.
 */
export function pairUp(
  a: readonly number[],
  b: readonly number[],
  of: { a: (at: number) => Likeness; b: (at: number) => Likeness },
): Match[] {
  if (a.length === 0 || b.length === 0) return [];
  if (a.length * b.length > LARGEST_TABLE) return inStep(a, b, of);
  const width = b.length + 1;
  const best = new Float64Array((a.length + 1) * width);
  const gain = new Float64Array(a.length * b.length);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const alike = likeness(of.a(a[i] ?? 0), of.b(b[j] ?? 0));
      gain[i * b.length + j] = alike;
      const paired = alike > 0 ? alike + (best[(i + 1) * width + j + 1] ?? 0) : 0;
      best[i * width + j] = Math.max(paired, best[(i + 1) * width + j] ?? 0, best[i * width + j + 1] ?? 0);
    }
  }
  const pairs: Match[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const alike = gain[i * b.length + j] ?? 0;
    const here = best[i * width + j] ?? 0;
    if (alike > 0 && here === alike + (best[(i + 1) * width + j + 1] ?? 0)) pairs.push([a[i++] ?? 0, b[j++] ?? 0]);
    else if (here === (best[(i + 1) * width + j] ?? 0)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** Entries that a walk looks ahead for a partner. */
const AHEAD = 8;

const inStep = (a: readonly number[], b: readonly number[], of: Parameters<typeof pairUp>[2]): Match[] => {
  const pairs: Match[] = [];
  let from = 0;
  for (const at of a) {
    const mine = of.a(at);
    const partner = b.slice(from, from + AHEAD).findIndex((other) => likeness(mine, of.b(other)) > 0);
    if (partner < 0) continue;
    pairs.push([at, b[from + partner] ?? 0]);
    from += partner + 1;
  }
  return pairs;
};
