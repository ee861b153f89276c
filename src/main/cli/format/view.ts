import type { Block, Omission, TapeRow, TokenCount, View } from '../../../shared/model/index.ts';
import { type Beyond, beyondBlocks } from '../../../shared/model/ledger.ts';
import type { Begins } from '../previews.ts';
import { clean } from './clean.ts';
import { heading } from './heading.ts';
import type { Layout } from './layout.ts';
import { count, plural } from './number.ts';
import { roleStyle } from './style.ts';
import { type Cell, type Column, table } from './table.ts';
import { truncate } from './width.ts';

const COLUMNS: readonly Column[] = [
  { head: 'ROLE' },
  { head: 'WHAT', max: 20 },
  { head: 'TOKENS', align: 'right' },
  { head: 'ENTRY', align: 'right' },
  { head: 'BEGINS', grows: true },
];

const SIGNS = { counted: '', recorded: '=', estimated: '~' } as const;

export const tokenFigure = ({ value, basis }: TokenCount): string => `${SIGNS[basis]}${count(value)}`;

/** What sets a block apart from the message that it would else be taken for. */
const TELLING_TONES = new Set(['thinking', 'summary', 'anchor', 'error']);

export const what = ({ label, tone, kind }: Pick<Block, 'label' | 'tone' | 'kind'>): string =>
  clean(label) || (TELLING_TONES.has(tone) ? tone : clean(kind));

/** The beginning without the name of the tool, which stands next to it already. */
export const withoutName = (name: string, preview: string): string =>
  preview.startsWith(`${name} `) ? preview.slice(name.length + 1) : preview;

const blockRow = (block: Block, preview: string, { style }: Layout): Cell[] => {
  const paint = roleStyle(style, block.role);
  const { from, entries } = block;
  const [first = 0] = entries;
  const name = what(block);
  const more = entries.length > 1 ? `+${entries.length - 1}` : '';
  const said = [block.cleared ? '[cleared]' : '', block.why ? `[${clean(block.why)}]` : '', withoutName(name, clean(preview))].filter(
    (part) => part !== '',
  );
  return [
    { text: block.role, paint },
    { text: name, paint },
    { text: tokenFigure(block.tokens) },
    {
      text: block.request ? '' : from ? `${clean(from.tape).slice(0, 8)}#${count(from.entry)}` : `${count(first)}${more}`,
      paint: style.dim,
    },
    { text: said.join(' ') },
  ];
};

/** One stretch is named by its entries; several would not fit, and JSON has them all. */
const stretch = ({ entries: [range, ...more] }: Omission): string =>
  range && more.length === 0 ? (range[0] === range[1] ? `, ${count(range[0])}` : `, ${count(range[0])}–${count(range[1])}`) : '';

const omissionLine = (omission: Omission, { width, style }: Layout): string => {
  const entries = plural(omission.count, 'entry', 'entries');
  const weight = omission.tokens ? `, ${tokenFigure(omission.tokens)} tokens` : '';
  const line = `⋯ ${entries} left out (${omission.reason}${stretch(omission)}${weight}): ${clean(omission.note)}`;
  return style.dim(truncate(line, width));
};

/** Blocks as table rows with the omissions between them, where they would have stood. */
const body = (view: View, begins: Begins, layout: Layout): string[] => {
  const rows = view.blocks.map((block) => blockRow(block, begins(block), layout));
  const [head = '', ...lines] = table(rows, COLUMNS, layout);
  const left = Map.groupBy(view.omissions, ({ after }) => Math.min(after, lines.length));
  const omitted = (after: number): string[] => (left.get(after) ?? []).map((omission) => omissionLine(omission, layout));
  return [head, ...omitted(0), ...lines.flatMap((line, at) => [line, ...omitted(at + 1)])];
};

/** What a context has besides its blocks: "18,200 base · +400 by events". */
const restWords = (view: View): string =>
  beyondBlocks(view)
    .map(({ what, tokens }) => BEYOND[what](tokens))
    .join(' · ');

const BEYOND: Readonly<Record<Beyond['what'], (tokens: number) => string>> = {
  'too-high': (tokens) => `estimates ${count(tokens)} too high`,
  'too-low': (tokens) => `estimates ${count(tokens)} too low`,
  base: (tokens) => `${count(tokens)} base`,
  events: (tokens) => `${signed(tokens)} by events`,
  unexplained: (tokens) => `${signed(tokens)} not explained`,
  unaccounted: (tokens) => `${count(tokens)} unaccounted`,
};

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${count(Math.abs(value))}`;

/** The newest of what changed the size of the requests and is no entry. */
const EVENTS = 5;

const eventLines = ({ events }: View, { width, style }: Layout): string[] =>
  events
    .slice(-EVENTS)
    .map(({ type, step, tokens: change, note }) =>
      style.dim(truncate(`  step ${count(step)}: ${clean(type).replaceAll('-', ' ')}, ${signed(change)} tokens: ${clean(note)}`, width)),
    );

/**
 * Each figure with its basis in words; recorded, counted and estimated ones are never added up. What was recorded belongs to the context
 * that was sent: under another policy it is only something to hold against.
 */
const sums = (view: View, layout: Layout): string => (view.expected ? nextSums(view, view.expected, layout) : sentSums(view, layout));

/** What a request that nobody made would weigh; all of it is an estimate but the size that is recorded of the one before. */
const nextSums = (view: View, { tokens: size, last }: NonNullable<View['expected']>, { style }: Layout): string => {
  const { tokens: sum, limit, policy } = view;
  return [
    `${style.bold(`~${count(size)}`)} tokens estimated`,
    limit ? `${Math.round((100 * size) / limit)} % of ${count(limit)}` : '',
    last
      ? `${count(last.recorded)} recorded at step ${count(last.step)}${policy === 'as-recorded' ? `, ${signed(size - last.recorded)} since` : ''}`
      : '',
    sum.base === null ? 'base unknown' : restWords(view),
    ...blockSums(sum),
  ]
    .filter((part) => part !== '')
    .join(' · ');
};

const blockSums = (sum: View['tokens']): string[] => [
  sum.counted > 0 ? `${count(sum.counted)} counted${sum.tokenizer ? ` (${clean(sum.tokenizer)})` : ''}` : '',
  sum.estimated > 0 ? `~${count(sum.estimated)} in blocks` : '',
];

const sentSums = (view: View, { style }: Layout): string => {
  const { tokens: sum, limit, policy } = view;
  const share = sum.recorded !== null && limit ? `${Math.round((100 * sum.recorded) / limit)} % of ${count(limit)}` : '';
  const blocks = [
    sum.counted > 0 ? `${count(sum.counted)} counted${sum.tokenizer ? ` (${clean(sum.tokenizer)})` : ''}` : '',
    sum.estimated > 0 ? `~${count(sum.estimated)} estimated` : '',
  ];
  const parts =
    policy === 'as-recorded'
      ? [
          sum.recorded === null ? 'no usage recorded' : `${style.bold(count(sum.recorded))} tokens recorded`,
          share,
          sum.cached ? `${count(sum.cached)} from cache` : '',
          ...blocks,
          restWords(view),
        ]
      : [
          ...blocks,
          sum.base === null ? '' : `${count(sum.base + (sum.events ?? 0))} base remains`,
          sum.recorded === null ? '' : `${count(sum.recorded)} recorded for what was sent`,
        ];
  return parts.filter((part) => part !== '').join(' · ');
};

/** "step 4 of 12", "next request", "the request after entry 30". */
const placeWords = ({ step, after }: View, steps: number): string => {
  if (step !== null) return `step ${count(step)} of ${count(steps)}`;
  return after === undefined ? `next request, after ${plural(steps, 'step')}` : `the request after entry ${count(after)}`;
};

const where = (view: View, steps: number, { style }: Layout): string => {
  const parts = [style.accent(placeWords(view, steps)), clean(view.policy), clean(view.model ?? 'model not recorded')];
  const { since } = view;
  if (since) parts.push(style.dim(`+${count(since.added)} −${count(since.gone)} since step ${count(since.step)}`));
  return parts.join(' · ');
};

/** What the agent sends and the log does not hold, in one line. */
const lackingLines = ({ lacking, tokens: { base } }: View, { style }: Layout): string[] =>
  lacking.length === 0
    ? []
    : [
        style.dim(
          `Not in the log${base === null ? '' : `, ${count(base)} tokens of base`}: ${lacking.map(({ note }) => clean(note)).join(', ')}`,
        ),
      ];

/** The context at a step: where it is, what it weighs, its warnings, then block by block. */
export const formatView = (tape: TapeRow, view: View, begins: Begins, layout: Layout): string[] => [
  ...heading(tape, layout),
  where(view, tape.steps, layout),
  sums(view, layout),
  ...eventLines(view, layout),
  ...lackingLines(view, layout),
  ...view.warnings.map((warning) => layout.style.bad(`! ${clean(warning)}`)),
  '',
  ...(view.blocks.length + view.omissions.length === 0 ? ['Nothing comes before this request.'] : body(view, begins, layout)),
];
