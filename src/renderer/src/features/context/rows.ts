import { bisect } from '../../../../shared/model/bisect.ts';
import type { Block, Omission } from '../../../../shared/model/index.ts';

/** One line of the list, in the order the model read it. */
export type Row =
  | { readonly type: 'warnings' }
  | { readonly type: 'rest' }
  | { readonly type: 'block'; readonly index: number }
  | { readonly type: 'omission'; readonly index: number }
  | { readonly type: 'event'; readonly index: number }
  /** Entry number `at` of an opened omission. */
  | { readonly type: 'entry'; readonly omission: number; readonly at: number; readonly seq: number };

/** Rows of one kind that follow each other, all of one height. `first` is the block, omission, event or entry they begin with. */
interface Part {
  readonly type: Row['type'];
  readonly first: number;
  readonly count: number;
  readonly height: number;
  /** Omission that entries belong to. */
  readonly omission: number;
  /** Row number and pixel that it begins at. */
  readonly row: number;
  readonly top: number;
}

/** The flat list as a few parts, whatever it holds: opening 100,000 entries adds one. */
export interface Rows {
  readonly parts: readonly Part[];
  readonly count: number;
  readonly height: number;
  readonly blocks: readonly Block[];
  readonly omissions: readonly Omission[];
  readonly blockOf: ReadonlyMap<number, number>;
}

export interface Heights {
  readonly warnings: number;
  readonly rest: number;
  readonly block: number;
  readonly omission: number;
  readonly event: number;
  readonly entry: number;
}

export interface Shown {
  readonly blocks: readonly Block[];
  readonly omissions: readonly Omission[];
  /** What changed the size and is not an entry: how many blocks come before each. */
  readonly events: readonly { readonly after: number }[];
  readonly warnings: boolean;
  /** Whether tokens come first that no block holds. */
  readonly rest: boolean;
  /** Keys of the opened omissions. */
  readonly open: ReadonlySet<string>;
}

/** A name for a block that lasts while the playhead moves on: its first entry, or where a recorded request has it. */
export function blockKey({ entries, request, from }: Pick<Block, 'entries' | 'request' | 'from'>): string {
  if (from) return `${from.tape} ${from.entry}`;
  return request === undefined ? `${entries[0] ?? 0}` : `${request.entry}.${request.part}`;
}

/** A name for an omission that lasts while the playhead moves on and the omission grows at its end. */
export function omissionKey(omission: Omission): string {
  return `${omission.reason} ${omission.entries[0]?.[0] ?? 0}`;
}

export function rowsOf(shown: Shown, heights: Heights): Rows {
  const parts: Part[] = [];
  const add = (type: Row['type'], first: number, count: number, omission = 0) => {
    const before = parts.at(-1);
    const row = before ? before.row + before.count : 0;
    const top = before ? before.top + before.count * before.height : 0;
    if (count > 0) parts.push({ type, first, count, height: heights[type], omission, row, top });
  };
  add('warnings', 0, shown.warnings ? 1 : 0);
  add('rest', 0, shown.rest ? 1 : 0);
  let next = 0;
  for (const { index, after, omission } of placed(shown)) {
    add('block', next, Math.min(after, shown.blocks.length) - next);
    next = Math.max(next, Math.min(after, shown.blocks.length));
    add(omission === null ? 'event' : 'omission', index, 1);
    if (omission !== null && shown.open.has(omissionKey(omission))) add('entry', 0, omission.count, index);
  }
  add('block', next, shown.blocks.length - next);
  const last = parts.at(-1);
  return {
    parts,
    count: last ? last.row + last.count : 0,
    height: last ? last.top + last.count * last.height : 0,
    blocks: shown.blocks,
    omissions: shown.omissions,
    blockOf: new Map(shown.blocks.flatMap((block, index) => block.entries.map((seq) => [seq, index] as const))),
  };
}

/** Omissions and events by their place; at the same place what was left out comes first. */
const placed = ({
  omissions,
  events,
}: Pick<Shown, 'omissions' | 'events'>): { index: number; after: number; omission: Omission | null }[] =>
  [
    ...omissions.map((omission, index) => ({ index, after: omission.after, omission })),
    ...events.map(({ after }, index) => ({ index, after, omission: null })),
  ].sort((one, other) => one.after - other.after);

const partBy = (rows: Rows, reached: (part: Part) => boolean): Part | undefined => {
  const past = (at: number): boolean => {
    const part = rows.parts[at];
    return part === undefined || !reached(part);
  };
  return rows.parts[bisect(0, rows.parts.length, past) - 1];
};

export function rowAt(rows: Rows, index: number): Row | undefined {
  const part = index < 0 || index >= rows.count ? undefined : partBy(rows, (candidate) => candidate.row <= index);
  if (part === undefined) return undefined;
  const at = part.first + index - part.row;
  switch (part.type) {
    case 'block':
    case 'omission':
    case 'event':
      return { type: part.type, index: at };
    case 'entry':
      return { type: 'entry', omission: part.omission, at, seq: seqAt(rows.omissions[part.omission], at) };
    default:
      return { type: part.type };
  }
}

/** Where a row is in the list, in pixels. */
export function spanOf(rows: Rows, index: number): { top: number; height: number } {
  const part = partBy(rows, (candidate) => candidate.row <= index);
  if (part === undefined) return { top: 0, height: 0 };
  return { top: part.top + (index - part.row) * part.height, height: part.height };
}

/** Number of the row at pixel `y`, the nearest one outside of the list. */
export function indexAt(rows: Rows, y: number): number {
  const part = partBy(rows, (candidate) => candidate.top <= y) ?? rows.parts[0];
  if (part === undefined) return 0;
  return part.row + Math.max(0, Math.min(part.count - 1, Math.floor((y - part.top) / part.height)));
}

/** Entry number `at` of an omission, counted over all its ranges. */
export function seqAt(omission: Omission | undefined, at: number): number {
  let left = at;
  for (const [first, last] of omission?.entries ?? []) {
    if (left <= last - first) return first + left;
    left -= last - first + 1;
  }
  return 0;
}

/** Which entry of an omission `seq` is; null where it is not in it. */
export function placeIn(omission: Omission, seq: number): number | null {
  let before = 0;
  for (const [first, last] of omission.entries) {
    if (seq >= first && seq <= last) return before + seq - first;
    before += last - first + 1;
  }
  return null;
}

/** The row that shows entry `seq`: its block, its line in an opened omission, or the closed omission that holds it. */
export function indexOf(rows: Rows, seq: number): number | null {
  const block = rows.blockOf.get(seq);
  if (block !== undefined) return rowOf(rows, 'block', block);
  for (const [omission, candidate] of rows.omissions.entries()) {
    const at = placeIn(candidate, seq);
    if (at !== null) return rowOf(rows, 'entry', at, omission) ?? rowOf(rows, 'omission', omission);
  }
  return null;
}

const rowOf = (rows: Rows, type: Row['type'], item: number, omission = 0): number | null => {
  const part = rows.parts.find(
    (candidate) =>
      candidate.type === type && candidate.omission === omission && item >= candidate.first && item < candidate.first + candidate.count,
  );
  return part === undefined ? null : part.row + item - part.first;
};

/** The row of the block that bears this name; null where none does. */
export function rowOfBlock(rows: Rows, key: string): number | null {
  const at = rows.blocks.findIndex((block) => blockKey(block) === key);
  return at < 0 ? null : rowOf(rows, 'block', at);
}

/** The next row after `from` whose block holds one of `entries`, from the top again after the last; null where none does. */
export function rowHolding(rows: Rows, entries: ReadonlySet<number>, from: number | null): number | null {
  const holding = rows.blocks.flatMap((block, index) => {
    const row = block.entries.some((seq) => entries.has(seq)) ? rowOf(rows, 'block', index) : null;
    return row === null ? [] : [row];
  });
  return holding.find((row) => row > (from ?? -1)) ?? holding[0] ?? null;
}
