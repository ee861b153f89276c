import type { View } from '../../../shared/model/index.ts';
import type { Pick } from '../formats/context/selection.ts';

/** How many entries came into the context since an earlier step, and how many left it. */
export const changesSince = (step: number, now: readonly Pick[], then: readonly Pick[]): View['since'] => {
  const own = (picks: readonly Pick[]): Set<number> => new Set(picks.flatMap(({ seq }) => (seq < 1 ? [] : [seq])));
  const [had, has] = [own(then), own(now)];
  const missing = (from: Set<number>, other: Set<number>): number => [...from].filter((seq) => !other.has(seq)).length;
  return { step, added: missing(has, had), gone: missing(had, has) };
};
