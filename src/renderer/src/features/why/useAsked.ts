import { usePlayhead } from '../../data/hooks.ts';
import { useWhy } from '../../data/residencyHooks.ts';
import { usePick } from '../../state/store.ts';

/** The answer to the question that was asked, at the playhead; nothing is asked while there is none. */
export function useAsked(tape: string) {
  const { policy, next, why } = usePick('policy', 'next', 'why');
  const step = usePlayhead();
  return useWhy(tape, why === null ? null : { text: why }, next ? { next: true } : step === null ? null : { step }, policy);
}
