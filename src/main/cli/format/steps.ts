import type { StepRow, TapeRow } from '../../../shared/model/index.ts';
import type { LedgerLine } from '../../../shared/model/ledger.ts';
import { contextSize } from '../../../shared/model/vocabulary.ts';
import { clean } from './clean.ts';
import { heading } from './heading.ts';
import type { Layout } from './layout.ts';
import { count } from './number.ts';
import { type Cell, type Column, table } from './table.ts';
import { clock } from './time.ts';

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

/** The model, and whatever sets this step apart. */
const remark = (step: StepRow): string =>
  [
    clean(step.model ?? 'not recorded'),
    step.sidechain ? 'sub-agent' : '',
    step.synthetic ? 'no request made' : '',
    step.failed ? 'failed' : '',
    step.borrowed === true ? 'copied, size unknown' : '',
  ]
    .filter((word) => word !== '')
    .join(' · ');

const share = (part: number, whole: number): string => (whole > 0 ? `${Math.round((100 * part) / whole)} %` : '–');

const dollars = (cost: number): string => `$${cost.toFixed(cost < 0.1 ? 4 : 2)}`;

/** What no entry holds, and what events added to that. */
const partsOf = (ledger: Pick<LedgerLine, 'base' | 'events'> | undefined, { style }: Layout): Cell[] => {
  const { base = null, events = null } = ledger ?? {};
  return [
    { text: base === null ? '–' : count(base), paint: style.dim },
    { text: events === null || events === 0 ? '–' : `${events < 0 ? '−' : '+'}${count(Math.abs(events))}`, paint: style.dim },
  ];
};

/** All steps as a table; a figure the log does not record is a dash. */
export const formatSteps = (
  tape: TapeRow,
  steps: readonly StepRow[],
  layout: Layout,
  ledgers: ReadonlyMap<number, Pick<LedgerLine, 'base' | 'events'>> = new Map(),
): string[] => {
  const priced = steps.some(({ cost }) => cost !== undefined);
  const measured = [...ledgers.values()].some(({ base }) => base !== null);
  if (steps.length === 0) return [...heading(tape, layout), '', 'No request to a model is recorded in this tape.'];
  const rows = steps.map((step): Cell[] => [
    { text: count(step.step), paint: layout.style.accent },
    { text: count(step.first) },
    { text: clock(step.time), paint: layout.style.dim },
    { text: step.usage && !step.borrowed ? count(contextSize(step.usage)) : '–', paint: layout.style.bold },
    { text: step.usage ? share(step.usage.cacheRead, contextSize(step.usage)) : '–', paint: layout.style.dim },
    ...(measured ? partsOf(ledgers.get(step.step), layout) : []),
    { text: step.usage ? count(step.usage.output) : '–' },
    ...(priced ? [{ text: step.cost === undefined ? '–' : dollars(step.cost) }] : []),
    { text: remark(step), ...(step.failed && { paint: layout.style.bad }) },
  ]);
  return [
    ...heading(tape, layout),
    '',
    ...table(
      rows,
      COLUMNS.filter(({ head }) => (head === 'COST' ? priced : measured || (head !== 'BASE' && head !== 'EVENTS'))),
      layout,
    ),
  ];
};
