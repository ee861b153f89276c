import type { DiffLine } from '../../../shared/model/index.ts';
import { diffRunsOfLines, diffText } from './diff.ts';

/** Characters of each text that are compared line by line. */
const COMPARED = 20_000;
/** Characters of a line up to which its words are compared with those of the line in its place. */
const WORDS = 400;

const split = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/**
 * The lines of two texts in one list: what both have, what went, what came. Where as many lines come as go, each is compared with the one in
 * its place, and the words that differ are marked unless most of them do. `hidden` counts lines after those that are compared. Pure.
 */
export function diffLines(before: string, after: string): { lines: DiffLine[]; hidden: number } {
  const [a, b] = [compared(before), compared(after)];
  const hidden = split(before).length - split(a).length + split(after).length - split(b).length;
  const runs = diffRunsOfLines(ended(a), ended(b)).map(([op, text]) => ({ op, texts: split(text) }));
  const lines = runs.flatMap(({ op, texts }, at): DiffLine[] => {
    if (op === 0) return texts.map((text) => ({ mark: 'same', text }));
    const [last, next] = [runs[at - 1], runs[at + 1]];
    if (op < 0)
      return texts.map((text, line) =>
        marked('gone', text, next?.op === 1 && texts.length === next.texts.length ? next.texts[line] : undefined),
      );
    return texts.map((text, line) =>
      marked('new', text, last?.op === -1 && texts.length === last.texts.length ? last.texts[line] : undefined),
    );
  });
  return { lines, hidden };
}

/** The beginning of a text in whole lines: half a line would look as if the other half were alike. */
const compared = (text: string): string => (text.length <= COMPARED ? text : text.slice(0, text.lastIndexOf('\n', COMPARED) + 1));

/** The end of a text ends its last line too: whether a line break follows is no difference of the line. */
const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

function marked(mark: 'gone' | 'new', text: string, other: string | undefined): DiffLine {
  if (other === undefined || text.length > WORDS || other.length > WORDS) return { mark, text };
  const changed: [number, number][] = [];
  let at = 0;
  for (const { op, text: piece } of diffText(text, other).segments) {
    if (op === 'b') continue;
    if (op === 'a') changed.push([at, at + piece.length]);
    at += piece.length;
  }
  const share = changed.reduce((sum, [from, to]) => sum + to - from, 0) / text.length;
  return changed.length === 0 || share > 0.6 ? { mark, text } : { mark, text, changed };
}
