import { figure } from '../../../../shared/model/figure.ts';
import type { EntryRow } from '../../../../shared/model/index.ts';
import { contextSize, Flag, has } from '../../../../shared/model/vocabulary.ts';
import {
  addTo,
  type Growth,
  heldBy,
  heldIn,
  heldOf,
  release,
  rescale,
  reweigh,
  type Sized,
  type ViewEvent,
  type Weighed,
  weightBy,
  weightIn,
} from './growth-state.ts';
import type { Habits, Released, Tools } from './habits.ts';
import type { Scale } from './models.ts';
import { isThinking } from './rows.ts';
import { CLEARED_TOKENS, estimate, IMAGE_TOKENS, isPlainResult } from './tokens.ts';

interface Facts {
  before: Sized;
  request: Sized;
  /** What came between the two requests. */
  rows: readonly EntryRow[];
  tools: Tools;
  /** What the entries do not explain. */
  tokens: number;
  habits: Habits;
}

/** Less than this is not worth a name. */
const LEAST = 500;
/** A prompt cache lives this long at least, in ms. */
const CACHE_LIVES = 5 * 60_000;

/** What happened between two requests that no entry holds; null where it is small, or nothing tells. */
function eventOf({ before, request, rows, tools, tokens, habits }: Facts): ViewEvent | null {
  if (Math.abs(tokens) < LEAST || request.step === null) return null;
  const event = (type: string, note: string): ViewEvent => ({ type, step: request.step ?? 0, tokens, basis: 'inferred', note });
  if (tokens > 0 && rows.some((row) => habits.loadsTools(row, tools)))
    return event('tools-loaded', 'schemas of loaded tools, not in the log');
  if (isCold(before, request))
    return event(
      'prompt-changed',
      `the system prompt or the tools changed: only ${figure(request.usage.cacheRead)} tokens were read from the cache`,
    );
  if (tokens > 0 && rows.some(({ flags }) => has(flags, Flag.Prompt | Flag.Meta)))
    return event('file-not-logged', 'a file or a reminder with the prompt, not in the log');
  return event('not-logged', tokens > 0 ? 'something that is not in the log' : 'something that is not in the log was left out');
}

/** Hardly anything was read from a cache that must still have been warm. */
const isCold = (before: Sized, request: Sized): boolean => {
  const pause = (request.time ?? 0) - (before.time ?? 0);
  return request.usage.cacheRead < contextSize(before.usage) / 2 && pause < CACHE_LIVES;
};

/** Takes entries out of a context, in place. `short`: by how much the request is smaller than what the log has for it. */
function clear(growth: Growth, request: Sized, { seqs }: Released, short: number): void {
  if (seqs.length === 0) return;
  const note = `${figure(contextSize(request.usage))} tokens are recorded, ${figure(Math.round(short))} fewer than the log has for this request`;
  const tokens = seqs.reduce((sum, seq) => sum + heldBy(growth, seq), 0);
  const placeholders = CLEARED_TOKENS * seqs.filter((seq) => (growth.entries.get(seq)?.row.results.length ?? 0) > 0).length;
  for (const seq of seqs) {
    const weight = weightBy(growth, seq) ?? 0;
    release(growth, seq);
    growth.unsent.set(seq, { step: request.step, tokens: weight, note });
    growth.thoughts.delete(seq);
  }
  if (placeholders !== 0) addTo(growth, 'probably-not-sent', placeholders);
  growth.events.push({ type: 'probably-not-sent', step: request.step ?? 0, tokens: placeholders - tokens, basis: 'inferred', note });
}

interface Settling {
  before: Sized;
  request: Sized;
  /** What came between the two requests. */
  entries: readonly Weighed[];
  scale: Scale;
  habits: Habits;
}

/** The entries that came share a growth that they can explain. What they cannot explain is an event, or was not sent. */
export function settle(growth: Growth, settling: Settling): void {
  const { before, request, entries, scale, habits } = settling;
  const size = contextSize(request.usage);
  const rest = (): number => Math.round(size - (growth.base ?? 0) - growth.added - heldIn(growth) - growth.unexplained);
  const room = slack(growth, entries);
  if (rest() < -room.less) clear(growth, request, habits.released(growth, before, request, -rest()), -rest());
  const left = rest();
  const isUnknown = (entry: Weighed): boolean => isThinking(entry.row) && weightIn(growth, entry) === estimate(entry.row, scale);
  const among = left > room.more ? entries.filter(isUnknown) : entries;
  // Thinking is logged as a summary, if at all: where nothing records what it took, it may weigh anything.
  if (left >= -Math.max(room.less, room.more) && among.length > 0) share(growth, among, left, scale);
  else name(growth, settling, left);
  growth.room = Math.min(growth.room, size - heldIn(growth));
  if (heldIn(growth) > size) squeeze(growth, request, heldIn(growth) - size, habits);
  growth.unexplained = size - (growth.base ?? 0) - growth.added - heldIn(growth);
}

/** What came cannot explain this much: it is an event, where something tells which. */
const name = (growth: Growth, { before, request, entries, habits }: Settling, tokens: number): void => {
  const event = eventOf({ before, request, rows: entries.map(({ row }) => row), tools: growth.tools, tokens, habits });
  if (event === null) return;
  growth.events.push(event);
  addTo(growth, event.type, event.tokens);
};

/** How far estimates of what came may be off before something else must have happened. */
const slack = (growth: Growth, entries: readonly Weighed[]): { less: number; more: number } => {
  let [less, more] = [150, 150];
  for (const entry of entries) {
    const tokens = weightIn(growth, entry);
    const media = has(entry.row.flags, Flag.Media) ? IMAGE_TOKENS : 0;
    less += 0.5 * tokens + media;
    more += 0.4 * tokens + 30 + media;
  }
  return { less, more };
};

/** What came weighs what it was estimated at and its share of the rest; never nothing. What the log records of answers is nearly exact. */
const share = (growth: Growth, entries: readonly Weighed[], rest: number, scale: Scale): void => {
  const isLoose = ({ seq }: EntryRow): boolean => !growth.replaced.has(seq) && !growth.exact.has(seq);
  const sent = entries.filter((entry) => isLoose(entry.row) && heldOf(growth, entry) > 0);
  if (sent.length === 0) return;
  const others = sent.filter(({ row }) => row.role !== 'assistant');
  const among = others.length > 0 ? others : sent;
  const total = Math.max(1, sumOf(growth, among));
  let left = rest;
  for (const [at, entry] of among.entries()) {
    const tokens = weightIn(growth, entry);
    const part = at === among.length - 1 ? left : Math.round((rest * tokens) / total);
    const change = Math.max(part, 1 - tokens);
    reweigh(growth, entry, tokens + change);
    left -= change;
  }
  const results = among.filter(({ row }) => isPlainResult(row));
  growth.seen.estimated += results.reduce((sum, { row }) => sum + estimate(row, scale), 0);
  growth.seen.recorded += sumOf(growth, results);
};

const sumOf = (growth: Growth, entries: readonly Weighed[]): number => entries.reduce((sum, entry) => sum + weightIn(growth, entry), 0);

/** Entries that weigh more than their request held: some were not sent, and if none can be told apart, all weigh less than estimated. */
export function squeeze(growth: Growth, request: Sized, over: number, habits: Habits): void {
  clear(growth, request, habits.released(growth, null, request, over), over);
  const loose = growth.loose * growth.factor;
  const room = contextSize(request.usage) - Math.max(0, growth.added) - growth.fixed;
  // What was counted does not fit by itself, so the size is not a measure of the rest.
  if (loose <= room || (room < 0 && growth.exact.size > 0)) return;
  rescale(growth, Math.max(0, room) / loose, 'down');
}
