import type { EntryRow, StepRow, TapeRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import type { Catalog } from '../catalog/types.ts';
import type { Rules } from '../formats/context/rules.ts';

/** An answer with all its results is shorter; a tape of a million entries may hold no request at all before. */
const MOST = 50_000;

/**
 * What was written from a request on, before entry `to`, for the next request to read: its answer, results, what a person said then. In
 * a tree only what hangs on the request; entries without an id are in a list, and all of them count.
 */
export function writtenBehind(
  { entries }: Catalog,
  tape: TapeRow,
  { first, sidechain }: Pick<StepRow, 'first' | 'sidechain'>,
  to: number,
): EntryRow[] {
  const hang = new Set([first]);
  return entries(tape.id, Math.max(first, to - MOST), to).filter((row) => {
    const hangs = row.id === null || hang.has(row.seq) || (row.parentSeq !== null && hang.has(row.parentSeq));
    if (hangs) hang.add(row.seq);
    return hangs && isSent(row) && has(row.flags, Flag.Sidechain) === sidechain;
  });
}

const isSent = ({ flags }: EntryRow): boolean => has(flags, Flag.Sent) && !has(flags, Flag.Excluded | Flag.Sidecar);

/** Whether the agent begins behind, or at, the newest anchor: everything sent before it stays behind. */
export function cutsAtAnchor({ begins }: Rules): boolean {
  return begins === 'anchor' || begins === 'after-anchor';
}

/** Whether a request reads what was written since the phase began: where an agent begins after an anchor and there is none, it reads nothing. */
export function readsOn({ begins }: Rules, anchored: boolean): boolean {
  return anchored || begins !== 'after-anchor';
}

export interface Reader {
  /** The anchor itself is in the context with its state. */
  anchored: boolean;
  /** All of the tape is a sub-agent's work. */
  agentTape: boolean;
}

/**
 * Whether a request of the same phase reads an entry that comes before it. Not the work of sub-agents in the same file, nor system
 * prompts, of which each request brings its own.
 */
export function isReadOn({ kind, flags }: Pick<EntryRow, 'kind' | 'flags'>, { anchored, agentTape }: Reader): boolean {
  return (
    (has(flags, Flag.Sent) || (anchored && kind === 'anchor')) &&
    !has(flags, Flag.Excluded | Flag.Sidecar) &&
    (agentTape || !has(flags, Flag.Sidechain)) &&
    kind !== 'system'
  );
}
