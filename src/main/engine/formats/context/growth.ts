import type { EntryRow } from '../../../../shared/model/index.ts';
import { contextSize } from '../../../../shared/model/vocabulary.ts';
import { settle, squeeze } from './growth-settle.ts';
import {
  become,
  type Growth,
  heldIn,
  hold,
  isSized,
  recall,
  release,
  rescale,
  type Sized,
  type Weighed,
  weightIn,
} from './growth-state.ts';
import type { Habits } from './habits.ts';
import { type Scale, scaleFor } from './models.ts';
import type { PlaceRow } from './place-row.ts';
import { isThinking } from './rows.ts';
import { CLEARED_TOKENS, estimate, estimateAnswers, isPlainResult } from './tokens.ts';

/** The entries that a request was the first to hold, and how they are weighed. */
export interface Came {
  request: PlaceRow;
  /** In the order of the file. */
  rows: readonly EntryRow[];
  /** Calls whose results a micro-compaction cleared since the request before. */
  clearedCalls?: readonly string[];
  /** Entries that are sent differently since the request before, in order. */
  edits?: readonly Edit[];
  /** Recorded output of a step that answered on this branch. */
  outputOf: (step: number) => number | null;
  /** Tokens of an entry that were counted. */
  counted?: (row: EntryRow) => number | undefined;
  habits: Habits;
  /** Version of the program that sent it. */
  writer?: string | null;
}

/** An entry, and what is sent in its place; null for nothing. */
export interface Edit {
  seq: number;
  to: EntryRow | null;
}

/** Takes in one more request of the branch, in place. Costs what came; where all is measured again, what is in context. */
export function grow(growth: Growth, came: Came): void {
  const { request, habits } = came;
  const scale = scaleFor(request.model);
  const entries = weigh(growth, came, scale);
  growth.waiting = growth.waiting.length === 0 ? entries : [...growth.waiting, ...entries];
  growth.touched = growth.waiting;
  for (const { seq, to } of came.edits ?? []) become(growth, seq, to && estimate(to, scale));
  leave(growth, came);
  if (!isSized(request)) return;
  const { newest: before, waiting } = growth;
  growth.newest = request;
  growth.waiting = [];
  if (before === null || isOtherReader(before, request, came)) measure(growth, before, request, habits);
  else settle(growth, { before, request, entries: waiting, scale, habits });
}

/** Another model counts or forgets differently, so that all has to be measured again. */
const isOtherReader = (a: PlaceRow, b: PlaceRow, { habits, writer = null }: Came): boolean =>
  a.model !== b.model &&
  (scaleFor(a.model) !== scaleFor(b.model) || habits.forgets({ model: a.model, writer }) !== habits.forgets({ model: b.model, writer }));

/** Takes in what came. Results of one session are much alike: what the ones before weighed says what the next ones will. */
const weigh = (growth: Growth, { rows, outputOf, counted }: Came, scale: Scale): Weighed[] => {
  const answers = estimateAnswers(rows, outputOf, scale);
  const factor = growth.seen.recorded / growth.seen.estimated;
  return rows.map((row) => {
    for (const call of row.calls) growth.tools.set(call, { name: row.label, order: growth.tools.size });
    const known = counted?.(row);
    const estimated = (): number => answers.get(row.seq) ?? Math.round(estimate(row, scale) * (isPlainResult(row) ? factor : 1));
    return hold(growth, row, known ?? estimated(), known !== undefined);
  });
};

/** Thinking that the model is not shown again, and results that a micro-compaction cleared. */
const leave = (growth: Growth, { request, rows, habits, writer = null, clearedCalls = [] }: Came): void => {
  if (habits.sendsForgotten && !habits.forgets({ model: request.model, writer })) recall(growth);
  for (const row of rows) {
    if (isThinking(row)) growth.thoughts.add(row.seq);
    if (growth.thoughts.size === 0 || !habits.ends(row, { model: request.model, writer })) continue;
    for (const seq of growth.thoughts) {
      if (seq >= row.seq) continue;
      release(growth, seq);
      growth.forgotten.add(seq);
      growth.thoughts.delete(seq);
    }
  }
  if (clearedCalls.length > 0) replace(growth, request, new Set(clearedCalls));
};

const replace = (growth: Growth, { step }: PlaceRow, calls: ReadonlySet<string>): void => {
  let tokens = 0;
  let count = 0;
  for (const entry of growth.entries.values()) {
    const { seq, results } = entry.row;
    if (growth.unsent.has(seq) || growth.replaced.has(seq) || !results.some((call) => calls.has(call))) continue;
    tokens += weightIn(growth, entry) - CLEARED_TOKENS;
    count += 1;
    release(growth, seq);
    growth.replaced.add(seq);
    if (!growth.forgotten.has(seq)) growth.fixed += CLEARED_TOKENS;
  }
  if (count > 0 && step !== null)
    growth.events.push({
      type: 'results-cleared',
      step,
      tokens: -tokens,
      basis: 'recorded',
      note: `a micro-compaction cleared ${count} results`,
    });
};

/**
 * The first request of a branch, or the first that another model reads: what its entries do not weigh is the base. Where counted entries
 * alone weigh more than was recorded, that is not a size of this request, and the next one measures.
 */
const measure = (growth: Growth, before: Sized | null, request: Sized, habits: Habits): void => {
  const size = contextSize(request.usage);
  // Adding zero makes zero of a negative zero.
  const base = (): number => Math.round(size - heldIn(growth) - growth.added) + 0;
  if (before !== null) rescale(growth, scaleFor(before.model).charsPerToken / scaleFor(request.model).charsPerToken, 'nearest');
  growth.base = base();
  growth.unexplained = 0;
  growth.room = Math.min(growth.room, growth.base);
  if (growth.base >= 0) return;
  squeeze(growth, request, -growth.base, habits);
  growth.base = base();
  if (growth.base >= 0) return;
  growth.base = null;
  growth.newest = null;
};
