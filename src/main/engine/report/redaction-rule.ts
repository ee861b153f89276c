import type { FindingKind } from '../../../shared/model/vocabulary.ts';

/** One kind of thing that may be nobody else's business. */
export interface Rule {
  /** For people: "GitHub token". */
  what: string;
  kind: FindingKind;
  /** In lower case; a text without any of them is not searched. */
  hints: readonly string[];
  /**
   * Global. Its second group is what is removed, the first one only comes before it. Every quantifier has a bound and none is inside
   * another: the text is hostile, and a megabyte of it must not cost more than a megabyte.
   */
  pattern: RegExp;
  /**
   * A sign that every match holds, global, and within how many UTF-16 units of it all of the match is with what follows it. Then
   * only that much of a text is searched: for a pattern that would try every word of it.
   */
  near?: { sign: RegExp; reach: number };
  /** A sign, global, within this many UTF-16 units of which a match counts: what looks like anything is a secret next to its name. */
  beside?: { sign: RegExp; reach: number };
  check?: (secret: string) => boolean;
  /** Letters that a secret begins with, in lower case, where they are others than its hints. */
  heads?: readonly string[];
  /** It may be broken over two lines: what looks like more of it on the next line belongs to it. */
  broken?: boolean;
}

/** No letter or digit comes before it, unless it ends an escape. */
export const START = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[nrt]|%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}))`;

/** Bits per character of a text: words of a language have about three, random ones more. */
export function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** Letters and digits mixed, and not the same few again and again: no word, no name of a variable, no number. */
export function looksRandom(text: string): boolean {
  return /\d/.test(text) && /[a-z]/i.test(text) && entropy(text) >= 2.5;
}
