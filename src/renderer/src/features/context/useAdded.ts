import { useMemo } from 'react';
import type { View } from '../../../../shared/model/index.ts';
import { useView } from '../../data/hooks.ts';

/**
 * Entries that this view holds and the one it is compared with did not. Asked for once the playhead rests, so that a held
 * key asks for one view per step.
 */
export function useAdded(view: View | undefined, resting: boolean): ReadonlySet<number> {
  const since = view?.since ?? null;
  const before = useView(resting && since ? (view?.tape ?? null) : null, since?.step ?? null, view?.policy ?? 'as-recorded');
  const then = before.isPlaceholderData || since === null ? undefined : before.data;
  return useMemo(() => {
    if (view === undefined || then === undefined || then.step !== view.since?.step) return new Set();
    const had = new Set(then.blocks.flatMap((block) => block.entries));
    return new Set(view.blocks.flatMap((block) => block.entries).filter((seq) => !had.has(seq)));
  }, [view, then]);
}
