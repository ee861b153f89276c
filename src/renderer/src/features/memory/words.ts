import type { Memory } from '../../../../shared/model/index.ts';
import { count } from '../../ui/format.ts';

/** The line above the hits: how many, and what was done for each. */
export const summary = ({ hits, index }: Pick<Memory, 'hits' | 'index'>): string => {
  if (index === 'missing' || index === 'broken') return 'The index cannot be asked';
  if (hits.length === 0) return 'Nothing is recalled';
  return `${count(hits.length, 'entry', 'entries')}, the most relevant first · read from the source, digest checked`;
};
