import type { CacheTold, Sends } from '../../../shared/model/index.ts';
import type { CallIds } from './batch.ts';
import { layout, type Page, type Pages } from './columns.ts';
import type { IdColumn } from './id-column.ts';

export const ROLES = ['system', 'user', 'assistant', 'tool'] as const;

/**
 * Columns of the entries. `parent`: 0 none, −1 dangling; `firstChild`, `nextSibling`, `step`, `origin`: 0 none; `branch`: place in
 * BRANCH_CLASSES + 1 where the entry has several children; `part`: place among the entries of its record. A page has no more labels than rows.
 */
export const ENTRY_SPEC = {
  time: 'f64',
  offset: 'f64',
  length: 'u32',
  line: 'u32',
  parent: 'i32',
  firstChild: 'u32',
  nextSibling: 'u32',
  step: 'u32',
  origin: 'u32',
  flags: 'u32',
  chars: 'u32',
  kind: 'u16',
  part: 'u16',
  label: 'u8',
  role: 'u8',
  branch: 'u8',
} as const;

/** What does not fit into columns, sparse: pairs of a row in the page and its value. */
export interface EntryText {
  /** Ids by row; null where the page holds none. */
  ids: IdColumn | null;
  /** The names that the `label` column of this page points to. */
  labels: string[];
  calls: CallIds;
  results: CallIds;
  dangling: [row: number, parent: string][];
  /** Entries that correct an earlier one, and which. Absent where the page has none. */
  corrects?: [row: number, seq: number][];
  /** Entries that say an earlier one again, and which. Absent where the page has none. */
  twins?: [row: number, seq: number][];
  /** Names of the blocks that entries hold, and what requests sent. Absent where the page has none. */
  blocks?: CallIds;
  sends?: [row: number, sends: Sends][];
}

export const ENTRY_LAYOUT = layout(ENTRY_SPEC);
/** The text of a page of entries that is new. */
export function emptyEntryText(): EntryText {
  return {
    ids: null,
    labels: [],
    calls: { rows: [], ids: [] },
    results: { rows: [], ids: [] },
    dangling: [],
  };
}
export type EntryPages = Pages<typeof ENTRY_SPEC, EntryText>;
export type EntryPage = Page<typeof ENTRY_SPEC, EntryText>;

/** Columns of the steps. Usage is NaN where none is recorded; `time` NaN for none; `cacheHour` is what of `cacheWrite` is kept for an hour. */
export const STEP_SPEC = {
  time: 'f64',
  input: 'f64',
  output: 'f64',
  cacheRead: 'f64',
  cacheWrite: 'f64',
  cacheHour: 'u32',
  first: 'u32',
  last: 'u32',
  line: 'u32',
  origin: 'u32',
  model: 'u16',
  flags: 'u8',
} as const;

/** `Begun`: more than events were written for the request. `Opened`: the writer logged that it opened it, and `Named` that it opened it under its key. `Borrowed`: see StepRow. `Shared`: its first entry is. */
export const StepFlag = { Sidechain: 1, Synthetic: 2, Failed: 4, Begun: 8, Opened: 16, Borrowed: 32, Shared: 64, Named: 128 } as const;

export interface StepText {
  /** Request keys by row: what groups the lines of one step. Empty where nothing more can come: the request has ended, or it failed. */
  keys: string[];
  /** The names that the `model` column of this page points to, from 1 on. */
  models: string[];
  /** Dollars that requests cost, by row, where the log says so. Absent where the page has none. */
  costs?: [row: number, dollars: number][];
  /** What the log says of the cache of a step, by row; the last one of a row counts. Absent where the page has none. */
  told?: [row: number, told: CacheTold][];
}

export const STEP_LAYOUT = layout(STEP_SPEC);
/** The text of a page of steps that is new. */
export function emptyStepText(): StepText {
  return { keys: [], models: [] };
}
export type StepPages = Pages<typeof STEP_SPEC, StepText>;
export type StepPage = Page<typeof STEP_SPEC, StepText>;

/** Index of `name` in `list`, which it joins if it is new. 65,535 names per page are never reached: a page has 256 rows. */
export function intern(list: string[], name: string): number {
  const at = list.lastIndexOf(name);
  return at >= 0 ? at : list.push(name) - 1;
}
