import { resolve } from 'node:path';
import type { Ahead, Block, Omission, TapeRow, TokenCount, View } from '../../../shared/model/index.ts';
import { type Beyond, beyondBlocks } from '../../../shared/model/ledger.ts';
import { type Place, placeOf as viewPlace } from '../../../shared/model/place.ts';
import { type Verdict, verdictOf } from '../../../shared/model/verdict.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { type Proven, provenIfCaptured, provenOrLike, provenWords, readCaptures, UNPROVEN } from '../captured.ts';
import type { Context, Declaration } from '../command.ts';
import { json, OWN_TAPE, PLACE, POINTS, POLICIES, POLICY, WHICH } from '../flags.ts';
import { clean, safeJson } from '../format/clean.ts';
import { heading } from '../format/heading.ts';
import { bytes, count, plural, signed } from '../format/number.ts';
import { type Layout, roleStyle } from '../format/style.ts';
import { type Cell, type Column, table } from '../format/table.ts';
import { truncate, truncateStart } from '../format/width.ts';
import { warn } from '../native.ts';
import { placeOf, policyOf } from '../options.ts';
import { namedAt, placeIn } from '../points.ts';
import { type Begins, blockBeginnings } from '../previews.ts';
import { indexedFor } from '../scope.ts';
import type { Session } from '../session.ts';

export const command: Declaration = {
  flags: [
    ...PLACE,
    ...POLICY,
    { name: 'messages', description: 'print the messages as they were sent, in the wire shape of the agent' },
    { name: 'from-end', description: 'the next request of a long log from its last megabytes, before all of it is read' },
    ...WHICH,
    json,
  ],
  notes: [
    OWN_TAPE,
    POINTS,
    POLICIES,
    'Token figures: plain numbers are counted by a tokenizer, "=" marks recorded ones, "~" marks estimates.',
    'JSON holds {evidence: {state, source, equal, differs, onlySent, onlyDerived, differences}}: where the request was captured, the view is compared with it, block by block, and is verified or differs. evidence.base has what a captured request of the same agent, version and project began with, where this one was not captured.',
    'With --messages, JSON holds {"messages": […]}; without --json the messages are printed one JSON object per line.',
  ],
  example: ['tape view session.jsonl --step 12 --policy compact --budget 8000', 'what step 12 would have seen within 8,000 tokens'],
  run,
};

/** Blocks of which each is marked whose line was altered after it was written: native tapes know. */
const markedBlocks = async (open: Session, { id, format }: TapeRow, blocks: Block[]): Promise<Block[]> => {
  if (format !== 'native') return blocks;
  const { isAltered } = await blockBeginnings(open, id, blocks, 0);
  return blocks.map((block) => (isAltered(block) ? { ...block, altered: true } : block));
};

const marked = async (open: Session, row: TapeRow, view: View): Promise<View> => ({
  ...view,
  blocks: await markedBlocks(open, row, view.blocks),
});

/** Entries from which on it matters what a view of all of them takes. */
const LONG = 65_536;

/** Prints a view of everything a run at a time, as far as it can be made so. Answers whether it could. */
const printedInRuns = async (open: Session, row: TapeRow, at: Place, terminal: Context['terminal']): Promise<boolean> => {
  const [{ streamFull }, { createRim }, { keepSmall }] = await Promise.all([
    import('../../engine/views/full-stream.ts'),
    import('../../engine/views/rim.ts'),
    import('../../engine/bytes/give-back.ts'),
  ]);
  if (row.entries > LONG) keepSmall();
  const streamed = await streamFull(createRim(open.engine.catalog), row.id, at);
  if (streamed === null) return false;
  const { head, blocks, tail } = streamed;
  async function* pages(): AsyncGenerator<Block[]> {
    for (const run of blocks()) yield await markedBlocks(open, row, run);
  }
  await terminal.listed({ ...head, evidence: { ...head.evidence, ...UNPROVEN } }, 'blocks', pages(), tail);
  return true;
};

/** Messages stay as they are in the log, so that is said next to them. */
const warnOfAltered = ({ blocks }: View, terminal: Context['terminal'], json: boolean): void => {
  const entries = blocks.filter(({ altered }) => altered).flatMap((block) => block.entries);
  if (entries.length > 0)
    warn(terminal, [`Altered after it was written: ${entries.map((seq) => `#${seq}`).join(', ')}. "tape verify" checks every line.`], json);
};

/** What a long log ends with, without waiting until all of it is read. */
const printAhead = async (open: Session, file: string, terminal: Context['terminal'], json: boolean): Promise<void> => {
  const { ahead } = await open.call('views.ahead', { path: resolve(file) });
  if (ahead === null) {
    const why = 'its context begins further back, it is short, or it is not a log of lines';
    throw new TapeError(
      'refused',
      `The end of ${file} does not show what the next request is: ${why}. Without --from-end all of it is read.`,
    );
  }
  if (json) terminal.json(ahead);
  else terminal.print(formatAhead(resolve(file), ahead, terminal.layout));
};

async function run({ given, json, terminal, session }: Context): Promise<number | undefined> {
  const policy = policyOf(given);
  const open = await session();
  if (given.options['from-end']) {
    const [file] = given.operands;
    if (file === undefined) throw new TapeError('bad-input', '--from-end needs the path of a log.');
    await printAhead(open, file, terminal, json);
    return undefined;
  }
  const { row, point } = await namedAt(open, given);
  if (point !== null && ['step', 'next', 'after'].some((name) => given.options[name] !== undefined)) {
    throw new TapeError(
      'bad-input',
      `${given.operands[0]} names the request already: leave out --step, --next and --after, or the part after the tape.`,
    );
  }
  const at = point === null ? placeOf(given, row) : placeIn(point, 'context to show');
  if (json) await readCaptures(open);
  await indexedFor(policy, row, open);
  const input = { tape: row.id, ...at, policy };
  if (given.options.messages) {
    const sent = await open.call('views.messages', input);
    if (json) terminal.json(sent);
    else terminal.print(sent.messages.map((message) => safeJson(message)));
    if (row.format === 'native') warnOfAltered(await marked(open, row, await open.call('views.assemble', input)), terminal, json);
    return undefined;
  }
  if (json && policy === 'full' && (await printedInRuns(open, row, viewPlace(at), terminal))) return undefined;
  const view = await open.call('views.assemble', input);
  if (json) terminal.json({ ...(await marked(open, row, view)), evidence: { ...view.evidence, ...(await provenOrLike(open, view)) } });
  else {
    const { begins } = await blockBeginnings(open, view.tape, view.blocks, terminal.layout.width);
    terminal.print(formatView(row, view, begins, terminal.layout, await provenIfCaptured(open, view)));
  }
  return undefined;
}

const AHEAD_COLUMNS: readonly Column[] = [
  { head: 'ROLE' },
  { head: 'WHAT', max: 20 },
  { head: 'TOKENS', align: 'right' },
  { head: 'BEGINS', grows: true },
];

/** The next request of a log of which only the end was read, block by block. */
const formatAhead = (
  file: string,
  { title, format, model, evidence, blocks, read, of }: Ahead,
  { width, style, ...more }: Layout,
): string[] => {
  const rows = blocks.map((block) => {
    const paint = roleStyle(style, block.role);
    const name = what(block);
    const said = [block.cleared ? '[cleared]' : '', block.why ? `[${clean(block.why)}]` : '', withoutName(name, clean(block.text))];
    return [
      { text: block.role, paint },
      { text: name, paint },
      { text: tokenFigure(block.tokens) },
      { text: said.filter((part) => part !== '').join(' ') },
    ];
  });
  return [
    ...(title === '' ? [] : [style.bold(truncate(clean(title), width))]),
    style.dim(`${format}  ${truncateStart(clean(file), width - format.length - 2)}`),
    [style.accent('next request'), 'as-recorded', clean(model ?? 'model not recorded'), plural(blocks.length, 'block')].join(' · '),
    `From the last ${bytes(read)} of ${bytes(of)}: entries have no numbers until all of it is read.`,
    style.dim(truncate(`${evidence.state}: ${clean(evidence.rule)}`, width)),
    '',
    ...table(rows, AHEAD_COLUMNS, { width, style, ...more }),
  ];
};

const COLUMNS: readonly Column[] = [
  { head: 'ROLE' },
  { head: 'WHAT', max: 20 },
  { head: 'TOKENS', align: 'right' },
  { head: 'ENTRY', align: 'right' },
  { head: 'BEGINS', grows: true },
];

const SIGNS = { counted: '', recorded: '=', estimated: '~' } as const;

const tokenFigure = ({ value, basis }: TokenCount): string => `${SIGNS[basis]}${count(value)}`;

/** What sets a block apart from the message that it would else be taken for. */
const TELLING_TONES = new Set(['thinking', 'summary', 'anchor', 'error']);

const what = ({ label, tone, kind }: Pick<Block, 'label' | 'tone' | 'kind'>): string =>
  clean(label) || (TELLING_TONES.has(tone) ? tone : clean(kind));

/** The beginning without the name of the tool, which is next to it already. */
const withoutName = (name: string, preview: string): string => (preview.startsWith(`${name} `) ? preview.slice(name.length + 1) : preview);

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
  const weight = omission.tokens ? `, ${tokenFigure(omission.tokens)} ${omission.tokens.value === 1 ? 'token' : 'tokens'}` : '';
  const line = `⋯ ${entries} left out (${omission.reason}${stretch(omission)}${weight}): ${clean(omission.note)}`;
  return style.dim(truncate(line, width));
};

/** Blocks as table rows with the omissions between them, where they would have been. */
const body = (view: View, begins: Begins, layout: Layout): string[] => {
  const rows = view.blocks.map((block) => blockRow(block, begins(block), layout));
  const [head = '', ...lines] = table(rows, COLUMNS, layout);
  const left = Map.groupBy(view.omissions, ({ after }) => Math.min(after, lines.length));
  const omitted = (after: number): string[] => (left.get(after) ?? []).map((omission) => omissionLine(omission, layout));
  return [head, ...omitted(0), ...lines.flatMap((line, at) => [line, ...omitted(at + 1)])];
};

/** What a context has besides its blocks: "18,200 base · +400 by events". */
const restWords = (view: View, verdict: Verdict = null): string =>
  beyondBlocks(view, verdict)
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

/** The newest of what changed the size of the requests and is not an entry. */
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
const sums = (view: View, verdict: Verdict, layout: Layout): string =>
  view.expected ? nextSums(view, view.expected, layout) : sentSums(view, verdict, layout);

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

const sentSums = (view: View, verdict: Verdict, { style }: Layout): string => {
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
          restWords(view, verdict),
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
export function formatView(tape: TapeRow, view: View, begins: Begins, layout: Layout, proven: Proven | null = null): string[] {
  return [
    ...heading(tape, layout),
    where(view, tape.steps, layout),
    sums(view, verdictOf(proven?.state), layout),
    ...eventLines(view, layout),
    ...lackingLines(view, layout),
    ...provenWords(proven).map((line) => layout.style.dim(line)),
    ...(view.evidence.state === 'unknown' ? [layout.style.bad(`! Unknown: ${clean(view.evidence.rule)}`)] : []),
    ...view.warnings.map((warning) => layout.style.bad(`! ${clean(warning)}`)),
    '',
    ...(view.blocks.length + view.omissions.length === 0 ? ['Nothing comes before this request.'] : body(view, begins, layout)),
  ];
}
