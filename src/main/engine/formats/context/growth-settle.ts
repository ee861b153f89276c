import type { EntryRow } from '../../../../shared/model/index.ts';
import { contextSize, Flag, has } from '../../../../shared/model/vocabulary.ts';
import { clear } from './growth-clear.ts';
import { eventOf } from './growth-events.ts';
import { addTo, type Growth, heldBy, heldByAll, type Sized } from './growth-state.ts';
import type { Habits } from './habits.ts';
import type { Scale } from './models.ts';
import { isThinking } from './rows.ts';
import { estimate, IMAGE_TOKENS, isPlainResult } from './tokens.ts';

interface Settling {
  before: Sized;
  request: Sized;
  /** What came between the two requests. */
  rows: readonly EntryRow[];
  scale: Scale;
  habits: Habits;
}

/** The entries that came share a growth that they can explain. What they cannot explain is an event, or was not sent. */
export function settle(growth: Growth, settling: Settling): void {
  const { before, request, rows, scale, habits } = settling;
  const size = contextSize(request.usage);
  const rest = (): number => size - (growth.base ?? 0) - growth.added - growth.held - growth.unexplained;
  const room = slack(rows, growth);
  if (rest() < -room.less) clear(growth, request, habits.released(growth, before, request, -rest()), -rest());
  const left = rest();
  const among = left > room.more ? rows.filter((row) => isThinking(row) && growth.weights.get(row.seq) === estimate(row, scale)) : rows;
  // Thinking is logged as a summary, if at all: where nothing records what it took, it may weigh anything.
  if (left >= -Math.max(room.less, room.more) && among.length > 0) share(growth, among, left, scale);
  else name(growth, settling, left);
  growth.room = Math.min(growth.room, size - growth.held);
  if (growth.held > size) squeeze(growth, request, growth.held - size, habits);
  growth.unexplained = size - (growth.base ?? 0) - growth.added - growth.held;
}

/** What came cannot explain this much: it is an event, where something tells which. */
const name = (growth: Growth, { before, request, rows, habits }: Settling, tokens: number): void => {
  const event = eventOf({ before, request, rows, tools: growth.tools, tokens, habits });
  if (event === null) return;
  growth.events.push(event);
  addTo(growth, event.type, event.tokens);
};

/** How far estimates of what came may be off before something else must have happened. */
const slack = (rows: readonly EntryRow[], growth: Growth): { less: number; more: number } => {
  let [less, more] = [150, 150];
  for (const row of rows) {
    const tokens = growth.weights.get(row.seq) ?? 0;
    const media = has(row.flags, Flag.Media) ? IMAGE_TOKENS : 0;
    less += 0.5 * tokens + media;
    more += 0.4 * tokens + 30 + media;
  }
  return { less, more };
};

/** What came weighs what it was estimated at and its share of the rest; never nothing. What the log records of answers is nearly exact. */
const share = (growth: Growth, rows: readonly EntryRow[], rest: number, scale: Scale): void => {
  const sent = rows.filter(({ seq }) => heldBy(growth, seq) > 0 && !growth.replaced.has(seq) && !growth.exact.has(seq));
  if (sent.length === 0) return;
  const others = sent.filter((row) => row.role !== 'assistant');
  const among = others.length > 0 ? others : sent;
  const total = Math.max(1, heldByAll(growth, among));
  let left = rest;
  for (const [at, { seq }] of among.entries()) {
    const tokens = growth.weights.get(seq) ?? 0;
    const part = at === among.length - 1 ? left : Math.round((rest * tokens) / total);
    const change = Math.max(part, 1 - tokens);
    growth.weights.set(seq, tokens + change);
    growth.held += change;
    left -= change;
  }
  const results = among.filter(isPlainResult);
  growth.seen.estimated += results.reduce((sum, row) => sum + estimate(row, scale), 0);
  growth.seen.recorded += heldByAll(growth, results);
};

/** Entries that weigh more than their request held: some were not sent, and if none can be told apart, all weigh less than estimated. */
export function squeeze(growth: Growth, request: Sized, over: number, habits: Habits): void {
  clear(growth, request, habits.released(growth, null, request, over), over);
  const size = contextSize(request.usage) - Math.max(0, growth.added);
  if (growth.held <= size) return;
  const estimated = [...growth.weights].filter(([seq]) => heldBy(growth, seq) > 0 && !growth.exact.has(seq) && !growth.replaced.has(seq));
  const loose = estimated.reduce((sum, [seq]) => sum + heldBy(growth, seq), 0);
  const room = size - (growth.held - loose);
  // What was counted does not fit by itself, so the size is no measure of the rest.
  if (room < 0) return;
  for (const [seq, tokens] of estimated) growth.weights.set(seq, Math.floor((tokens * room) / loose));
  growth.held = heldByAll(growth, growth.rows.values());
  growth.touched = [...growth.rows.values()];
}
