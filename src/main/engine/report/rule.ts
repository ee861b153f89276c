import type { Finding } from '../../../shared/model/index.ts';

/** One kind of thing that may be nobody else's business. */
export interface Rule {
  /** For people: "GitHub token". */
  what: string;
  kind: Finding['kind'];
  /** In lower case; a text without any of them is not searched. */
  hints: readonly string[];
  /**
   * Global. Its second group is what is taken out, the first one only stands before it. Every quantifier has a bound and none is inside
   * another: the text is hostile, and a megabyte of it must not cost more than a megabyte.
   */
  pattern: RegExp;
  /**
   * A sign that every match holds, global, and within how many UTF-16 units of it all of the match lies with what stands behind it. Then
   * only that much of a text is searched: for a pattern that would try every word of it.
   */
  near?: { sign: RegExp; reach: number };
  /** A sign, global, within so many UTF-16 units of which a match counts: what looks like anything is a secret beside its name. */
  beside?: { sign: RegExp; reach: number };
  check?: (secret: string) => boolean;
}

/** Nothing that the word could go on from stands before it; an escaped line break or an encoded sign of an address may. */
export const START = String.raw`(?:(?<![\w.+%\\-])|(?<=\\[nrt]|%[0-9A-Fa-f]{2}))`;

/** Bits per character of a text: words of a language have about three, random ones more. */
export const entropy = (text: string): number => {
  const counts = new Map<string, number>();
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
};

/** Letters and digits mixed, and not the same few again and again: no word, no name of a variable, no number. */
export const looksRandom = (text: string): boolean => /\d/.test(text) && /[a-z]/i.test(text) && entropy(text) >= 2.5;
