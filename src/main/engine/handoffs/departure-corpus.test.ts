import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Departure, Fidelity, StepDiff } from '../../../shared/model/index.ts';
import { changesBetween } from '../views/changes-of.ts';
import { createRim } from '../views/rim.ts';
import { importFile } from '../views/testing/imported.ts';
import { departureOf } from './departure.ts';
import { fidelityOf } from './fidelity.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const holds = (name: string, word: string): boolean => readFileSync(join(corpus, name)).includes(word);
const files =
  corpus === ''
    ? []
    : [
        ...globSync(['claude-code/**/*.jsonl', 'claude-code-trees/**/*.jsonl'], { cwd: corpus }).filter((name) =>
          holds(name, '"compact_boundary"'),
        ),
        ...globSync(['bub/*.jsonl'], { cwd: corpus }),
        ...globSync(['pi/*.jsonl', 'openclaw/*.jsonl', 'lab/pi/*/log/**/*.jsonl'], { cwd: corpus }).filter((name) =>
          holds(name, '"type":"compaction"'),
        ),
        // Rollouts, whose compactions hold their new history or, up to 0.98, a summary alone.
        ...globSync(['codex/*.jsonl', 'lab/codex/*/sessions/**/*.jsonl'], { cwd: corpus }).filter((name) =>
          holds(name, '"type":"compacted"'),
        ),
      ].sort();

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

describe.skipIf(corpus === '')('anchors of the corpus (TAPESCOPE_CORPUS)', () => {
  it.each(files)('%s: what left, what the state claims and what changed close', async (name) => {
    const { store, tape } = importFile(join(corpus, name));
    const rim = createRim(store.catalog);
    const anchors = store.catalog.anchors(tape).filter(({ type }) => type === 'anchor' || type === 'compaction');
    for (const { seq } of anchors.slice(-4)) {
      const { left, kept, back, summary, fates, entries } = Departure.parse(await departureOf(rim, tape, seq));
      for (const { count, tokens, byKind } of [left, kept]) {
        expect(sum(Object.values(byKind).map((kind) => kind.count))).toBe(count);
        expect(sum(Object.values(byKind).map((kind) => kind.tokens))).toBe(tokens);
      }
      expect(sum(left.ranges.map(([from, to]) => to - from + 1))).toBe(left.count);
      expect(sum(Object.values(fates))).toBe(left.count);
      expect(new Set(entries.map((one) => one.seq)).size).toBe(left.count);
      for (const one of back) expect(one.by).toBeGreaterThan(seq);
      if (summary) expect(summary.worded.like).toBeLessThanOrEqual(summary.worded.of);
      const { uncited, citable, claims } = Fidelity.parse(await fidelityOf(rim, tape, seq));
      expect(sum(Object.values(uncited.byKind))).toBe(uncited.count);
      expect(uncited.count).toBeLessThanOrEqual(citable);
      for (const { alike } of claims) for (const { score } of alike) expect(score).toBeLessThanOrEqual(1);
    }
    const { steps } = store.catalog.tape(tape);
    for (const step of new Set([1, Math.ceil(steps / 2), steps].filter((each) => each >= 1))) {
      const choice = { type: 'as-recorded' as const };
      const diff = StepDiff.parse(await changesBetween(rim, { tape, place: { step }, choice }));
      if (diff.against === null) continue;
      const back = await changesBetween(rim, { tape, place: { step: diff.against }, against: step, choice });
      expect(back.added.map(({ seq }) => seq).sort()).toEqual(diff.gone.map(({ seq }) => seq).sort());
      expect([back.same, back.changed.length]).toEqual([diff.same, diff.changed.length]);
    }
    store.close();
  });
});
