import { CACHE_REASONS, isMiss } from '../../../shared/model/cache.ts';
import type { CacheFate, CostItem, StepRow, TapeRow } from '../../../shared/model/index.ts';
import { type LedgerLine, ledgerAt } from '../../../shared/model/ledger.ts';
import { purposeWords } from '../../../shared/model/proof.ts';
import { contextSize } from '../../../shared/model/vocabulary.ts';
import type { Output } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { apartFrom, NOTHING, readCaptures } from '../captured.ts';
import type { Context, Declaration } from '../command.ts';
import { json, OWN_TAPE, POINTS, WHICH } from '../flags.ts';
import { clean } from '../format/clean.ts';
import { heading } from '../format/heading.ts';
import { aboutMoney, money } from '../format/money.ts';
import { compact, count, plural } from '../format/number.ts';
import type { Layout } from '../format/style.ts';
import { type Cell, type Column, table } from '../format/table.ts';
import { clock, iso } from '../format/time.ts';
import { namedAt, stepIn } from '../points.ts';
import type { Session } from '../session.ts';

export const command: Declaration = {
  flags: [...WHICH, { name: 'differs', description: 'only steps whose view is not what was sent, where the request was captured' }, json],
  notes: [
    OWN_TAPE,
    `${POINTS} Then it lists that step alone.`,
    'A step is marked as copied where its tape says so. Steps that another tape holds too, as their ids show, are counted there; JSON has their number as countedElsewhere.',
    'COST is what the log records, else what the price list says (~). JSON has for each step cost, costBasis (recorded, computed) and cache: {read, write, missed, again, reason, basis, text, at, before, pause, lifetime, cost, warm}; reason is one of REASONS.'.replace(
      'REASONS',
      CACHE_REASONS.join(', '),
    ),
    'Captured requests of the session that are not steps (for titles, for summaries, to count tokens) follow the table. JSON has them as apart: [{tape, step, entry, time, what, label, model, usage, failed}].',
  ],
  example: ['tape steps 3f2a91c0', 'lists the steps of the tape whose id begins like that'],
  run,
};

const PAGE = 5000;

const allSteps = async ({ call }: Session, tape: string): Promise<StepRow[]> => {
  const steps: StepRow[] = [];
  for (;;) {
    const { items, total } = await call('steps.list', { tape, from: steps.length + 1, limit: PAGE });
    steps.push(...items);
    if (steps.length >= total || items.length === 0) return steps;
  }
};

const stepAt = async ({ call }: Session, tape: string, step: number): Promise<StepRow[]> =>
  (await call('steps.list', { tape, from: step, limit: 1 })).items;

/** Those of the steps that differ from what was sent. */
const differing = async (open: Session, tape: string, steps: readonly StepRow[]): Promise<StepRow[]> => {
  await readCaptures(open);
  const { steps: found, compared } = await open.call('evidence.differing', { tape });
  if (compared === 0) throw new TapeError('not-found', 'No request of this tape was captured, so none of its steps can differ.');
  return steps.filter(({ step }) => found.includes(step));
};

/** Branches of which the ledgers are worked out. */
const MOST_BRANCHES = 32;

/** What the recorded sizes are made of, by step, branch by branch; none where the log records no size. */
const ledgersOf = async ({ call }: Session, tape: string, steps: readonly StepRow[]): Promise<Map<number, LedgerLine>> => {
  const ledgers = new Map<number, LedgerLine>();
  if (!steps.some(({ usage }) => usage !== null)) return ledgers;
  const { branches } = await call('steps.branches', { tape });
  const ends = branches.length === 0 ? [undefined] : branches.slice(0, MOST_BRANCHES).map(({ last }) => last);
  for (const step of ends) {
    const answer = await call('residency.get', { tape, policy: 'as-recorded', by: 'entry', step });
    for (const at of answer.steps.keys()) {
      const line = ledgerAt(answer, at);
      ledgers.set(line.step, line);
    }
  }
  return ledgers;
};

/** What is known of a step besides its row. */
interface About {
  ledger?: Pick<LedgerLine, 'base' | 'events'> | undefined;
  cost?: CostItem | undefined;
  cache?: CacheFate | undefined;
}

/** Costs and caches by step. */
const moneyOf = async ({ call, engine }: Session, tape: string) => {
  const { items: costs } = await call('cost.list', { tapes: [tape], by: 'step', zone: 'UTC' });
  const { items: fates } = await call('cache.steps', { tape });
  const hidden = engine.settings().money === 'tokens';
  return {
    costs: new Map(hidden ? [] : costs.map((item) => [Number(item.key), item])),
    fates: new Map(fates.map((fate) => [fate.step, hidden ? { ...fate, cost: null, warm: null } : fate])),
  };
};

/** A step as scripts know it; `entry` is the first one written for it. */
const jsonStep = (step: StepRow, { ledger, cost, cache }: About) => ({
  step: step.step,
  entry: step.first,
  line: step.line,
  model: step.model,
  time: iso(step.time),
  usage: step.usage,
  cost: cost?.cost ?? null,
  costBasis: cost?.cost == null ? null : cost.recorded > 0 ? 'recorded' : 'computed',
  cache: cache ?? null,
  base: ledger?.base ?? null,
  events: ledger?.events ?? null,
  lastEntry: step.last,
  sidechain: step.sidechain,
  synthetic: step.synthetic,
  failed: step.failed,
  borrowed: step.borrowed === true,
  copied: step.copied === true,
});

async function run({ given, json, terminal, session }: Context): Promise<number | undefined> {
  const open = await session();
  const { row, point } = await namedAt(open, given);
  const listed = point === null ? await allSteps(open, row.id) : await stepAt(open, row.id, stepIn(point, 'step'));
  const steps = given.options.differs === true ? await differing(open, row.id, listed) : listed;
  const ledgers = await ledgersOf(open, row.id, steps);
  const { costs, fates } = await moneyOf(open, row.id);
  const about = (step: number): About => ({ ledger: ledgers.get(step), cost: costs.get(step), cache: fates.get(step) });
  const apart = point === null ? await apartFrom(open, row.id) : NOTHING;
  if (json)
    terminal.json({
      items: steps.map((step) => jsonStep(step, about(step.step))),
      countedElsewhere: row.copied?.steps ?? 0,
      ...(apart.total > 0 && { apart: apart.items }),
    });
  else terminal.print([...formatSteps(row, steps, terminal.layout, about), ...apartLines(apart, terminal.layout)]);
  return undefined;
}

type Apart = Output<'evidence.apart'>;

/** Requests that were captured of the session and are none of its steps. */
const apartLines = ({ items, total, inferred }: Apart, { style }: Layout): string[] => {
  if (total === 0) return [];
  const lines = items.map((one) => {
    const size = one.usage === null ? '' : `${count(contextSize(one.usage))} tokens`;
    const parts = [clock(one.time), clean(purposeWords(one)), clean(one.model ?? ''), size, one.failed ? 'failed' : ''];
    return `  ${[...parts, style.dim(`${one.tape}${one.step === null ? `#${one.entry}` : `@${one.step}`}`)].filter((part) => part !== '').join(' · ')}`;
  });
  const more = total > items.length ? [`  and ${count(total - items.length)} more`] : [];
  const why = inferred === undefined ? [] : [`  ${style.dim(clean(inferred))}`];
  return ['', `${plural(total, 'request')} captured of this session without a step:`, ...lines, ...more, ...why];
};

const COLUMNS: readonly Column[] = [
  { head: 'STEP', align: 'right' },
  { head: 'ENTRY', align: 'right' },
  { head: 'TIME (UTC)' },
  { head: 'CONTEXT', align: 'right' },
  { head: 'CACHED', align: 'right' },
  { head: 'BASE', align: 'right' },
  { head: 'EVENTS', align: 'right' },
  { head: 'OUTPUT', align: 'right' },
  { head: 'COST', align: 'right' },
  { head: 'MODEL', grows: true },
];

/** Why the cache was missed, in a few words; empty where it was not. */
const missWords = (cache: CacheFate | undefined): string =>
  cache === undefined || !isMiss(cache) ? '' : `cache: ${cache.reason.replaceAll('-', ' ')}, ${compact(cache.again)} sent again`;

/** The model, and whatever sets this step apart. */
const remark = (step: StepRow, cache?: CacheFate): string =>
  [
    clean(step.model ?? 'not recorded'),
    step.sidechain ? 'sub-agent' : '',
    step.synthetic ? 'no request made' : '',
    step.failed ? 'failed' : '',
    step.borrowed === true ? 'copied, size unknown' : step.copied === true ? 'copied' : '',
    missWords(cache),
  ]
    .filter((word) => word !== '')
    .join(' · ');

/** What was computed is marked, as estimates are. */
const costWords = (item: CostItem | undefined): string =>
  item === undefined || item.cost === null ? '–' : (item.recorded > 0 ? money : aboutMoney)(item.cost);

const share = (part: number, whole: number): string => (whole > 0 ? `${Math.round((100 * part) / whole)} %` : '–');

/** What no entry holds, and what events added to that. */
const partsOf = (ledger: Pick<LedgerLine, 'base' | 'events'> | undefined, { style }: Layout): Cell[] => {
  const { base = null, events = null } = ledger ?? {};
  return [
    { text: base === null ? '–' : count(base), paint: style.dim },
    { text: events === null || events === 0 ? '–' : `${events < 0 ? '−' : '+'}${count(Math.abs(events))}`, paint: style.dim },
  ];
};

/** Some agents record what all requests of a session used together, and nothing of each. */
const sumLines = ({ usage }: TapeRow, steps: readonly StepRow[], { style }: Layout): string[] => {
  const { input, output, cacheRead, cacheWrite } = usage;
  if (steps.some((step) => step.usage !== null) || input + output + cacheRead + cacheWrite === 0) return [];
  const sums = `${count(input)} new, ${count(cacheRead)} read from cache, ${count(cacheWrite)} written to cache, ${count(output)} of output`;
  return ['', style.dim(`The log records tokens of the session as a whole, not by step: ${sums}.`)];
};

/** What shows only by the ids of requests is said of the tape, not of a step. */
const elsewhereLines = ({ copied, steps: all }: TapeRow, { style }: Layout): string[] => {
  const { steps = 0 } = copied ?? {};
  if (steps === 0) return [];
  const which =
    steps === all
      ? 'These requests are in another tape too, which counts'
      : `Of these requests ${count(steps)} are in another tape too, which counts`;
  return ['', style.dim(`${which} what they used.`)];
};

/** All steps as a table; a figure the log does not record is a dash. */
export function formatSteps(
  tape: TapeRow,
  steps: readonly StepRow[],
  layout: Layout,
  about: (step: number) => About = () => ({}),
): string[] {
  const all = steps.map((step) => about(step.step));
  const priced = all.some(({ cost }) => cost != null && cost.cost !== null);
  const measured = all.some(({ ledger }) => ledger != null && ledger.base !== null);
  if (steps.length === 0)
    return [
      ...heading(tape, layout),
      '',
      tape.steps > 0 ? 'No step differs from what was sent.' : 'No request to a model is recorded in this tape.',
    ];
  const rows = steps.map((step, at): Cell[] => [
    { text: count(step.step), paint: layout.style.accent },
    { text: count(step.first) },
    { text: clock(step.time), paint: layout.style.dim },
    { text: step.usage && !step.borrowed ? count(contextSize(step.usage)) : '–', paint: layout.style.bold },
    { text: step.usage ? share(step.usage.cacheRead, contextSize(step.usage)) : '–', paint: layout.style.dim },
    ...(measured ? partsOf(all[at]?.ledger, layout) : []),
    { text: step.usage ? count(step.usage.output) : '–' },
    ...(priced ? [{ text: costWords(all[at]?.cost) }] : []),
    { text: remark(step, all[at]?.cache), ...(step.failed && { paint: layout.style.bad }) },
  ]);
  return [
    ...heading(tape, layout),
    '',
    ...table(
      rows,
      COLUMNS.filter(({ head }) => (head === 'COST' ? priced : measured || (head !== 'BASE' && head !== 'EVENTS'))),
      layout,
    ),
    ...sumLines(tape, steps, layout),
    ...elsewhereLines(tape, layout),
  ];
}
