import { type Diff, diffCleanupSemantic, diffMain } from 'diff-match-patch-es';
import type { TextDiff } from '../../../shared/model/index.ts';
import { cut } from '../entries/detail.ts';

/** Characters of each text that are compared word by word. */
export const COMPARED_CHARS = 20_000;

/** What changed from one text to another, by words: a name is replaced whole, never letter by letter. Pure. */
export const diffText = (textA: string, textB: string): TextDiff => {
  const [a, b] = [cut(textA, COMPARED_CHARS), cut(textB, COMPARED_CHARS)];
  const diffs = byWords(a, b);
  return {
    segments: diffs.map(([op, text]) => ({ op: op === 0 ? 'same' : op < 0 ? 'a' : 'b', text })),
    cut: { a: textA.length - a.length, b: textB.length - b.length },
  };
};

const byWords = (a: string, b: string): Diff[] => {
  const spelled = spell(a, b);
  if (!spelled)
    return [
      [-1, a],
      [1, b],
    ];
  const diffs = diffMain(spelled.a, spelled.b, { diffTimeout: 0 }, false);
  // While a word is one letter: cleaned up as text, edits would be cut within words.
  diffCleanupSemantic(diffs);
  return diffs.map(([op, text]): Diff => [op, spelled.read(text)]).filter(([, text]) => text !== '');
};

/** Words, runs of blanks, and single other characters. */
const WORDS = /[\p{L}\p{N}_]+|[^\S\n]+|[\s\S]/gu;
/** Letters before the surrogates; more different words than these are not compared. */
const LETTERS = 0xd700;

const spell = (a: string, b: string): { a: string; b: string; read: (text: string) => string } | null => {
  const words: string[] = [''];
  const letters = new Map<string, string>();
  const write = (text: string): string =>
    (text.match(WORDS) ?? [])
      .map((word) => {
        const known = letters.get(word);
        if (known !== undefined) return known;
        const letter = String.fromCharCode(words.push(word) - 1);
        letters.set(word, letter);
        return letter;
      })
      .join('');
  const spelled = {
    a: write(a),
    b: write(b),
    read: (text: string) => Array.from(text, (letter) => words[letter.charCodeAt(0)] ?? '').join(''),
  };
  return words.length > LETTERS ? null : spelled;
};
