import type { EntryRow, StepRow, TapeRow } from '../../../shared/model/index.ts';
import type { Catalog } from '../catalog/types.ts';
import type { Format } from '../formats/format.ts';
import { countRows } from './count.ts';
import type { Weights } from './hints.ts';
import type { PlaceRow } from './place.ts';
import { type Counter, encodingFor } from './tokenizer.ts';
import { estimate, estimateAnswers, scaleFor } from './tokens.ts';

export interface Scales {
  catalog: Catalog;
  counter: Counter;
  formatOf: (id: string) => Format;
}

/**
 * Tokens of rows for the model that read them at a step: counted where its tokenizer is public, else estimated. `known` holds what else is
 * known of the tape, lines of the same answers among it. Reads the source.
 */
export const weightsFor = async (
  { catalog, counter, formatOf }: Scales,
  tape: TapeRow,
  step: Pick<PlaceRow, 'model'>,
  rows: readonly EntryRow[],
  known: Iterable<EntryRow>,
): Promise<Weights> => {
  const model = step.model ?? tape.model;
  const encoding = encodingFor(model);
  const scale = scaleFor(model);
  const answers = estimateAnswers(answersWith(rows, known), outputsOf(rows, catalog, tape.id), scale);
  return {
    counts: encoding === null ? new Map() : await countRows(ownRows(rows), tape, formatOf(tape.format), encoding, counter),
    estimates: new Map(rows.map((row) => [row.seq, answers.get(row.seq) ?? estimate(row, scale)])),
  };
};

/** Rows of this tape: those that were brought from others are in other files. */
const ownRows = (rows: readonly EntryRow[]): EntryRow[] => rows.filter(({ seq }) => seq >= 1);

/**
 * Rows with all lines of their answers, in context or not: they share what the log records as written, so that what thinking took is not
 * put on the words beside it where the thinking is left out.
 */
export const answersWith = (rows: readonly EntryRow[], known: Iterable<EntryRow>): EntryRow[] => {
  const lines = new Map(rows.map((row) => [row.seq, row]));
  const steps = new Set(rows.flatMap(({ role, step }) => (role === 'assistant' && step !== null ? [step] : [])));
  for (const row of known) if (row.role === 'assistant' && row.step !== null && steps.has(row.step)) lines.set(row.seq, row);
  return [...lines.values()];
};

/** Steps that are looked at together. */
const WINDOW = 128;

/** Recorded output by step, for the steps that the rows were written in. */
export const outputsOf = (rows: readonly EntryRow[], catalog: Catalog, tape: string): ((step: number) => number | null) => {
  const numbers = [...new Set(rows.flatMap((row) => (row.role === 'assistant' && row.step !== null ? [row.step] : [])))].sort(
    (a, b) => a - b,
  );
  const steps = new Map<number, StepRow>();
  for (let at = 0; at < numbers.length; ) {
    const from = numbers[at] ?? 0;
    // Steps close together come in one answer; a compaction may have kept one from far before.
    let last = at;
    while ((numbers[last + 1] ?? Number.POSITIVE_INFINITY) - from < WINDOW) last += 1;
    for (const step of catalog.steps(tape, from, (numbers[last] ?? from) - from + 1).items) steps.set(step.step, step);
    at = last + 1;
  }
  return (step) => steps.get(step)?.usage?.output ?? null;
};
