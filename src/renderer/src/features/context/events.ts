import { bisect } from '../../../../shared/model/bisect.ts';
import type { View } from '../../../../shared/model/index.ts';

/** Something that changed the size of the request and is not an entry, with the number of blocks that come before it. */
export interface Placed {
  readonly event: View['events'][number];
  readonly after: number;
}

/** Their tokens are those of entries, which the list shows as left out or as cleared. */
export const OF_ENTRIES: readonly string[] = ['results-cleared', 'probably-not-sent'];

/** What nothing tells the cause of interrupts reading only from this many tokens on; the ledger has all of it. */
const WORTH_A_LINE = 2000;

/**
 * The events that add to the base, each before the first block that came after the request which shows it. `stepFirst` has the first entry
 * of step `n` at `n - 1`; without it nobody can say where they belong.
 */
export function eventsIn({ events, blocks }: Pick<View, 'events' | 'blocks'>, stepFirst: Uint32Array | undefined): Placed[] {
  if (stepFirst === undefined) return [];
  const least = leastFrom(blocks);
  return events
    .filter(({ type, tokens }) => !OF_ENTRIES.includes(type) && (type !== 'not-logged' || Math.abs(tokens) >= WORTH_A_LINE))
    .map((event) => {
      const first = stepFirst[event.step - 1] ?? Number.POSITIVE_INFINITY;
      return { event, after: bisect(0, least.length, (at) => (least[at] ?? first) >= first) };
    });
}

/** By block, the first of the entries that it and all after it begin with: of thousands of events each asks for a place. */
const leastFrom = (blocks: View['blocks']): Float64Array => {
  const least = new Float64Array(blocks.length);
  let first = Number.POSITIVE_INFINITY;
  for (let at = blocks.length - 1; at >= 0; at--) {
    first = Math.min(first, blocks[at]?.entries[0] ?? first);
    least[at] = first;
  }
  return least;
};
