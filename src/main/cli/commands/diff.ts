import type { CompareRun, Comparison, TextDiff } from '../../../shared/model/index.ts';
import type { Run } from '../command.ts';
import { type DiffWords, formatDiff } from '../format/diff.ts';
import { formatDiffMarkdown } from '../format/diff-markdown.ts';
import { contextOf } from '../points.ts';
import type { Session } from '../session.ts';

/** Most that `entries.previews` takes in one call. */
const PAGE = 300;
/** Changed pairs whose text is compared; the rest is told by its beginnings. */
const MOST_TEXTS = 200;

const entryOf = (comparison: Comparison, side: 0 | 1, at: number): number => comparison.pair.blocks[side][at]?.entries[0] ?? 0;

const places = (run: CompareRun): number[] => Array.from({ length: run.count }, (_, at) => at);

/** The words that blocks begin with and the texts of those that changed, for what is printed of a comparison. */
const wordsOf = async ({ call }: Session, comparison: Comparison, chars: number): Promise<DiffWords> => {
  const { pair, sides } = comparison;
  const tapes = [sides[pair.sides[0]]?.tape ?? '', sides[pair.sides[1]]?.tape ?? ''] as const;
  const previews = [new Map<number, string>(), new Map<number, string>()] as const;
  for (const side of [0, 1] as const) {
    const shown = pair.runs.filter((run) => run.type !== (side === 0 ? 'b' : 'a') && !(side === 1 && run.type === 'same'));
    const seqs = shown.flatMap((run) => places(run).map((at) => entryOf(comparison, side, (side === 0 ? run.a : run.b) + at)));
    for (let at = 0; at < seqs.length; at += PAGE) {
      const { items } = await call('entries.previews', { tape: tapes[side], seqs: seqs.slice(at, at + PAGE), chars });
      for (const { seq, text } of items) previews[side].set(seq, text);
    }
  }
  const texts = new Map<number, TextDiff>();
  for (const run of pair.runs) {
    if (run.type !== 'changed') continue;
    for (const at of places(run).slice(0, MOST_TEXTS - texts.size)) {
      const a = { tape: tapes[0], seq: entryOf(comparison, 0, run.a + at) };
      const b = { tape: tapes[1], seq: entryOf(comparison, 1, run.b + at) };
      texts.set(run.a + at, await call('compare.text', { a, b }));
    }
  }
  return { previews, texts };
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
