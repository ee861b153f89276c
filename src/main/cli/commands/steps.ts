import type { StepRow } from '../../../shared/model/index.ts';
import { type LedgerLine, ledgerAt } from '../../../shared/model/ledger.ts';
import type { Run } from '../command.ts';
import { formatSteps } from '../format/steps.ts';
import { iso } from '../format/time.ts';
import { namedAt, stepIn } from '../points.ts';
import type { Session } from '../session.ts';

const PAGE = 5000;

const allSteps = async ({ call }: Session, tape: string): Promise<StepRow[]> => {
  const steps: StepRow[] = [];
  for (;;) {
    const { items, total } = await call('steps.list', { tape, from: steps.length + 1, limit: PAGE, costs: true });
    steps.push(...items);
    if (steps.length >= total || items.length === 0) return steps;
  }
};

const stepAt = async ({ call }: Session, tape: string, step: number): Promise<StepRow[]> =>
  (await call('steps.list', { tape, from: step, limit: 1, costs: true })).items;

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

/** A step as scripts know it; `entry` is the first one written for it. */
const jsonStep = (step: StepRow, ledger: LedgerLine | undefined) => ({
  step: step.step,
  entry: step.first,
  line: step.line,
  model: step.model,
  time: iso(step.time),
  usage: step.usage,
  cost: step.cost ?? null,
  base: ledger?.base ?? null,
  events: ledger?.events ?? null,
  lastEntry: step.last,
  sidechain: step.sidechain,
  synthetic: step.synthetic,
  failed: step.failed,
  borrowed: step.borrowed === true,
});

export const run: Run = async ({ given, json, terminal, session }) => {
  const open = await session();
  const { row, point } = await namedAt(open, given);
  const steps = point === null ? await allSteps(open, row.id) : await stepAt(open, row.id, stepIn(point, 'step'));
  const ledgers = await ledgersOf(open, row.id, steps);
  if (json) terminal.json({ items: steps.map((step) => jsonStep(step, ledgers.get(step.step))) });
  else terminal.print(formatSteps(row, steps, terminal.layout, ledgers));
  return undefined;
};
