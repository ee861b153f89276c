import type { Columns } from '../tape/columns.ts';
import { atLeast } from '../tape/search.ts';

type Held = Pick<Columns, 'entries' | 'kinds' | 'kind' | 'tone' | 'stepFirst' | 'steps'>;

/** What a row shows: an entry, or entries in a row that are not on this branch, or are a sub-agent's in the same file. */
export const ROW = { entry: 0, branch: 1, agent: 2 } as const;

/** The rows of a conversation, by columns: a million of them weigh as much as a few pictures. */
export interface Structure {
  readonly count: number;
  /** The entry of the row, or the first of those that it shows. */
  readonly seq: Uint32Array;
  readonly what: Uint8Array;
  /** How many entries it shows. */
  readonly holds: Uint32Array;
  /** The step that it belongs to: of a prompt, the one that answers it. Never less than in the row above. */
  readonly step: Uint32Array;
  /** 1 where the answer of the step begins. */
  readonly begins: Uint8Array;
  /** Numbers of kinds, as in `kinds`, per row. */
  readonly kind: Uint8Array;
}

const ASSISTANT = 2;
const TOOL = 3;
const SIDECAR = 16;
const SIDECHAIN = 32;
/** Says again what another entry says. */
const TWIN = 64;

/** Records about the session are no part of a conversation; what a call answered is with the call. */
const LEFT_OUT: ReadonlySet<string> = new Set(['event', 'tool_result']);

/**
 * All rows of a branch, by one look at each entry and without reading any. `isOn` says whether a step is on the branch; a prompt goes with
 * the step that answers it, so that of two prompts in the same place each is on its own branch.
 */
export function structureOf(held: Held, isOn: (step: number) => boolean): Structure {
  const rows = emptyRows(held.entries);
  const shown = held.kinds.map((kind) => !LEFT_OUT.has(kind));
  const result = held.kinds.indexOf('tool_result');
  const call = held.kinds.indexOf('tool_call');
  let [count, step, called] = [0, 0, false];
  let [answerEnds, begun] = [0, 0];
  for (let seq = 1; seq <= held.entries; seq++) {
    const kind = held.kind[seq - 1] ?? 0;
    const tone = held.tone[seq - 1] ?? 0;
    while (step < held.steps && (held.stepFirst[step] ?? 0) <= seq) {
      step += 1;
      answerEnds = lastOfAnswer(held, step);
    }
    if (kind === call || (tone & 7) === ASSISTANT) called = true;
    // A result without any call before it, as at the beginning of a file that was cut, is all that there is of it.
    if ((tone & (SIDECAR | TWIN)) !== 0 || !(shown[kind] || (kind === result && !called))) continue;
    const of = seq <= answerEnds ? step : step + 1;
    const what = (tone & SIDECHAIN) !== 0 ? ROW.agent : isOn(Math.min(Math.max(1, of), held.steps)) ? ROW.entry : ROW.branch;
    if (what !== ROW.entry && count > 0 && rows.what[count - 1] === what) rows.holds[count - 1] = (rows.holds[count - 1] ?? 0) + 1;
    else {
      rows.seq[count] = seq;
      rows.what[count] = what;
      rows.holds[count] = 1;
      rows.step[count] = of;
      rows.kind[count] = kind;
      const begins = what === ROW.entry && seq <= answerEnds && begun !== of;
      rows.begins[count] = begins ? 1 : 0;
      if (begins) begun = of;
      count += 1;
    }
  }
  return { count, ...cutTo(rows, count) };
}

/** The last entry of a step's answer and of what its calls answered: what comes after it is the prompt of another step. */
const lastOfAnswer = ({ stepFirst, steps, tone, entries }: Held, step: number): number => {
  const from = stepFirst[step - 1] ?? 1;
  for (let seq = (step < steps ? (stepFirst[step] ?? entries + 1) : entries + 1) - 1; seq > from; seq--) {
    const own = (tone[seq - 1] ?? 0) & (SIDECHAIN | 7);
    if (own === ASSISTANT || own === TOOL) return seq;
  }
  return from;
};

const emptyRows = (most: number) => ({
  seq: new Uint32Array(most),
  what: new Uint8Array(most),
  holds: new Uint32Array(most),
  step: new Uint32Array(most),
  begins: new Uint8Array(most),
  kind: new Uint8Array(most),
});

const cutTo = (rows: ReturnType<typeof emptyRows>, count: number): ReturnType<typeof emptyRows> => ({
  seq: rows.seq.subarray(0, count),
  what: rows.what.subarray(0, count),
  holds: rows.holds.subarray(0, count),
  step: rows.step.subarray(0, count),
  begins: rows.begins.subarray(0, count),
  kind: rows.kind.subarray(0, count),
});

/** The rows of some steps alone, a prompt with the step that answers it. */
export function rowsIn(rows: Structure, { from, to }: { from: number; to: number }): Structure {
  const first = atLeast(rows.step, rows.count, from);
  const end = atLeast(rows.step, rows.count, to + 1);
  const of = <T extends Uint32Array | Uint8Array>(column: T): T => column.subarray(first, end) as T;
  return {
    count: end - first,
    ...{ seq: of(rows.seq), what: of(rows.what), holds: of(rows.holds) },
    ...{ step: of(rows.step), begins: of(rows.begins), kind: of(rows.kind) },
  };
}

/** The row of an entry, or the one that shows it, or the nearest before it; null where there is none. */
export function rowOfEntry({ seq, count }: Pick<Structure, 'seq' | 'count'>, entry: number): number | null {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((seq[middle] ?? 0) <= entry) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? null : low - 1;
}

/** The first row of the answer of a step or of a later one: the playhead is a line before it. The number of rows where nothing follows. */
export function rowOfStep({ step, begins, count }: Pick<Structure, 'step' | 'begins' | 'count'>, wanted: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((step[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  while (low < count && begins[low] === 0) low += 1;
  return low;
}
