import { type Differing, useAskDiffering } from '../../data/differingHooks.ts';
import { useStore } from '../../state/store.ts';
import { count } from '../../ui/format.ts';
import { goToStep } from '../tape/useTapeKeys.ts';

/** The nearest step that differs, before (-1) or after (1) the one given; a sentence where there is none. */
export function differingFrom({ steps, compared }: Pick<Differing, 'steps' | 'compared'>, from: number, by: -1 | 1): number | string {
  if (compared === 0) return 'No request of this tape was captured, so that none can differ.';
  if (steps.length === 0) return `No step differs from what was sent: ${count(compared, 'step')} compared.`;
  const to = by === 1 ? steps.find((step) => step > from) : steps.findLast((step) => step < from);
  return to ?? `No ${by === 1 ? 'later' : 'earlier'} step differs from what was sent.`;
}

/** Moves the playhead to the next or the previous step that differs from what was sent, or says that there is none. */
export function useToDiffering(tape: string | null, steps: number): (by: -1 | 1) => void {
  const ask = useAskDiffering();
  const { setNotice } = useStore.getState();
  return (by) => {
    if (tape === null) return;
    ask(tape).then(
      (differing) => {
        const now = useStore.getState();
        // Whoever has opened another tape by now does not want to be moved there.
        if (now.tape !== tape) return;
        const to = differingFrom(differing, now.next ? steps + 1 : (now.step ?? steps), by);
        if (typeof to === 'string') setNotice(to);
        else goToStep(to, steps);
      },
      (failure: Error) => setNotice(failure.message),
    );
  };
}
