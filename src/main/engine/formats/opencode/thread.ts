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
  /** The newest parts with the number of their last entries, and those before them. */
  parts: Parts;
  older: Parts;
  many: number;
}

/** Numbers of a part's last entries, by its id: the call, and its result. */
type Parts = Record<string, [call: number, result: number]>;

/** Parts that are looked up again, at most twice as many; and messages. */
const MOST = 128;
const NEWEST = 8;

/** A part is written again with each of its states, and a fork begins with messages of another session. */
export const thread: Thread<State> = {
  begin: () => ({ created: null, open: null, model: null, heard: false, begun: [], copied: [], parts: {}, older: {}, many: 0 }),
  next: change,
};

function change(state: State, entry: ThreadEntry): ThreadChange | null {
  const hint = asObject(entry.hint);
  if (hint?.is === SESSION) state.created ??= asNumber(hint.created);
  if (hint?.is === MESSAGE) return onMessage(state, entry, hint);
  const id = asString(hint?.id);
  if (hint?.is !== 'part' || id === null) return null;
  const [said, again] = [
    onAnswer(state, messageOf(id) ?? '', entry),
    (entry.kind === 'tool_result' ? onResult : onPart)(state, id, entry.seq),
  ];
  return said === null || again === null ? (said ?? again) : { ...said, ...again };
}

function onAnswer(state: State, message: string, { label, step, usage }: ThreadEntry): ThreadChange | null {
  if (message === state.open) state.heard = true;
  // What a request used belongs to it also where the rows of its beginning and end changed places.
  const begins = label === STEP || usage !== null;
  if (begins) state.begun = newest(state.begun, message);
  const change: ThreadChange = {};
  if (state.copied.includes(message)) change.flags = Flag.Shared;
  if (begins && state.model !== null) change.model = state.model;
  if (step !== null && !state.begun.includes(message)) change.step = null;
  return change.flags === undefined && change.model === undefined && change.step === undefined ? null : change;
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
  const known = partOf(state, id);
  if (known === undefined) {
    addPart(state, id, seq);
    return null;
  }
  const before = known[0];
  known[0] = seq;
  return { twinBefore: before };
}

function onResult(state: State, id: string, seq: number): ThreadChange | null {
  const known = partOf(state, id);
  const before = known?.[1] ?? 0;
  if (known) known[1] = seq;
  return before > 0 ? { twinBefore: before } : null;
}

/** Ids of parts have a slash in them, as no name that every object has. */
const partOf = ({ parts, older }: State, id: string): [number, number] | undefined => parts[id] ?? older[id];

function addPart(state: State, id: string, seq: number): void {
  if (state.many >= MOST) Object.assign(state, { older: state.parts, parts: {}, many: 0 });
  state.parts[id] = [seq, 0];
  state.many += 1;
}

const newest = (list: string[], id: string): string[] => (list.includes(id) ? list : [...list, id].slice(-NEWEST));
