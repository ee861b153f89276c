import type { EntryRow, Sends, StepRow, TapeRow } from '../../../shared/model/index.ts';
import { DANGLING } from '../../../shared/model/vocabulary.ts';
import type { CallIds } from './batch.ts';
import { PAGE } from './columns.ts';
import { decodeIds } from './id-column.ts';
import { ownUsage } from './own-usage.ts';
import { type EntryPage, type EntryText, ROLES, StepFlag, type StepPage, type StepText } from './rows.ts';

const orNull = (value: number | undefined): number | null => (value === undefined || Number.isNaN(value) ? null : value);
const seqOrNull = (value: number | undefined): number | null => (value === undefined || value === 0 ? null : value);

/** A page with its sparse lists as maps, so that a row is made without searching. */
export interface ReadableEntries {
  cols: EntryPage['cols'];
  text: EntryText;
  ids: readonly (string | null)[];
  calls: Map<number, string[]>;
  results: Map<number, string[]>;
  dangling: Map<number, string>;
  corrects: Map<number, number>;
  twins: Map<number, number>;
  sends: Map<number, Sends>;
}

const byRow = ({ rows, ids }: CallIds): Map<number, string[]> => {
  const found = new Map<number, string[]>();
  rows.forEach((row, at) => {
    const held = found.get(row);
    if (held) held.push(ids[at] ?? '');
    else found.set(row, [ids[at] ?? '']);
  });
  return found;
};

/** A page with its sparse lists as maps by the row in the page (0 … 255). */
export function readable(cols: EntryPage['cols'], text: EntryText): ReadableEntries {
  return {
    cols,
    text,
    ids: decodeIds(text.ids),
    calls: byRow(text.calls),
    results: byRow(text.results),
    dangling: new Map(text.dangling),
    corrects: new Map(text.corrects),
    twins: new Map(text.twins),
    sends: new Map(text.sends),
  };
}

/** Entry `seq` of its tape, from the page that holds it. `kinds` are the tape's kinds by number. */
export function entryRow(page: ReadableEntries, seq: number, kinds: readonly string[]): EntryRow {
  const { cols, text } = page;
  const at = (seq - 1) % PAGE;
  const parent = cols.parent[at] ?? 0;
  const corrects = page.corrects.get(at);
  const twin = page.twins.get(at);
  const sends = page.sends.get(at);
  const part = cols.part[at] ?? 0;
  return {
    seq,
    kind: kinds[cols.kind[at] ?? 0] ?? '',
    role: ROLES[(cols.role[at] ?? 0) - 1] ?? null,
    time: orNull(cols.time[at]),
    line: cols.line[at] ?? 0,
    offset: cols.offset[at] ?? 0,
    length: cols.length[at] ?? 0,
    ...(part > 0 && { part }),
    id: page.ids[at] ?? null,
    parentSeq: parent === DANGLING ? DANGLING : seqOrNull(parent),
    danglingParent: page.dangling.get(at) ?? null,
    step: seqOrNull(cols.step[at]),
    origin: seqOrNull(cols.origin[at]),
    flags: cols.flags[at] ?? 0,
    label: text.labels[cols.label[at] ?? 0] ?? '',
    chars: cols.chars[at] ?? 0,
    calls: page.calls.get(at) ?? [],
    results: page.results.get(at) ?? [],
    ...(corrects !== undefined && { corrects }),
    ...(twin !== undefined && { twin }),
    ...(sends !== undefined && { sends }),
  };
}

/** What the log says of a step besides its usage: what it cost, and why its cache was missed. */
const saidOf = ({ costs, told }: StepText, at: number): Pick<StepRow, 'cost' | 'told'> => {
  const own = costs?.filter(([row]) => row === at) ?? [];
  const last = told?.findLast(([row]) => row === at);
  return {
    ...(own.length > 0 && { cost: own.reduce((sum, [, dollars]) => sum + dollars, 0) }),
    ...(last !== undefined && { told: last[1] }),
  };
};

/** Step `step` of its tape, from the page that holds it. */
export function stepRow(cols: StepPage['cols'], text: StepText, step: number): StepRow {
  const at = (step - 1) % PAGE;
  const flags = cols.flags[at] ?? 0;
  const usage = {
    input: cols.input[at] ?? 0,
    output: cols.output[at] ?? 0,
    cacheRead: cols.cacheRead[at] ?? 0,
    cacheWrite: cols.cacheWrite[at] ?? 0,
    ...((cols.cacheHour[at] ?? 0) > 0 && { cacheWriteHour: cols.cacheHour[at] }),
  };
  return {
    step,
    first: cols.first[at] ?? 0,
    last: cols.last[at] ?? 0,
    line: cols.line[at] ?? 0,
    model: text.models[(cols.model[at] ?? 0) - 1] ?? null,
    time: orNull(cols.time[at]),
    usage: Number.isNaN(usage.input) ? null : usage,
    sidechain: (flags & StepFlag.Sidechain) !== 0,
    synthetic: (flags & StepFlag.Synthetic) !== 0,
    failed: (flags & StepFlag.Failed) !== 0,
    ...((flags & StepFlag.Borrowed) !== 0 && { borrowed: true }),
    ...((flags & StepFlag.Shared) !== 0 && { copied: true }),
    ...saidOf(text, at),
    origin: seqOrNull(cols.origin[at]),
  };
}

/** A row of the tape list as SQL gives it (read.ts). */
export interface TapeSql {
  tape: number;
  id: string;
  format: string;
  path: string;
  project: string;
  title: string;
  session: string | null;
  writer: string | null;
  /** As JSON; null where one version wrote all of it. */
  writers: string | null;
  model: string | null;
  started: number | null;
  ended: number | null;
  size: number;
  entries: number;
  steps: number;
  input: number;
  output: number;
  cache_read: number;
  cache_write: number;
  branches: number;
  anchors: number;
  compactions: number;
  failed: number;
  unreadable: number;
  repaired: number;
  parent_id: string | null;
  relation: TapeRow['relation'];
  caller: number | null;
  text_to: number;
  mtime: number;
  /** Workspace, session and fork as JSON; null for foreign tapes. */
  native: string | null;
  /** The merge of a fork in its parent. */
  merged: number | null;
  /** What a copy of ours was made of, as JSON. */
  copy: string | null;
  /** `TapeRow.copied` as JSON: what the reader knew, and what comparing tapes has shown. */
  shared: string | null;
  copied: string | null;
  /** Dollars that its own records name. */
  cost: number | null;
  /** `Likely` as JSON (families/likely.ts). */
  likely: string | null;
}

/** A file that was written to so recently is called live, */
const LIVE = 60_000;
/** unless its last entry is much older than the file: then it was copied or checked out, not written by an agent. */
const COPIED = 3_600_000;

/** or an archive, which nobody writes to. */
const isArchive = ({ format, native }: Pick<TapeSql, 'format' | 'native'>): boolean => format === 'native' && native === null;

/** Whether a file that was written to at `mtime` may be live. */
export function isFresh(mtime: number, now: number): boolean {
  return now - mtime < LIVE;
}

const isLive = (row: Pick<TapeSql, 'mtime' | 'ended' | 'format' | 'native'>, now: number): boolean =>
  !isArchive(row) && isFresh(row.mtime, now) && (row.ended === null || row.mtime - row.ended < COPIED);

/** A fork that was merged is closed; everything else may be written to. */
const nativeOf = ({ native, merged }: Pick<TapeSql, 'native' | 'merged'>): TapeRow['native'] =>
  native === null ? null : { ...(JSON.parse(native) as Omit<NonNullable<TapeRow['native']>, 'open'>), open: merged === null };

const inferredOf = ({ likely }: TapeSql): Pick<TapeRow, 'inferred'> => {
  if (likely === null) return {};
  const { ids, why } = JSON.parse(likely) as { ids: string[]; why: string };
  return { inferred: { tapes: ids, why } };
};

const counted = (row: TapeSql): Pick<TapeRow, 'usage' | 'copied'> =>
  ownUsage({ input: row.input, output: row.output, cacheRead: row.cache_read, cacheWrite: row.cache_write }, row);

/** What the sums of a tape begin with. */
export type SumsHead = Pick<TapeSql, 'tape' | 'copied' | 'cost'>;

const heads = new WeakMap<TapeRow, SumsHead>();

/** What was read together with a row for its sums, so that a library of thousands is added up without a look for each; undefined for a row that was not read from the catalog. */
export function sumsHeadOf(tape: TapeRow): SumsHead | undefined {
  return heads.get(tape);
}

/** A row of the library. `now` is in epoch ms, and only decides what is called live. */
export function tapeRow(row: TapeSql, now: number): TapeRow {
  const made = rowOf(row, now);
  heads.set(made, { tape: row.tape, copied: row.copied, cost: row.cost });
  return made;
}

function rowOf(row: TapeSql, now: number): TapeRow {
  return {
    ...counted(row),
    ...inferredOf(row),
    id: row.id,
    format: row.format,
    file: row.path,
    project: row.project,
    title: row.title,
    session: row.session ?? nativeOf(row)?.session ?? null,
    writer: row.writer,
    ...(row.writers !== null && { writers: JSON.parse(row.writers) as NonNullable<TapeRow['writers']> }),
    model: row.model,
    started: row.started,
    ended: row.ended,
    bytes: row.size,
    entries: row.entries,
    steps: row.steps,
    branches: row.branches,
    anchors: row.anchors,
    compactions: row.compactions,
    failed: row.failed,
    unreadable: row.unreadable,
    repaired: row.repaired,
    parent: row.parent_id,
    relation: row.relation,
    caller: row.caller,
    textTo: row.text_to,
    live: isLive(row, now),
    native: nativeOf(row),
    copy: row.copy === null ? null : (JSON.parse(row.copy) as TapeRow['copy']),
  };
}
