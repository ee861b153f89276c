import type { EntryRow, Illegal } from '../../../../shared/model/index.ts';
import { DANGLING, Flag, has } from '../../../../shared/model/vocabulary.ts';

/** A call that nobody answered yet. */
export interface OpenCall {
  id: string;
  name: string;
  seq: number;
}

/** Why an entry is not a place to continue from, with the entry at fault. */
export type Fault =
  | { code: Exclude<Illegal, 'call' | 'step' | 'parent' | 'roles'>; at: number | null }
  | { code: 'call'; at: number; call: OpenCall }
  | { code: 'step'; at: number; step: number }
  | { code: 'parent'; at: number; parent: string | null }
  | { code: 'roles'; at: number; before: number };

/** The conversation as it is after an entry, along the path to it from the beginning or the last compaction. */
interface State {
  /** The last entry of the model; 0 for none. A summary or an anchor stands for what it answered. */
  answer: number;
  step: number;
  /** The first entry since then that wants an answer; 0 for none. */
  waiting: number;
  /** Something has been put before the model since its last answer. */
  said: boolean;
  open: readonly OpenCall[];
  /** A compaction whose summary is to come; 0 for none. */
  boundary: number;
  /** What makes everything after it illegal. */
  fault: Extract<Fault, { code: 'parent' | 'roles' }> | null;
}

const NO_CALLS: readonly OpenCall[] = [];
const EMPTY: State = { answer: 0, step: 0, waiting: 0, said: false, open: NO_CALLS, boundary: 0, fault: null };

export interface Legal {
  /** Entries in file order, each once. A tape that grew continues with its new ones. */
  add(row: EntryRow): void;
  readonly entries: number;
  /** Null where one may resume or fork there. */
  fault(seq: number): Fault | null;
  /** The last step of the conversation up to the entry; null for none. */
  stepAt(seq: number): number | null;
  /** The entry that this one follows: its parent, else the one before it in the file; 0 for none. */
  above(seq: number): number;
}

/**
 * Which entries are turn boundaries with a complete prefix: every call answered, roles alternating, parents there,
 * no answer half written. One pass over the entries of a tape; `linear` says that each entry follows the one before, for
 * formats without parents. Pure.
 */
export function createLegal(linear: boolean): Legal {
  const states: (State | undefined)[] = [EMPTY];
  /** What an entry is by itself, whatever comes before it. */
  const own: (Fault['code'] | null)[] = [null];
  const lastOf: number[] = [];
  const parents: number[] = [0];
  const answered = new Set<string>();
  /** Entries whose parent comes later in the file: results of parallel calls are sometimes written before their call. */
  const early = new Map<number, EntryRow[]>();

  const above = (row: EntryRow): State | undefined => {
    if (linear) return states[row.seq - 1];
    if (row.parentSeq === null) return EMPTY;
    if (row.parentSeq === DANGLING) return { ...EMPTY, fault: { code: 'parent', at: row.seq, parent: row.danglingParent } };
    return states[row.parentSeq];
  };

  const place = (first: EntryRow): void => {
    const open = [first];
    for (let row = open.pop(); row; row = open.pop()) {
      const before = above(row);
      if (!before) {
        early.set(row.parentSeq ?? 0, [...(early.get(row.parentSeq ?? 0) ?? []), row]);
        continue;
      }
      const state = next(settled(before, row, answered), row, linear);
      // In a list whatever belongs to a step is inside of it, also before the answer begins.
      states[row.seq] = linear && row.step !== null && row.step !== state.step ? { ...state, step: row.step } : state;
      open.push(...(early.get(row.seq) ?? []));
      early.delete(row.seq);
    }
  };

  return {
    add(row) {
      // A list may use an id again; a tree may hold a result before its call.
      if (linear) for (const id of row.calls) answered.delete(id);
      for (const id of row.results) answered.add(id);
      if (row.step !== null) lastOf[row.step] = Math.max(lastOf[row.step] ?? 0, row.seq);
      own[row.seq] = kindOf(row, linear);
      parents[row.seq] = !linear && row.parentSeq !== null && row.parentSeq !== DANGLING ? row.parentSeq : row.seq - 1;
      place(row);
    },
    get entries() {
      return own.length - 1;
    },
    fault(seq) {
      const code = own[seq] ?? null;
      if (code === 'sidecar' || code === 'progress' || code === 'subagent') return { code, at: null };
      const state = states[seq];
      return state ? faultOf(state, seq, lastOf) : { code: 'parent', at: seq, parent: null };
    },
    stepAt: (seq) => states[seq]?.step || null,
    above: (seq) => parents[seq] ?? 0,
  };
}

const kindOf = (row: EntryRow, linear: boolean): Fault['code'] | null => {
  if (has(row.flags, Flag.Sidecar) || (!linear && row.id === null)) return 'sidecar';
  if (has(row.flags, Flag.Sidechain)) return 'subagent';
  return has(row.flags, Flag.Progress) && !linear ? 'progress' : null;
};

const faultOf = (state: State, seq: number, lastOf: readonly number[]): Fault | null => {
  const [call] = state.open;
  const last = lastOf[state.step] ?? 0;
  if (state.fault?.code === 'parent') return state.fault;
  if (last > seq) return { code: 'step', at: last, step: state.step };
  if (call) return { code: 'call', at: call.seq, call };
  if (state.boundary > 0) return { code: 'boundary', at: state.boundary };
  if (state.waiting > 0) return { code: 'waiting', at: state.waiting };
  if (state.fault) return state.fault;
  return state.answer === 0 ? { code: 'empty', at: null } : null;
};

/** Calls that were answered meanwhile, wherever the results hang (parallel tools leave dead ends). */
const settled = (state: State, row: EntryRow, answered: ReadonlySet<string>): State => {
  if (state.open.length === 0) return state;
  const byPlace = row.kind === 'tool_result' && row.results.length === 0;
  const open = byPlace ? NO_CALLS : state.open.filter((call) => !answered.has(call.id));
  return open.length === state.open.length ? state : { ...state, open: open.length === 0 ? NO_CALLS : open };
};

/** A record that only reaches the transcript, or only the screen, leaves the conversation as it is. */
const next = (state: State, row: EntryRow, linear: boolean): State => {
  if (has(row.flags, Flag.Summary)) return { ...EMPTY, answer: row.seq };
  if (has(row.flags, Flag.Boundary)) return { ...EMPTY, boundary: row.seq };
  if (linear && row.kind === 'anchor') return { ...EMPTY, answer: row.seq, step: row.step ?? state.step };
  if (has(row.flags, Flag.Excluded | Flag.Sidecar) || !isSaid(row)) return state;
  if (row.role === 'assistant') return answer(state, row);
  if (row.role !== 'user' && row.role !== 'tool') return state;
  const waiting = state.waiting > 0 || !wantsAnswer(row) ? state.waiting : row.seq;
  return state.said && waiting === state.waiting ? state : { ...state, said: true, waiting };
};

const isSaid = (row: EntryRow): boolean => has(row.flags, Flag.Sent) || row.results.length > 0;

/** Reminders, hooks and local commands are read with the next prompt: nobody answers them by themselves. */
const WANTS = Flag.Prompt | Flag.Queued | Flag.Notification | Flag.StepPrompt;
const wantsAnswer = (row: EntryRow): boolean => row.kind === 'tool_result' || (row.flags & WANTS) !== 0;

const answer = (state: State, row: EntryRow): State => {
  const step = row.step ?? 0;
  const goesOn = step > 0 && step === state.step;
  // What the agent program says in the model's name may follow anything.
  const double = state.answer > 0 && !state.said && !goesOn && state.step > 0 && !has(row.flags, Flag.Synthetic);
  const fault = state.fault ?? (double ? ({ code: 'roles', at: row.seq, before: state.answer } as const) : null);
  const calls = row.calls.map((id): OpenCall => ({ id, name: row.label, seq: row.seq }));
  const open = calls.length === 0 ? state.open : [...state.open, ...calls];
  return { answer: row.seq, step, waiting: 0, said: false, open, boundary: 0, fault };
};
