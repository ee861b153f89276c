import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { contextSize, Flag, has } from '../../../shared/model/vocabulary.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { assemble, decide } from './assemble.ts';
import { importFile } from './testing/imported.ts';
import { timesIn } from './testing/occurrences.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const find = (...patterns: string[]): string[] => (corpus === '' ? [] : globSync(patterns, { cwd: corpus }).sort());
const recorded = { type: 'as-recorded' as const };

const spread = (steps: number): number[] =>
  [...new Set([1, 2, Math.ceil(steps / 3), Math.ceil(steps / 2), steps - 1, steps])].filter((at) => at >= 1 && at <= steps);

const open = (file: string) => {
  const imported = importFile(file);
  onTestFinished(() => imported.store.close());
  const { catalog } = imported.store;
  const seqs = (place: Parameters<typeof decide>[2]): number[] => [
    ...new Set(decide(imported.rim, imported.tape, place, recorded).selection.picks.map(({ seq }) => seq)),
  ];
  return { ...imported, catalog, seqs, row: catalog.tape(imported.tape) };
};

describe.skipIf(corpus === '')('the next request on real logs (TAPESCOPE_CORPUS)', () => {
  it('after the entry that a step continued from it is the context of that step, and nearly of its recorded size', async () => {
    let compared = 0;
    const off: number[] = [];
    for (const name of find('claude-code/*.jsonl', 'cleared/*.jsonl')) {
      const { catalog, rim, tape, row, seqs } = open(join(corpus, name));
      for (const number of spread(row.steps)) {
        const step = catalog.step(tape, number);
        const [first] = catalog.entriesAt(tape, [step.first]);
        // Only where the entry written before the step is the one that it hangs on is the question the same.
        if (step.synthetic || first?.parentSeq !== step.first - 1) continue;
        expect(seqs({ after: step.first - 1 }), `${name} ${number}`).toEqual(seqs({ step: number }));
        compared += 1;
        if (!step.usage || contextSize(step.usage) === 0) continue;
        const { expected } = await assemble(rim, tape, { after: step.first - 1 }, recorded);
        if (expected?.last) off.push(Math.abs(expected.tokens - contextSize(step.usage)));
      }
    }
    const within = (tokens: number): number => off.filter((each) => each <= tokens).length / off.length;
    console.log(
      `the next request equals ${compared} steps of real logs; of ${off.length} with a size, ${within(500)} are within 500 tokens`,
    );
    expect([within(500) > 0.75, within(4000) > 0.9]).toEqual([true, true]);
    expect(compared).toBeGreaterThan(40);
  });

  it('of a log that is cut before a step it is the context of that step, and keeps the conservation law', async () => {
    let compared = 0;
    const elsewhere: string[] = [];
    for (const name of find('lab/claude-code/*/transcripts/**/*.jsonl').filter(
      (one) => !one.includes('agent') && statSync(join(corpus, one)).size > 0,
    )) {
      const { catalog, rim, tape, row, seqs } = open(join(corpus, name));
      const bytes = readFileSync(join(corpus, name));
      for (const number of spread(row.steps)) {
        const step = catalog.step(tape, number);
        const [first] = catalog.entriesAt(tape, [step.first]);
        if (!first || step.synthetic || step.sidechain || step.first === 1 || has(first.flags, Flag.Repaired)) continue;
        const cut = open(writeFile(tempFolder(), name.split('/').at(-1) ?? 'cut.jsonl', bytes.subarray(0, first.offset)));
        const view = await assemble(cut.rim, cut.tape, { next: true }, recorded);
        expect(timesIn(view).filter((times) => times !== 1)).toEqual([]);
        if (JSON.stringify(cut.seqs({ next: true })) === JSON.stringify(seqs({ step: number }))) compared += 1;
        else {
          const { findings } = decide(rim, tape, { step: number }, recorded).selection;
          elsewhere.push(`${name} step ${number}: ${findings.map(({ type }) => type).join()}`);
        }
      }
    }
    console.log(`the next request of ${compared} cut lab logs is what the step then held; of ${elsewhere.length} only its size tells`);
    // The agent lost results when it resumed: the size of the step itself tells, and that was cut off.
    expect(elsewhere).toEqual([
      expect.stringMatching(/2\.1\.59-mentions-a.* step 3: lost-beside$/),
      expect.stringMatching(/2\.1\.59-resume-a.* step 10: lost-beside$/),
    ]);
    expect(compared).toBeGreaterThan(240);
  });
});
