import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { importFile } from './testing/imported.ts';
import { isThinking } from './thinking.ts';
import { estimate, scaleFor } from './tokens.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const logs = corpus === '' ? [] : globSync(['claude-code/*.jsonl', 'cleared/*.jsonl'], { cwd: corpus }).sort();

/** A newer model's answer that only called tools: its characters, and what its recorded output leaves for them. */
interface Sample {
  chars: number;
  tokens: number;
}

function samplesOf(file: string): Sample[] {
  const { store, tape } = importFile(file);
  const { catalog } = store;
  const { entries, steps } = catalog.tape(tape);
  const rows = catalog.entries(tape, 1, entries + 1).filter(({ flags, role }) => role === 'assistant' && !has(flags, Flag.Sidechain));
  const answers = Map.groupBy(rows, ({ step }) => step);
  const found: Sample[] = [];
  for (let number = 1; number <= steps; number += 1) {
    const { usage, model } = catalog.step(tape, number);
    const answer = answers.get(number) ?? [];
    const scale = scaleFor(model);
    if (usage === null || scale.prose > 3 || answer.length === 0) continue;
    if (answer.some((row) => isThinking(row) || row.calls.length === 0)) continue;
    const chars = answer.reduce((sum, row) => sum + row.chars, 0);
    // Ids and brackets around the texts are no part of them.
    const tokens = usage.output - answer.reduce((sum, row) => sum + estimate({ ...row, chars: 0 }, scale), 0);
    if (chars > 800 && tokens > 100) found.push({ chars, tokens });
  }
  store.close();
  return found;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

describe.skipIf(corpus === '')('characters per token of calls (TAPESCOPE_CORPUS)', () => {
  it('fit sessions that they were not fitted on', () => {
    const halves: [Sample[], Sample[]] = [[], []];
    for (const [at, name] of logs.entries()) halves[at % 2]?.push(...samplesOf(join(corpus, name)));
    const { call } = scaleFor('claude-opus-5');
    for (const [fit, test] of [halves, halves.toReversed()]) {
      const ratio = median((fit ?? []).map(({ chars, tokens }) => chars / tokens));
      expect(Math.abs(ratio / call - 1)).toBeLessThan(0.15);
      expect(test?.length).toBeGreaterThan(15);
      expect(median((test ?? []).map(({ chars, tokens }) => Math.abs(chars / ratio / tokens - 1)))).toBeLessThan(0.2);
    }
  });
});
