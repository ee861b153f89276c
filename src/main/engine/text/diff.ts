import { type Diff, diffCleanupSemantic, diffMain } from 'diff-match-patch-es';
import type { TextDiff } from '../../../shared/model/index.ts';
import { cut } from './excerpt.ts';

/** Characters of each text that are compared word by word. */
export const COMPARED_CHARS = 20_000;
/** Steps that looking for changes may take, so that the whole takes milliseconds: a window waits in the same thread. */
export const MOST_STEPS = 400_000;

/** Steps that were taken to look for changes. */
export interface Looked {
  steps: number;
}

/**
 * What changed from one text to another, by words: a name is replaced whole, never letter by letter. Where that takes more than half of the
 * steps, by lines and by words within those that changed; where even that is too much, both sides are whole and `unlike` says so.
 * Pure: steps decide and no clock, so that the same texts always give the same answer.
 */
export function diffText(textA: string, textB: string, looked: Looked = { steps: 0 }): TextDiff {
  const [a, b] = [cut(textA, COMPARED_CHARS), cut(textB, COMPARED_CHARS)];
  const words = compared(a, b, WORDS, looked, MOST_STEPS / 2);
  const { diffs, unlike } = words.unlike ? byLines(a, b, looked) : words;
  return {
    segments: diffs.map(([op, text]) => ({ op: op === 0 ? 'same' : op < 0 ? 'a' : 'b', text })),
    cut: { a: textA.length - a.length, b: textB.length - b.length },
    unlike,
  };
}

/** What changed, by whole lines: runs of lines that both have, that went (-1) and that came (1). Where that takes too many steps, one run of each. */
export function diffRunsOfLines(a: string, b: string): Diff[] {
  return compared(a, b, LINES, { steps: 0 }, MOST_STEPS).diffs;
}

/** Words, runs of blanks, and single other characters. */
const WORDS = /[\p{L}\p{N}_]+|[^\S\n]+|[\s\S]/gu;
const LINES = /[^\n]*\n|[^\n]+/g;

interface Compared {
  diffs: Diff[];
  /** Nothing was looked for between the first sign that differs and the last. */
  unlike: boolean;
}

/** By lines; what stands for the same place on both sides, by words: each such place may take an equal share of the steps that are left. */
const byLines = (a: string, b: string, looked: Looked): Compared => {
  const lines = compared(a, b, LINES, looked, MOST_STEPS);
  if (lines.unlike) return lines;
  let pairs = lines.diffs.filter((_, at) => isPair(lines.diffs, at)).length;
  let unlike = false;
  const diffs = lines.diffs.flatMap((one, at, all): Diff[] => {
    if (isPair(all, at - 1)) return [];
    if (!isPair(all, at)) return [one];
    const share = looked.steps + (MOST_STEPS - looked.steps) / pairs--;
    const words = compared(one[1], all[at + 1]?.[1] ?? '', WORDS, looked, share);
    unlike ||= words.unlike;
    return words.diffs;
  });
  return { diffs: joined(diffs), unlike };
};

/** What follows on itself, as one: the end of a line that changed, and the line after it. */
const joined = (diffs: readonly Diff[]): Diff[] => {
  const found: Diff[] = [];
  for (const [op, text] of diffs) {
    const last = found.at(-1);
    if (last !== undefined && last[0] === op) last[1] += text;
    else found.push([op, text]);
  }
  return found;
};

/** Whether other text is on the other side for this one. */
const isPair = (diffs: readonly Diff[], at: number): boolean => (diffs[at]?.[0] ?? 0) < 0 && (diffs[at + 1]?.[0] ?? 0) > 0;

/** By signs of one kind, unless that takes more than `most` steps, counted from the first of all. */
const compared = (a: string, b: string, signs: RegExp, looked: Looked, most: number): Compared => {
  const spelled = spell(a, b, signs);
  // A deadline that has passed leaves what both begin and end with, and does not look between.
  const ends = diffMain(spelled.a, spelled.b, { diffTimeout: 0 }, false, 0);
  const at = ends.findIndex((_, one) => isPair(ends, one));
  const unlike = at >= 0 && !isNear(ends[at]?.[1] ?? '', ends[at + 1]?.[1] ?? '', looked, most);
  const diffs = at < 0 || unlike ? ends : diffMain(spelled.a, spelled.b, { diffTimeout: 0 }, false);
  // While a sign is one letter: cleaned up as text, edits would be cut within words.
  if (!unlike && signs === WORDS) diffCleanupSemantic(diffs);
  return { diffs: diffs.map(([op, text]): Diff => [op, spelled.read(text)]).filter(([, text]) => text !== ''), unlike };
};

/** Each sign as one letter; texts that are cut have fewer different signs than there are letters before the surrogates. */
const spell = (a: string, b: string, signs: RegExp): { a: string; b: string; read: (text: string) => string } => {
  const known: string[] = [''];
  const letters = new Map<string, string>();
  const write = (text: string): string =>
    (text.match(signs) ?? [])
      .map((sign) => {
        const letter = letters.get(sign) ?? String.fromCharCode(known.push(sign) - 1);
        letters.set(sign, letter);
        return letter;
      })
      .join('');
  return { a: write(a), b: write(b), read: (text) => Array.from(text, (letter) => known[letter.charCodeAt(0)] ?? '').join('') };
};

/**
 * Whether looking for the changes ends within the steps: Myers' walk, one edit more at a time, without keeping the way. The library, which
 * walks from both ends and keeps it, has no such bound of its own but a clock.
 */
const isNear = (a: string, b: string, looked: Looked, most: number): boolean => {
  const edits = Math.min(a.length + b.length, Math.ceil(Math.sqrt(2 * MOST_STEPS)));
  /** How far each diagonal came, the lowest first. */
  const far = new Int32Array(2 * edits + 3);
  for (let edit = 0; edit <= edits; edit++) {
    for (let diagonal = -edit; diagonal <= edit; diagonal += 2) {
      const at = diagonal + edits + 1;
      const [below, above] = [far[at - 1] ?? 0, far[at + 1] ?? 0];
      const from = diagonal === -edit || (diagonal !== edit && below < above) ? above : below + 1;
      let x = from;
      while (x < a.length && x - diagonal < b.length && a.charCodeAt(x) === b.charCodeAt(x - diagonal)) x += 1;
      far[at] = x;
      looked.steps += 1 + x - from;
      if (x >= a.length && x - diagonal >= b.length) return true;
      if (looked.steps > most) return false;
    }
  }
  return false;
};
