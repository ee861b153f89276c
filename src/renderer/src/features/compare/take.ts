import type { Side } from '../../state/hash.ts';
import { useStore } from '../../state/store.ts';

/** How many requests are compared, and what to do next, in one line. */
export function comparisonNotice(sides: number): string {
  if (sides === 0) return 'The comparison is empty.';
  return sides === 1 ? 'Comparing one request. Go to another one and press d again.' : `Comparing ${sides} requests.`;
}

/** Compares what was clicked with Ctrl with `here`, where the reader is, and says how many are compared then. */
export function compareClicked(here: Side | null, side: Side): void {
  const { compareWith, setNotice } = useStore.getState();
  compareWith(here, side);
  setNotice(comparisonNotice(useStore.getState().sides.length));
}
