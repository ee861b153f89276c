import { useMemo } from 'react';
import { isMiss } from '../../../../shared/model/cache.ts';
import { useDiffering } from '../../data/differingHooks.ts';
import { useFates } from '../../data/moneyHooks.ts';
import { formatShort } from '../../ui/format.ts';
import type { Columns } from './columns.ts';
import type { Sent } from './draw/pen.ts';

/** What requests show of the steps of a tape, as far as it is known: none of it is asked for before the tape is drawn. */
export function useSent(held: Columns): Sent {
  const fates = useFates(held.missing.length > 0 ? null : held.tape);
  const differing = useDiffering(held.missing.length > 0 ? null : held.tape)?.steps;
  return useMemo(
    () => ({
      again: new Map([...(fates?.values() ?? [])].filter(isMiss).map(({ step, again }) => [step, again])),
      differing: differing ?? [],
    }),
    [fates, differing],
  );
}

/** The same of one step in words; empty where there is nothing to say. */
export function sentWords({ again, differing }: Sent, step: number): string[] {
  const tokens = again.get(step);
  return [
    ...(tokens === undefined ? [] : [`${formatShort(tokens)} sent again`]),
    ...(differing.includes(step) ? ['differs from what was sent'] : []),
  ];
}
