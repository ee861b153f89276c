import type { StepRow } from '../../../shared/model/index.ts';
import type { Run } from '../command.ts';
import { formatSteps } from '../format/steps.ts';
import { iso } from '../format/time.ts';
import { namedAt, stepIn } from '../points.ts';
import type { Session } from '../session.ts';

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

/** A step as scripts know it; `entry` is the first one written for it. */
const jsonStep = (step: StepRow) => ({
  step: step.step,
  entry: step.first,
  line: step.line,
  model: step.model,
  time: iso(step.time),
  usage: step.usage,
  lastEntry: step.last,
  sidechain: step.sidechain,
  synthetic: step.synthetic,
  failed: step.failed,
});

export const run: Run = async ({ given, json, terminal, session }) => {
  const open = await session();
  const { row, point } = await namedAt(open, given);
  const steps = point === null ? await allSteps(open, row.id) : await stepAt(open, row.id, stepIn(point, 'step'));
  if (json) terminal.json({ items: steps.map(jsonStep) });
  else terminal.print(formatSteps(row, steps, terminal.layout));
  return undefined;
};
