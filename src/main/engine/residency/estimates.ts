import type { EntryRow } from '../../../shared/model/index.ts';
import type { Scale } from '../formats/context/models.ts';
import { estimate, estimateAnswers } from '../formats/context/tokens.ts';

/** Estimates of entries, by their numbers: recorded output makes answers more exact, as in a view. */
export function estimatesOf(
  entries: number,
  rows: readonly EntryRow[],
  outputOf: (step: number) => number | null,
  scale: Scale,
): Uint32Array {
  const answers = estimateAnswers(rows, outputOf, scale);
  const tokens = new Uint32Array(entries + 2);
  for (const row of rows) tokens[row.seq] = answers.get(row.seq) ?? estimate(row, scale);
  return tokens;
}
