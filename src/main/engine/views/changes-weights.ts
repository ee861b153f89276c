import type { EntryRow } from '../../../shared/model/index.ts';
import { scaleFor } from '../formats/context/models.ts';
import { estimate } from '../formats/context/tokens.ts';
import type { Decided } from './assemble.ts';
import type { Rim } from './rim.ts';
import { sharedBy, sharesOf } from './weights.ts';

/**
 * Estimated weights in one context, as its view has them. `lines` answers all lines of each answer that is asked for, in context or not: they
 * share what the log records as written.
 */
export function weighing(
  rim: Pick<Rim, 'catalog'>,
  { tape, step, selection }: Pick<Decided, 'tape' | 'step'> & Partial<Pick<Decided, 'selection'>>,
  lines: () => readonly EntryRow[],
): (row: EntryRow) => number {
  const scale = scaleFor(step.model ?? tape.model);
  const shareOf = sharesOf(rim, tape, lines, scale);
  return (row) => sharedBy(selection?.growth, row) ?? shareOf(row) ?? estimate(row, scale);
}
