import { useRested } from '../ui/useRested.ts';
import { useProofOf } from './requestHooks.ts';

/** Milliseconds on a step before its request is looked for: whoever moves along the timeline asks for none. */
const REST = 200;

/**
 * Whether the context of a step is what was sent, once its captured request was found; null before, where nobody captured it, and for what was not
 * sent. Nothing is asked while the playhead moves, or the view is not `settled`.
 */
export function useProvenState(tape: string, step: number | null, policy: string, settled: boolean): 'verified' | 'differs' | null {
  const sent = settled && policy === 'as-recorded' ? step : null;
  const proof = useProofOf(tape, useRested(sent, REST) === sent ? sent : null);
  return sent !== null && (proof?.state === 'verified' || proof?.state === 'differs') ? proof.state : null;
}
