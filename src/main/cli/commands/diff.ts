import { addressOf } from '../../../shared/model/address.ts';
import { otherTextsWords } from '../../../shared/model/compare.ts';
import type { CompareBlock, CompareRun, Comparison, TextDiff } from '../../../shared/model/index.ts';
import { placeName, placeOf } from '../../../shared/model/place.ts';
import { changedWord } from '../../../shared/model/vocabulary.ts';
import type { Context, Declaration } from '../command.ts';
import { EDITS, editsOf } from '../edits.ts';
import { json } from '../flags.ts';
import { clean } from '../format/clean.ts';
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
} from '../format/comparison.ts';
import { type Layout, roleStyle } from '../format/style.ts';
import { table } from '../format/table.ts';
import { truncate } from '../format/width.ts';
import { wrap } from '../format/wrap.ts';
import { contextOf } from '../points.ts';
import { blockBeginnings } from '../previews.ts';
import type { Session } from '../session.ts';

export const command: Declaration = {
  flags: [
    ...EDITS.filter(({ name }) => name === 'replace' || name === 'system').map((flag) => ({
      ...flag,
      description: `${flag.description}; of B`,
    })),
    { name: 'markdown', description: 'print it as Markdown, to paste into a review' },
    json,
  ],
  notes: [
    'A point is a file or the id of a tape, followed by @STEP, @next (the next request), @after:ENTRY (the request after an entry), #ENTRY or @REF, or the name of a ref; without one it is the newest step, or the next request of a native tape.',
    'A policy may follow a step: session.jsonl@12:full. Policies are as-recorded (default), last-anchor, full, from-anchor:NAME, compact:TOKENS, summary and memory:WORDS. The same step under two policies shows what the second would change.',
    'With --replace and --system B is compared as tape what-if would send it with them.',
  ],
  example: ['tape diff session.jsonl@12 session.jsonl@19', 'what both steps had, and what only one had'],
  run,
};

/** Changed pairs whose text is compared; the rest is told by its beginnings. */
const MOST_TEXTS = 200;

const places = (run: CompareRun): number[] => Array.from({ length: run.count }, (_, at) => at);

/** How a block begins. */
type Begun = (block: CompareBlock) => string;

/** What a block says: its own text where another was given, else what its entry holds. */
const saidIn = (tape: string, block: CompareBlock) => (block.text === undefined ? addressOf(tape, block) : { text: block.text });

/** The words that blocks begin with and the texts of those that changed, for what is printed of a comparison. */
const wordsOf = async (open: Session, comparison: Comparison, chars: number): Promise<DiffWords> => {
  const { pair, sides } = comparison;
  const [a, b] = pair.sides.map((side) => sides[side]?.tape ?? '');
  const tapes = [a ?? '', b ?? ''] as const;
  const beginsOn = async (side: 0 | 1): Promise<Begun> => {
    const shown = pair.runs.filter(({ type, unmatched }) => type === (side === 0 ? 'a' : 'b') && !unmatched);
    const blocks = shown.flatMap((run) => pair.blocks[side].slice(side === 0 ? run.a : run.b).slice(0, run.count));
    const { begins } = await blockBeginnings(
      open,
      tapes[side],
      blocks.filter(({ text }) => text === undefined),
      chars,
    );
    return (block) => block.text?.slice(0, chars) ?? begins(block);
  };
  const texts = new Map<number, TextDiff>();
  for (const run of pair.runs) {
    if (run.type !== 'changed') continue;
    for (const at of places(run).slice(0, MOST_TEXTS - texts.size)) {
      const [one, other] = [pair.blocks[0][run.a + at], pair.blocks[1][run.b + at]];
      if (!one || !other) continue;
      texts.set(run.a + at, await open.call('compare.text', { a: saidIn(tapes[0], one), b: saidIn(tapes[1], other) }));
    }
  }
  return { begins: [await beginsOn(0), await beginsOn(1)], texts };
};

async function run({ given, json, terminal, session }: Context): Promise<number | undefined> {
  const open = await session();
  const [a, b] = given.operands;
  const { replace, system } = editsOf(given);
  const other = { ...(replace.length > 0 && { replace }), ...(system !== null && { system }) };
  const sides = [await contextOf(open, a ?? ''), { ...(await contextOf(open, b ?? '')), ...other }];
  const comparison = await open.call('compare.run', { sides, pair: [0, 1] });
  if (json) {
    terminal.json(comparison);
    return undefined;
  }
  const words = await wordsOf(open, comparison, Math.max(20, terminal.layout.width));
  terminal.print(given.options.markdown ? formatDiffMarkdown(comparison, words) : formatDiff(comparison, words, terminal.layout));
  return undefined;
}

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
const formatDiffMarkdown = (comparison: Comparison, words: DiffWords): string[] => {
  const { pair, sides } = comparison;
  const witnesses = witnessLine(comparison);
  const { heads, rows } = figureTable(comparison);
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    `## ${pair.sides.map((side, at) => `${SIDES[at]}: ${safe(sides[side]?.title ?? '')}`).join(' and ')}`,
    '',
    `${pair.sides.map((side, at) => `${SIDES[at]} is the ${placeName(placeOf(sides[side] ?? {}))} under ${safe([sides[side]?.policy ?? '', otherTextsWords(sides[side] ?? {})].filter(Boolean).join(', '))}`).join(', ')}.`,
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

/** What a comparison does not hold itself: how the blocks of both sides begin, and the texts of changed blocks by place in A. */
interface DiffWords {
  begins: readonly [Begun, Begun];
  texts: ReadonlyMap<number, TextDiff>;
}

const side = (comparison: Comparison, at: 0 | 1, { width, style }: Layout): string => {
  const found = comparison.sides[comparison.pair.sides[at]];
  if (!found) return '';
  // A long title gives way: which context it is has to be read.
  const others = otherTextsWords(found);
  const which = truncate(` · ${placeName(placeOf(found))} · ${clean(found.policy)}${others === '' ? '' : ` · ${others}`}`, width - 16);
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
const formatDiff = (comparison: Comparison, words: DiffWords, layout: Layout): string[] => {
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
