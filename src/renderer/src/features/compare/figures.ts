import { type CompareRun, type CompareSide, type Comparison, otherTextsWords, type TokenSum } from '../../../../shared/model/index.ts';
import { isOnePlace } from '../../../../shared/model/place.ts';
import { wholeSize } from '../../../../shared/model/tokens.ts';
import { count, formatDuration, formatNumber, formatShort } from '../../ui/format.ts';

/** Which side is next to the first: the chosen one, or the second where that is not there any more. */
export function secondOf(sides: readonly unknown[], chosen: number): number {
  return chosen >= 1 && chosen < sides.length ? chosen : 1;
}

/** "~101,770 tokens": what is partly estimated says so. */
const weightWords = ({ counted, estimated }: TokenSum): string => `${estimated > 0 ? '~' : ''}${formatNumber(counted + estimated)} tokens`;

/** The line that stands for a folded run. */
export function foldWords(run: CompareRun, comparison: Comparison): string {
  const { fork, sides } = comparison.pair;
  if (run.unmatched) return unmatchedWords(run, comparison);
  const oneStep = isOneStep(comparison.sides[sides[0]], comparison.sides[sides[1]]);
  if (run.shared && fork && !oneStep)
    return `${count(fork.steps, 'step')} shared · ${count(run.count, 'block')} · ${weightWords(run.tokens)}`;
  const where = { same: 'alike on both sides', changed: 'changed', a: 'only in A', b: 'only in B' }[run.type];
  const { blocks, tokens, answers } = withoutAnswers(run, comparison.pair.blocks);
  const written = answers === 0 ? '' : ` · ${count(answers, 'entry', 'entries')} that the step wrote`;
  if (blocks === 0) return `${count(answers, 'entry', 'entries')} that the step wrote`;
  return `${count(blocks, 'block')} ${where} · ${weightWords(tokens)}${written}`;
}

/** "34 parts of the recorded request of A: …": what only a recorded request has, and what is no difference. */
const unmatchedWords = ({ type, count: length }: CompareRun, { sides, pair }: Comparison): string => {
  const [letter, other] = type === 'b' ? ['B', pair.sides[0]] : ['A', pair.sides[1]];
  return sides[Number(other)]?.evidence.state === 'recorded'
    ? `${count(length, 'cache mark')} of ${letter}, elsewhere in the other request`
    : `${count(length, 'part')} of the recorded request of ${letter}: the other request is not recorded`;
};

/** What the step itself wrote is shown next to its context and is not part of it: it is counted by itself. */
const withoutAnswers = ({ type, a, b, count: length, tokens }: CompareRun, blocks: Comparison['pair']['blocks']) => {
  const [side, from] = type === 'b' ? [blocks[1], b] : [blocks[0], a];
  const answers = side.slice(from, from + length).filter(({ answer }) => answer);
  const weigh = (basis: keyof TokenSum): number =>
    answers.reduce((left, block) => left - (block.tokens.basis === basis ? block.tokens.value : 0), tokens[basis]);
  const left: TokenSum = { counted: weigh('counted'), estimated: weigh('estimated') };
  return { blocks: length - answers.length, tokens: left, answers: answers.length };
};

/** Size of the context at the step: recorded where the log says so of this very context, else what was counted and estimated. */
const contextWords = ({ tokens, policy }: Pick<CompareSide, 'tokens' | 'policy'>): { value: string; basis: string } =>
  tokens.recorded === null || policy !== 'as-recorded'
    ? { value: `~${formatShort(wholeSize(tokens))}`, basis: 'estimated' }
    : { value: formatShort(tokens.recorded), basis: 'recorded' };

const tookOf = ({ started, ended }: CompareSide['own']): string =>
  started === null || ended === null ? '–' : formatDuration(Math.max(0, ended - started));

/** One step under two policies: there is no fork between them, only what each lets through. */
export function isOneStep(a: CompareSide | undefined, b: CompareSide | undefined): boolean {
  return a !== undefined && b !== undefined && isOnePlace(a, b);
}

/** What a policy made of a step, each basis by itself; a recording belongs to what was sent. */
export function contextFigures({ tokens, policy, omitted }: CompareSide): Figure[] {
  return [
    ...(policy === 'as-recorded' && tokens.recorded !== null
      ? [{ name: 'recorded', value: formatNumber(tokens.recorded), hint: 'tokens of the request as the log records them' }]
      : []),
    ...(tokens.counted > 0
      ? [
          {
            name: 'counted',
            value: formatNumber(tokens.counted),
            hint: `tokens of blocks, counted with ${tokens.tokenizer ?? 'a tokenizer'}`,
          },
        ]
      : []),
    ...(tokens.estimated > 0
      ? [{ name: 'estimated', value: `~${formatNumber(tokens.estimated)}`, hint: 'tokens of blocks, by their characters' }]
      : []),
    { name: 'left out', value: formatNumber(omitted), hint: 'Entries before the step that are not in this context' },
  ];
}

/** "One step under two policies: 23 blocks alike, 234 only in A, none only in B." Of one that was edited: "One step, two contexts: …". */
export function policiesWords({ pair: { counts, blocks, sides: of }, sides }: Pick<Comparison, 'pair' | 'sides'>): string {
  const { same, changed, a, b } = counts;
  // What the step itself wrote is next to them in both, and in neither context.
  const answers = blocks[0].filter((block) => block.answer).length;
  const only = (blocks: number, side: string): string => `${blocks === 0 ? 'none' : formatNumber(blocks)} only in ${side}`;
  const parts = [
    `${count(Math.max(0, same - answers), 'block')} alike`,
    ...(changed > 0 ? [`${formatNumber(changed)} changed`] : []),
    only(a, 'A'),
    only(b, 'B'),
  ];
  const edited = of.some((side) => otherTextsWords(sides[side] ?? {}) !== '');
  return `One step${edited ? ', two contexts' : ' under two policies'}: ${parts.join(', ')}.`;
}

export interface Figure {
  name: string;
  value: string;
  hint: string;
}

/** What the requests of a side took, as its log records it; the parts are priced apart, so each is named. */
const costOf = ({ usage }: CompareSide['own']): Figure => {
  if (usage === null) return { name: 'tokens', value: '–', hint: 'no usage is recorded for steps of its own' };
  const { input, output, cacheRead, cacheWrite } = usage;
  const parts = `${formatNumber(cacheRead)} read from the cache, ${formatNumber(cacheWrite)} written to it, ${formatNumber(input)} new`;
  return {
    name: 'tokens',
    value: formatShort(input + output + cacheRead + cacheWrite),
    hint: `recorded for steps of its own: ${parts}, ${formatNumber(output)} answered`,
  };
};

/** What one side did after the fork point, in figures; the same ones in the same order for every side. */
export function figuresOf(side: CompareSide): Figure[] {
  const { own } = side;
  const context = contextWords(side);
  const written = own.files.filter((file) => file.written).length;
  const tools = own.tools.map(({ name, calls }) => `${name} ${calls}`).join(', ');
  return [
    { name: 'steps', value: formatNumber(own.steps), hint: 'steps of its own, after the fork point' },
    { name: 'context', value: context.value, hint: `${context.basis} context at its step, in tokens` },
    costOf(own),
    { name: 'tools', value: formatNumber(own.toolCalls), hint: tools === '' ? 'no tool was called' : tools },
    { name: 'errors', value: formatNumber(own.errors), hint: 'results and runs that failed' },
    {
      name: 'files',
      value: `${formatNumber(own.files.length)}${own.filesComplete ? '' : '+'}`,
      hint: `${count(written, 'file')} written to: ${own.files.map((file) => file.path).join(', ')}`,
    },
    { name: 'took', value: tookOf(own), hint: 'from its first to its last entry after the fork point' },
  ];
}

/** Two contexts that share no entry, and by what their blocks are next to each other all the same. */
export function apartWords({ sides, pair }: Comparison): string {
  const [a, b] = pair.sides.map((at) => sides[at]?.format);
  const none = 'No entry is shared: ids and text differ from the first one on';
  if (pair.counts.same + pair.counts.changed === 0) return `${none}, and no block resembles one on the other side.`;
  return a === b
    ? `${none}. Similar blocks are still shown side by side.`
    : 'No entry is shared, since two agents never write the same record. Blocks with the same text are side by side.';
}
