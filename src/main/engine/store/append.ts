import type { Appended, AppendInput, HandoffInput } from '../../../shared/model/native.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { mergedBy } from './forks.ts';
import type { Handle } from './handle.ts';
import { type Locked, lockHandle } from './lock.ts';
import { type NewLine, writeLines } from './put-lines.ts';

export const appendTo = (handle: Handle, entries: readonly AppendInput[]): Appended => {
  if (entries.length === 0) return { ids: [], notes: [] };
  const lines = entries.map(newLine);
  const rare = lines.some(({ kind, anchor }) => kind === 'anchor' || anchor !== undefined);
  return lockHandle(handle, rare, (locked) => {
    refuseMerged(handle);
    checkCorrects(locked.head.id, lines);
    return write(locked, lines, 'append');
  });
};

/** `state.phase` is the anchor's name, always; what is not given is not there. */
export const handoffTo = (handle: Handle, input: HandoffInput): Appended => {
  const { name, summary, nextSteps, sourceIds, owner } = input;
  const state = {
    ...input.state,
    phase: name,
    ...(summary === undefined ? {} : { summary }),
    ...(nextSteps === undefined ? {} : { next_steps: nextSteps }),
    ...(sourceIds === undefined ? {} : { source_ids: sourceIds }),
    ...(owner === undefined ? {} : { owner }),
  };
  return lockHandle(handle, true, (locked) => {
    refuseMerged(handle);
    return write(locked, [{ kind: 'anchor', payload: { name, state } }], 'handoff');
  });
};

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
  return { ids, notes: back ? [`The clock runs backwards: entry ${ids[0]} is of ${locked.head.at}, the one before it of ${before}.`] : [] };
};

const refuseMerged = (handle: Handle): void => {
  if (handle.fork === null) return;
  const event = mergedBy(handle);
  if (event === null) return;
  throw new TapeError(
    'refused',
    `The fork "${handle.fork.name}" was merged by entry ${event} of its parent; nothing is appended to it any more.`,
  );
};

const checkCorrects = (head: number, lines: readonly NewLine[]): void => {
  for (const [at, { corrects }] of lines.entries()) {
    if (corrects !== undefined && corrects > head + at) {
      throw new TapeError('refused', `There is no earlier entry ${corrects} to correct.`);
    }
  }
};
