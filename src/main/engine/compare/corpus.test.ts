import { globSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Comparison, StepRow } from '../../../shared/model/index.ts';
import { branchSource, requestBefore } from '../views/branch.ts';
import { type ImportedTape, importFile } from '../views/testing/imported.ts';
import { compare } from './compare.ts';
import { mirrored, saidBy } from './testing/mirrored.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const GLOBS = ['claude-code/**/*.jsonl', 'claude-code-trees/**/*.jsonl', 'bub/*.jsonl', 'bub-oracle/*/tapes/*.jsonl'];
const files = corpus === '' ? [] : globSync(GLOBS, { cwd: corpus }).sort();

/** Longer tapes cost a comparison too much to be made hundreds of times. */
const LONGEST = 3000;

/** The requests before a step on its own line, by the rule that the timeline follows. */
const lineOf = ({ rim, tape }: ImportedTape, step: StepRow): StepRow[] => {
  const row = rim.catalog.tape(tape);
  const source = branchSource(rim.catalog, row, rim.anchorsOf(row));
  const line: StepRow[] = [];
  for (let at = requestBefore(source, step); at !== null; at = requestBefore(source, at)) line.push(at);
  return line;
};

/** Some steps of a tape, each with an earlier one of its line. */
const pairsIn = (imported: ImportedTape): [StepRow, StepRow][] => {
  const { catalog } = imported.rim;
  const { steps, entries } = catalog.tape(imported.tape);
  if (steps < 2 || entries > LONGEST) return [];
  return fc.sample(fc.tuple(fc.integer({ min: 2, max: steps }), fc.nat()), { numRuns: 4, seed: steps }).flatMap(([number, back]) => {
    const step = catalog.step(imported.tape, number);
    const line = step.synthetic ? [] : lineOf(imported, step);
    const earlier = line[back % Math.max(1, line.length)];
    return earlier ? [[earlier, step] as [StepRow, StepRow]] : [];
  });
};

const compared = async ({ rim, tape }: ImportedTape, ...steps: readonly StepRow[]): Promise<Comparison> =>
  compare(
    rim,
    steps.map(({ step }) => ({ tape, step, policy: 'as-recorded' as const })),
    [0, 1],
  );

/** What may differ between two requests of one line: something happened between them that the log records. */
const HAPPENED: ReadonlySet<string> = new Set(['compaction', 'cleared', 'directory', 'version', 'model']);

const judge = ({ pair: { prefix }, sides: [earlier] }: Comparison): string => {
  if (!prefix) return 'NOTHING SHARED';
  if (!prefix.sameIds || earlier?.own.entries !== 0) return 'CHAINS DIFFER';
  const others = prefix.differences.filter(({ what }) => !HAPPENED.has(what));
  if (others.length === 0) return prefix.hermetic ? 'plain' : 'something happened in between';
  if (others.every(({ text }) => text.endsWith('read the picture of its prompt'))) return 'the picture of a prompt';
  return 'READ OTHERWISE';
};

it.skipIf(corpus === '')(
  'no step of a real log differs from a later one of its line, either way round (TAPESCOPE_CORPUS)',
  { timeout: 300_000 },
  async () => {
    const tally: Record<string, number> = {};
    for (const name of files) {
      const imported = importFile(join(corpus, name));
      for (const [earlier, later] of pairsIn(imported)) {
        const there = await compared(imported, earlier, later);
        expect.soft(mirrored(await compared(imported, later, earlier)), `${name} ${earlier.step} ${later.step}`).toEqual(saidBy(there));
        const verdict = judge(there);

        tally[verdict] = (tally[verdict] ?? 0) + 1;
      }
      imported.store.close();
    }
    const { plain = 0, ...others } = tally;
    expect(plain).toBeGreaterThan(200);
    expect(Object.keys(others).filter((verdict) => verdict === verdict.toUpperCase())).toEqual([]);
  },
);
