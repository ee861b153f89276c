import { Flag } from '../../../../shared/model/vocabulary.ts';
import type { Thread, ThreadChange, ThreadEntry } from '../format.ts';
import { asNumber, asObject, asString } from '../json.ts';
import type { JsonObject } from '../values.ts';
import { MESSAGE, SESSION, STEP } from './read.ts';
import { messageOf } from './record.ts';

/** What the reducer remembers. */
interface State {
  /** When the session was made: what is older was copied from another. */
  created: number | null;
  /** The message whose request was opened last. */
  open: string | null;
  /** The model of it, and whether some of its answer is there. */
  model: string | null;
  heard: boolean;
  /** The newest messages that a model began: what a command of the user's did is in a message that none began. */
  begun: string[];
  /** The newest messages that were copied. */
  copied: string[];
  /** The newest parts with the number of their last entries: the call, and its result. */
  parts: [id: string, call: number, result: number][];
}

/** Parts and messages that are looked for again. */
const MOST = 128;
const NEWEST = 8;

/** A part is written again with each of its states, and a fork begins with messages of another session. */
export const thread: Thread<State> = {
  begin: () => ({ created: null, open: null, model: null, heard: false, begun: [], copied: [], parts: [] }),
  next: change,
};

function change(state: State, entry: ThreadEntry): ThreadChange | null {
  const hint = asObject(entry.hint);
  if (hint?.is === SESSION) state.created ??= asNumber(hint.created);
  if (hint?.is === MESSAGE) return onMessage(state, entry, hint);
  const id = asString(hint?.id);
  if (hint?.is !== 'part' || id === null) return null;
  return { ...onAnswer(state, messageOf(id) ?? '', entry), ...(entry.kind === 'tool_result' ? onResult : onPart)(state, id, entry.seq) };
}

function onAnswer(state: State, message: string, { label, step, usage }: ThreadEntry): ThreadChange {
  if (message === state.open) state.heard = true;
  // What a request used belongs to it also where the rows of its beginning and end changed places.
  const begins = label === STEP || usage !== null;
  if (begins) state.begun = newest(state.begun, message);
  return {
    ...(state.copied.includes(message) && { flags: Flag.Shared }),
    ...(begins && state.model !== null && { model: state.model }),
    ...(step !== null && !state.begun.includes(message) && { step: null }),
  };
}

function onMessage(state: State, { model, role }: ThreadEntry, hint: JsonObject): ThreadChange | null {
  const [id, created] = [asString(hint.id), asNumber(hint.created)];
  if (id === null) return null;
  if (model !== null) state.model = model;
  if (state.created !== null && created !== null && created < state.created) {
    state.copied = newest(state.copied, id);
    return { flags: Flag.Shared };
  }
  // A request of which nothing came but its end failed.
  if (hint.ended === true) return state.open === id && !state.heard ? { bound: { at: 'ends', time: null } } : null;
  if (role !== 'assistant' || state.open === id) return null;
  Object.assign(state, { open: id, heard: false });
  return { bound: { at: 'opens', time: created } };
}

function onPart(state: State, id: string, seq: number): ThreadChange | null {
  const known = state.parts.find(([one]) => one === id);
  if (known === undefined) {
    state.parts = [...state.parts.slice(1 - MOST), [id, seq, 0]];
    return null;
  }
  const before = known[1];
  known[1] = seq;
  return { twinBefore: before };
}

function onResult(state: State, id: string, seq: number): ThreadChange | null {
  const known = state.parts.find(([one]) => one === id);
  const before = known?.[2] ?? 0;
  if (known) known[2] = seq;
  return before > 0 ? { twinBefore: before } : null;
}

const newest = (list: readonly string[], id: string): string[] => (list.includes(id) ? [...list] : [...list, id].slice(-NEWEST));
