import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EntryRow, StepRow } from '../../../../shared/model/index.ts';
import { contextSize, Flag, has } from '../../../../shared/model/vocabulary.ts';
import { importFile } from '../../views/testing/imported.ts';
import { scaleFor } from './models.ts';
import { isThinking } from './rows.ts';
import { estimate, isPlainResult } from './tokens.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const logs =
  corpus === ''
    ? []
    : globSync(['claude-code/*.jsonl', 'cleared/*.jsonl', 'claude-code-trees/**/transcripts/*.jsonl'], { cwd: corpus })
        .filter((name) => statSync(join(corpus, name)).size > 0)
        .sort();

type Class = 'prose' | 'call' | 'result';

/** A text of one class, and the tokens that the log records of it alone. */
interface Sample {
  class: Class;
  newer: boolean;
  chars: number;
  tokens: number;
}

/** Shorter texts weigh by what is around them: ids, brackets, reminders that are not in the log. */
const LEAST: Record<Class, number> = { prose: 800, call: 800, result: 4000 };

interface Answered {
  step: StepRow;
  rows: readonly EntryRow[];
}

const isNewer = ({ model }: StepRow): boolean => scaleFor(model).prose < 3;

/** What a model wrote: recorded as output, without thinking, and calls alone or words alone. */
function written({ step, rows }: Answered): Sample[] {
  if (!step.usage || rows.some(isThinking)) return [];
  const calls = rows.filter((row) => row.calls.length > 0).length;
  if (calls !== 0 && calls !== rows.length) return [];
  const around = rows.reduce((sum, row) => sum + estimate({ ...row, chars: 0 }, scaleFor(step.model)), 0);
  const chars = rows.reduce((sum, row) => sum + row.chars, 0);
  return [{ class: calls === 0 ? 'prose' : 'call', newer: isNewer(step), chars, tokens: step.usage.output - around }];
}

/** The one result that came between two requests: by that much the second is larger than the first and its answer. */
function answered(before: Answered, { step, rows: now }: Answered, between: readonly EntryRow[]): Sample[] {
  const came = between.filter((row) => has(row.flags, Flag.Sent) && !has(row.flags, Flag.Excluded) && !before.rows.includes(row));
  const [result] = came;
  if (!before.step.usage || !step.usage || before.step.model !== step.model || now.length === 0 || came.length !== 1) return [];
  if (!result || !isPlainResult(result) || before.rows.length !== 1 || before.rows.some(isThinking)) return [];
  const tokens = contextSize(step.usage) - contextSize(before.step.usage) - before.step.usage.output;
  return [{ class: 'result', newer: isNewer(step), chars: result.chars, tokens }];
}

function samplesOf(file: string): Sample[] {
  const { store, tape } = importFile(file);
  const { entries, steps } = store.catalog.tape(tape);
  const rows = store.catalog.entries(tape, 1, entries + 1);
  const bySteps = Map.groupBy(
    rows.filter(({ flags, role }) => role === 'assistant' && !has(flags, Flag.Sidechain)),
    ({ step }) => step,
  );
  const found: Sample[] = [];
  let before: Answered | null = null;
  for (const step of store.catalog.steps(tape, 1, Math.max(1, steps)).items) {
    const now: Answered = { step, rows: bySteps.get(step.step) ?? [] };
    const isRequest = !step.synthetic && !step.sidechain && step.usage !== null;
    if (isRequest && now.rows.length > 0) found.push(...written(now));
    if (isRequest && before) found.push(...answered(before, now, rows.slice(before.step.first - 1, step.first - 1)));
    before = isRequest ? now : null;
  }
  store.close();
  // Partial counts of streams that were cut off, and growth that something else made.
  const isPlain = ({ chars, tokens }: Sample): boolean => tokens > 60 && tokens > chars / 12 && tokens < chars * 1.2;
  return found.filter((one) => one.chars > LEAST[one.class] && isPlain(one));
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const ratioOf = (samples: readonly Sample[]): number => median(samples.map(({ chars, tokens }) => chars / tokens));
const errorOf = (samples: readonly Sample[], ratio: number): number =>
  median(samples.map(({ chars, tokens }) => Math.abs(chars / ratio / tokens - 1)));

describe.skipIf(corpus === '')('characters per token (TAPESCOPE_CORPUS)', () => {
  const sessions = logs.map((name) => samplesOf(join(corpus, name)));

  it.each([
    ['older', 'prose', 50, 0.1, 0.2],
    ['older', 'call', 90, 0.1, 0.2],
    ['older', 'result', 35, 0.1, 0.3],
    ['newer', 'prose', 35, 0.1, 0.12],
    ['newer', 'call', 140, 0.13, 0.2],
    ['newer', 'result', 20, 0.1, 0.15],
  ] as const)('of %s models, %s: near what is recorded, in sessions that they were not fitted on too', (age, what, most, off, error) => {
    const mine = sessions
      .map((all) => all.filter((one) => one.class === what && one.newer === (age === 'newer')))
      .filter((all) => all.length > 0);
    const halves = [0, 1].map((half) => mine.filter((_, at) => at % 2 === half).flat());
    const all = mine.flat();
    const constant = scaleFor(age === 'newer' ? 'claude-opus-5' : 'claude-opus-4-5')[what];
    const errors = halves.map((fit, at) => errorOf(halves[1 - at] ?? [], ratioOf(fit)));
    console.log(
      `${age} ${what}: ${all.length} texts of ${mine.length} sessions, ${ratioOf(all).toFixed(2)} characters per token, error ${errors.map((one) => one.toFixed(2)).join(' and ')}, with ${constant} ${errorOf(all, constant).toFixed(2)}`,
    );
    expect(all.length).toBeGreaterThan(most);
    expect(Math.abs(ratioOf(all) / constant - 1)).toBeLessThan(off);
    for (const one of errors) expect(one).toBeLessThan(error);
    expect(errorOf(all, constant)).toBeLessThan(error);
  });
});
