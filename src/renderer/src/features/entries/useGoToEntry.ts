import { useClient } from '../../data/client.tsx';
import { useColumns } from '../tape/useColumns.ts';
import { goToStep } from '../tape/useTapeKeys.ts';
import { stepFor } from './pages.ts';

/** Moves the playhead to the step of an entry. */
export function useGoToEntry(tape: string): (seq: number) => Promise<void> {
  const client = useClient();
  const held = useColumns(tape).data;
  return async (seq) => {
    if (held === undefined) return;
    const { items } = await client.call('entries.list', { tape, from: seq, limit: 1 });
    const step = stepFor(held, seq, items[0]?.seq === seq ? items[0].step : null);
    if (step !== null) goToStep(step, held.steps);
  };
}
