import type { CacheTold, Problem, Sends } from '../../../shared/model/index.ts';
import type { Bound, CompactionDraft, Facts, Json } from '../formats/format.ts';
import type { LineStart } from '../formats/lines.ts';
import type { IdColumn } from './id-column.ts';

/** A record that has an anchor or a compaction to say; rare, so kept as an object. */
export interface AnchorDraft {
  at: number;
  name: string;
  type: 'anchor' | 'compaction' | 'micro-compaction';
  compaction: CompactionDraft | null;
  logicalParent: string | null;
}

/** Call ids, or other words, with their rows, in the order of the rows. Two flat lists are cheap to send and to store. */
export interface CallIds {
  rows: number[];
  ids: string[];
}

/** Parents just before their children are row numbers; these two stand for the others. */
export const NO_PARENT = -1;
export const FAR_PARENT = -2;

/**
 * A run of consecutive records as columns: what a parser hands to the linker. Everything in it is either a typed array,
 * which moves between threads without a copy, or a short list. Lines and rows count from 0 within the batch.
 */
export interface Batch {
  count: number;
  /** First byte of the run and the first byte after it. */
  from: number;
  to: number;
  /** Lines begun in the run, blank and unreadable ones included. */
  lines: number;
  withEntries: number;
  /** Lines with records that make no entry. */
  noted: number;
  blank: number;
  unreadable: number;
  repaired: number;
  /** The last line had no newline; what is appended to it later belongs to that line. */
  open: boolean;
  /** The rest of the line that was open before the run made an entry. */
  late: boolean;
  /** The line that is open after the run has a record, and no entry so far. */
  bare: boolean;
  time: Float64Array;
  offset: Float64Array;
  length: Uint32Array;
  line: Uint32Array;
  /** Row in the batch, NO_PARENT or FAR_PARENT. */
  parent: Int32Array;
  flags: Uint32Array;
  chars: Uint32Array;
  kind: Uint16Array;
  role: Uint8Array;
  label: Uint32Array;
  /** Index into `keys` + 1; 0 outside of steps. */
  step: Uint32Array;
  /** Index into `models` + 1; 0 for none. */
  model: Uint16Array;
  /** Input, output, cache read, cache write, and what of the latter is for an hour; `usageAt` is where those of a row begin, plus 1, or 0 for none. */
  usage: Float64Array;
  usageAt: Uint32Array;
  /** Index into `hints` + 1; 0 for none. */
  hint: Uint32Array;
  kinds: string[];
  labels: string[];
  keys: string[];
  models: string[];
  /** Ids by row, and a hash of each (0 for none); null where no row has one. */
  ids: IdColumn | null;
  idHash: Uint32Array;
  /** Parents by their ids, where they are not rows just before. */
  far: [row: number, parent: string][];
  calls: CallIds;
  results: CallIds;
  /** Words by which other records name these. */
  names: CallIds;
  /** Names of blocks. */
  blocks: CallIds;
  /** Names of the blocks that requests sent. */
  lists: [row: number, names: readonly string[]][];
  /** The same as the tape keeps it, once it is known which entries the blocks are. */
  sends: [row: number, sends: Sends][];
  /** Hashes of the prompts that calls hand to sub-agents: content does not belong in the catalog. */
  prompts: [row: number, call: string, hash: string][];
  /** Rows whose results name no call, and how many results there are. */
  positional: [row: number, count: number][];
  anchors: AnchorDraft[];
  /** Rows at which requests begin or end, for writers that log it. */
  bounds: [row: number, bound: Bound][];
  /** Rows at which another version of the program begins to write. */
  writers: [row: number, version: string][];
  /** Entries of records that make several, but for the first of each, with their places. */
  parts: [row: number, part: number][];
  /** What the format's thread must know of rows, each that most of them share only once. */
  hints: Json[];
  /** Rows that say an earlier entry again, and the number of that entry. */
  twins: [row: number, seq: number][];
  /** Rows that correct an earlier entry, and the number of that entry. */
  corrections: [row: number, seq: number][];
  /** Rows whose request has a recorded price, in dollars. */
  costs: [row: number, dollars: number][];
  /** What rows say of the cache of their request. */
  told: [row: number, told: CacheTold][];
  problems: Problem[];
  unknown: Record<string, number>;
  /** With the first prompt as a hash. */
  facts: Facts;
}

/** A batch with where reading continues. */
export interface ReadPart {
  batch: Batch;
  next: Required<LineStart>;
  /** Bytes after `next.offset` that are no whole line yet. */
  waiting: number;
}

/** A source cut into parts, each of which any thread can read by its number; null for one in which nothing begins. */
export interface Parts<T extends { batch: Batch }> {
  count: number;
  read(at: number): T | null;
}

/** Columns with one value per row that a parser fills in; they move to another thread without a copy. */
export const COLUMNS = [
  'time',
  'offset',
  'length',
  'line',
  'flags',
  'chars',
  'kind',
  'role',
  'label',
  'step',
  'model',
  'usageAt',
  'hint',
] as const;

/** What of a batch is in one piece each, and goes to another thread as it is. */
type Whole = Pick<Batch, (typeof COLUMNS)[number] | 'parent' | 'idHash' | 'usage' | 'ids'>;

/** A batch on its way to another thread: columns move, and what is lists and objects goes as one text, which takes half as long as a copy of each. */
export interface Packed {
  whole: Whole;
  rest: string;
}

/** Packs a batch, with the buffers that move instead of being copied. It is of no use here any more. */
export function packBatch(batch: Batch): { packed: Packed; transfer: ArrayBuffer[] } {
  const { time, offset, length, line, flags, chars, kind, role, label, step, model, usageAt, hint, parent, idHash, usage, ids, ...rest } =
    batch;
  const columns = { time, offset, length, line, flags, chars, kind, role, label, step, model, usageAt, hint, parent, idHash, usage };
  const transfer = Object.values(columns).map(({ buffer }) => buffer as ArrayBuffer);
  return { packed: { whole: { ...columns, ids }, rest: JSON.stringify(rest) }, transfer };
}

/** The batch that was packed. */
export function unpackBatch({ whole, rest }: Packed): Batch {
  return Object.assign(JSON.parse(rest) as Omit<Batch, keyof Whole>, whole);
}
