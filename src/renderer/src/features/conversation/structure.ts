import type { Columns } from '../tape/columns.ts';
import { withRoom } from '../tape/grow.ts';
import { atLeast } from '../tape/search.ts';

type Held = Pick<Columns, 'since' | 'entries' | 'kinds' | 'kind' | 'tone' | 'stepFirst' | 'steps'>;

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
  /** The same object for as long as the rows only grow. */
  readonly lineage: object;
  /** How many of them stay what they are however the tape grows. */
  readonly settled: number;
}

/** All rows of a branch, and where to continue when the tape has grown. */
export interface Grown extends Structure {
  readonly resume: Resume | null;
}

type IsOn = (step: number) => boolean;

interface Branch {
  /** Answers the same function for the same branch of the same steps. */
  readonly isOn: IsOn;
  /** Which steps are on the branch, a byte each. */
  readonly on: Uint8Array;
}

/** The state before the newest step: all that comes before it is settled. */
interface Resume extends Branch {
  readonly since: object;
  readonly rows: Rows;
  /** The entry to continue with. */
  readonly seq: number;
  readonly at: Cursor;
  /** Entries that the last settled row shows so far. */
  readonly holds: number;
}

interface Cursor {
  readonly count: number;
  readonly step: number;
  readonly called: boolean;
  readonly answerEnds: number;
  readonly begun: number;
}

const START: Cursor = { count: 0, step: 0, called: false, answerEnds: 0, begun: 0 };

const USER = 1;
const ASSISTANT = 2;
const TOOL = 3;
const SIDECAR = 16;
const SIDECHAIN = 32;
/** Says again what another entry says. */
const TWIN = 64;

/** What a conversation is made of; what a call answered is with the call. */
const SHOWN: ReadonlySet<string> = new Set(['message', 'tool_call', 'system', 'anchor', 'error']);
/** Records about the session are no part of it. */
const LEFT_OUT: ReadonlySet<string> = new Set(['event', 'tool_result']);

/**
 * All rows of a branch, by one look at each entry and without reading any. `isOn` says whether a step is on the branch; a prompt goes with
 * the step that answers it, so that of two prompts in the same place each is on its own branch. Where `before` is of the same tape, which has
 * only grown, and on the same branch, it costs what is new; the newest rows of `before` are written over then.
 */
export function structureOf(held: Held, isOn: IsOn, before: Grown | null = null): Grown {
  const branch = { isOn, on: stepsOn(held.steps, isOn, before?.resume ?? null) };
  const from = before !== null && continues(before.resume, held, branch) ? before.resume : null;
  const rows = from === null ? emptyRows(held.entries) : roomFor(from.rows, from.at.count + held.entries - from.seq + 1);
  if (from !== null && from.at.count > 0) rows.holds[from.at.count - 1] = from.holds;
  const { count, resume } = written(held, branch, rows, from);
  const lineage = from === null || before === null ? {} : before.lineage;
  return { count, ...cutTo(rows, count), lineage, settled: resume?.at.count ?? 0, resume };
}

/** Which steps are on the branch; those of before are not asked again of the same branch. */
const stepsOn = (steps: number, isOn: IsOn, before: Resume | null): Uint8Array => {
  const on = new Uint8Array(steps);
  const known = before?.isOn === isOn && before.on.length <= steps ? before.on : on.subarray(0, 0);
  on.set(known);
  for (let step = known.length + 1; step <= steps; step++) on[step - 1] = isOn(step) ? 1 : 0;
  return on;
};

/** The branch is the same up to the newest step of before, and nothing before it was rewritten. */
const continues = (resume: Resume | null, held: Held, { isOn, on }: Branch): resume is Resume => {
  if (resume === null || resume.since !== held.since || resume.on.length > on.length) return false;
  if (held.stepFirst[resume.on.length - 1] !== resume.seq) return false;
  return resume.isOn === isOn || resume.on.every((one, at) => one === on[at]);
};

/** Writes the rows from an entry on. Answers how many there are, and the state before the newest step. */
const written = (held: Held, branch: Branch, rows: Rows, from: Resume | null): { count: number; resume: Resume | null } => {
  const { on } = branch;
  const shown = held.kinds.map((kind) => SHOWN.has(kind));
  const other = held.kinds.map((kind) => !SHOWN.has(kind) && !LEFT_OUT.has(kind));
  const result = held.kinds.indexOf('tool_result');
  const call = held.kinds.indexOf('tool_call');
  const newest = held.steps === 0 ? 0 : (held.stepFirst[held.steps - 1] ?? 0);
  let { count, step, called, answerEnds, begun } = from?.at ?? START;
  let resume: Resume | null = null;
  for (let seq = from?.seq ?? 1; seq <= held.entries; seq++) {
    if (seq === newest)
      resume = {
        since: held.since,
        ...branch,
        rows,
        seq,
        at: { count, step, called, answerEnds, begun },
        holds: rows.holds[count - 1] ?? 0,
      };
    const kind = held.kind[seq - 1] ?? 0;
    const tone = held.tone[seq - 1] ?? 0;
    while (step < held.steps && (held.stepFirst[step] ?? 0) <= seq) {
      step += 1;
      answerEnds = lastOfAnswer(held, step);
    }
    if (kind === call || (tone & 7) === ASSISTANT) called = true;
    // Of entries without a named kind, spoken ones are shown, and event records are not.
    const said = shown[kind] || (other[kind] && ((tone & 7) === USER || (tone & 7) === ASSISTANT));
    // A result without any call before it, as at the beginning of a file that was cut, is all that there is of it.
    if ((tone & (SIDECAR | TWIN)) !== 0 || !(said || (kind === result && !called))) continue;
    const of = seq <= answerEnds ? step : step + 1;
    const isHere = on[Math.min(of, held.steps) - 1] !== 0;
    const what = (tone & SIDECHAIN) !== 0 ? ROW.agent : isHere ? ROW.entry : ROW.branch;
    if (what !== ROW.entry && count > 0 && rows.what[count - 1] === what) rows.holds[count - 1] = (rows.holds[count - 1] ?? 0) + 1;
    else {
      const begins = what === ROW.entry && seq <= answerEnds && begun !== of;
      rows.seq[count] = seq;
      rows.what[count] = what;
      rows.holds[count] = 1;
      rows.step[count] = of;
      rows.kind[count] = kind;
      rows.begins[count] = begins ? 1 : 0;
      if (begins) begun = of;
      count += 1;
    }
  }
  return { count, resume };
};

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

type Rows = ReturnType<typeof emptyRows>;

const roomFor = (rows: Rows, most: number): Rows => ({
  seq: withRoom(rows.seq, most),
  what: withRoom(rows.what, most),
  holds: withRoom(rows.holds, most),
  step: withRoom(rows.step, most),
  begins: withRoom(rows.begins, most),
  kind: withRoom(rows.kind, most),
});

const cutTo = (rows: Rows, count: number): Rows => ({
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
    ...{ lineage: {}, settled: 0 },
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
