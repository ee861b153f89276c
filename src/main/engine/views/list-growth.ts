import type { EntryRow, StepRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { isAnswer } from '../formats/context/anchors.ts';
import { firstAfter } from '../formats/context/chain-growth.ts';
import { grow } from '../formats/context/growth.ts';
import { type Growth, startGrowth } from '../formats/context/growth-state.ts';
import type { PlaceRow } from '../formats/context/place-row.ts';
import type { Chosen, Request, RowSource } from './material.ts';

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
  const answered = firstAnswers(material.rows.values());
  for (const row of rows) came[firstWith(requests, row, rules, answered)]?.push(row);
  const outputs = new Map(steps.map(({ step, usage }) => [step, usage?.output ?? null]));
  const growth = startGrowth();
  for (const [at, request] of requests.entries()) {
    const sorted = came[at]?.sort((a, b) => a.seq - b.seq) ?? [];
    grow(growth, { request, rows: sorted, outputOf: (step) => outputs.get(step) ?? null, counted, habits: rules.habits });
  }
  return growth;
}

/** The first request that an entry was sent in; the last one where none says so. A system prompt is sent with each. */
const firstWith = (
  requests: readonly Asking[],
  row: EntryRow,
  { isLate }: Request['rules'],
  answered: ReadonlyMap<number | null, number>,
): number => {
  const last = requests.length - 1;
  if (has(row.flags, Flag.StepPrompt) && row.kind === 'system') return 0;
  const prompts = has(row.flags, Flag.StepPrompt) && row.seq < (answered.get(row.step) ?? Number.POSITIVE_INFINITY);
  let at = prompts ? 0 : firstAfter(requests, row.seq);
  for (let request = requests[at]; request && at < last; request = requests[++at]) {
    // A prompt was sent by the request that it belongs to, whenever either was filed.
    if (prompts && row.step === request.step) return at;
    if (row.seq < request.first && isLate?.(row, request) !== true) return at;
  }
  return last;
};

/** Where the answer of each step begins. */
const firstAnswers = (rows: Iterable<EntryRow>): Map<number | null, number> => {
  const found = new Map<number | null, number>();
  for (const row of rows) if (isAnswer(row)) found.set(row.step, Math.min(found.get(row.step) ?? row.seq, row.seq));
  return found;
};

/** The steps between where the context begins and its own. */
const stepsIn = ({ rows, step }: Chosen['material'], below: number, source: RowSource): StepRow[] => {
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const row of rows.values())
    if (row.step !== null && row.seq >= below) [first, last] = [Math.min(first, row.step), Math.max(last, row.step)];
  return last === 0 ? [] : source.steps(first, last).filter((one) => one.first >= below && one.first < step.first);
};
