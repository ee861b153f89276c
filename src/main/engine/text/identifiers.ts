import { type Found, wordsIn } from './terms.ts';

/** Letters and digits in parts: `HTTPServer2Error` is HTTP, Server, 2, Error. A character of a script without case is a part of its own. */
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lm}]+|\p{Lo}|\p{N}+/gu;

/** The parts of all identifiers of a text, split at case, `_` and anything else that is not a letter, with their places. */
const partsIn = (text: string) =>
  [...text.matchAll(PART)].map(({ 0: part, index }) => ({ word: part.toLowerCase(), from: index, to: index + part.length }));

/** An identifier that is looked for: its parts as they were typed, and its letters without what parts them. */
export interface Identifier {
  parts: string[];
  run: string;
}

/** The identifiers of a query: each word that a blank parts from the others. */
export function identifiersOf(query: string): Identifier[] {
  return query
    .replaceAll('"', ' ')
    .split(/\s+/)
    .map((word) => partsIn(word).map((part) => part.word))
    .filter((parts) => parts.length > 0)
    .map((parts) => ({ parts, run: parts.join('') }));
}

/** Characters that may part two parts of one identifier, as in `retry_now`, `retry-now` and `retry.now`. */
const APART = 1;

function placesOf(parts: ReturnType<typeof partsIn>, run: string): Found[] {
  const places: Found[] = [];
  for (const [at, { from }] of parts.entries()) {
    let done = 0;
    for (let next = at; next < parts.length && done < run.length; next++) {
      const part = parts[next];
      if (part === undefined || !run.startsWith(part.word, done) || (next > at && part.from - (parts[next - 1]?.to ?? 0) > APART)) break;
      done += part.word.length;
      if (done === run.length) places.push({ from, to: part.to });
    }
  }
  return places;
}

/** Every place of each identifier, however its parts are joined (`retryNow`, `retry_now`, `RETRY-NOW`); null where one is missing. */
export function findIdentifiers(text: string, wanted: readonly Identifier[]): Found[] | null {
  const parts = partsIn(text);
  const each = wanted.map(({ run }) => placesOf(parts, run));
  return each.every((places) => places.length > 0) ? each.flat().sort((a, b) => a.from - b.from) : null;
}

/** Parts of an identifier up to which all ways to write it in words are looked for. */
const MOST_PARTS = 5;

/** The words that an index may have an identifier as: parts that are written together are one word there. */
const waysOf = (parts: readonly string[]): string[][] => {
  if (parts.length > MOST_PARTS) return [[...parts], [parts.join('')]];
  const [first = '', ...rest] = parts;
  return rest.reduce<string[][]>(
    (ways, part) =>
      ways.flatMap((way) => [
        [...way, part],
        [...way.slice(0, -1), `${way.at(-1)}${part}`],
      ]),
    [[first]],
  );
};

const phrase = (words: readonly string[]): string => `"${words.flatMap((word) => wordsIn(word).map((one) => one.word)).join(' ')}"`;

/** Identifiers that must all be there, in FTS5's own language; `within` are words of the index that hold the letters of one. */
export function matchOfIdentifiers(wanted: readonly Identifier[], within: (run: string) => readonly string[]): string {
  return wanted
    .map(({ parts, run }) => {
      const ways = [
        ...waysOf(parts),
        ...within(
          wordsIn(run)
            .map(({ word }) => word)
            .join(''),
        ).map((word) => [word]),
      ];
      return `(${[...new Set(ways.map(phrase))].join(' OR ')})`;
    })
    .join(' AND ');
}
