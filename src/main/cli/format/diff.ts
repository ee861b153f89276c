import type { CompareBlock, CompareRun, Comparison, TextDiff } from '../../../shared/model/index.ts';
import { placeName, placeOf } from '../../../shared/model/place.ts';
import { changedWord } from '../../../shared/model/vocabulary.ts';
import type { Begins } from '../previews.ts';
import { clean } from './clean.ts';
import {
  alike,
  blockName,
  countsLine,
  figureTable,
  forkLine,
  isOneStep,
  oneLineDiff,
  SIDES,
  unmatchedWords,
  warningLines,
  witnessLine,
} from './diff-words.ts';
import type { Layout } from './layout.ts';
import { roleStyle } from './style.ts';
import { table } from './table.ts';
import { truncate } from './width.ts';
import { wrap } from './wrap.ts';

/** What a comparison does not hold itself: how the blocks of both sides begin, and the texts of changed blocks by place in A. */
export interface DiffWords {
  begins: readonly [Begins, Begins];
  texts: ReadonlyMap<number, TextDiff>;
}

const side = (comparison: Comparison, at: 0 | 1, { width, style }: Layout): string => {
  const found = comparison.sides[comparison.pair.sides[at]];
  if (!found) return '';
  // A long title gives way: which context it is has to be read.
  const which = truncate(` · ${placeName(placeOf(found))} · ${clean(found.policy)}`, width - 16);
  return `${style.bold(SIDES[at])} ${truncate(clean(found.title), Math.max(12, width - 2 - which.length))}${which}`;
};

const onlyIn = (at: 0 | 1, blocks: readonly CompareBlock[], words: DiffWords, { width, style }: Layout): string[] =>
  blocks.flatMap((block) => {
    const sign = at === 0 ? '-' : '+';
    const paint = at === 0 ? style.bad : style.assistant;
    const text = clean(words.begins[at](block));
    return [
      paint(truncate(`${sign} ${blockName(block)} · only in ${SIDES[at]}`, width)),
      ...(text === '' ? [] : [truncate(`    ${text}`, width)]),
    ];
  });

const changed = (run: CompareRun, comparison: Comparison, words: DiffWords, { width, style }: Layout): string[] =>
  Array.from({ length: run.count }, (_, at) => at).flatMap((at) => {
    const block = comparison.pair.blocks[0][run.a + at];
    const text = words.texts.get(run.a + at);
    const paint = { a: (part: string) => part, b: (part: string) => part };
    if (!block) return [];
    const lines = text ? wrap(oneLineDiff(text, paint), width - 4) : [];
    return [
      roleStyle(style, block.role)(truncate(`~ ${blockName(block)} · ${changedWord(text?.unlike ?? false)}`, width)),
      ...lines.slice(0, 12).map((line) => `    ${line}`),
    ];
  });

const runLines = (run: CompareRun, comparison: Comparison, words: DiffWords, layout: Layout): string[] => {
  const [a, b] = comparison.pair.blocks;
  if (run.type === 'same')
    return [
      layout.style.dim(truncate(`= ${alike(run, a.slice(run.a, run.a + run.count), { oneStep: isOneStep(comparison) })}`, layout.width)),
    ];
  if (run.unmatched) return [layout.style.dim(truncate(`· ${unmatchedWords(run, comparison)}`, layout.width))];
  if (run.type === 'changed') return changed(run, comparison, words, layout);
  return run.type === 'a'
    ? onlyIn(0, a.slice(run.a, run.a + run.count), words, layout)
    : onlyIn(1, b.slice(run.b, run.b + run.count), words, layout);
};

/** Two contexts: who they are, where they part, what each did since, then block by block. */
export const formatDiff = (comparison: Comparison, words: DiffWords, layout: Layout): string[] => {
  const { pair } = comparison;
  const witnesses = witnessLine(comparison);
  const { heads, rows } = figureTable(comparison);
  const warnings = warningLines(comparison).flatMap((line) => wrap(`! ${line}`, layout.width));
  const columns = heads.map((head, at) => ({ head, ...(at > 0 && at < 8 && { align: 'right' as const }) }));
  return [
    side(comparison, 0, layout),
    side(comparison, 1, layout),
    forkLine(comparison),
    ...(pair.prefix && witnesses !== null ? wrap(pair.prefix.words, layout.width) : []),
    ...(witnesses === null ? [] : [layout.style.dim(witnesses)]),
    '',
    ...table(
      rows.map((row) => row.map((text) => ({ text }))),
      columns,
      layout,
    ),
    '',
    ...warnings,
    ...(warnings.length > 0 ? [''] : []),
    ...pair.runs.flatMap((run) => runLines(run, comparison, words, layout)),
    '',
    countsLine(comparison),
  ];
};
