import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Comparison, StepRow } from '../../../shared/model/index.ts';
import { type Place, placeText } from '../../../shared/model/place.ts';
import { rulesOf } from '../formats/rules.ts';
import { assemble } from '../views/assemble.ts';
import { branchSource, requestBefore } from '../views/branch-source.ts';
import { placeIn } from '../views/place.ts';
import { type ImportedTape, importFile } from '../views/testing/imported.ts';
import { compare } from './compare.ts';
import { mirrored, saidBy } from './testing/mirrored.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const GLOBS = [
  'claude-code/**/*.jsonl',
  'claude-code-trees/**/*.jsonl',
  'lab/claude-code/2.1.330-*/transcripts/**/*.jsonl',
  'bub/*.jsonl',
  'bub-oracle/*/tapes/*.jsonl',
];
/** Sessions that somebody interrupted: what a request gave up, the next one truly does not read. They are looked at for their forks. */
const INTERRUPTED = 'lab/claude-code/2.{0,1.1,1.2,1.5}*-{resume,interactive}-a/transcripts/**/*.jsonl';

const isThere = (name: string): boolean => statSync(join(corpus, name)).size > 0;
const logsIn = (globs: string | readonly string[]): string[] =>
  corpus === '' ? [] : globSync(globs, { cwd: corpus }).filter(isThere).sort();

/** Longer tapes cost a comparison too much to be made hundreds of times. */
const LONGEST = 3000;

/** The requests before a step on its own line, by the rule that the timeline follows. */
const lineOf = ({ rim, tape }: ImportedTape, step: StepRow): StepRow[] => {
  const row = rim.catalog.tape(tape);
  const source = branchSource(rim.catalog, row, rim.catalog.anchors(row.id));
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

/** The request that the next one follows. */
const headIn = ({ rim, tape }: ImportedTape): StepRow | null => {
  const row = rim.catalog.tape(tape);
  if (row.entries > LONGEST) return null;
  const source = branchSource(rim.catalog, row, rim.catalog.anchors(row.id));
  return requestBefore(source, placeIn(source, { next: true }, rulesOf(row.format)));
};

/** Steps that follow the same request: where a line forks. Each with the newest other one of its request. */
const forksIn = ({ rim, tape }: ImportedTape): [StepRow, StepRow][] => {
  const row = rim.catalog.tape(tape);
  if (row.entries > LONGEST) return [];
  const source = branchSource(rim.catalog, row, rim.catalog.anchors(row.id));
  const steps = rim.catalog.steps(tape, 1, row.steps).items.filter(({ synthetic }) => !synthetic);
  const below = Map.groupBy(steps, (step) => requestBefore(source, step)?.step ?? 0);
  return [...below.values()].flatMap((siblings) => {
    const last = siblings.at(-1);
    return last === undefined
      ? []
      : siblings
          .slice(0, -1)
          .slice(0, MOST_FORKS)
          .map((one): [StepRow, StepRow] => [one, last]);
  });
};

/** Of one request; a loop that failed a hundred times tells no more. */
const MOST_FORKS = 3;

const compared = async ({ rim, tape }: ImportedTape, ...places: readonly Place[]): Promise<Comparison> =>
  compare(
    rim,
    places.map((place) => ({ tape, ...place, policy: 'as-recorded' as const })),
    [0, 1],
  );

/** A comparison that the other way round says the same. */
const bothWays = async (imported: ImportedTape, one: Place, other: Place): Promise<Comparison> => {
  const there = await compared(imported, one, other);
  const about = `${imported.file} ${placeText(one)} ${placeText(other)}`;
  expect.soft(mirrored(await compared(imported, other, one)), about).toEqual(saidBy(there));
  return there;
};

/** What may differ between two requests of one line: something happened between them that the log records. */
const HAPPENED: ReadonlySet<string> = new Set(['compaction', 'cleared', 'directory', 'version', 'model', 'request']);

const judge = ({ pair: { prefix }, sides: [earlier] }: Comparison): string => {
  if (!prefix) return 'NOTHING SHARED';
  if (!prefix.sameIds || earlier?.own.entries !== 0) return 'CHAINS DIFFER';
  const others = prefix.differences.filter(({ what }) => !HAPPENED.has(what));
  if (others.length === 0) return prefix.hermetic ? 'plain' : 'something happened in between';
  if (others.every(({ text }) => text.endsWith('read the picture of its prompt'))) return 'the picture of a prompt';
  return 'READ OTHERWISE';
};

/** Entries of the earlier request that the later one of the line does not have and does not say why. */
const unexplained = async ({ rim, tape }: ImportedTape, { pair: { runs, blocks } }: Comparison, later: Place): Promise<number[]> => {
  const { omissions } = await assemble(rim, tape, later, { type: 'as-recorded' });
  const isLeft = (seq: number): boolean => omissions.some(({ entries }) => entries.some(([from, to]) => seq >= from && seq <= to));
  const alone = runs.filter(({ type }) => type === 'a' || type === 'changed').flatMap(({ a, count }) => blocks[0].slice(a, a + count));
  return alone.flatMap(({ entries }) => entries).filter((seq) => !isLeft(seq));
};

it.skipIf(corpus === '')(
  'no request of a real log differs from a later one of its line, and all forks are the same either way round (TAPESCOPE_CORPUS)',
  async () => {
    const tally: Record<string, number> = {};
    const found = { lines: 0, heads: 0, forks: 0, recorded: 0 };
    const lookAtForks = async (imported: ImportedTape): Promise<void> => {
      for (const [one, other] of forksIn(imported)) {
        await bothWays(imported, one, other);
        found.forks += 1;
      }
    };
    const judged = async (imported: ImportedTape, one: Place, other: Place): Promise<void> => {
      const there = await bothWays(imported, one, other);
      expect.soft(await unexplained(imported, there, other), `${imported.file} ${placeText(one)} ${placeText(other)}`).toEqual([]);
      const verdict = judge(there);
      tally[verdict] = (tally[verdict] ?? 0) + 1;
      if (there.sides[0]?.evidence.state === 'recorded') found.recorded += 1;
    };
    for (const name of logsIn(GLOBS)) {
      const imported = importFile(join(corpus, name));
      for (const [earlier, later] of pairsIn(imported)) {
        await judged(imported, { step: earlier.step }, { step: later.step });
        found.lines += 1;
      }
      const newest = headIn(imported);
      if (newest) {
        await judged(imported, { step: newest.step }, { next: true });
        found.heads += 1;
      }
      await lookAtForks(imported);
      imported.store.close();
    }
    for (const name of logsIn(INTERRUPTED)) {
      const imported = importFile(join(corpus, name));
      await lookAtForks(imported);
      imported.store.close();
    }
    const { plain = 0, ...others } = tally;
    expect(found).toMatchObject({ lines: 358, heads: 79 });
    expect(found.forks).toBe(7);
    expect(found.recorded).toBeGreaterThan(50);
    expect(plain).toBeGreaterThan(200);
    expect(Object.keys(others).filter((verdict) => verdict === verdict.toUpperCase())).toEqual([]);
  },
);
