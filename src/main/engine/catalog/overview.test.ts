import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Overview } from '../../../shared/model/index.ts';
import { StepClass } from '../../../shared/model/vocabulary.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { writeTape } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';
import { blockOf } from './overview.ts';

const turn = (at: number): string =>
  `u${at} "go" > a${at}1 call Bash t${at} <- step m${at} usage ${at * 7} 5 ${at} 2 > r${at} t${at}${at % 3 === 0 ? ' failed' : ''} > e${at} error "no" <- step n${at}`;

/** A chain of so many turns. */
const tapeOf = async (turns: number) => {
  const { ingest, store } = openEngineRoom();
  const drawing = Array.from({ length: turns }, (_, at) => turn(at + 1)).join(' > ');
  const [id = ''] = (await ingest.open([writeTape(claudeTree(drawing))], { text: false })).tapes;
  return { id, catalog: store.catalog };
};

/** Classes of all rows, block by block in the order of their numbers. */
const unrolled = (runs: Uint8Array): number[] =>
  Array.from({ length: runs.length / 2 }, (_, at) => Array<number>((runs[2 * at + 1] ?? 0) + 1).fill(runs[2 * at] ?? 0)).flat();

const sorted = (values: ArrayLike<string | number>, block: number): (string | number)[] =>
  Array.from({ length: Math.ceil(values.length / block) }, (_, at) =>
    Array.from(values)
      .slice(at * block, (at + 1) * block)
      .sort(),
  ).flat();

it('counts what its timeline holds, block by block', async () => {
  const { id, catalog } = await tapeOf(75);
  const whole = catalog.timeline(id, 1, 1);
  const overview = catalog.overview(id);
  expect(Overview.parse(overview)).toEqual(overview);
  const { block, classes } = overview;
  expect(block).toBe(16);
  const drawn = unrolled(overview.runs).map((code) => `${classes.kind[code]} ${classes.tone[code]}`);
  expect(sorted(drawn, block)).toEqual(
    sorted(
      Array.from(whole.kind, (kind, at) => `${kind} ${whole.tone[at]}`),
      block,
    ),
  );
  expect([...overview.time]).toEqual([...whole.time].filter((_, at) => at % block === 0));
  expect([...overview.stepFirst]).toEqual([...whole.stepFirst].filter((_, at) => at % block === 0));
  const steps = unrolled(overview.stepRuns);
  expect(steps).toHaveLength(whole.steps);
  expect(steps.filter((code) => code === StepClass.sized)).toHaveLength(whole.stepInput.filter((input) => input > 0).length);
  const peaks = Array.from(overview.mainPeak, (_, at) =>
    Math.max(...whole.stepInput.slice(at * block, (at + 1) * block).filter((input) => input > 0)),
  );
  expect([...overview.mainPeak]).toEqual(peaks);
  expect(overview).toMatchObject({ entries: whole.entries, steps: whole.steps, bands: whole.bands, limit: whole.limit });
  expect([...overview.errors]).toEqual(whole.marks.filter(({ type }) => type === 'error').map(({ seq }) => seq));
});

it('is told apart again by parts of the timeline, which carry no more than themselves', async () => {
  const { id, catalog } = await tapeOf(75);
  const whole = catalog.timeline(id, 1, 1);
  const parts = [1, 101, 201].map((from) => catalog.timeline(id, from, from, 100));
  expect(parts.flatMap(({ kind }) => [...kind])).toEqual([...whole.kind]);
  expect(parts.flatMap(({ time }) => [...time])).toEqual([...whole.time]);
  expect(parts.flatMap(({ stepInput }) => [...stepInput])).toEqual([...whole.stepInput]);
  const own = whole.marks.filter(({ type }) => type === 'error');
  expect(parts.flatMap(({ marks }) => marks)).toEqual(own);
  expect(parts.flatMap(({ bands }) => bands)).toEqual([]);
});

it('has no more blocks for a longer tape, up to two million entries', () => {
  fc.assert(
    fc.property(fc.integer({ min: 65_537, max: 2_000_000 }), (entries) => {
      const block = blockOf(entries);
      expect(256 % block).toBe(0);
      expect(entries / block).toBeLessThanOrEqual(8192);
      expect(entries / block).toBeGreaterThanOrEqual(4096);
    }),
  );
});
