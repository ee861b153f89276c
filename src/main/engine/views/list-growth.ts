import type { EntryRow, StepRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { grow } from './growth.ts';
import { type Growth, startGrowth } from './growth-state.ts';
import type { Chosen, Request, RowSource } from './material.ts';

/**
 * What the requests of a list recorded about the entries between them, from where the context begins. What a request logged as its own
 * prompt belongs to it, wherever that is filed; a system prompt is sent with each.
 */
export function listGrowth(
  { rules }: Pick<Request, 'rules'>,
  { material, selection }: Chosen,
  source: RowSource,
  counted: (row: EntryRow) => number | undefined,
): Growth {
  const own = new Map(material.own.map((row) => [row.seq, row]));
  const rows = selection.picks.flatMap(({ seq }) => material.rows.get(seq) ?? own.get(seq) ?? []);
  const steps = stepsIn(material, selection.floor?.below ?? 1, source);
  const requests = [...steps.filter(({ synthetic, sidechain }) => !synthetic && sidechain === material.step.sidechain), material.step];
  const came = requests.map((): EntryRow[] => []);
  for (const row of rows) {
    const first = requests.findIndex((request) => isSentIn(row, request) && rules.isLate?.(row, request) !== true);
    came[first < 0 ? requests.length - 1 : first]?.push(row);
  }
  const outputs = new Map(steps.map(({ step, usage }) => [step, usage?.output ?? null]));
  const growth = startGrowth();
  for (const [at, request] of requests.entries()) {
    const sorted = came[at]?.sort((a, b) => a.seq - b.seq) ?? [];
    grow(growth, { request, rows: sorted, outputOf: (step) => outputs.get(step) ?? null, counted, clears: false });
  }
  return growth;
}

const isSentIn = (row: EntryRow, { first, step }: { first: number; step: number | null }): boolean =>
  row.seq < first || (has(row.flags, Flag.StepPrompt) && (row.kind === 'system' || row.step === step));

/** The steps between where the context begins and its own. */
const stepsIn = ({ rows, step }: Chosen['material'], below: number, source: RowSource): StepRow[] => {
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const row of rows.values())
    if (row.step !== null && row.seq >= below) [first, last] = [Math.min(first, row.step), Math.max(last, row.step)];
  return last === 0 ? [] : source.steps(first, last).filter((one) => one.first >= below && one.first < step.first);
};
