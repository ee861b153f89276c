import { appendFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { parsePolicy } from '../../../shared/model/policy.ts';
import type { Catalog } from '../catalog/types.ts';
import { bringSource } from '../sources/bring-source.ts';
import { claudeTree, jsonl } from '../testing/tree.ts';
import { assemble } from './assemble.ts';
import { createRim } from './rim.ts';
import { importRecords } from './testing/imported.ts';

/** Phases of four requests, each with a result, and a compaction between two of them. */
const session = (phases: number): string =>
  Array.from({ length: phases }, (_, phase) => {
    const turns = Array.from({ length: 4 }, (_, turn) => {
      const [id, usage] = [`${phase}x${turn}`, `usage ${2000 + 300 * turn} 50 0 0`];
      return `u${id} "go on" > a${id} call Read t${id} <- step m${id} ${usage} > r${id} t${id} "found"`;
    });
    return `${phase === 0 ? '' : `b${phase} boundary auto 900 > c${phase} summary "so far" > `}${turns.join(' > ')}`;
  }).join(' > ');

const opened = (phases: number) => {
  const written = claudeTree(session(phases));
  const { store, tape, file } = importRecords(written);
  onTestFinished(() => store.close());
  let rows = 0;
  const catalog: Catalog = {
    ...store.catalog,
    entries: (...asked) => {
      const found = store.catalog.entries(...asked);
      rows += found.length;
      return found;
    },
  };
  const rim = createRim(catalog);
  const view = (step: number, policy = 'as-recorded', by = rim) => assemble(by, tape, step, parsePolicy(policy));
  /** Entries that were read for a view. */
  const read = async (step: number, policy?: string): Promise<number> => {
    rows = 0;
    await view(step, policy);
    return rows;
  };
  /** Continues after the last entry. */
  const append = (drawing: string): void => {
    appendFileSync(file, jsonl(claudeTree(`${session(phases)} > ${drawing}`).slice(written.length)));
    bringSource(store.db, file);
  };
  return { view, read, append, fresh: () => createRim(store.catalog), steps: () => store.catalog.tape(tape).steps };
};

it('reads a context once for its own view and for the one after it, and nothing for a second look', async () => {
  const { read } = opened(1);
  // Both the context and the one before it: of steps 2 and 1, which a prompt and an answer with its result are between.
  expect(await read(2)).toBe(4);
  expect(await read(3)).toBe(7);
  expect(await read(3)).toBe(0);
  expect(await read(4)).toBe(10);
  // What was recorded of a step weighs its entries under every policy: that is known, and the entries of the policy are not.
  expect(await read(4, 'last-anchor')).toBe(10);
});

it('costs what is in context, however much was compacted before it', async () => {
  const [short, long] = [opened(2), opened(20)];
  expect(await long.read(80)).toBe(await short.read(8));
  long.append('u7 "more" > a7 "yes" <- step m7');
  short.append('u7 "more" > a7 "yes" <- step m7');
  expect(await long.read(81)).toBe(await short.read(9));
});

it('lets go of what was asked for longest ago', async () => {
  const { read } = opened(3);
  await read(2);
  for (let step = 3; step <= 12; step++) await read(step);
  expect(await read(2)).toBeGreaterThan(0);
});

it('answers as if nothing were kept, in whichever order places are looked at while the tape grows', async () => {
  const looks = fc.array(fc.tuple(fc.nat(100), fc.constantFrom('as-recorded', 'last-anchor', 'full', 'compact:900')), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(looks, looks, async (before, after) => {
      const { view, append, fresh, steps } = opened(2);
      const same = async ([at, policy]: [number, string]): Promise<void> => {
        const step = 1 + (at % steps());
        expect(await view(step, policy)).toEqual(await view(step, policy, fresh()));
      };
      for (const look of before) await same(look);
      append('a8 "late" <- step m1x3 usage 9000 70 0 0 > k8 micro t1x0 > u8 "more" > a9 "yes" <- step m9 usage 900 70 0 0');
      for (const look of after) await same(look);
    }),
    { numRuns: 10 },
  );
});
