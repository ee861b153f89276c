import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importFile } from '../views/testing/imported.ts';
import { holdToViews } from './testing/as-views.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const files = (pattern: string): string[] => (corpus === '' ? [] : globSync(pattern, { cwd: corpus }).sort());

const POLICIES = [
  ...['as-recorded', 'last-anchor', 'full', 'compact:1500', 'summary'],
  ...['as-recorded + pin:#2 + without:#5', 'full + summary + budget:3000:cited', 'last-anchor + budget:2000:heavy-last'],
];
/** Steps × entries of a tape that is looked at. */
const MOST = 60_000;

describe.skipIf(corpus === '')('residency next to the views of each step (TAPESCOPE_CORPUS)', () => {
  it('has the entries, parts and weights of every recorded request', async () => {
    const sum: Record<string, number> = {};
    for (const file of files('lab/claude-code/2.1.330-*/transcripts/**/*.jsonl')) {
      const imported = importFile(join(corpus, file));
      if (imported.store.catalog.tape(imported.tape).steps > 0) {
        const { evidence } = await holdToViews(imported, 'as-recorded');
        for (const [state, steps] of Object.entries(evidence)) sum[state] = (sum[state] ?? 0) + steps;
      }
      imported.store.close();
    }
    console.log(`residency of 2.1.330: ${JSON.stringify(sum)}`);
    expect(sum.recorded).toBeGreaterThan(100);
  });

  it.each(POLICIES)('has the entries and weights of the views under %s', async (policy) => {
    const sum = { tapes: 0, steps: 0 };
    const wanted = [
      'claude-code/*.jsonl',
      'claude-code-trees/**/*.jsonl',
      'bub/*.jsonl',
      'bub-oracle/*/tapes/*.jsonl',
      'codex/*.jsonl',
    ].flatMap((pattern) => files(pattern).filter((_, at) => at % 16 === 0));
    for (const file of [
      ...wanted,
      ...files('cleared/*.jsonl'),
      ...files('lab/claude-code/2.1.330-{compact,context}-a/transcripts/**/*.jsonl'),
    ]) {
      const imported = importFile(join(corpus, file));
      const { steps, entries } = imported.store.catalog.tape(imported.tape);
      if (steps > 0 && steps * entries < MOST) {
        const { residency } = await holdToViews(imported, policy).catch((failure: unknown) => {
          throw new Error(file, { cause: failure });
        });
        sum.tapes += 1;
        sum.steps += residency.steps.length;
      }
      imported.store.close();
    }
    console.log(`residency under ${policy}: ${JSON.stringify(sum)}`);
    expect(sum.tapes).toBeGreaterThan(20);
  });
});
