import { entriesIn } from '../../state/span.ts';
import { useStore } from '../../state/store.ts';
import { useColumns } from './useColumns.ts';

/** Whether none of some entries is of the selected steps; null where no steps are selected, or it is not known yet which entries they have. */
export function useOutside(tape: string | null): ((entries: readonly number[]) => boolean) | null {
  const span = useStore((state) => state.span);
  const held = useColumns(tape).data;
  if (span === null || held === undefined || held.missing.length > 0) return null;
  const [first, last] = entriesIn(span, held);
  return (entries) => !entries.some((seq) => seq >= first && seq <= last);
}
