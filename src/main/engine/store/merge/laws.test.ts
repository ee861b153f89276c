import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AppendInput } from '../../../../shared/model/native.ts';
import { linesOf } from '../export/walk.ts';
import type { MergeCommand } from '../types.ts';
import { isGovernance } from './governance.ts';
import { mergeForks, previewMerge } from './merge.ts';
import { type Bench, bench, command, copyOf } from './testing/workspace.ts';

// The laws of plan.test.ts again, on real tapes: what is planned is what is then on disk.

/** How many real workspaces are made; each run merges in four ways. */
const RUNS = 6;

interface Rough {
  kind: string;
  word: string;
  back: number | null;
}

const rough: fc.Arbitrary<Rough> = fc.record({
  kind: fc.constantFrom('message', 'tool_call', 'tool_result', 'anchor', 'insight'),
  word: fc.constantFrom('a', 'b'),
  back: fc.option(fc.nat(4), { freq: 2 }),
});

/** The entry that will have this id. */
function entry(id: number, { kind, word, back }: Rough): AppendInput {
  const corrects = back === null || id - 1 - back < 2 ? {} : { corrects: id - 1 - back };
  if (kind === 'anchor') return { kind, payload: { name: word, state: { phase: word, said: id % 3, source_ids: [Math.max(1, id - 2)] } } };
  if (kind === 'tool_call') return { kind, payload: { calls: [{ id: word, function: { name: 'bash', arguments: '{}' } }] }, ...corrects };
  if (kind === 'tool_result') return { kind, payload: { results: [word] }, ...corrects };
  return { kind, payload: { text: word }, ...corrects };
}

const scene = fc.record({
  parent: fc.array(rough, { minLength: 1, maxLength: 4 }),
  forks: fc.array(fc.record({ start: fc.nat(3), own: fc.array(rough, { minLength: 1, maxLength: 5 }) }), { minLength: 2, maxLength: 3 }),
  tail: fc.array(rough, { maxLength: 3 }),
  how: fc.record({
    order: fc.constantFrom('append' as const, 'time' as const),
    dedup: fc.constantFrom('none' as const, 'digest' as const),
    onConflict: fc.constantFrom('keep-both' as const, 'prefer-parent' as const, 'prefer-fork' as const),
    insightsOnly: fc.boolean(),
  }),
});

const lines = (made: Bench): string[] => made.on(null, (tape) => [...linesOf(tape, 1, tape.head())]);

/** Digests of all facts; events of governance are none. */
const facts = (made: Bench): string[] =>
  made.on(null, (tape) => {
    const governance = new Set(
      tape
        .entries({ kind: 'event' })
        .filter(isGovernance)
        .map(({ id }) => id),
    );
    return tape
      .rows({})
      .filter(({ id }) => !governance.has(id))
      .map(({ digest }) => Buffer.from(digest).toString('hex'))
      .toSorted();
  });

/** Merges, and sees to it that the preview was what came, and that no line that was there is another one now. */
async function merge(made: Bench, names: readonly string[], how: Partial<MergeCommand>): Promise<void> {
  const before = lines(made);
  const tape = made.open();
  try {
    const told = await previewMerge(tape, command(names, how));
    const { ids, event } = await mergeForks(tape, command(names, { ...how, head: told.head }));
    expect(ids).toEqual(told.order.map(({ newId }) => newId));
    expect(event).toBe(told.head + ids.length + 1);
    for (const { newId, from, id, kind } of told.order) {
      expect(tape.entry(newId)).toMatchObject({ kind, meta: { from: { fork: from, id } } });
      expect(tape.entry(newId)?.payload).toEqual(made.on(from, (fork) => fork.entry(id)?.payload));
    }
  } finally {
    tape.close();
  }
  expect(lines(made).slice(0, before.length)).toEqual(before);
}

it('merges of any forks in any order, one by one or together, give the same facts, and are what their previews said', async () => {
  await fc.assert(
    fc.asyncProperty(scene, async ({ parent, forks, tail, how }) => {
      const made = bench(parent.map((one, at) => entry(at + 2, one)));
      const names = forks.map(({ start, own }, at) => {
        const from = 1 + (start % (parent.length + 1));
        made.fork(
          `fork-${at}`,
          from,
          own.map((one, nth) => entry(from + nth + 1, one)),
        );
        return `fork-${at}`;
      });
      made.on(null, (tape) => {
        const next = tape.head() + 1;
        if (tail.length > 0) tape.append(tail.map((one, at) => entry(next + at, one)));
      });
      const together = copyOf(made);
      await merge(together, names, how);
      const reversed = copyOf(made);
      await merge(reversed, names.toReversed(), how);
      for (const name of names.toReversed()) await merge(made, [name], how);
      expect(facts(reversed)).toEqual(facts(together));
      expect(facts(made)).toEqual(facts(together));
    }),
    { numRuns: RUNS },
  );
});
