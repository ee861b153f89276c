import { isDeepStrictEqual } from 'node:util';
import type { Appended, AppendInput, HandoffInput } from '../../../shared/model/native.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { checkState } from './contract.ts';
import { mergedBy } from './fork-rows.ts';
import type { Handle } from './handle.ts';
import type { Locked } from './held-tape.ts';
import { lockHandle } from './lock.ts';
import { isGovernance } from './merge/governance.ts';
import { type NewLine, writeLines } from './put-lines.ts';
import { lastId, rowsOf } from './query.ts';

export function appendTo(handle: Handle, entries: readonly AppendInput[]): Appended {
  // Nothing is refused without a head to compare with.
  return appendAfter(handle, entries, null) ?? { ids: [], notes: [] };
}

/** Appends while `head` is the newest entry; null, with nothing written, where another writer came first. */
export function appendAfter(handle: Handle, entries: readonly AppendInput[], head: number | null): Appended | null {
  if (entries.length === 0) return { ids: [], notes: [] };
  const lines = entries.map(newLine);
  refuseGovernance(lines);
  const rare = lines.some(({ kind, anchor }) => kind === 'anchor' || anchor !== undefined);
  return lockHandle(handle, rare, (locked) => {
    if (head !== null && locked.head.id !== head) return null;
    refuseMerged(handle);
    checkReferences(handle, locked.head.id, lines);
    return write(locked, lines, 'append');
  });
}

/** The state of a new anchor. Throws 'bad-input' for a field that is given twice and differs: neither value may be dropped silently. */
const stateOf = ({ name, summary, nextSteps, sourceIds, owner, state = {} }: HandoffInput): Record<string, unknown> => {
  const named = { summary, next_steps: nextSteps, source_ids: sourceIds, owner };
  const fields = Object.entries(named).filter(([, value]) => value !== undefined);
  for (const [field, value] of fields) {
    if (Object.hasOwn(state, field) && !isDeepStrictEqual(state[field], value))
      throw new TapeError('bad-input', `The state has a field “${field}” already, and another one was given: give only one.`);
  }
  // A state may call its phase by another word than the anchor.
  return { ...state, ...(Object.hasOwn(state, 'phase') ? {} : { phase: name }), ...Object.fromEntries(fields) };
};

export function handoffTo(handle: Handle, input: HandoffInput): Appended {
  const { name } = input;
  const state = stateOf(input);
  return lockHandle(handle, true, (locked) => {
    refuseMerged(handle);
    const anchor: NewLine = { kind: 'anchor', payload: { name, state } };
    checkReferences(handle, locked.head.id, [anchor]);
    return write(locked, [anchor], 'handoff');
  });
}

const newLine = ({ kind = 'message', payload, meta, anchor, corrects }: AppendInput): NewLine => ({
  kind,
  payload,
  ...(meta === undefined ? {} : { meta }),
  ...(anchor === undefined ? {} : { anchor }),
  ...(corrects === undefined ? {} : { corrects }),
});

/** Writes, and says where the clock went backwards: the time is kept as it is, since order never follows it. */
const write = (locked: Locked, lines: readonly NewLine[], op: 'append' | 'handoff'): Appended => {
  const before = locked.head.at;
  const ids = writeLines(locked, lines, op);
  const back = locked.head.at < before && before !== '';
  return {
    ids,
    notes: back ? [`The clock runs backwards: entry ${ids[0]} is from ${locked.head.at}, the one before it from ${before}.`] : [],
  };
};

/** Whoever could write these by hand could close a fork, or make one up. */
const refuseGovernance = (lines: readonly NewLine[]): void => {
  if (lines.some(({ kind = 'message', payload }) => isGovernance({ kind, payload, meta: {} }))) {
    throw new TapeError('refused', 'Only “tape fork”, “tape merge” and “tape discard” write events of forks and merges.');
  }
};

const refuseMerged = (handle: Handle): void => {
  if (handle.fork === null) return;
  const event = mergedBy(handle);
  if (event === null) return;
  throw new TapeError('refused', `The fork "${handle.fork.name}" was merged by entry ${event} of its parent, so it is closed.`);
};

/** What entries name must be there before them: entries that they correct, and the sources and the contract of an anchor's state. */
const checkReferences = (handle: Handle, head: number, lines: readonly NewLine[]): void => {
  for (const [at, { kind, payload, corrects }] of lines.entries()) {
    const last = head + at;
    if (corrects !== undefined && !exists(handle, corrects, last)) {
      throw new TapeError('refused', `There is no earlier entry ${corrects} to correct.`, { ids: [corrects] });
    }
    if (kind === 'anchor') checkAnchor(handle, payload, last);
  }
};

const checkAnchor = (handle: Handle, payload: unknown, last: number): void => {
  const state = typeof payload === 'object' && payload !== null && 'state' in payload ? payload.state : {};
  checkState(handle.workspace, state);
  const cited = typeof state === 'object' && state !== null && 'source_ids' in state ? state.source_ids : [];
  if (!Array.isArray(cited)) throw new TapeError('bad-input', '"source_ids" must be a list of entry ids.');
  const missing = cited.filter((id) => !exists(handle, id, last));
  if (missing.length === 0) return;
  const named = missing.map((id) => JSON.stringify(id)).join(', ');
  throw new TapeError('refused', `The sources ${named} of this handoff do not exist: the last entry is ${last}.`, { ids: missing });
};

/** Ids have no gap, but for what somebody removed from the files: what the index has is what is there. */
const exists = (handle: Handle, id: unknown, last: number): boolean => {
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 1 || id > last) return false;
  return id > lastId(handle) || rowsOf(handle, { ids: [id, id] }).length > 0;
};
