import type { EntryRow, TapeRow } from '../../../shared/model/index.ts';
import type { Catalog } from '../catalog/types.ts';
import { type Growth, weightBy } from '../formats/context/growth-state.ts';
import type { Weights } from '../formats/context/hints.ts';
import { type Scale, scaleFor } from '../formats/context/models.ts';
import { estimate, estimateAnswers } from '../formats/context/tokens.ts';
import type { Format } from '../formats/format.ts';
import { countRows } from './count.ts';
import { listGrowth } from './list-growth.ts';
import { type Chosen, type Request, type RowSource, stepsOf } from './material.ts';
import { stepsOf as stepsIn } from './steps-of.ts';
import { type Counter, encodingFor } from './tokenizer.ts';

export interface Scales {
  catalog: Catalog;
  counter: Counter;
  formatOf: (id: string) => Format;
  /** See `Rim`. */
  given?: { weights: ReadonlyMap<number, number> };
}

/**
 * Tokens of rows for the model that read them: counted where its tokenizer is public, else their share of recorded growth, else estimated.
 * `known` holds what else is known of the tape, lines of the same answers among it; `sent` is the context by the agent's own rules. Reads
 * the source.
 */
export async function weightsFor(
  { catalog, counter, formatOf, given }: Scales,
  { tape, request, source }: { tape: TapeRow; request: Request; source: RowSource },
  rows: readonly EntryRow[],
  known: Iterable<EntryRow>,
  sent: Chosen,
): Promise<Weights> {
  const model = request.step.model ?? tape.model;
  const encoding = encodingFor(model);
  const scale = scaleFor(model);
  const shareOf = sharesOf({ catalog }, tape, () => answersWith(rows, known), scale);
  // What was recorded of a list is compared with what was sent, so that has to be counted too, whatever is asked for.
  const weighed = () => (request.rules.tree ? rows : [...new Map([...rowsOf(sent), ...rows].map((row) => [row.seq, row])).values()]);
  const counts = encoding === null ? new Map() : await countRows(ownRows(weighed()), tape, formatOf(tape.format), encoding, counter);
  const growth =
    sent.selection.growth ?? (request.rules.tree ? undefined : listGrowth(request, sent, source, ({ seq }) => counts.get(seq)));
  return {
    counts,
    ...(growth && { growth }),
    estimates: new Map(
      rows.map((row) => [row.seq, (given ? given.weights.get(row.seq) : sharedBy(growth, row)) ?? shareOf(row) ?? estimate(row, scale)]),
    ),
  };
}

/** What an entry weighs by recorded growth, where any is recorded. */
export function sharedBy(growth: Growth | undefined, { seq }: Pick<EntryRow, 'seq'>): number | undefined {
  return growth === undefined || growth.base === null ? undefined : weightBy(growth, seq);
}

const rowsOf = ({ material: { rows, own }, selection }: Chosen): EntryRow[] =>
  selection.picks.flatMap(({ seq }) => rows.get(seq) ?? own.find((row) => row.seq === seq) ?? []);

/** Rows of this tape: those that were brought from others are in other files. */
const ownRows = (rows: readonly EntryRow[]): EntryRow[] => rows.filter(({ seq }) => seq >= 1);

/**
 * Rows with all lines of their answers, in context or not: they share what the log records as written, so that what thinking took is not
 * put on the words next to it where the thinking is left out.
 */
export function answersWith(rows: readonly EntryRow[], known: Iterable<EntryRow>): EntryRow[] {
  const lines = new Map(rows.map((row) => [row.seq, row]));
  const steps = new Set(rows.flatMap(({ role, step }) => (role === 'assistant' && step !== null ? [step] : [])));
  for (const row of known) if (row.role === 'assistant' && row.step !== null && steps.has(row.step)) lines.set(row.seq, row);
  return [...lines.values()];
}

/**
 * What an answer weighs by what was recorded as written. Looked up when the first answer is asked for: mostly growth says what all of them
 * weigh. `lines` holds all lines of each answer that is asked for.
 */
export function sharesOf(
  { catalog }: Pick<Scales, 'catalog'>,
  { id }: TapeRow,
  lines: () => readonly EntryRow[],
  scale: Scale,
): (row: EntryRow) => number | undefined {
  let shares: ReadonlyMap<number, number> | null = null;
  const load = (rows: readonly EntryRow[]): ReadonlyMap<number, number> => {
    const steps = stepsOf(rows, stepsIn(catalog, id));
    return estimateAnswers(rows, (step) => steps.get(step)?.usage?.output ?? null, scale);
  };
  return ({ seq, role, step }) => {
    if (role !== 'assistant' || step === null) return undefined;
    shares ??= load(lines());
    return shares.get(seq);
  };
}
