import { letterOf } from '../../../shared/model/compare.ts';
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

export interface PairFacts {
  comparison: Comparison;
  /** Of the two sides of the pair. */
  texts: readonly [BlockTexts, BlockTexts];
  /** Of the two sides of the pair; those on one tape are on both. */
  annotations: readonly [readonly Annotation[], readonly Annotation[]];
}

/** Contexts next to each other as a report, two at a time, with the figures of all sides. Pure. */
export function comparisonDocument(pairs: readonly PairFacts[], notes: readonly string[]): Document {
  const sides = pairs[0]?.comparison.sides ?? [];
  const first = pairs.length === 1 ? pairs[0] : undefined;
  return {
    kind: 'comparison',
    ...(first ? headOfPair(first) : headOfAll(pairs)),
    notes: [...sides.flatMap((side, at) => side.warnings.map((warning) => `${letterOf(at)}: ${warning}`)), ...notes],
    strip: [],
    graph: null,
    sections: [
      { id: 'sides', title: 'The sides', lead: first ? forkLead(first) : '', rows: [sidesTable(sides)] },
      ...pairs.flatMap((pair) => pairSections(pair, first !== undefined)),
    ],
    facts: sides.flatMap((side, at) => sideFacts(side, letterOf(at))),
  };
}

const sidesOf = ({ comparison: { sides, pair } }: PairFacts) => pair.sides.map((at) => sides[at]);

const lettersOf = ({ comparison: { pair } }: PairFacts): string[] => pair.sides.map((at) => letterOf(at));

type DocumentHead = Pick<Document, 'title' | 'lead' | 'figures'>;

const headOfPair = (facts: PairFacts): DocumentHead => {
  const [a, b] = sidesOf(facts);
  const { pair } = facts.comparison;
  const letters = lettersOf(facts);
  return {
    title: a && b ? (a.title === b.title ? a.title : `${a.title} and ${b.title}`) : 'Comparison',
    lead: a && b ? leadOf(a, b) : '',
    figures: [
      { value: number(pair.counts.same - answersIn(pair)), words: 'blocks alike' },
      { value: number(pair.counts.changed), words: 'changed' },
      { value: number(pair.counts.a), words: `only in ${letters[0]}` },
      { value: number(pair.counts.b), words: `only in ${letters[1]}` },
    ],
  };
};

/** With several pairs, each figure is what two of the sides share. */
const headOfAll = (pairs: readonly PairFacts[]): DocumentHead => {
  const sides = pairs[0]?.comparison.sides ?? [];
  const titles = new Set(sides.map(({ title }) => title));
  return {
    title: titles.size === 1 ? (sides[0]?.title ?? '') : `${sides[0]?.title} and ${count(sides.length - 1, 'other')}`,
    lead: `${count(sides.length, 'context')} side by side, two at a time`,
    figures: pairs.map((facts) => {
      const { pair } = facts.comparison;
      return { value: number(pair.counts.same - answersIn(pair)), words: `blocks alike in ${lettersOf(facts).join(' and ')}` };
    }),
  };
};

const forkLead = (facts: PairFacts): string => {
  const [a, b] = sidesOf(facts);
  return isOneStep(a, b) ? '' : forkWords(facts.comparison);
};

/** The prefix that two sides share, and their blocks. Where there are other pairs, the headings say of which sides they are. */
const pairSections = (facts: PairFacts, alone: boolean): Document['sections'] => {
  const { comparison, annotations } = facts;
  const [a, b] = sidesOf(facts);
  const letters = lettersOf(facts);
  const remarks: Remarks = [createRemarks(annotations[0]), createRemarks(annotations[1])];
  const where = `${letters[0]} on the left, ${letters[1]} on the right.`;
  const [id, of] = alone ? ['', ''] : [`-${letters.join('')}`, `${letters.join(' and ')}: `];
  const title = (words: string): string => (alone ? words : `${of}${words.slice(0, 1).toLowerCase()}${words.slice(1)}`);
  return [
    ...(isOneStep(a, b) ? [] : prefixSection(facts)).map((section) => ({
      ...section,
      ...{ id: `${section.id}${id}`, title: title(section.title) },
    })),
    {
      id: `blocks${id}`,
      title: title('Block by block'),
      lead: alone ? where : [forkLead(facts), where].filter(Boolean).join(' '),
      rows: comparison.pair.runs.flatMap((run) => rowsOf(run, facts, remarks)),
    },
  ];
};

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
    letterOf(at),
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

const prefixSection = (facts: PairFacts): Document['sections'] => {
  const { prefix } = facts.comparison.pair;
  const letters = lettersOf(facts);
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
              side === null ? 'both' : (letters[side] ?? ''),
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

const rowsOf = (run: CompareRun, { comparison, texts }: PairFacts, remarks: Remarks): Row[] => {
  const [a, b] = comparison.pair.blocks;
  const left = a.slice(run.a, run.a + run.count);
  const right = b.slice(run.b, run.b + run.count);
  if (run.unmatched) {
    const [at, blocks] = run.type === 'b' ? ([1, right] as const) : ([0, left] as const);
    const rows = blocks.map((block) => rowOf(block, texts[at], remarks[at], null));
    return [
      {
        type: 'fold',
        words: unmatchedWords(run.count, letterOf(comparison.pair.sides[at]), comparison.sides[comparison.pair.sides[1 - at] ?? 0]),
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
