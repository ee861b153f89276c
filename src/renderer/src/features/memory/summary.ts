import type { Memory, MemoryHit } from '../../../../shared/model/index.ts';
import { count, formatNumber } from '../../ui/format.ts';

/** Entries that are asked for. */
export const MOST = 50;

/** The line above the hits: how many, and what was done for each. */
export function summary({ hits, index }: Pick<Memory, 'hits' | 'index'>): string {
  if (index === 'missing' || index === 'broken') return 'The index does not answer';
  if (hits.length === 0) return 'No hits';
  const many =
    hits.length < MOST ? `${count(hits.length, 'entry', 'entries')}, the most relevant first` : `The ${MOST} most relevant entries`;
  return `${many} · read from the source, digest checked`;
}

/** What a reader should know of a hit next to its text: the phase in another tape, or that the step looked at came before it. */
export function noteOn(
  hit: Pick<MemoryHit, 'tape' | 'seq' | 'phase'>,
  { tape, step, before }: { tape: string; step: number | null; before: number | null },
): string {
  if (hit.tape !== tape) return hit.phase;
  return step !== null && before !== null && hit.seq >= before ? `not before step ${formatNumber(step)}` : '';
}
