import { bisect } from '../../../shared/model/bisect.ts';
import type { AnchorRow, EntryRow, Residency, ResidencyGroup, ResidencyGroups } from '../../../shared/model/index.ts';
import { outsideName, runsOf as stretchesOf } from '../../../shared/model/ledger.ts';
import type { NamedFile } from '../compare/paths.ts';
import { costsOf } from './costly.ts';
import { heldTwice } from './twice.ts';

/** What groups entries: the row that an entry belongs to by its name, or null for the rest. */
export interface Grouping {
  by: ResidencyGroups['by'];
  keyOf: (seq: number) => string | null;
  nameOf: (key: string) => string;
  /** What the rest is called. */
  rest: string;
  written: (key: string) => boolean;
  /** Whether an entry is what a read of its file answered; null where rows are no files. */
  isRead: ((seq: number) => boolean) | null;
  /** Rows in the order of their first entry; else the costliest first. */
  inOrder: boolean;
  complete: boolean;
}

const NEVER = () => false;
const SAME = (key: string): string => key;

/** By the newest anchor up to each entry; a micro-compaction begins no phase. */
export function byPhase(anchors: readonly AnchorRow[]): Grouping {
  const starts = anchors.filter(({ type }) => type !== 'micro-compaction');
  const at = (seq: number): number => {
    return bisect(0, starts.length, (start) => (starts[start]?.seq ?? 0) > seq) - 1;
  };
  return {
    ...{ by: 'phase', rest: 'before the first anchor', written: NEVER, isRead: null, inOrder: true, complete: true },
    keyOf: (seq) => (at(seq) < 0 ? null : String(at(seq))),
    nameOf: (key) => starts[Number(key)]?.name ?? '',
  };
}

/** By the tool that an entry calls or answers. */
export function byTool(rows: readonly EntryRow[]): Grouping {
  const calls = callsOf(rows);
  return {
    ...{ by: 'tool', nameOf: SAME, rest: 'no tool', written: NEVER, isRead: null, inOrder: false, complete: true },
    keyOf: (seq) => {
      const call = calls(seq);
      return call === null ? null : (rows[call.seq - 1]?.label ?? '') || 'unnamed tool';
    },
  };
}

/** By the file that a call names, its result with it; a call that names several belongs to the first. */
export function byFile(rows: readonly EntryRow[], files: readonly NamedFile[], complete: boolean): Grouping {
  const calls = callsOf(rows);
  const named = new Map<string, NamedFile>();
  const written = new Set<string>();
  for (const file of files) {
    for (const key of [`${file.seq} ${file.call ?? ''}`, `${file.seq}`]) if (!named.has(key)) named.set(key, file);
    if (file.written) written.add(file.path);
  }
  const fileOf = (seq: number): NamedFile | null => {
    const call = calls(seq);
    if (call === null) return null;
    return named.get(`${call.seq} ${call.id ?? ''}`) ?? (call.id === null ? (named.get(`${call.seq}`) ?? null) : null);
  };
  return {
    ...{ by: 'file', nameOf: SAME, rest: 'no file', written: (key) => written.has(key), inOrder: false, complete },
    keyOf: (seq) => fileOf(seq)?.path ?? null,
    isRead: (seq) => {
      const file = fileOf(seq);
      return file?.read === true && file.seq !== seq;
    },
  };
}

/** The call behind an entry, which makes it or answers it. An id belongs to the newest call before; a result without one to the call before it. */
const callsOf = (rows: readonly EntryRow[]): ((seq: number) => { seq: number; id: string | null } | null) => {
  const found = new Map<number, { seq: number; id: string | null }>();
  const byId = new Map<string, number>();
  let last: number | null = null;
  for (const row of rows) {
    for (const call of row.calls) byId.set(call, row.seq);
    if (row.calls.length > 0 || row.kind === 'tool_call') {
      last = row.seq;
      found.set(row.seq, { seq: row.seq, id: row.calls.length === 1 ? (row.calls[0] ?? null) : null });
      continue;
    }
    const [id] = row.results;
    const call = id === undefined ? (row.kind === 'tool_result' ? last : null) : (byId.get(id) ?? null);
    if (call !== null) found.set(row.seq, { seq: call, id: id ?? null });
  }
  return (seq) => found.get(seq) ?? null;
};

/** The stays of a residency put together in rows. */
export function groupsOf(residency: Residency, grouping: Grouping): ResidencyGroups {
  const rows = new Map<string | null, ResidencyGroup & { first: number }>();
  const costs = costsOf(residency);
  for (const { seq, tokens, exact, cost } of costs) {
    const key = grouping.keyOf(seq);
    const row = rows.get(key) ?? begun(key, seq, grouping);
    row.entries += 1;
    row.tokens += tokens;
    row.cost += cost;
    row.exact &&= exact;
    row.first = Math.min(row.first, seq);
    rows.set(key, row);
  }
  const ordered = [...rows].sort(
    ([, a], [, b]) => Number(a.rest) - Number(b.rest) || (grouping.inOrder ? a.first - b.first : b.cost - a.cost || a.first - b.first),
  );
  const places = new Map(ordered.map(([key], at) => [key, at]));
  const of = residency.seq.map((seq) => places.get(grouping.keyOf(seq)) ?? 0);
  const runs = withOutside(runsOf(residency, of), residency, ordered.length);
  for (let at = 0; at < runs.row.length; at++) {
    const group = ordered[runs.row[at] ?? 0]?.[1];
    if (group) group.steps += ((runs.to[at] ?? 0) - (runs.from[at] ?? 0) + 1) * residency.every;
  }
  const held = grouping.isRead && heldTwice(residency, of, grouping.isRead);
  return {
    by: grouping.by,
    rows: [
      ...ordered.map(([, { first, ...row }], at) => ({ ...row, ...(held && !row.rest && { reads: held.reads.get(at) ?? 0 }) })),
      ...residency.outside.map((column) => outsideRow(column, residency.every)),
    ],
    ...{ of, ...runs, complete: grouping.complete },
    ...(held && { twice: held.twice }),
  };
}

const begun = (key: string | null, first: number, { nameOf, rest, written }: Grouping): ResidencyGroup & { first: number } => ({
  ...{ name: key === null ? rest : nameOf(key), rest: key === null, written: key !== null && written(key) },
  ...{ entries: 0, tokens: 0, exact: true, steps: 0, cost: 0, first },
});

const outsideRow = ({ name, tokens }: Residency['outside'][number], every: number): ResidencyGroup => ({
  ...{ name: outsideName(name), rest: true, written: false, entries: 0, exact: false },
  tokens: tokens.findLast((one) => one > 0) ?? 0,
  steps: tokens.filter((one) => one > 0).length * every,
  cost: tokens.reduce((sum, one) => sum + one, 0) * every,
});

type Runs = Pick<ResidencyGroups, 'row' | 'from' | 'to' | 'tokens'>;

/** What is not an entry comes after all groups, a row for each. */
const withOutside = (runs: Runs, { outside }: Residency, first: number): Runs => {
  const more = outside.flatMap(({ tokens }, at) => stretchesOf(tokens).map((run) => ({ ...run, row: first + at })));
  const column = (key: 'row' | 'from' | 'to') => Uint32Array.from([...runs[key], ...more.map((run) => run[key])]);
  return {
    ...{ row: column('row'), from: column('from'), to: column('to') },
    tokens: Float64Array.from([...runs.tokens, ...more.map(({ tokens }) => tokens)]),
  };
};

type Weighed = Pick<Residency, 'from' | 'to' | 'tokens' | 'earlier'>;

/** Stays cut where their entries begin to weigh otherwise. */
const pieces = ({ from, to, tokens, earlier }: Weighed, of: Uint32Array): Omit<Weighed, 'earlier'> & { of: Uint32Array } => {
  const starts = Uint32Array.from(from);
  const found = { of: [] as number[], from: [] as number[], to: [] as number[], tokens: [] as number[] };
  const add = (stay: number, behind: number, weight: number): void => {
    found.of.push(of[stay] ?? 0);
    found.from.push(starts[stay] ?? 0);
    found.to.push(behind - 1);
    found.tokens.push(weight);
    starts[stay] = behind;
  };
  for (const [at, stay] of earlier.stay.entries()) add(stay, earlier.until[at] ?? 0, earlier.tokens[at] ?? 0);
  for (const stay of of.keys()) add(stay, (to[stay] ?? 0) + 1, tokens[stay] ?? 0);
  return {
    ...{ of: Uint32Array.from(found.of), from: Uint32Array.from(found.from), to: Uint32Array.from(found.to) },
    tokens: Uint32Array.from(found.tokens),
  };
};

/** Runs out of stays: the weight of a row changes only where one of its entries comes, goes, or begins to weigh otherwise. */
export function runsOf(stays: Weighed, rows: Uint32Array): Runs {
  const { of, from, to, tokens } = pieces(stays, rows);
  /** Comings (even) and goings (odd) of each stay. */
  const events = Uint32Array.from({ length: of.length * 2 }, (_, at) => at);
  const stepOf = (event: number): number => (event % 2 === 0 ? (from[event >> 1] ?? 0) : (to[event >> 1] ?? 0) + 1);
  events.sort((a, b) => (of[a >> 1] ?? 0) - (of[b >> 1] ?? 0) || stepOf(a) - stepOf(b));
  const runs = { row: [] as number[], from: [] as number[], to: [] as number[], tokens: [] as number[] };
  let held = 0;
  let weight = 0;
  for (let at = 0; at < events.length; at++) {
    const event = events[at] ?? 0;
    const sign = event % 2 === 0 ? 1 : -1;
    held += sign;
    weight += sign * (tokens[event >> 1] ?? 0);
    const next = events[at + 1] ?? event;
    const start = stepOf(event);
    if (held === 0 || stepOf(next) === start) continue;
    runs.row.push(of[event >> 1] ?? 0);
    runs.from.push(start);
    runs.to.push(stepOf(next) - 1);
    runs.tokens.push(weight);
  }
  return {
    row: Uint32Array.from(runs.row),
    from: Uint32Array.from(runs.from),
    to: Uint32Array.from(runs.to),
    tokens: Float64Array.from(runs.tokens),
  };
}
