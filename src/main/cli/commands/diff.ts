import { addressOf } from '../../../shared/model/address.ts';
import type { CompareRun, Comparison, TextDiff } from '../../../shared/model/index.ts';
import type { Run } from '../command.ts';
import { type DiffWords, formatDiff } from '../format/diff.ts';
import { formatDiffMarkdown } from '../format/diff-markdown.ts';
import { contextOf } from '../points.ts';
import { type Begins, blockBeginnings } from '../previews.ts';
import type { Session } from '../session.ts';

/** Changed pairs whose text is compared; the rest is told by its beginnings. */
const MOST_TEXTS = 200;

const places = (run: CompareRun): number[] => Array.from({ length: run.count }, (_, at) => at);

/** The words that blocks begin with and the texts of those that changed, for what is printed of a comparison. */
const wordsOf = async (open: Session, comparison: Comparison, chars: number): Promise<DiffWords> => {
  const { pair, sides } = comparison;
  const [a, b] = pair.sides.map((side) => sides[side]?.tape ?? '');
  const tapes = [a ?? '', b ?? ''] as const;
  const beginsOn = async (side: 0 | 1): Promise<Begins> => {
    const shown = pair.runs.filter(({ type, unmatched }) => type === (side === 0 ? 'a' : 'b') && !unmatched);
    const blocks = shown.flatMap((run) => pair.blocks[side].slice(side === 0 ? run.a : run.b).slice(0, run.count));
    return (await blockBeginnings(open, tapes[side], blocks, chars)).begins;
  };
  const texts = new Map<number, TextDiff>();
  for (const run of pair.runs) {
    if (run.type !== 'changed') continue;
    for (const at of places(run).slice(0, MOST_TEXTS - texts.size)) {
      const [one, other] = [pair.blocks[0][run.a + at], pair.blocks[1][run.b + at]];
      if (!one || !other) continue;
      texts.set(run.a + at, await open.call('compare.text', { a: addressOf(tapes[0], one), b: addressOf(tapes[1], other) }));
    }
  }
  return { begins: [await beginsOn(0), await beginsOn(1)], texts };
};

export const run: Run = async ({ given, json, terminal, session }) => {
  const open = await session();
  const sides = [];
  for (const point of given.operands.slice(0, 2)) sides.push(await contextOf(open, point));
  const comparison = await open.call('compare.run', { sides, pair: [0, 1] });
  if (json) {
    terminal.json(comparison);
    return undefined;
  }
  const words = await wordsOf(open, comparison, Math.max(20, terminal.layout.width));
  terminal.print(given.options.markdown ? formatDiffMarkdown(comparison, words) : formatDiff(comparison, words, terminal.layout));
  return undefined;
};
