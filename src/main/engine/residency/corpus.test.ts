import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PolicyChoice } from '../../../shared/model/policy.ts';
import { eventsBetween } from '../../../shared/model/residency-events.ts';
import { branchesOf } from '../views/branches.ts';
import { importFile } from '../views/testing/imported.ts';
import { createFollower } from './follow.ts';
import { loadWhole, type Whole } from './material.ts';
import { residencyOf } from './residency.ts';
import { createStays } from './stays.ts';

const CORPUS = process.env.TAPESCOPE_CORPUS;
const CHOICES: readonly PolicyChoice[] = [{ type: 'as-recorded' }, { type: 'last-anchor' }, { type: 'full' }];
/** Rows × steps that deciding each step again may cost; larger tapes would take minutes. */
const MOST = 400_000;

const follow = ({ asked, source, steps, tape }: Whole, growing: boolean) => {
  const work = { rows: 0, whole: 0 };
  const next = createFollower(asked, source, work, growing);
  const stays = createStays(tape.entries);
  for (const step of steps) stays.add(next(step).change);
  const { seq, from, to, reason } = stays.end();
  return { rows: seq.map((one, at) => [one, from[at], to[at], reason[at]].join(' ')).sort(), work };
};

describe('residency of real logs', () => {
  it.runIf(CORPUS !== undefined)('has the base, the events and the weights of each view, and what was cleared', async () => {
    let left = 0;
    for (const file of globSync(join(CORPUS ?? '', 'cleared/*.jsonl')).sort()) {
      const { store, tape, view } = importFile(file);
      const found = residencyOf(store.catalog, tape, { type: 'as-recorded' });
      for (const [at, step] of found.steps.entries()) {
        const { tokens, events } = await view(step);
        expect([found.base[at], found.added[at], found.unexplained[at]], `${file} ${step}`).toEqual([
          ...[tokens.base ?? Number.NaN, tokens.events ?? Number.NaN, tokens.unexplained ?? Number.NaN],
        ]);
        expect(found.estimated[at]).toBe(tokens.estimated);
        expect([...eventsBetween(found.events, step, step)]).toEqual(events.filter((event) => event.step === step));
      }
      left += [...found.left].filter((reason) => found.reasons[reason - 1] === 'cleared').length;
      store.close();
    }
    expect(left).toBe(25);
  });

  it.runIf(CORPUS !== undefined)('has of each branch of a session that was rewound what the views have', async () => {
    const rewound = globSync(join(CORPUS ?? '', 'lab/claude-code/*-{resume,interactive}-a/transcripts/**/aaaaaaaa-*.jsonl')).sort();
    const sum = { branched: 0, steps: 0 };
    for (const file of [...rewound, join(CORPUS ?? '', 'claude-code/entireio__cli__8cfa910f8ef9-4.jsonl')]) {
      const { store, tape, view } = importFile(file);
      const { branches } = branchesOf(store.catalog, store.catalog.tape(tape), store.catalog.anchors(tape));
      for (const { last } of branches) {
        const { seq, from, to, steps } = residencyOf(store.catalog, tape, { type: 'as-recorded' }, { at: last });
        for (const [at, step] of steps.entries()) {
          const held = seq.filter((_, stay) => (from[stay] ?? 0) <= at && at <= (to[stay] ?? 0));
          const shown = (await view(step)).blocks.flatMap(({ entries }) => entries);
          expect(
            [...held].sort((a, b) => a - b),
            `${file} ${step}`,
          ).toEqual(shown.sort((a, b) => a - b));
          sum.steps += 1;
        }
      }
      sum.branched += branches.length > 0 ? 1 : 0;
      store.close();
    }
    expect(sum.branched).toBeGreaterThan(5);
    console.log(`residency of ${sum.branched} branched sessions: ${sum.steps} contexts as their views`);
  });

  it.runIf(CORPUS !== undefined)(
    'comes to the same by growth as by deciding each step again',
    () => {
      const files = ['claude-code/*.jsonl', 'claude-code-trees/**/*.jsonl', 'bub/*.jsonl'].flatMap((glob) =>
        globSync(join(CORPUS ?? '', glob)).sort(),
      );
      const sum = { tapes: 0, steps: 0, whole: 0 };
      // Runs inside runs, which are filed out of order; results that were cleared without a record.
      const nested = ['bub-oracle/*/tapes/*.jsonl', 'cleared/*.jsonl'].flatMap((glob) => globSync(join(CORPUS ?? '', glob)).sort());
      for (const file of [...files.filter((_, at) => at % 12 === 0), ...nested]) {
        const { store, tape } = importFile(file);
        for (const choice of CHOICES) {
          const whole = loadWhole(store.catalog, tape, choice);
          if (whole.rows.length * whole.steps.length > MOST) continue;
          const grown = follow(whole, true);
          expect(grown.rows, `${file} ${choice.type}`).toEqual(follow(whole, false).rows);
          sum.tapes += 1;
          sum.steps += whole.steps.length;
          sum.whole += grown.work.whole;
        }
        store.close();
      }
      expect(sum.tapes).toBeGreaterThan(10);
      expect(sum.whole).toBeLessThan(sum.steps / 2);
      console.log(`residency of ${sum.tapes} tapes: ${sum.whole} of ${sum.steps} steps decided as a whole`);
    },
    300_000,
  );
});
