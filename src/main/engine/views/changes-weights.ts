import type { EntryRow } from '../../../shared/model/index.ts';
import { scaleFor } from '../formats/context/models.ts';
import { estimate, estimateAnswers } from '../formats/context/tokens.ts';
import type { Decided } from './assemble.ts';
import type { Rim } from './rim.ts';
import { outputsOf, sharedBy } from './weights.ts';

/**
 * Estimated weights in one context, as its view has them. `rows` holds what is asked for, and of each answer among it all
 * lines, in context or not: they share what the log records as written.
 */
export const weighing = (
  { catalog }: Pick<Rim, 'catalog'>,
  { tape, step, selection }: Pick<Decided, 'tape' | 'step'> & Partial<Pick<Decided, 'selection'>>,
  rows: readonly EntryRow[],
): ((row: EntryRow) => number) => {
  const scale = scaleFor(step.model ?? tape.model);
  const shares = estimateAnswers(rows, outputsOf(rows, catalog, tape.id), scale);
  return (row) => sharedBy(selection?.growth, row) ?? shares.get(row.seq) ?? estimate(row, scale);
};
