import type { WhyItem } from '../../../../shared/model/index.ts';

/** Width of a character of content, in pixels at its size. */
export const CODE = 7.22;
/** Width of a letter of a fate's word, bold. */
const LETTER = 6.6;
const GAP = 8;
/** Less room than this before a cut holds no words: they get a line of their own. */
const LEAST_TEXT = 200;

/** Where the words of a row are, in pixels from the left edge of the steps. */
export interface Words {
  text: { left: number; width: number };
  /** The word of the fate; null where nothing took the entry out. */
  fate: { left: number; width: number } | null;
  /** The fate has a line of its own below the text. */
  stacked: boolean;
}

/** Text over its bar, up to the cut, and the fate from the cut on. `from` and `cut` are shares of the width; `chars` is the length of the text. */
export function placeWords(width: number, from: number, cut: number | null, chars: number, fate: string): Words {
  const wanted = chars * CODE + 2;
  const place = (right: number) => {
    const left = Math.max(0, Math.min(from * width, right - wanted));
    return { left, width: Math.max(0, right - left) };
  };
  if (cut === null) return { text: place(width), fate: null, stacked: false };
  const left = Math.max(0, Math.min(cut * width + GAP, width - fate.length * LETTER - GAP));
  const room = left - GAP;
  // What fits into a line is shown whole.
  const stacked = room < Math.min(wanted, LEAST_TEXT) || (room < wanted && wanted <= width);
  return { text: place(stacked ? width : room), fate: { left, width: width - left }, stacked };
}

/** A text cut so that its first match is among its first `chars` characters. */
export function aroundMatch(
  { snippet, matches }: Pick<WhyItem, 'snippet' | 'matches'>,
  chars: number,
): Pick<WhyItem, 'snippet' | 'matches'> {
  const [first] = matches;
  if (first === undefined || first[1] <= chars) return { snippet, matches };
  const from = Math.max(1, Math.min(first[0], first[1] - chars + 4));
  const moved = matches.filter(([start]) => start >= from).map(([start, end]): [number, number] => [start - from + 1, end - from + 1]);
  return { snippet: `…${snippet.slice(from)}`, matches: moved };
}

/** A step at which entries that were asked about left, and how it is drawn: what was cleared has no text in its place. */
export interface CutLine {
  step: number;
  cleared: boolean;
  name: string;
}

/** Where the entries that were asked about left, in order. */
export function cutLines(items: readonly Pick<WhyItem, 'by'>[]): CutLine[] {
  const lines = new Map<number, CutLine>();
  for (const { by } of items)
    if (by?.step != null) lines.set(by.step, { step: by.step, cleared: by.seq === null, name: by.seq === null ? 'cleared' : by.name });
  return [...lines.values()].sort((a, b) => a.step - b.step);
}

/** Steps at which something happens to what was asked about: it comes in, or it leaves. */
export function markersOf(items: readonly Pick<WhyItem, 'in' | 'by'>[], last: number): number[] {
  const steps = new Set<number>();
  for (const { in: runs, by } of items) {
    for (const [from, to] of runs) {
      steps.add(from);
      if (to < last) steps.add(to + 1);
    }
    if (by?.step != null) steps.add(by.step);
  }
  return [...steps].sort((a, b) => a - b);
}
