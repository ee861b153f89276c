import type { EntryRow } from '../../../shared/model/index.ts';
import { createLegal } from '../formats/context/legal.ts';
import type { Json } from '../formats/format.ts';
import { native } from '../formats/native/format.ts';
import { anchorAt } from '../store/anchors.ts';
import { handleOf } from '../store/handle.ts';
import type { Tape } from '../store/types.ts';

/** Why a fork that shares entries up to `at` continues inside an open call, in one sentence; null where every call has its result. Reads the phase up to there. */
export function openCallAt(tape: Tape, at: number): string | null {
  const from = anchorAt(handleOf(tape), at);
  const legal = createLegal(true);
  const entries = tape.entries({ ids: [from, at] });
  for (const [place, entry] of entries.entries()) legal.add(rowOf(entry as unknown as Json, place + 1));
  const fault = entries.length === 0 ? null : legal.fault(entries.length);
  if (fault?.code !== 'call') return null;
  const { name, id, seq } = fault.call;
  return `The call ${[name, id && `(${id})`].filter(Boolean).join(' ')} of entry ${entries[seq - 1]?.id} has no result there: no model accepts the fork until one is appended.`;
}

/** What the automaton of legal points looks at. */
const rowOf = (entry: Json, seq: number): EntryRow => {
  const { kind, role, flags, label, chars, calls, results } = native.read(entry);
  return {
    ...{ seq, kind, role, flags, label, chars, results, time: null, line: seq, offset: 0, length: 0, id: null },
    ...{ parentSeq: null, danglingParent: null, step: null, origin: null, calls: calls.map(({ id }) => id) },
  };
};
