import type { EntryRow, StepRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { firstAfter } from './chain-growth.ts';
import { grow } from './growth.ts';
import { type Growth, startGrowth } from './growth-state.ts';
import type { Chosen, Request, RowSource } from './material.ts';
import type { PlaceRow } from './place.ts';

type Asking = Pick<PlaceRow, 'first' | 'step' | 'time'>;

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
  for (const row of rows) came[firstWith(requests, row, rules)]?.push(row);
  const outputs = new Map(steps.map(({ step, usage }) => [step, usage?.output ?? null]));
  const growth = startGrowth();
  for (const [at, request] of requests.entries()) {
    const sorted = came[at]?.sort((a, b) => a.seq - b.seq) ?? [];
    grow(growth, { request, rows: sorted, outputOf: (step) => outputs.get(step) ?? null, counted, clears: false });
  }
  return growth;
}

/** The first request that an entry was sent in; the last one where none says so. */
const firstWith = (requests: readonly Asking[], row: EntryRow, { isLate }: Request['rules']): number => {
  const last = requests.length - 1;
  let at = has(row.flags, Flag.StepPrompt) ? 0 : firstAfter(requests, row.seq);
  for (let request = requests[at]; request && at < last; request = requests[++at])
    if (isSentIn(row, request) && isLate?.(row, request) !== true) return at;
  return last;
};

const isSentIn = (row: EntryRow, { first, step }: Asking): boolean =>
  row.seq < first || (has(row.flags, Flag.StepPrompt) && (row.kind === 'system' || row.step === step));

/** The steps between where the context begins and its own. */
const stepsIn = ({ rows, step }: Chosen['material'], below: number, source: RowSource): StepRow[] => {
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const row of rows.values())
    if (row.step !== null && row.seq >= below) [first, last] = [Math.min(first, row.step), Math.max(last, row.step)];
  return last === 0 ? [] : source.steps(first, last).filter((one) => one.first >= below && one.first < step.first);
};
