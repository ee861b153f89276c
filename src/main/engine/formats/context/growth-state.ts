import type { EntryRow, View } from '../../../../shared/model/index.ts';
import { contextSize } from '../../../../shared/model/vocabulary.ts';
import type { PlaceRow } from './place-row.ts';
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
  /** What the entries in context weigh. */
  held: number;
  /** What is left of the newest recorded size. */
  unexplained: number;
  /** By how much all that was held fell short of a recorded size, at the tightest; below zero where it did not fit. */
  room: number;
  events: ViewEvent[];
  /** The same as `added`, by the type of event. */
  addedBy: Map<string, number>;
  /** Entries that were in context, in the order of the file, and what each weighs. */
  rows: Map<number, EntryRow>;
  weights: Map<number, number>;
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
  waiting: EntryRow[];
  /** Entries whose weights the newest request changed. */
  touched: readonly EntryRow[];
  /** What results weighed, and what they had been estimated at. */
  seen: { estimated: number; recorded: number };
  /** Tool by call id. */
  tools: Map<string, { name: string; order: number }>;
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
      held: 0,
      unexplained: 0,
      room: Number.POSITIVE_INFINITY,
      events: [],
      newest: null,
      waiting: [],
      touched: [],
    },
    ...{ addedBy: new Map(), rows: new Map(), weights: new Map(), unsent: new Map(), tools: new Map() },
    ...{ exact: new Set(), replaced: new Set(), thoughts: new Set(), forgotten: new Set(), seen: { estimated: PRIOR, recorded: PRIOR } },
  };
}

/** Adds what an event took to the base, in place. */
export function addTo(growth: Growth, type: string, tokens: number): void {
  growth.added += tokens;
  growth.addedBy.set(type, (growth.addedBy.get(type) ?? 0) + tokens);
}

/** What an entry takes of the context now. */
export function heldBy({ unsent, forgotten, replaced, weights }: Growth, seq: number): number {
  if (unsent.has(seq) || forgotten.has(seq)) return 0;
  return replaced.has(seq) ? CLEARED_TOKENS : (weights.get(seq) ?? 0);
}

export function heldByAll(growth: Growth, rows: Iterable<{ seq: number }>): number {
  let total = 0;
  for (const { seq } of rows) total += heldBy(growth, seq);
  return total;
}
