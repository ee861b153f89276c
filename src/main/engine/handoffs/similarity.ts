/**
 * A lexical measure, and no more: which rare words of one text are in another. Nobody understands either. A word weighs by how
 * few of the texts at hand hold it; identifiers, paths and numbers always weigh as rare ones, since they are what a claim is
 * checked by.
 */

/** Words of a text by how they are compared (lower case), with the first spelling of each. */
export type Words = ReadonlyMap<string, string>;

/** Characters of a text that are looked at, and different words of it. */
export const LOOKED_AT = 12_000;
const MOST_WORDS = 1200;

/** Word characters, joined by what joins the parts of a path, a version, a name of a module or an e-mail address. */
const TOKEN = /[\p{L}\p{N}_$]+(?:[./\\:@#~+-]+[\p{L}\p{N}_$]+)*/gu;
const JOINED = /[./\\:]/;
/** Scripts without blanks between words: each pair of characters stands for a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The words of a text, its first `LOOKED_AT` characters. A path also counts as the name at its end. */
export function wordsOf(text: string): Words {
  return wordsIn(text.slice(0, LOOKED_AT), MOST_WORDS);
}

/** All words of a text, for one that others are looked for in. */
export function allWordsOf(text: string): Words {
  return wordsIn(text, Number.POSITIVE_INFINITY);
}

const wordsIn = (text: string, most: number): Words => {
  const words = new Map<string, string>();
  for (const [token] of text.matchAll(TOKEN)) {
    for (const word of partsOf(token)) if (isWord(word) && !words.has(word.toLowerCase())) words.set(word.toLowerCase(), word);
    if (words.size >= most) break;
  }
  return words;
};

const partsOf = (token: string): string[] => {
  if (UNSPACED.test(token)) return pairsOf(token);
  const last = JOINED.test(token) ? (token.split(/[/\\:]/).at(-1) ?? token) : token;
  return last === token ? [token] : [token, last];
};

const pairsOf = (token: string): string[] => {
  const characters = Array.from(token);
  return characters.length < 2 ? characters : characters.slice(1).map((character, at) => `${characters[at]}${character}`);
};

/** Words of English grammar, which few tool results hold and which say nothing all the same. */
const GRAMMAR: ReadonlySet<string> = new Set(
  `about after again all also and any are because been before being both but can could did does doing done down each even few for from
  further get got had has have having her here him his how however into its itself just let like made make many may might more most much
  must need new not now off once one only onto other our out over own same see shall she should since some still such than that the their
  them then there these they this those though through too under until upon use used using very was way well were what when where which
  while who why will with within without would yes yet you your`.split(/\s+/),
);

const isWord = (word: string): boolean => UNSPACED.test(word) || /\d/.test(word) || (word.length >= 3 && !GRAMMAR.has(word.toLowerCase()));

/** A name or a number, as opposed to a word of a language: a path, camelCase, snake_case, a version, a commit. */
export function isName(word: string): boolean {
  return /[\d_$./\\:@#~+]/.test(word) || /\p{Ll}\p{Lu}/u.test(word);
}

/** How words weigh among some texts. Only rare ones do. */
export interface Scale {
  texts: number;
  weight: (key: string, spelling: string) => number;
}

/** Words of the language that are in more than this share of the texts say nothing about one of them. */
const COMMON = 0.25;

/** Weighs words by the texts that they are looked for in. Pure. */
export function scaleOf(texts: readonly Words[]): Scale {
  const found = new Map<string, number>();
  for (const words of texts) for (const key of words.keys()) found.set(key, (found.get(key) ?? 0) + 1);
  const most = Math.max(2, texts.length * COMMON);
  const rarity = (many: number): number => Math.log(1 + texts.length / Math.max(1, many));
  return {
    texts: texts.length,
    weight(key, spelling) {
      const many = found.get(key) ?? 0;
      // As rare as what is in two texts, however many name it.
      if (isName(spelling)) return rarity(Math.min(many, 2));
      return many > most ? 0 : rarity(many);
    },
  };
}

/** What a text weighs in all: 0 for one that has no rare word. */
const weightOf = (words: Words, scale: Scale): number => {
  let sum = 0;
  for (const [key, spelling] of words) sum += scale.weight(key, spelling);
  return sum;
};

/** The share of the rare words of `words` that are in `other` too, by weight: 0 … 1. */
export function shareIn(words: Words, other: { has: (key: string) => boolean }, scale: Scale): number {
  const all = weightOf(words, scale);
  if (all === 0) return 0;
  let common = 0;
  for (const [key, spelling] of words) if (other.has(key)) common += scale.weight(key, spelling);
  return common / all;
}

/** A text that is looked up by its words. */
export interface Held {
  seq: number;
  words: Words;
}

export interface Found {
  seq: number;
  score: number;
  words: string[];
}

/** Words that are shown of those in common, the rarest first. */
const SHOWN = 8;
/** Below this share, or with one word of the language alone, two texts are not called alike. */
const LEAST_ALIKE = 0.2;

/** Texts that one word leads to, the first ones: a path that tens of thousands name tells none of them apart. */
const MOST_HOLDERS = 20_000;

/** Looks texts up by the words that they share with another; each word leads to the texts that hold it. */
export function lookUp(texts: readonly Held[]): (words: Words, most: number) => Found[] {
  const scale = scaleOf(texts.map(({ words }) => words));
  const holders = new Map<string, number[]>();
  for (const [at, { words }] of texts.entries())
    for (const [key, spelling] of words) {
      if (scale.weight(key, spelling) === 0) continue;
      const list = holders.get(key);
      if (!list) holders.set(key, [at]);
      else if (list.length < MOST_HOLDERS) list.push(at);
    }
  return (words, most) => {
    const all = weightOf(words, scale);
    const sums = new Map<number, number>();
    for (const [key, spelling] of words)
      for (const at of holders.get(key) ?? []) sums.set(at, (sums.get(at) ?? 0) + scale.weight(key, spelling));
    return [...sums]
      .map(([at, sum]) => ({ text: texts[at], score: all === 0 ? 0 : sum / all }))
      .sort((a, b) => b.score - a.score || (a.text?.seq ?? 0) - (b.text?.seq ?? 0))
      .slice(0, most)
      .flatMap(({ text, score }) => (text ? [{ seq: text.seq, score: rounded(score), words: common(words, text.words, scale) }] : []))
      .filter(({ score, words: shared }) => score >= LEAST_ALIKE && (shared.length > 1 || isName(shared[0] ?? '')));
  };
}

/** The words in common, the rarest first, as the first text spells them. */
export function common(words: Words, other: Words, scale: Scale): string[] {
  return [...words]
    .filter(([key]) => other.has(key))
    .map(([key, spelling]) => ({ spelling, weight: scale.weight(key, spelling) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || Number(isName(b.spelling)) - Number(isName(a.spelling)))
    .slice(0, SHOWN)
    .map(({ spelling }) => spelling);
}

/** Two decimals: more would look like knowledge. */
export function rounded(score: number): number {
  return Math.round(Math.min(1, score) * 100) / 100;
}
