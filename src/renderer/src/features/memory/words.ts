import type { Memory } from '../../../../shared/model/index.ts';
import { count } from '../../ui/format.ts';

/** Entries that are asked for. */
export const MOST = 50;

/** The line above the hits: how many, and what was done for each. */
export const summary = ({ hits, index }: Pick<Memory, 'hits' | 'index'>): string => {
  if (index === 'missing' || index === 'broken') return 'The index cannot be asked';
  if (hits.length === 0) return 'Nothing is recalled';
  const many =
    hits.length < MOST ? `${count(hits.length, 'entry', 'entries')}, the most relevant first` : `The ${MOST} most relevant entries`;
  return `${many} · read from the source, digest checked`;
};
