import type { View } from '../../../shared/model/index.ts';
import type { Pick } from '../formats/context/selection.ts';
import { entriesOf } from './entries-of.ts';

/** How many entries came into the context since an earlier step, and how many left it. */
export function changesSince(step: number, now: readonly Pick[], then: readonly Pick[]): View['since'] {
  const [has, had] = [entriesOf(now), entriesOf(then)];
  let added = 0;
  for (const seq of has.keys()) if (!had.has(seq)) added += 1;
  return { step, added, gone: had.size - (has.size - added) };
}
