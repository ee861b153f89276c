import type { EntryRow, View } from '../../../../shared/model/index.ts';
import { contextSize } from '../../../../shared/model/vocabulary.ts';
import type { PlaceRow } from './place-row.ts';
import { isThinking } from './rows.ts';
import { CLEARED_TOKENS } from './tokens.ts';

export type ViewEvent = View['events'][number];

/** A request whose size is recorded. */
export type Sized = PlaceRow & { usage: NonNullable<PlaceRow['usage']> };

export function isSized(request: PlaceRow): request is Sized {
  return request.usage !== null && contextSize(request.usage) > 0;
}

/** An entry of which the recorded sizes say that it was probably not sent any more. */
export interface Unsent {
  /** The first request without it. */
  step: number | null;
  tokens: number;
  /** What the record says. */
  note: string;
}

/**
 * What the recorded sizes of the requests on one branch say about the entries between them: the growth from one request to the next is
 * nearly exact, and the entries that came in between share it. It is built up request by request; `base` is measured at the first one.
 * At each request with a recorded size, that size = base + added + held + unexplained.
 */
export interface Growth {
  /** What no entry holds: system prompt, tools, context files. Null until a request with a recorded size. */
  base: number | null;
  /** What the events add to the base, and the placeholders of what was probably not sent. */
  added: number;
  /** What the entries in context weigh that were counted or of which a placeholder was sent, and what all others do but for `factor`. */
  fixed: number;
  loose: number;
  /**
   * What entries weigh that were not counted, as a share of their `raw`. So weighing all of them again costs nothing, however often a log
   * records less than they weigh.
   */
  factor: number;
  /** To whole tokens: down where all together must fit. */
  rounding: 'down' | 'nearest';
  /** Entries that were looked at to find them. */
  looks: number;
  /** What is left of the newest recorded size. */
  unexplained: number;
  /** By how much all that was held fell short of a recorded size, at the tightest; below zero where it did not fit. */
  room: number;
  events: ViewEvent[];
  /** The same as `added`, by the type of event. */
  addedBy: Map<string, number>;
  /** Entries that were in context, in the order of the file. */
  entries: Map<number, Weighed>;
  /** Those that were not counted and may weigh something. */
  heavy: Weighed[];
  /** Entries that were counted: these weigh what they weigh. */
  exact: Set<number>;
  unsent: Map<number, Unsent>;
  /** Results of which a recorded micro-compaction left a placeholder. */
  replaced: Set<number>;
  /** Thinking that is still sent, and that is not any more. */
  thoughts: Set<number>;
  forgotten: Set<number>;
  /** The newest request with a recorded size, and the entries that came since. */
  newest: Sized | null;
  waiting: readonly Weighed[];
  /** Entries whose weights the newest request changed; null where it may be any. */
  touched: readonly Weighed[] | null;
  /** What results weighed, and what they had been estimated at. */
  seen: { estimated: number; recorded: number };
  /** Tool by call id. */
  tools: Map<string, { name: string; order: number }>;
}

export interface Weighed {
  row: EntryRow;
  /** Its tokens, where it was counted; of all others what `factor` makes tokens of. */
  raw: number;
}

/** What was measured before a request that was not made: the base with its events, and the newest request whose size is recorded. */
export interface Measured {
  growth: Pick<Growth, 'base' | 'added' | 'unexplained'>;
  last: NonNullable<View['expected']>['last'];
}

/** Tokens that have to be seen before a session's own results say more than those of all others. */
const PRIOR = 3000;

export function startGrowth(): Growth {
  return {
    ...{
      base: null,
      added: 0,
      fixed: 0,
      loose: 0,
      factor: 1,
      rounding: 'nearest',
      looks: 0,
      unexplained: 0,
      room: Number.POSITIVE_INFINITY,
      events: [],
      newest: null,
      waiting: [],
      touched: [],
      heavy: [],
    },
    ...{ addedBy: new Map(), entries: new Map(), unsent: new Map(), tools: new Map() },
    ...{ exact: new Set(), replaced: new Set(), thoughts: new Set(), forgotten: new Set(), seen: { estimated: PRIOR, recorded: PRIOR } },
  };
}

/** Adds what an event took to the base, in place. */
export function addTo(growth: Growth, type: string, tokens: number): void {
  growth.added += tokens;
  growth.addedBy.set(type, (growth.addedBy.get(type) ?? 0) + tokens);
}

/** What all entries in context weigh now. */
export function heldIn({ fixed, loose, factor }: Growth): number {
  return fixed + loose * factor;
}

/** What an entry weighs, sent or not. */
export function weightIn(growth: Growth, entry: Weighed): number {
  if (growth.factor === 1 || growth.exact.has(entry.row.seq)) return entry.raw;
  const tokens = entry.raw * growth.factor;
  return growth.rounding === 'down' ? Math.floor(tokens + ALMOST) : Math.round(tokens);
}

/** The same of an entry by its number; undefined where it never was in context. */
export function weightBy(growth: Growth, seq: number): number | undefined {
  const entry = growth.entries.get(seq);
  return entry && weightIn(growth, entry);
}

/** What a multiplication and its inverse may take off a whole number. */
const ALMOST = 1e-6;

/** What an entry takes of the context now. */
export function heldOf(growth: Growth, entry: Weighed): number {
  const { seq } = entry.row;
  if (growth.unsent.has(seq) || growth.forgotten.has(seq)) return 0;
  return growth.replaced.has(seq) ? CLEARED_TOKENS : weightIn(growth, entry);
}

/** The same of an entry by its number; nothing where it never was in context. */
export function heldBy(growth: Growth, seq: number): number {
  const entry = growth.entries.get(seq);
  return entry === undefined ? 0 : heldOf(growth, entry);
}

/** Takes an entry in. */
export function hold(growth: Growth, row: EntryRow, tokens: number, counted: boolean): Weighed {
  const entry = { row, raw: counted ? tokens : tokens / growth.factor };
  if (counted) growth.exact.add(row.seq);
  else growth.heavy.push(entry);
  growth.entries.set(row.seq, entry);
  add(growth, entry, 1);
  return entry;
}

/** Weighs an entry in context that was not counted again. */
export function reweigh(growth: Growth, entry: Weighed, tokens: number): void {
  const raw = tokens / growth.factor;
  growth.loose += raw - entry.raw;
  entry.raw = raw;
}

/** An entry is sent differently from now on, or not at all. */
export function become(growth: Growth, seq: number, tokens: number | null): void {
  const entry = growth.entries.get(seq);
  if (entry === undefined || growth.unsent.has(seq) || growth.exact.has(seq)) return;
  release(growth, seq);
  growth.forgotten.delete(seq);
  if (tokens === null) {
    growth.forgotten.add(seq);
    return;
  }
  entry.raw = tokens / growth.factor;
  add(growth, entry, 1);
}

/** An entry is not sent any more, for the reason that it is marked with then. */
export function release(growth: Growth, seq: number): void {
  const entry = growth.entries.get(seq);
  if (entry === undefined || growth.unsent.has(seq) || growth.forgotten.has(seq)) return;
  if (growth.replaced.has(seq)) growth.fixed -= CLEARED_TOKENS;
  else add(growth, entry, -1);
}

/** Thinking that another model was not shown again, and this one is: it is still sent. */
export function recall(growth: Growth): void {
  for (const seq of growth.forgotten) {
    const entry = growth.entries.get(seq);
    if (entry === undefined || !isThinking(entry.row)) continue;
    growth.forgotten.delete(seq);
    growth.thoughts.add(seq);
    if (!growth.unsent.has(seq)) add(growth, entry, 1);
  }
}

const add = (growth: Growth, { row, raw }: Weighed, sign: 1 | -1): void => {
  if (growth.exact.has(row.seq)) growth.fixed += sign * raw;
  else growth.loose += sign * raw;
};

/** Below this share, all that came before it weighs nothing. */
const LEAST_FACTOR = 1e-9;
/** So often all entries may be looked at to find whole tokens, as a rule for the few times that a log asks for it. */
const LOOKS = 16;

/** All entries that were not counted weigh so much more or less. Costs nothing for each entry, but for a few times: a log may ask for it at every request. */
export function rescale(growth: Growth, by: number, rounding: Growth['rounding']): void {
  growth.factor *= by;
  growth.rounding = rounding;
  growth.touched = null;
  if (growth.looks > LOOKS * growth.entries.size && growth.factor > LEAST_FACTOR) return;
  growth.looks += growth.heavy.length;
  for (const entry of growth.heavy) entry.raw = weightIn(growth, entry);
  growth.heavy = growth.heavy.filter(({ raw }) => raw > 0);
  growth.factor = 1;
  growth.loose = growth.heavy.reduce((sum, entry) => sum + looseOf(growth, entry), 0);
}

/** A system prompt that another one took the place of is none of the entries any more. */
const looseOf = (growth: Growth, entry: Weighed): number =>
  growth.replaced.has(entry.row.seq) || growth.entries.get(entry.row.seq) !== entry ? 0 : heldOf(growth, entry);
