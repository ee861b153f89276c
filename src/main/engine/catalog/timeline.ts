import type { AnchorRow, Band, Mark, Timeline } from '../../../shared/model/index.ts';
import { contextLimit } from '../../../shared/model/limits.ts';
import { BRANCH_CLASSES, Flag, has } from '../../../shared/model/vocabulary.ts';
import type { Db } from '../database/schema.ts';
import { PAGE } from '../pages/columns.ts';
import { ROLES, StepFlag, type StepPage } from '../pages/rows.ts';
import type { createAnchors } from './anchors.ts';
import type { Head, Pager } from './heads.ts';

/** Low bits of a tone by role; see `Timeline.tone`. */
const TONE: Record<string, number> = { user: 1, assistant: 2, tool: 3, system: 4 };
const ROLE_TONES = [0, ...ROLES.map((role) => TONE[role] ?? 0)];

/** More kinds than this share the last number: the column is one byte wide. */
export const MOST_KINDS = 255;

const REWIND = BRANCH_CLASSES.indexOf('rewind') + 1;

export function toneOf(role: number, flags: number): number {
  return (
    (ROLE_TONES[role] ?? 0) |
    (has(flags, Flag.Failed) ? 8 : 0) |
    (has(flags, Flag.Sidecar) ? 16 : 0) |
    (has(flags, Flag.Sidechain) ? 32 : 0) |
    (has(flags, Flag.Twin) ? 64 : 0)
  );
}

/** Columns of the entries from `from` on, and the marks they carry themselves: failures that are not of a tool. */
const entryColumns = (pager: Pager, head: Head, from: number, rows: number) => {
  const last = Math.min(head.state.entries, from + rows - 1);
  const count = Math.max(0, last - from + 1);
  const columns = { kind: new Uint8Array(count), tone: new Uint8Array(count), time: new Float64Array(count) };
  const errors: number[] = [];
  const turns: number[] = [];
  const error = head.kinds.indexOf('error');
  for (const { first, cols } of count === 0 ? [] : pager.entryColumns(head, from)) {
    if (first > last) break;
    const begin = Math.max(first, from);
    const many = Math.min(first + PAGE, last + 1) - begin;
    columns.time.set(cols.time.subarray(begin - first, begin - first + many), begin - from);
    for (let at = begin - first; at < begin - first + many; at++) {
      const row = first + at - from;
      const kind = cols.kind[at] ?? 0;
      columns.kind[row] = Math.min(kind, MOST_KINDS);
      columns.tone[row] = toneOf(cols.role[at] ?? 0, cols.flags[at] ?? 0);
      if (kind === error) errors.push(first + at);
      if (has(cols.flags[at] ?? 0, Flag.Turn)) turns.push(first + at);
    }
  }
  const label = (seq: number): string => {
    const { cols, text } = pager.entries(head, seq);
    return text.labels[cols.label[(seq - 1) % PAGE] ?? 0] || 'error';
  };
  const begun = turns.map((seq): Mark => ({ seq, type: 'turn', label: 'turn' }));
  return { ...columns, marks: [...errors.map((seq): Mark => ({ seq, type: 'error', label: label(seq) })), ...begun] };
};

/** All rewinds, whatever part is asked for: what is written now may turn an entry long before it into one. */
const rewindsOf = (pager: Pager, head: Head): Mark[] =>
  head.state.openBranches
    .filter((seq) => pager.entries(head, seq).cols.branch[(seq - 1) % PAGE] === REWIND)
    .map((seq) => ({ seq, type: 'rewind', label: 'rewind' }));

/** A request that failed before anything was written of it: no entry of kind `error` tells. */
const LOST = StepFlag.Failed | StepFlag.Begun;
export function isLost(flags: number): boolean {
  return (flags & LOST) === StepFlag.Failed;
}

/** Recorded context of a step, NaN for none. */
export function inputOf({ input, cacheRead, cacheWrite }: StepPage['cols'], at: number): number {
  return (input[at] ?? 0) + (cacheRead[at] ?? 0) + (cacheWrite[at] ?? 0);
}

const stepColumns = (pager: Pager, head: Head, from: number, rows: number) => {
  const last = Math.min(head.state.steps, from + rows - 1);
  const count = Math.max(0, last - from + 1);
  const columns = {
    stepFirst: new Uint32Array(count),
    stepInput: new Float64Array(count),
    stepTime: new Float64Array(count),
    stepTone: new Uint8Array(count),
  };
  const failed: Mark[] = [];
  for (const { first, cols } of count === 0 ? [] : pager.stepColumns(head, from)) {
    if (first > last) break;
    const end = Math.min(first + PAGE, last + 1);
    for (let step = Math.max(first, from); step < end; step++) {
      const at = step - first;
      const row = step - from;
      const flags = cols.flags[at] ?? 0;
      columns.stepFirst[row] = cols.first[at] ?? 0;
      columns.stepInput[row] = inputOf(cols, at);
      columns.stepTime[row] = cols.time[at] ?? Number.NaN;
      if (isLost(flags)) failed.push({ seq: cols.last[at] ?? 0, type: 'error', label: 'request failed' });
      columns.stepTone[row] = (flags & StepFlag.Synthetic) !== 0 ? 2 : (flags & StepFlag.Sidechain) !== 0 ? 1 : 0;
    }
  }
  return { columns, failed };
};

/** A band from each place to rebuild from up to the next; the last one is open-ended, that is, it ends at the last entry. */
const bandsOf = (anchors: readonly AnchorRow[], entries: number): Band[] => {
  const places = anchors.filter((anchor) => anchor.type !== 'micro-compaction');
  const bands = places.map(({ seq, name, derived }, at) => ({ from: seq, to: (places[at + 1]?.seq ?? entries + 1) - 1, name, derived }));
  const [first] = bands;
  return first && first.from > 1 ? [{ from: 1, to: first.from - 1, name: '', derived: true }, ...bands] : bands;
};

/** Names of kinds as the columns number them. */
export function kindsOf({ kinds }: Head): string[] {
  return kinds.length > MOST_KINDS ? [...kinds.slice(0, MOST_KINDS), 'more kinds'] : kinds;
}

/** What marks a tape as a whole, and the size of its window as contexts of up to `largest` show it. */
export function createLandmarks(db: Db, pager: Pager, anchorsOf: ReturnType<typeof createAnchors>) {
  const agents = db.prepare<[number], { caller: number; title: string }>(
    "SELECT caller, title FROM tapes WHERE parent = ? AND caller IS NOT NULL AND relation = 'sub-agent' ORDER BY caller",
  );
  const marksOf = db.prepare<[number], Pick<Mark, 'seq' | 'label'> & { type: 'fork' | 'merge' }>(
    'SELECT seq, type, label FROM marks WHERE tape = ? ORDER BY seq',
  );
  const model = db.prepare<[number], string | null>('SELECT model FROM tapes WHERE tape = ?').pluck();
  return (head: Head, largest: number): Pick<Timeline, 'bands' | 'marks' | 'limit'> => {
    const places = anchorsOf(head);
    const marks: Mark[] = [
      ...places
        .filter((anchor) => anchor.type !== 'start')
        .map(({ seq, name, type }): Mark => ({ seq, type: type === 'anchor' ? 'anchor' : 'compaction', label: name })),
      ...agents.all(head.tape).map(({ caller, title }): Mark => ({ seq: caller, type: 'sub-agent', label: title })),
      ...marksOf.all(head.tape),
      ...rewindsOf(pager, head),
    ];
    return { bands: bandsOf(places, head.state.entries), marks, limit: contextLimit(model.get(head.tape) ?? null, largest) };
  };
}

export type Landmarks = ReturnType<typeof createLandmarks>;

const largestOf = (sizes: Float64Array): number => sizes.reduce((most, size) => (Number.isNaN(size) ? most : Math.max(most, size)), 0);

const NO_LANDMARKS = { bands: [], marks: [], limit: null };

/** The packed columns of a tape for the timeline. Costs a copy of the columns from `from` on, whatever their number. */
export function createTimeline(pager: Pager, landmarks: Landmarks) {
  return (head: Head, from: number, fromStep: number, rows?: number): Timeline => {
    const most = rows ?? Number.POSITIVE_INFINITY;
    const { marks: own, ...entries } = entryColumns(pager, head, from, most);
    const { columns: steps, failed } = stepColumns(pager, head, fromStep, most);
    const { marks, ...whole } = rows === undefined ? landmarks(head, largestOf(steps.stepInput)) : NO_LANDMARKS;
    return {
      ...{ tape: head.id, from, fromStep, entries: head.state.entries, steps: head.state.steps, kinds: kindsOf(head) },
      ...entries,
      ...steps,
      ...whole,
      marks: [...marks, ...own, ...failed].sort((a, b) => a.seq - b.seq),
    };
  };
}
