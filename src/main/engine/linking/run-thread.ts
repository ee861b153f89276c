import type { Json, Kept, Thread, ThreadChange, ThreadEntry } from '../formats/format.ts';
import type { Batch } from '../pages/batch.ts';
import { ROLES } from '../pages/rows.ts';
import { hashed } from './drafts.ts';
import { mergeFacts } from './facts.ts';
import type { Work } from './state.ts';

/** Numbers for names of a batch, after those that it has. Names come in runs, so the last one is tried first. */
const numbering = (names: string[]) => {
  let known: Map<string, number> | null = null;
  let last = { name: '', at: -1 };
  const look = (name: string): number => {
    known ??= new Map(names.map((one, at) => [one, at]));
    const at = known.get(name) ?? names.push(name) - 1;
    known.set(name, at);
    return at;
  };
  return (name: string): number => {
    if (last.at < 0 || last.name !== name) last = { name, at: look(name) };
    return last.at;
  };
};

/** The rows of a batch one after the other, as a thread is shown them. What most threads never look at is made only for those that do. */
class Rows implements ThreadEntry {
  readonly batch: Batch;
  readonly base: number;
  row = -1;
  seq = 0;
  part = 0;
  hint: Json | null = null;
  parts = 0;

  constructor(batch: Batch, base: number) {
    this.batch = batch;
    this.base = base;
  }

  next(): this {
    this.row += 1;
    this.seq = this.base + this.row + 1;
    const part = this.batch.parts[this.parts];
    this.part = part?.[0] === this.row ? part[1] : 0;
    if (part?.[0] === this.row) this.parts += 1;
    this.hint = this.batch.hints[(this.batch.hint[this.row] ?? 0) - 1] ?? null;
    return this;
  }

  get kind(): string {
    return this.batch.kinds[this.batch.kind[this.row] ?? 0] ?? '';
  }

  get role(): ThreadEntry['role'] {
    return ROLES[(this.batch.role[this.row] ?? 0) - 1] ?? null;
  }

  get time(): number | null {
    const time = this.batch.time[this.row] ?? Number.NaN;
    return Number.isNaN(time) ? null : time;
  }

  get flags(): number {
    return this.batch.flags[this.row] ?? 0;
  }

  get label(): string {
    return this.batch.labels[this.batch.label[this.row] ?? 0] ?? '';
  }

  get step(): string | null {
    return this.batch.keys[(this.batch.step[this.row] ?? 0) - 1] ?? null;
  }

  get model(): string | null {
    return this.batch.models[(this.batch.model[this.row] ?? 0) - 1] ?? null;
  }

  get usage(): ThreadEntry['usage'] {
    return usageOf(this.batch, this.row);
  }
}

const usageOf = ({ usage, usageAt }: Batch, row: number): ThreadEntry['usage'] => {
  const at = (usageAt[row] ?? 0) - 1;
  if (at < 0) return null;
  return { input: usage[at] ?? 0, output: usage[at + 1] ?? 0, cacheRead: usage[at + 2] ?? 0, cacheWrite: usage[at + 3] ?? 0 };
};

/**
 * Lets the thread of a format say of each row of a batch what only the order of entries tells, as if its reading had said it. The batch continues
 * to `link` at once. What is remembered is in the tape's state, so any cut of a source gives the same.
 */
export function runThread({ state }: Work, batch: Batch, thread: Thread): void {
  state.thread ??= thread.begin();
  const rows = new Rows(batch, state.entries);
  const more: number[] = [];
  const change = changing(batch, state.entries, more);
  for (let row = 0; row < batch.count; row++) {
    const found = thread.next(state.thread, rows.next());
    if (found !== null) change(row, found);
  }
  if (more.length === 0) return;
  const usage = new Float64Array(batch.usage.length + more.length);
  usage.set(batch.usage);
  usage.set(more, batch.usage.length);
  batch.usage = usage;
}

/** Puts what was found into the columns of the batch; usage is gathered in `more`. */
const changing = (batch: Batch, base: number, more: number[]): ((row: number, change: ThreadChange) => void) => {
  const keyOf = numbering(batch.keys);
  const modelOf = numbering(batch.models);
  const labelOf = numbering(batch.labels);
  const keep = (row: number, kept: Kept): void => {
    const anchor = batch.anchors.find(({ at }) => at === row);
    if (anchor?.compaction) anchor.compaction = { ...anchor.compaction, kept };
  };
  return (row, { step, usage, model, flags, label, bound, twin, twinBefore, kept, facts }) => {
    if (step !== undefined) batch.step[row] = step === null ? 0 : keyOf(step) + 1;
    if (model !== undefined) batch.model[row] = modelOf(model) + 1;
    if (flags !== undefined) batch.flags[row] = (batch.flags[row] ?? 0) | flags;
    if (label !== undefined) batch.label[row] = labelOf(label);
    if (bound !== undefined) batch.bounds.push([row, bound]);
    if (kept !== undefined) keep(row, kept);
    if (twin !== undefined) batch.twins.push([row, twin]);
    if (twinBefore !== undefined) batch.twins.push([twinBefore - base - 1, base + row + 1]);
    if (facts?.writer !== undefined) batch.writers.push([row, facts.writer]);
    if (facts !== undefined) mergeFacts(batch.facts, hashed(facts));
    if (usage === undefined) return;
    batch.usageAt[row] = batch.usage.length + more.length + 1;
    more.push(usage.input, usage.output, usage.cacheRead, usage.cacheWrite, usage.cacheWriteHour ?? 0);
  };
};
