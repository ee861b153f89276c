import {
  type Annotation,
  type CompareBlock,
  type CompareRun,
  type CompareSide,
  type Comparison,
  otherTextsWords,
  type TokenSum,
} from '../../../shared/model/index.ts';
import { isOnePlace, placeName, placeOf, placeText } from '../../../shared/model/place.ts';
import { wholeSize } from '../../../shared/model/tokens.ts';
import { piecesOf } from './context.ts';
import type { BlockRow, Document, Fact, Piece, Remark, Row } from './document.ts';
import { count, createRemarks, duration, fact, headOf, number, policyWords } from './figures.ts';
import type { BlockTexts } from './texts.ts';

export interface ComparisonFacts {
  comparison: Comparison;
  /** Of the two sides of the pair. */
  texts: readonly [BlockTexts, BlockTexts];
  /** Of the two sides of the pair; those on one tape are on both. */
  annotations: readonly [readonly Annotation[], readonly Annotation[]];
  notes: readonly string[];
}

const LETTERS = 'ABCDEFGH';

/** Two contexts next to each other as a report, with the figures of all sides. Pure. */
export function comparisonDocument(facts: ComparisonFacts): Document {
  const { comparison, notes } = facts;
  const { sides, pair } = comparison;
  const [a, b] = pair.sides.map((at) => sides[at]);
  const oneStep = isOneStep(a, b);
  const letters = pair.sides.map((at) => LETTERS[at] ?? '?');
  const remarks: Remarks = [createRemarks(facts.annotations[0]), createRemarks(facts.annotations[1])];
  return {
    kind: 'comparison',
    title: a && b ? (a.title === b.title ? a.title : `${a.title} and ${b.title}`) : 'Comparison',
    lead: a && b ? leadOf(a, b) : '',
    figures: [
      { value: number(pair.counts.same - answersIn(pair)), words: 'blocks alike' },
      { value: number(pair.counts.changed), words: 'changed' },
      { value: number(pair.counts.a), words: `only in ${letters[0]}` },
      { value: number(pair.counts.b), words: `only in ${letters[1]}` },
    ],
    notes: [...sides.flatMap((side, at) => side.warnings.map((warning) => `${LETTERS[at]}: ${warning}`)), ...notes],
    strip: [],
    graph: null,
    sections: [
      { id: 'sides', title: 'The sides', lead: oneStep ? '' : forkWords(comparison), rows: [sidesTable(sides)] },
      ...(oneStep ? [] : prefixSection(comparison)),
      {
        id: 'blocks',
        title: 'Block by block',
        lead: `${letters[0]} on the left, ${letters[1]} on the right.`,
        rows: pair.runs.flatMap((run) => rowsOf(run, facts, remarks)),
      },
    ],
    facts: sides.flatMap((side, at) => sideFacts(side, LETTERS[at] ?? '?')),
  };
}

/** Entries alike that a step itself wrote: they are next to its context and are no block of it. */
const answersIn = ({ runs, blocks: [a] }: Comparison['pair']): number =>
  runs
    .filter(({ type }) => type === 'same')
    .reduce((sum, run) => sum + a.slice(run.a, run.a + run.count).filter(({ answer }) => answer).length, 0);

/** One step under two policies: nothing parts, and what is alike is alike on both sides. */
const isOneStep = (a: CompareSide | undefined, b: CompareSide | undefined): boolean =>
  a !== undefined && b !== undefined && isOnePlace(a, b);

const nameOf = (side: CompareSide): string => placeName(placeOf(side));

const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

const wordsOf = (side: CompareSide): string => [policyWords(side.policy), otherTextsWords(side)].filter(Boolean).join(', ');

const leadOf = (a: CompareSide, b: CompareSide): string =>
  isOneStep(a, b) ? `${capital(nameOf(a))}, ${wordsOf(a)} and ${wordsOf(b)}` : `${capital(nameOf(a))} and ${nameOf(b)} side by side`;

const forkWords = ({ pair: { fork } }: Comparison): string => {
  if (!fork) return 'They share no entries; blocks are aligned by their text.';
  const [a = 0, b = 0] = fork.at.map(({ seq }) => seq);
  const how = fork.by === 'entry' ? '' : fork.by === 'id' ? ', by the ids in both files' : ', by their text';
  const where = a === b ? `#${a}` : `#${a} of the first and #${b} of the second`;
  return `They part after ${where}${how}: ${count(fork.steps, 'step')} and ${count(fork.entries, 'entry', 'entries')} are shared.`;
};

const weight = ({ counted, estimated }: TokenSum): string =>
  [counted > 0 ? `${number(counted)} counted` : '', estimated > 0 ? `about ${number(estimated)}` : ''].filter(Boolean).join(' and ') || '0';

/** With what no entry holds, where that was measured: then it can be read next to a recorded size. */
const sizeWords = (tokens: CompareSide['tokens']): string => (tokens.base === null ? weight(tokens) : `about ${number(wholeSize(tokens))}`);

/** What was recorded belongs to the context that was sent, and to no other. */
const contextOf = ({ tokens, policy }: CompareSide): string =>
  tokens.recorded === null || policy !== 'as-recorded' ? sizeWords(tokens) : `${number(tokens.recorded)} recorded`;

/** Recorded tokens of the requests after the fork point, cache and answers included. */
const usedBy = ({ usage }: CompareSide['own']): string =>
  usage === null ? '–' : `${number(usage.input + usage.output + usage.cacheRead + usage.cacheWrite)} recorded`;

const sidesTable = (sides: readonly CompareSide[]): Row => ({
  type: 'table',
  head: ['', 'tape', 'step', 'policy', 'context', 'steps since', 'tokens since', 'calls', 'errors', 'time', 'model'],
  rows: sides.map((side, at) => [
    LETTERS[at] ?? '?',
    side.title,
    placeText(placeOf(side)),
    wordsOf(side),
    contextOf(side),
    number(side.own.steps),
    usedBy(side.own),
    number(side.own.toolCalls),
    number(side.own.errors),
    side.own.started === null || side.own.ended === null ? '–' : duration(side.own.ended - side.own.started),
    side.model ?? '–',
  ]),
});

const short = (digest: string): string => `${digest.slice(0, 4)} ${digest.slice(4, 8)}`;

const prefixSection = ({ pair: { prefix } }: Comparison): Document['sections'] => {
  if (!prefix) return [];
  const [a, b] = prefix.witnesses;
  const witnesses: Row = {
    type: 'facts',
    facts: [
      { name: 'chain of ids', value: `${short(a.ids)} ${prefix.sameIds ? '=' : '≠'} ${short(b.ids)}` },
      { name: 'text as sent', value: `${short(a.text)} ${prefix.sameText ? '=' : '≠'} ${short(b.text)}` },
    ],
  };
  const differences: Row[] =
    prefix.differences.length === 0
      ? []
      : [
          {
            type: 'table',
            head: ['side', 'what', 'entry', 'difference'],
            rows: prefix.differences.map(({ side, what, seq, text }) => [
              side === null ? 'both' : (LETTERS[side] ?? ''),
              what,
              seq === null ? '' : `#${seq}`,
              text,
            ]),
          },
        ];
  return [{ id: 'prefix', title: 'The shared prefix', lead: prefix.words, rows: [witnesses, ...differences] }];
};

const one = (pieces: readonly Piece[]): Piece => ({
  name: '',
  text: pieces.map(({ text }) => text).join('\n\n'),
  cut: pieces.reduce((sum, { cut }) => sum + cut, 0),
});

/** The remarks on a block of either side. */
type Remarks = readonly [ReturnType<typeof createRemarks>, ReturnType<typeof createRemarks>];

const rowOf = (block: CompareBlock, texts: BlockTexts, remarksOn: Remarks[0], side: BlockRow['side']): BlockRow => ({
  type: 'block',
  head: headOf(block),
  side,
  pieces: piecesOf(headOf(block), texts.of(block)),
  remarks: remarksOn(block.entries),
});

/** What only a recorded request has, and what is no difference. */
const unmatchedWords = (parts: number, letter: string, other: CompareSide | undefined): string =>
  other?.evidence.state === 'recorded'
    ? `${count(parts, 'cache mark')} of ${letter}, elsewhere in the other request`
    : `${count(parts, 'part')} of the recorded request of ${letter}: the other request is not recorded`;

const rowsOf = (run: CompareRun, { comparison, texts }: ComparisonFacts, remarks: Remarks): Row[] => {
  const [a, b] = comparison.pair.blocks;
  const left = a.slice(run.a, run.a + run.count);
  const right = b.slice(run.b, run.b + run.count);
  if (run.unmatched) {
    const [at, blocks] = run.type === 'b' ? ([1, right] as const) : ([0, left] as const);
    const rows = blocks.map((block) => rowOf(block, texts[at], remarks[at], null));
    return [
      {
        type: 'fold',
        words: unmatchedWords(run.count, LETTERS[comparison.pair.sides[at]] ?? '?', comparison.sides[comparison.pair.sides[1 - at] ?? 0]),
        rows,
      },
    ];
  }
  switch (run.type) {
    case 'a':
      return left.map((block) => rowOf(block, texts[0], remarks[0], 'a'));
    case 'b':
      return right.map((block) => rowOf(block, texts[1], remarks[1], 'b'));
    case 'same': {
      const [first, second] = comparison.pair.sides.map((at) => comparison.sides[at]);
      const where = run.shared && !isOneStep(first, second) ? 'before the fork point' : 'on both sides';
      const rows = left.map((block) => rowOf(block, texts[0], remarks[0], null));
      const remarked = rows.reduce((sum, row) => sum + row.remarks.length, 0);
      const written = left.filter(({ answer }) => answer).length;
      const and = written === 0 ? '' : ` and ${count(written, 'entry', 'entries')} that the step wrote`;
      const words = `${count(run.count - written, 'block')} alike ${where}${and} · ${weight(run.tokens)} tokens`;
      return [{ type: 'fold', words: remarked === 0 ? words : `${words} · ${count(remarked, 'remark')}`, rows }];
    }
    case 'changed':
      return left.flatMap((block, at): Row[] => {
        const other = right[at];
        if (!other) return [];
        const heads: [ReturnType<typeof headOf>, ReturnType<typeof headOf>] = [headOf(block), headOf(other)];
        const said: [Remark[], Remark[]] = [remarks[0](block.entries), remarks[1](other.entries)];
        return [{ type: 'changed', heads, remarks: said, a: one(texts[0].of(block)), b: one(texts[1].of(other)) }];
      });
  }
};

const sideFacts = (side: CompareSide, letter: string): Fact[] => [
  ...fact(`${letter}: tape`, side.title),
  ...fact(`${letter}: file`, side.file),
  ...fact(`${letter}: id`, side.tape),
  ...fact(`${letter}: step`, placeText(placeOf(side))),
  ...fact(`${letter}: policy`, side.policy),
];
