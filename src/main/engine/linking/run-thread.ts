import type { Kept, Thread, ThreadChange, ThreadEntry } from '../formats/format.ts';
import type { Batch } from '../pages/batch.ts';
import { ROLES } from '../pages/rows.ts';
import { hashed } from './drafts.ts';
import { mergeFacts } from './facts.ts';
import type { Work } from './state.ts';

/** Numbers for names of a batch that go on from those that it has. */
const numbering = (names: string[]) => {
  let known: Map<string, number> | null = null;
  return (name: string): number => {
    known ??= new Map(names.map((one, at) => [one, at]));
    const at = known.get(name) ?? names.push(name) - 1;
    known.set(name, at);
    return at;
  };
};

/** What a list in the order of rows says of each row, which must be asked for in that order. */
const inOrder = <T>(list: readonly [row: number, said: T][]): ((row: number) => T | undefined) => {
  let at = 0;
  return (row) => (list[at]?.[0] === row ? list[at++]?.[1] : undefined);
};

/** What a batch says of its rows, row by row, in one object. */
const entryOf = (batch: Batch, base: number) => {
  const hintOf = inOrder(batch.hints);
  const partOf = inOrder(batch.parts);
  const entry = {
    seq: 0,
    part: 0,
    kind: '',
    role: null,
    time: null,
    flags: 0,
    label: '',
    step: null,
    model: null,
    usage: null,
    hint: null,
  };
  const held: { -readonly [K in keyof ThreadEntry]: ThreadEntry[K] } = entry;
  return (row: number): ThreadEntry => {
    const time = batch.time[row] ?? Number.NaN;
    held.seq = base + row + 1;
    held.part = partOf(row) ?? 0;
    held.kind = batch.kinds[batch.kind[row] ?? 0] ?? '';
    held.role = ROLES[(batch.role[row] ?? 0) - 1] ?? null;
    held.time = Number.isNaN(time) ? null : time;
    held.flags = batch.flags[row] ?? 0;
    held.label = batch.labels[batch.label[row] ?? 0] ?? '';
    held.step = batch.keys[(batch.step[row] ?? 0) - 1] ?? null;
    held.model = batch.models[(batch.model[row] ?? 0) - 1] ?? null;
    held.usage = usageOf(batch, row);
    held.hint = hintOf(row) ?? null;
    return held;
  };
};

const usageOf = ({ usage, usageAt }: Batch, row: number): ThreadEntry['usage'] => {
  const at = (usageAt[row] ?? 0) - 1;
  if (at < 0) return null;
  return { input: usage[at] ?? 0, output: usage[at + 1] ?? 0, cacheRead: usage[at + 2] ?? 0, cacheWrite: usage[at + 3] ?? 0 };
};

/**
 * Lets the thread of a format say of each row of a batch what only the order of entries tells, as if its reading had said it. The batch goes on
 * to `link` at once. What is remembered is in the tape's state, so any cut of a source gives the same.
 */
export function runThread({ state }: Work, batch: Batch, thread: Thread): void {
  state.thread ??= thread.begin();
  const entryAt = entryOf(batch, state.entries);
  const more: number[] = [];
  const change = changing(batch, state.entries, more);
  for (let row = 0; row < batch.count; row++) {
    const found = thread.next(state.thread, entryAt(row));
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
