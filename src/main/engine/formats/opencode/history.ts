import type { EntryRow, OmissionReason } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import type { Pick } from '../context/selection.ts';
import { BLANKED, MESSAGE, REMOVED, SESSION, STEP, SUMMARY } from './read.ts';
import { messageOf } from './record.ts';

/** A part as its newest rows have it. */
interface PartState {
  id: string;
  call: EntryRow;
  result: EntryRow | null;
  blanked: boolean;
}

interface Message {
  id: string;
  created: number;
  user: boolean;
  /** The newest entry of its state. */
  seq: number;
  /** The name of what ended it; null for none. */
  error: string | null;
  parts: Map<string, PartState>;
}

/** The messages of a session as they were when a request was made. */
export interface History {
  messages: Message[];
  /** Messages that a finished summary names as what asked for it. */
  asked: ReadonlySet<string>;
  /** Rows whose message or part is there no more. */
  gone: Map<number, OmissionReason>;
}

const wordsAfter = (label: string, word: string): string | null => (label.startsWith(`${word} `) ? label.slice(word.length + 1) : null);

/** Replays rows in their order. */
export function historyOf(rows: readonly EntryRow[]): History {
  const messages = new Map<string, Message>();
  const asked = new Set<string>();
  const gone = new Map<number, OmissionReason>();
  let revert: string | null = null;
  for (const row of rows) {
    if (row.kind === SESSION) revert = wordsAfter(row.label, 'revert');
    else if (row.kind === MESSAGE) onMessage(messages, asked, row);
    else if (row.kind === REMOVED) remove(messages, row.label, gone);
    else onPart(messages, row);
  }
  const sorted = [...messages.values()].sort(byAge);
  if (revert !== null) takeBack(messages, sorted, revert, gone);
  return { messages: sorted.filter(({ id }) => messages.has(id)), asked, gone };
}

const byAge = (a: Message, b: Message): number => a.created - b.created || (a.id < b.id ? -1 : 1);

function onMessage(messages: Map<string, Message>, asked: Set<string>, row: EntryRow): void {
  const id = row.id ?? '';
  const known = messages.get(id) ?? { id, created: row.time ?? 0, user: row.role === null, seq: 0, error: null, parts: new Map() };
  known.seq = row.seq;
  known.error = wordsAfter(row.label, 'error');
  messages.set(id, known);
  const by = has(row.flags, Flag.Boundary) ? wordsAfter(row.label, SUMMARY) : null;
  if (by !== null) asked.add(by);
}

function onPart(messages: Map<string, Message>, row: EntryRow): void {
  const message = row.id?.includes('/') ? messages.get(messageOf(row.id) ?? '') : undefined;
  if (message === undefined || row.id === null) return;
  const known = message.parts.get(row.id);
  if (row.kind === BLANKED) {
    if (known) known.blanked = true;
  } else if (row.kind === 'tool_result') {
    if (known) known.result = row;
  } else message.parts.set(row.id, { id: row.id, call: row, result: null, blanked: false });
}

const rowsOf = ({ parts }: Message): EntryRow[] => [...parts.values()].flatMap(({ call, result }) => (result ? [call, result] : [call]));

function remove(messages: Map<string, Message>, id: string, gone: History['gone']): void {
  const message = messages.get(messageOf(id) ?? '');
  if (message === undefined) return;
  const part = message.parts.get(id);
  const leaving = id === message.id ? rowsOf(message) : part ? [part.call, ...(part.result ? [part.result] : [])] : [];
  for (const { seq } of leaving) gone.set(seq, 'other-branch');
  if (id === message.id) messages.delete(id);
  else message.parts.delete(id);
}

/** What a person went back over is removed when the next prompt comes: from a message on, or from a part of it. */
function takeBack(messages: Map<string, Message>, sorted: readonly Message[], to: string, gone: History['gone']): void {
  const at = sorted.findIndex(({ id }) => id === messageOf(to));
  if (at < 0) return;
  const part = to.includes('/') ? to : null;
  for (const { id } of sorted.slice(part === null ? at : at + 1)) remove(messages, id, gone);
  if (part === null) return;
  for (const id of [...(sorted[at]?.parts.keys() ?? [])]) if (id >= part) remove(messages, id, gone);
}

/** The message that a request for a compaction names as the first that stays; an empty text where it names none, null for another message. */
const tailOf = ({ user, parts }: Message): string | null => {
  const row = user ? [...parts.values()].find(({ call }) => /^compaction\b/.test(call.label))?.call : undefined;
  return row === undefined ? null : (wordsAfter(row.label, 'compaction') ?? '');
};

/**
 * The messages that are sent, in their order: from the newest compaction on whose summary is finished. Where that keeps a tail, the request for the
 * summary and the summary come before it.
 */
export function cut({ messages, asked }: History): Message[] {
  const at = messages.findLastIndex((message) => asked.has(message.id) && tailOf(message) !== null);
  const boundary = messages[at];
  if (boundary === undefined) return messages;
  const from = messages.findIndex(({ id }) => id === tailOf(boundary));
  if (from < 0 || from >= at) return messages.slice(at);
  const summary = messages.findIndex((message, place) => place > at && !message.user);
  if (summary < 0) return messages.slice(from);
  return [...messages.slice(at, summary + 1), ...messages.slice(from, at), ...messages.slice(summary + 1)];
}

/** An answer that was stopped is sent where there is more of it than thoughts. */
const isLeftOut = ({ error, parts }: Message): boolean =>
  error !== null &&
  !(
    error === 'MessageAbortedError' &&
    [...parts.values()].some(({ call }) => !/^(?:step-start|reasoning)$/.test(call.label) && !isThought(call))
  );

const isThought = ({ flags }: EntryRow): boolean => has(flags, Flag.Thinking);

const isSent = ({ flags }: EntryRow): boolean => has(flags, Flag.Sent);

/**
 * The entries of messages as they are sent: what a model said and called in a step of it, then what its tools answered. `thinkers` are the states of
 * messages with thoughts: those of another model are sent as text.
 */
export function sentOf(messages: readonly Message[]): { picks: Pick[]; left: EntryRow[]; thinkers: number[] } {
  const picks: Pick[] = [];
  const thinkers: number[] = [];
  const left: EntryRow[] = [];
  for (const message of messages) {
    if (isLeftOut(message)) {
      left.push(...rowsOf(message));
      continue;
    }
    let results: Pick[] = [];
    for (const { call, result, blanked } of [...message.parts.values()].sort((a, b) => (a.id < b.id ? -1 : 1))) {
      if (call.label === STEP) {
        picks.push(...results);
        results = [];
      }
      if (isSent(call)) picks.push({ seq: call.seq });
      if (result !== null) results.push({ seq: result.seq, ...(blanked && { cleared: true }) });
    }
    picks.push(...results);
    if ([...message.parts.values()].some(({ call }) => isSent(call) && isThought(call))) thinkers.push(message.seq);
  }
  return { picks, left, thinkers };
}
