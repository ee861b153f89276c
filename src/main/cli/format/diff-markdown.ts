import type { CompareBlock, CompareRun, Comparison } from '../../../shared/model/index.ts';
import { placeName, placeOf } from '../../../shared/model/place.ts';
import { clean } from './clean.ts';
import type { DiffWords } from './diff.ts';
import {
  alike,
  blockName,
  figureTable,
  forkLine,
  isOneStep,
  oneLineDiff,
  SIDES,
  unmatchedWords,
  warningLines,
  witnessLine,
} from './diff-words.ts';

/** Text of a log inside Markdown: nothing of it may begin a link, a tag or a table of its own. */
const safe = (text: string): string => clean(text).replace(/[\\`*_{}[\]<>|#~]/g, '\\$&');

const plain = { a: (text: string) => text, b: (text: string) => text };

const item = (block: CompareBlock, at: 0 | 1, words: DiffWords): string =>
  `- **only in ${SIDES[at]}** ${safe(blockName(block))}: ${safe(words.begins[at](block).slice(0, 200))}`;

const lines = (run: CompareRun, comparison: Comparison, words: DiffWords): string[] => {
  const [a, b] = comparison.pair.blocks;
  if (run.type === 'same') return [`- ${safe(alike(run, a.slice(run.a, run.a + run.count), { oneStep: isOneStep(comparison) }))}`];
  if (run.unmatched) return [`- ${safe(unmatchedWords(run, comparison))}`];
  if (run.type === 'a') return a.slice(run.a, run.a + run.count).map((block) => item(block, 0, words));
  if (run.type === 'b') return b.slice(run.b, run.b + run.count).map((block) => item(block, 1, words));
  return a.slice(run.a, run.a + run.count).map((block, at) => {
    const text = words.texts.get(run.a + at);
    return `- **changed** ${safe(blockName(block))}: ${text ? safe(oneLineDiff(text, plain)) : ''}`;
  });
};

/** The same as Markdown, to paste into a review. */
export const formatDiffMarkdown = (comparison: Comparison, words: DiffWords): string[] => {
  const { pair, sides } = comparison;
  const witnesses = witnessLine(comparison);
  const { heads, rows } = figureTable(comparison);
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    `## ${pair.sides.map((side, at) => `${SIDES[at]}: ${safe(sides[side]?.title ?? '')}`).join(' and ')}`,
    '',
    `${pair.sides.map((side, at) => `${SIDES[at]} is the ${placeName(placeOf(sides[side] ?? {}))} under ${safe(sides[side]?.policy ?? '')}`).join(', ')}.`,
    '',
    safe(forkLine(comparison)),
    ...(pair.prefix && witnesses !== null ? ['', safe(pair.prefix.words), '', `\`${witnesses}\``] : []),
    '',
    row(heads.map((head) => head.toLowerCase())),
    row(heads.map(() => '---')),
    ...rows.map((cells) => row(cells.map(safe))),
    '',
    ...warningLines(comparison).flatMap((line) => [`> ${safe(line)}`, '']),
    ...pair.runs.flatMap((run) => lines(run, comparison, words)),
  ];
};
