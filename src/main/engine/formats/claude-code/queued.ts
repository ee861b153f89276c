import type { EntryRow } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { opensTurn } from '../context/rows.ts';
import type { Pick } from '../context/selection.ts';
import { type Writers, writerAt } from '../context/writers.ts';
import { isSince } from './version.ts';

/** The first version that logs what it takes from its queue as an attachment; earlier ones log the queue alone. */
const ATTACHES = '2.1.87';

/** Whether prompts that were sent to a running agent are in the records of its queue and nowhere else. */
export function queueAlone(writer: string | null): boolean {
  return writer !== null && !isSince(writer, ATTACHES);
}

/** A prompt that the running agent took from its queue. */
interface Taken {
  prompt: EntryRow;
  /** The record that takes it out. */
  at: number;
}

const isQueue = ({ kind }: EntryRow): boolean => kind === 'queue-operation';
const isNotification = ({ flags }: EntryRow): boolean => has(flags, Flag.Notification);

/** By how much the queue is longer after an entry. */
export function queuedBy(row: EntryRow): number {
  return !isQueue(row) ? 0 : row.label === 'enqueue' ? 1 : row.label === 'popAll' ? Number.NEGATIVE_INFINITY : -1;
}

interface Queue {
  taken: Taken[];
  /** Prompts that are still in it. */
  waiting: EntryRow[];
}

/** Follows the queue through rows in the order of the file: what is removed went to the running agent, all else became a turn, was taken back or waits. */
function followQueue(rows: Iterable<EntryRow>): Queue {
  let waiting: EntryRow[] = [];
  const taken: Taken[] = [];
  for (const row of rows) {
    if (isQueue(row)) {
      if (row.label === 'enqueue') waiting.push(row);
      else if (row.label === 'popAll') waiting = [];
      else if (row.label === 'dequeue') waiting.shift();
      else if (row.label === 'remove') taken.push(...waiting.splice(0, 1).map((prompt) => ({ prompt, at: row.seq })));
    } else if (waiting.length > 0 && (opensTurn(row) || isNotification(row))) {
      // An idle agent takes the next one as a turn, and some versions do not log that it leaves the queue.
      const next = waiting.findIndex((one) => isNotification(one) === isNotification(row));
      if (next >= 0) waiting.splice(next, 1);
    }
  }
  return { taken, waiting };
}

/**
 * Picks with the prompts that the agent was sent while it worked, after the results that they were folded into. `rows` are all entries before
 * the step, in order; `since` is the line from which on the agent ran, if something says so: what was sent before is in none of its records.
 */
export function withQueued(picks: readonly Pick[], rows: ReadonlyMap<number, EntryRow>, since: number): Pick[] {
  const queue = [...rows.values()];
  if (!queue.some((row) => isQueue(row) && row.label === 'remove')) return [...picks];
  const sorted = queue.toSorted((a, b) => a.seq - b.seq);
  const sent = followQueue(sorted).taken.filter(({ prompt, at }) => prompt.chars > 0 && at > since);
  if (sent.length === 0) return [...picks];
  const answers = sorted.filter((row) => row.role === 'assistant' && !has(row.flags, Flag.Sidechain)).map(({ seq }) => seq);
  const behind = new Map<number, Pick[]>();
  for (const { prompt, at } of sent) {
    const [from, to] = [answers.findLast((seq) => seq < at) ?? 0, answers.find((seq) => seq > at) ?? Number.POSITIVE_INFINITY];
    const place = picks.findLastIndex(({ seq }) => seq > from && seq < to && (rows.get(seq)?.results.length ?? 0) > 0);
    if (place < 0) continue;
    behind.set(place, [...(behind.get(place) ?? []), { seq: prompt.seq, why: 'sent while the agent worked, with the result before it' }]);
  }
  return picks.flatMap((pick, at) => [pick, ...(behind.get(at) ?? [])]);
}

/** The prompts that an agent was sent while it worked, where the queue alone records them; of all entries of a tape in order. */
export function takenIn(rows: readonly EntryRow[], writers: Writers): ReadonlySet<number> {
  const all = withQueued(
    rows.map(({ seq }) => ({ seq })),
    new Map(rows.map((row) => [row.seq, row])),
    0,
  );
  return new Set(all.flatMap(({ seq, why }) => (why !== undefined && queueAlone(writerAt(writers, seq)) ? [seq] : [])));
}

const isSpoken = ({ role, flags }: EntryRow): boolean =>
  !has(flags, Flag.Sidechain) && (role === 'assistant' || (role === 'user' && has(flags, Flag.Sent)));

/** Whether a prompt that waits goes with the next request: not where one was under way when it was typed, and has no answer yet. */
function isDue(prompt: EntryRow, spoken: readonly EntryRow[]): boolean {
  const before = spoken.filter(({ seq }) => seq < prompt.seq);
  const last = before.at(-1);
  const answered = new Set(before.flatMap(({ results }) => results));
  const running = before.filter(
    ({ step, role }) => role === 'assistant' && step === before.findLast((row) => row.role === 'assistant')?.step,
  );
  const open = running.some(({ calls }) => calls.some((call) => !answered.has(call)));
  const since = new Set(
    spoken.flatMap(({ seq, role, step }) => (seq > prompt.seq && role === 'assistant' && step !== last?.step ? [step] : [])),
  );
  return since.size === (last?.role === 'user' && !open ? 1 : 0);
}

/** Picks of the next request with the prompts that wait for it in the queue since entry `since`: what a program held that is gone is lost. */
export function withWaiting(picks: readonly Pick[], rows: ReadonlyMap<number, EntryRow>, since: number): Pick[] {
  if (![...rows.values()].some(isQueue)) return [...picks];
  const sorted = [...rows.values()].toSorted((a, b) => a.seq - b.seq);
  const spoken = sorted.filter(isSpoken);
  const due = followQueue(sorted).waiting.filter((prompt) => prompt.chars > 0 && prompt.seq >= since && isDue(prompt, spoken));
  return [...picks, ...due.map(({ seq }) => ({ seq, why: 'waits in the queue: goes with the next request' }))];
}
