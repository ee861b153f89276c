import { Flag, has } from '../../../shared/model/vocabulary.ts';
import type { Batch } from '../pages/batch.ts';
import { PAGE } from '../pages/columns.ts';
import { intern, StepFlag, type StepPage } from '../pages/rows.ts';
import type { Run } from './link-run.ts';
import type { Work } from './state.ts';
import { originOf, timeOf } from './tree.ts';

const setStep = (work: Work, seq: number, step: number): void => {
  const page = work.entries.at(seq - 1);
  page.cols.step[(seq - 1) % PAGE] = step;
  page.dirty = true;
};

/**
 * Puts a record into the step of its key, or into a new one where the writer says that another request begins. What is between the
 * opening of a request and its first record belongs to it too, but where the opening has the key itself: then the rest may be anybody's.
 */
export function addToStep(work: Work, run: Run, row: number, seq: number): void {
  const bound = run.bounds.get(row);
  if (bound?.at === 'turn') work.state.turns = true;
  const at = (run.batch.step[row] ?? 0) - 1;
  if (bound?.at === 'opens' && at < 0) work.state.opening = seq;
  if (at < 0 && (bound?.at !== 'ends' || work.state.opening === 0)) return;
  const number = numberFor(work, run, at, row, seq);
  if (!hasFlag(work, number, StepFlag.Named)) work.state.opening = 0;
  setStep(work, seq, number);
  const page = work.steps.at(number - 1);
  page.dirty = true;
  extend(work, run, page, (number - 1) % PAGE, row, seq);
  beginTurn(work, page, (number - 1) % PAGE, run.batch.flags[row] ?? 0);
  if (bound?.at !== 'ends' || at < 0) return;
  endStep(work, run.batch.keys[at] ?? '', number);
  run.steps[at] = 0;
}

/** A writer that does not log turns begins one with each prompt that opens a request. */
const beginTurn = (work: Work, { cols }: StepPage, at: number, flags: number): void => {
  if (work.state.turns || !has(flags, Flag.Prompt) || ((cols.flags[at] ?? 0) & StepFlag.Opened) === 0) return;
  const first = cols.first[at] ?? 0;
  const page = work.entries.at(first - 1);
  page.cols.flags[(first - 1) % PAGE] = (page.cols.flags[(first - 1) % PAGE] ?? 0) | Flag.Turn;
  page.dirty = true;
};

/** The step for a record of the batch's key `at`; −1 stands for a request that was opened and failed, which has no records and no key. */
const numberFor = (work: Work, run: Run, at: number, row: number, seq: number): number => {
  if (at < 0) return beginStep(work, run, '', row, seq);
  const key = run.batch.keys[at] ?? '';
  const known = run.steps[at] || (work.stepOf.get(key) ?? 0);
  const same = known > 0 && key !== '' && !isAnother(work, run, row, known);
  if (known > 0 && !same) endStep(work, key, known);
  const number = same ? known : beginStep(work, run, key, row, seq);
  run.steps[at] = number;
  return number;
};

/** Whether this record is of another request than the records of its key before it. */
const isAnother = (work: Work, { bounds }: Run, row: number, known: number): boolean => {
  const bound = bounds.get(row)?.at;
  if (bound === 'opens' || (work.state.opening > 0 && !hasFlag(work, known, StepFlag.Named))) return true;
  return bound === 'begins' && hasFlag(work, known, StepFlag.Begun);
};

const hasFlag = ({ steps }: Work, number: number, flag: number): boolean =>
  ((steps.at(number - 1).cols.flags[(number - 1) % PAGE] ?? 0) & flag) !== 0;

/** What a request used that answered nobody, such as one for a summary: it is in the sums of the tape and is not a step. */
export function addAside({ state }: Work, { batch: { usage, usageAt, flags } }: Run, row: number): void {
  const from = (usageAt[row] ?? 0) - 1;
  if (from < 0 || has(flags[row] ?? 0, Flag.Shared)) return;
  const names = ['input', 'output', 'cacheRead', 'cacheWrite'] as const;
  for (const [at, name] of names.entries()) state.usage[name] += usage[from + at] ?? 0;
}

/** What requests cost, where the log says so: it belongs to their step, and of one that answered nobody to the tape alone. */
export function addCosts({ state, entries, steps }: Work, { costs, flags }: Batch, base: number): void {
  for (const [row, dollars] of costs) {
    if (has(flags[row] ?? 0, Flag.Shared)) continue;
    state.cost = (state.cost ?? 0) + dollars;
    const step = entries.at(base + row).cols.step[(base + row) % PAGE] ?? 0;
    if (step === 0) continue;
    const page = steps.at(step - 1);
    const text = steps.text(page);
    text.costs ??= [];
    text.costs.push([(step - 1) % PAGE, dollars]);
    page.textDirty = true;
  }
}

/** What the log says of the caches of requests: it belongs to their step. */
export function addTold({ entries, steps }: Work, { told }: Batch, base: number): void {
  for (const [row, said] of told) {
    const step = entries.at(base + row).cols.step[(base + row) % PAGE] ?? 0;
    if (step === 0) continue;
    const page = steps.at(step - 1);
    const text = steps.text(page);
    text.told ??= [];
    text.told.push([(step - 1) % PAGE, said]);
    page.textDirty = true;
  }
}

/** What has the key from here on belongs to another request. */
const endStep = (work: Work, key: string, number: number): void => {
  const page = work.steps.at(number - 1);
  work.steps.text(page).keys[(number - 1) % PAGE] = '';
  page.textDirty = true;
  work.stepOf.delete(key);
};

const beginStep = (work: Work, { batch, bounds }: Run, key: string, row: number, seq: number): number => {
  const { state } = work;
  state.steps += 1;
  if (key !== '') work.stepOf.set(key, state.steps);
  const named = key !== '' && bounds.get(row)?.at === 'opens';
  const opened = named || state.opening > 0;
  const first = opened && !named ? state.opening : seq;
  for (let between = first; between < seq; between++) setStep(work, between, state.steps);
  const page = work.steps.at(state.steps - 1);
  const at = (state.steps - 1) % PAGE;
  const { cols } = page;
  cols.first[at] = first;
  cols.line[at] = work.entries.at(first - 1).cols.line[(first - 1) % PAGE] ?? 0;
  cols.time[at] = opened ? timeOf(work.entries, first) : Number.NaN;
  cols.origin[at] = originOf(work.entries, seq);
  cols.input[at] = Number.NaN;
  const flags = batch.flags[row] ?? 0;
  cols.flags[at] =
    (has(flags, Flag.Sidechain) ? StepFlag.Sidechain : 0) |
    (has(flags, Flag.Synthetic) ? StepFlag.Synthetic : 0) |
    (has(flags, Flag.Shared) ? StepFlag.Shared : 0) |
    (opened ? StepFlag.Opened : 0) |
    (named ? StepFlag.Named : 0);
  if (has(flags, Flag.Shared)) sharedIn(state).steps += 1;
  work.steps.text(page).keys[at] = key;
  page.textDirty = true;
  return state.steps;
};

/** The last record that has usage or a model decides: earlier lines of a streamed answer hold partial counts. */
const extend = (work: Work, { batch, bounds }: Run, page: StepPage, at: number, row: number, seq: number): void => {
  const { cols } = page;
  cols.last[at] = seq;
  const sent = bounds.get(row)?.time ?? null;
  if (sent !== null) cols.time[at] = sent;
  else if (Number.isNaN(cols.time[at])) cols.time[at] = batch.time[row] ?? Number.NaN;
  if ((batch.role[row] ?? 0) > 0) cols.flags[at] = (cols.flags[at] ?? 0) | StepFlag.Begun;
  const model = batch.model[row] ?? 0;
  if (model > 0) setModel(work, page, at, batch.models[model - 1] ?? '');
  if (has(batch.flags[row] ?? 0, Flag.Failed) && batch.kinds[batch.kind[row] ?? 0] !== 'tool_result') {
    if (!has(cols.flags[at] ?? 0, StepFlag.Failed)) work.state.failed += 1;
    cols.flags[at] = (cols.flags[at] ?? 0) | StepFlag.Failed;
  }
  if (has(batch.flags[row] ?? 0, Flag.Merged)) cols.flags[at] = (cols.flags[at] ?? 0) | StepFlag.Borrowed;
  const from = batch.usageAt[row] ?? 0;
  if (from > 0) setUsage(work, page, at, batch.usage, from - 1);
};

const setModel = (work: Work, page: StepPage, at: number, name: string): void => {
  const { models } = work.steps.text(page);
  if (models[(page.cols.model[at] ?? 0) - 1] === name) return;
  page.cols.model[at] = intern(models, name) + 1;
  page.textDirty = true;
};

const sharedIn = (state: Work['state']): NonNullable<Work['state']['shared']> => {
  state.shared ??= { steps: 0, usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } };
  return state.shared;
};

/** Written out field by field: this runs for every line of every answer. */
const setUsage = ({ state }: Work, { cols }: StepPage, at: number, usage: Float64Array, from: number): void => {
  const total = has(cols.flags[at] ?? 0, StepFlag.Shared) ? sharedIn(state).usage : state.usage;
  const known = !Number.isNaN(cols.input[at]);
  const [input = 0, output = 0, cacheRead = 0, cacheWrite = 0] = [usage[from], usage[from + 1], usage[from + 2], usage[from + 3]];
  total.input += input - (known ? (cols.input[at] ?? 0) : 0);
  total.output += output - (known ? (cols.output[at] ?? 0) : 0);
  total.cacheRead += cacheRead - (known ? (cols.cacheRead[at] ?? 0) : 0);
  total.cacheWrite += cacheWrite - (known ? (cols.cacheWrite[at] ?? 0) : 0);
  cols.input[at] = input;
  cols.output[at] = output;
  cols.cacheRead[at] = cacheRead;
  cols.cacheWrite[at] = cacheWrite;
  cols.cacheHour[at] = usage[from + 4] ?? 0;
};

/** Adds up the sizes that a copy took over. The mark of a copy is its last line, so that all its steps are known by then. */
export function settleBorrowed({ state, steps }: Work): void {
  const { sizes } = state.facts.copy ?? {};
  if (sizes === undefined) return;
  const sum = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  for (let number = 1; number <= state.steps; number++) {
    const { cols } = steps.at(number - 1);
    const at = (number - 1) % PAGE;
    const first = cols.first[at] ?? 0;
    if (first < sizes.from || first >= sizes.to || Number.isNaN(cols.input[at])) continue;
    for (const name of ['input', 'cacheRead', 'cacheWrite'] as const) sum[name] += cols[name][at] ?? 0;
  }
  state.borrowed = sum;
}

/** Origins of steps after those of their entries have changed. */
export function settleSteps(work: Work): void {
  for (let number = 1; number <= work.state.steps; number++) {
    const page = work.steps.at(number - 1);
    const at = (number - 1) % PAGE;
    const origin = originOf(work.entries, page.cols.first[at] ?? 1);
    if (page.cols.origin[at] === origin) continue;
    page.cols.origin[at] = origin;
    page.dirty = true;
  }
}
