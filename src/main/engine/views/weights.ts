import type { EntryRow, StepRow, TapeRow } from '../../../shared/model/index.ts';
import type { Catalog } from '../catalog/types.ts';
import type { Format } from '../formats/format.ts';
import { countRows } from './count.ts';
import type { Weights } from './hints.ts';
import { type Counter, encodingFor } from './tokenizer.ts';
import { estimate, estimateAnswers, scaleFor } from './tokens.ts';

export interface Scales {
  catalog: Catalog;
  counter: Counter;
  formatOf: (id: string) => Format;
}

/** Tokens of rows for the model that read them at a step: counted where its tokenizer is public, else estimated. Reads the source. */
export const weightsFor = async (
  { catalog, counter, formatOf }: Scales,
  tape: TapeRow,
  step: StepRow,
  rows: readonly EntryRow[],
): Promise<Weights> => {
  const model = step.model ?? tape.model;
  const encoding = encodingFor(model);
  const scale = scaleFor(model);
  const answers = estimateAnswers(rows, outputsOf(rows, catalog, tape.id), scale);
  return {
    counts: encoding === null ? new Map() : await countRows(rows, tape, formatOf(tape.format), encoding, counter),
    estimates: new Map(rows.map((row) => [row.seq, answers.get(row.seq) ?? estimate(row, scale)])),
  };
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
