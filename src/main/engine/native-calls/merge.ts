import type { Merged, MergeOptions, MergePreview, Verdict } from '../../../shared/model/native.ts';
import { parsePolicy } from '../../../shared/model/policy.ts';
import type { Signal } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { GATE_TIMEOUT_MS } from '../store/merge/gate.ts';
import { mergeForks, previewMerge } from '../store/merge/merge.ts';
import { readConfig } from '../store/places.ts';
import type { Gate, Tape } from '../store/types.ts';
import { previewWithNext } from './next-previews.ts';

/** The command that judges merges: only what the workspace's own config names, never what came with a call. Throws 'refused' for none. */
const gateOf = (tape: Tape): Gate => {
  const { gate } = readConfig(tape.workspace.folder);
  if (gate !== undefined) return { words: gate, timeoutMs: GATE_TIMEOUT_MS };
  throw new TapeError('refused', `${tape.workspace.folder}/config.json names no gate: put the words of a command under "gate".`);
};

/** The signal of a call as the one that Node's own functions know. */
const aborted = (signal: Signal): AbortSignal => {
  const controller = new AbortController();
  if (signal.aborted) controller.abort();
  else signal.addEventListener('abort', () => controller.abort(), { once: true });
  return controller.signal;
};

export function preview(tape: Tape, { policy, ...options }: MergeOptions & { policy?: string | undefined }): Promise<MergePreview> {
  return previewWithNext(tape, { ...options, gate: null, head: null }, parsePolicy(policy ?? 'as-recorded'));
}

export async function judge(tape: Tape, options: MergeOptions, signal: Signal): Promise<Verdict> {
  const { verdict, conflicts } = await previewMerge(tape, { ...options, gate: gateOf(tape), head: null }, aborted(signal));
  if (verdict !== null) return verdict;
  throw new TapeError(
    'refused',
    `${conflicts[0]?.sentence ?? 'There are conflicts.'} Settle the conflicts first: there is no union to judge yet.`,
  );
}

/** `head` is the parent's last entry that the person has seen. */
export function merge(tape: Tape, options: MergeOptions & { gate: boolean; head: number }, signal: Signal): Promise<Merged> {
  return mergeForks(tape, { ...options, gate: options.gate ? gateOf(tape) : null }, aborted(signal));
}
