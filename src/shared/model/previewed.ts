import type { NextRequest, PreviewedNext } from './index.ts';
import { rangesOf } from './ranges.ts';

/** The next request that would come of a change, compared with the one of now; `moved` is the number that an entry would have, null for none. Pure. */
export function previewed(now: NextRequest, next: NextRequest, moved: (seq: number) => number | null): PreviewedNext {
  const [had, has] = [entriesIn(now), entriesIn(next)];
  const kept = new Set(had.map(moved));
  const holds = new Set(has);
  const leaves = had.filter((seq) => !holds.has(moved(seq) ?? 0));
  return { ...next, now, leaves: rangesOf(leaves), comes: rangesOf(has.filter((seq) => !kept.has(seq))) };
}

const entriesIn = ({ blocks }: NextRequest): number[] => blocks.flatMap(({ entries }) => entries);
