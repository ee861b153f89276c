import { budgetOf } from '../../../shared/model/budget.ts';
import { type Ablation, type Answer, decisionWords, type Group, type Plan, type Sent, type Spending } from '../../../shared/model/index.ts';
import type { Parsed } from '../../../shared/rpc/contract.ts';
import { MOST_ANSWERS, MOST_BLOCKS } from '../../../shared/rpc/contract-what-if.ts';
import { readCaptures } from '../captured.ts';
import type { Context, Declaration, Given } from '../command.ts';
import { EDITS, editsOf, modelIn, temperatureOf } from '../edits.ts';
import { Exit } from '../exit.ts';
import { json, OWN_TAPE, PLACE, POINTS, POLICIES, POLICY, WHICH } from '../flags.ts';
import { clean, safeJson } from '../format/clean.ts';
import { oneLineDiff } from '../format/comparison.ts';
import { count, plural, signed } from '../format/number.ts';
import type { Layout } from '../format/style.ts';
import { type Column, table } from '../format/table.ts';
import { truncate } from '../format/width.ts';
import { wrap } from '../format/wrap.ts';
import { placeOf, policyOf, textOf, wholeOf } from '../options.ts';
import { namedAt, placeIn } from '../points.ts';
import { indexedFor } from '../scope.ts';

export const command: Declaration = {
  flags: [
    ...PLACE,
    ...EDITS,
    ...POLICY.filter(({ name }) => name === 'policy'),
    { name: 'n', value: 'N', description: `answers, up to ${MOST_ANSWERS} (default: 6; with --ablate 3 for each block)` },
    { name: 'ablate', description: 'send it without each block, one at a time, and say which of them change the decision' },
    { name: 'blocks', value: 'K', description: 'blocks that --ablate tries, the largest first (default: 20)' },
    { name: 'budget', value: 'B', description: 'tokens (50000, 50k) or money ($2) at most, for all requests together' },
    { name: 'timeout', value: 'SECONDS', description: 'how long at most (default: 600)' },
    { name: 'dry-run', description: 'print the request and what it weighs, and send nothing' },
    ...WHICH,
    json,
  ],
  notes: [
    OWN_TAPE,
    POINTS,
    POLICIES,
    'The tape is only read. Answers are kept as a capture; tape captures lists them.',
    'Keys and addresses come from ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, OPENAI_API_KEY and OPENAI_BASE_URL, and are never written down.',
    'Answers are grouped by what they decided: their calls with all arguments, else their text by the words that two share.',
    'plan.tokens.whole is the size of the whole request as tape view has it, without and with the edits; tokens.request is what would be sent of it: without a base that is not in the log, and without thinking. Cost is that of what would be sent. plan.cache is what a cache that held the unedited request would spare, and what that assumes; plan.texts has each text that is replaced, as a word diff.',
    'JSON holds {plan: {request, unlike, tokens, cost, recorded}, answers, groups: [{decision, answers, share, recorded}], spread, spending}, and with --ablate {plan, base, decision, tried: [{entries, groups, changed}], untried, spending}.',
    'The exit code is 0 where all was sent and answered, 1 where no answer came, 130 for Ctrl-C, and 3 where a budget or the time ended it.',
  ],
  example: ["tape what-if session.jsonl@12 --without '#7' --dry-run", 'prints the request of step 12 without entry 7'],
  run,
};

const DAY_S = 86_400;

async function run(context: Context): Promise<number | undefined> {
  const { given, json: asJson, terminal, session } = context;
  const edits = editsOf(given);
  const policy = policyOf(given, {});
  const open = await session();
  const { row, point } = await namedAt(open, given);
  const at = point === null ? placeOf(given, row) : placeIn(point, 'request to send');
  await readCaptures(open);
  await indexedFor(policy, row, open);
  const asked = { tape: row.id, ...at, policy, edits, ...modelIn(given), temperature: temperatureOf(given) };
  const bounded = { ...asked, ...budgetIn(given), timeout: wholeOf(given, 'timeout', 600, [1, DAY_S]) };
  const n = wholeOf(given, 'n', given.options.ablate ? 3 : 6, [1, MOST_ANSWERS]);
  const blocks = wholeOf(given, 'blocks', 20, [1, MOST_BLOCKS]);
  if (given.options['dry-run']) {
    const plan = await open.call('whatIf.plan', asked);
    if (asJson) terminal.json(plan);
    else terminal.print([...planLines(plan, terminal.layout), '', ...(safeJson(plan.request, 2) ?? '').split('\n')]);
    return Exit.Done;
  }
  if (given.options.ablate) {
    const found = await open.call('whatIf.ablate', { ...bounded, n, blocks });
    if (asJson) terminal.json(found);
    else terminal.print(ablationLines(found, terminal.layout));
    return exitOf(found.spending, found.base.answers);
  }
  const sent = await open.call('whatIf.send', { ...bounded, n });
  if (asJson) terminal.json(sent);
  else terminal.print(sentLines(sent, terminal.layout));
  return exitOf(sent.spending, sent.answers.filter(({ decision }) => decision !== null).length);
}

const exitOf = ({ stop }: Spending, answered: number): number => {
  if (stop.reason === 'cancelled') return Exit.Cancelled;
  if (answered === 0) return Exit.Failed;
  return stop.reason === 'done' ? Exit.Done : Exit.Refused;
};

const budgetIn = (given: Given): Pick<Parsed<'whatIf.send'>, 'budget'> => {
  const budget = textOf(given, 'budget');
  if (budget !== undefined) budgetOf(budget);
  return budget === undefined ? {} : { budget };
};

const money = (dollars: number | null): string => (dollars === null ? 'price not known' : `$${dollars.toFixed(4)}`);

const place = ({ step, after }: Plan): string =>
  step === null ? (after === undefined ? 'next request' : `the request after entry ${count(after)}`) : `step ${count(step)}`;

const wholeWords = ({ value, basis }: Plan['tokens']['whole']['edited']): string =>
  basis === 'recorded' ? `${count(value)} recorded` : `${basis === 'counted' ? '' : '~'}${count(value)}`;

/** Lines of one text that is changed, and its two sides as they are. */
const MOST_LINES = 12;
const PLAIN = { a: (text: string) => text, b: (text: string) => text };

/** What will be sent, what it weighs and costs, and in what it is not what was sent. */
export function planLines(plan: Plan, { style, width }: Layout): string[] {
  const { tokens, cost } = plan;
  const [then, now] = [tokens.unedited, tokens.edited].map(({ counted, estimated }) => counted + estimated) as [number, number];
  const { cache, texts } = plan;
  const exact = [tokens.unedited, tokens.edited].every(({ estimated }) => estimated === 0);
  return [
    [style.accent(place(plan)), clean(plan.policy), clean(plan.model)].join(' · '),
    [
      `${plural(tokens.edited.blocks, 'block')}${tokens.unedited.blocks === tokens.edited.blocks ? '' : ` of ${count(tokens.unedited.blocks)}`}`,
      `${exact ? '' : '~'}${count(now)} tokens in blocks (${signed(now - then)})`,
      `${wholeWords(tokens.whole.unedited)} as its agent has it${tokens.whole.edited.value === tokens.whole.unedited.value ? '' : `, ${wholeWords(tokens.whole.edited)} edited`}`,
      `~${count(tokens.request)} sent`,
      cost.edited === null ? 'price not known' : `${money(cost.edited)} each, ${money(cost.unedited)} unedited, without answers`,
    ].join(' · '),
    [
      `cached: ~${count(cache.read)} read, ~${count(cache.written)} written`,
      ...(cache.cost.edited === null ? [] : [`${money(cache.cost.edited)} each, ${money(cache.cost.unedited)} unedited`]),
    ].join(' · '),
    ...wrap(cache.assumed, width).map(style.dim),
    ...texts.flatMap(({ seq, diff }) => [
      `${seq === null ? 'System prompt' : `#${count(seq)}`} changed:`,
      ...wrap(oneLineDiff(diff, PLAIN), width - 4)
        .slice(0, MOST_LINES)
        .map((line) => `    ${line}`),
    ]),
    ...plan.unlike.map(({ note }) => style.dim(truncate(`≠ ${clean(note)}`, width))),
    ...plan.warnings.map((warning) => style.bad(truncate(`! ${clean(warning)}`, width))),
  ];
}

const GROUPS: readonly Column[] = [
  { head: 'ANSWERS', align: 'right' },
  { head: 'SHARE', align: 'right' },
  { head: '' },
  { head: 'DECIDED', grows: true },
];

const groupRow = ({ decision, answers, share, recorded }: Group) => [
  { text: count(answers.length) },
  { text: `${Math.round(100 * share)} %` },
  { text: recorded ? 'recorded' : '' },
  { text: `${decision.type === 'calls' ? '→ ' : ''}${clean(decisionWords(decision))}` },
];

const failedLines = (answers: readonly Answer[], { style, width }: Layout): string[] =>
  answers.flatMap(({ failed }) => (failed === null ? [] : [style.bad(truncate(`! ${clean(failed)}`, width))]));

const spendingLine = ({ requests, usage, unknown, cost, stop, capture }: Spending): string[] => [
  [
    plural(requests, 'request'),
    unknown > 0
      ? 'the server does not say what was used'
      : `${count(usage.input + usage.cacheRead + usage.cacheWrite)} tokens in, ${count(usage.output)} out`,
    cost === null ? 'price not known' : money(cost),
    ...(stop.reason === 'done' ? [] : [`stopped: ${stop.reason}`]),
  ].join(' · '),
  ...(stop.message === null ? [] : [clean(stop.message)]),
  ...(capture === null ? [] : [`Kept in ${clean(capture)}`]),
];

/** What was decided how often, and where the recorded answer is among it. */
export function sentLines({ plan, answers, groups, spread, spending }: Sent, layout: Layout): string[] {
  const answered = groups.filter(({ answers: own }) => own.length > 0);
  const spreadWords = spread === null ? '' : ` · ${Math.round(100 * spread)} % of their pairs differ`;
  return [
    ...planLines(plan, layout),
    '',
    ...table(groups.map(groupRow), GROUPS, layout),
    '',
    `${plural(answered.length, 'decision')} in ${plural(answers.filter(({ decision }) => decision !== null).length, 'answer')}${spreadWords}`,
    plan.recorded === null ? 'No answer is recorded for this request.' : recordedWords(groups),
    ...failedLines(answers, layout),
    ...spendingLine(spending),
  ];
}

const recordedWords = (groups: readonly Group[]): string => {
  const own = groups.find(({ recorded }) => recorded);
  if (own === undefined || own.answers.length === 0) return 'The recorded answer decided differently from all of these.';
  return `The recorded answer is among ${own.answers.length === 1 ? '1 of them' : `${own.answers.length} of them`}.`;
};

const BAR = 10;
const TRIED: readonly Column[] = [
  { head: 'CHANGED', align: 'right' },
  { head: '' },
  { head: 'TOKENS', align: 'right' },
  { head: 'ENTRIES', align: 'right' },
  { head: 'BLOCK', max: 20 },
  { head: 'DECIDED WITHOUT IT', grows: true },
];

/** Which blocks change the decision, each with a bar of how many of its answers did. */
export function ablationLines({ plan, base, decision, tried, untried, spending }: Ablation, layout: Layout): string[] {
  const rows = tried.map(({ entries, label, tokens, groups, changed }) => {
    const all = groups.reduce((sum, { answers }) => sum + answers.length, 0);
    return [
      { text: changed === null ? '?' : `${changed} of ${all}` },
      { text: changed === null || all === 0 ? '' : '█'.repeat(Math.round((BAR * changed) / all)) },
      { text: `~${count(tokens)}` },
      { text: `#${entries[0] ?? 0}${entries.length > 1 ? `+${entries.length - 1}` : ''}` },
      { text: clean(label) },
      { text: groups[0] ? clean(decisionWords(groups[0].decision)) : '' },
    ];
  });
  return [
    ...planLines(plan, layout),
    '',
    decision === null
      ? 'No answer came to the request with all blocks, so there is nothing to compare with.'
      : `With all blocks, ${base.answers - (base.changed ?? 0)} of ${base.answers}: ${truncate(clean(decisionWords(decision)), layout.width)}`,
    ...(rows.length === 0 ? [] : ['', ...table(rows, TRIED, layout)]),
    ...untriedLines(untried, layout),
    '',
    ...spendingLine(spending),
  ];
}

const untriedLines = (untried: Ablation['untried'], { style, width }: Layout): string[] =>
  [...Map.groupBy(untried, ({ why }) => why)].map(([why, list]) =>
    style.dim(truncate(`${plural(list.length, 'block')} not tried: ${clean(why)}`, width)),
  );
