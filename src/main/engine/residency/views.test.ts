import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../../shared/model/policy.ts';
import { openCatalog } from '../catalog/open-catalog.ts';
import { drawings } from '../graph/surgery-drawings.ts';
import { bringSource } from '../sources/bring-source.ts';
import { bubTape } from '../testing/bub-script.ts';
import { tempFolder } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';
import { assemble } from '../views/assemble.ts';
import { branchesOf } from '../views/branches.ts';
import { createRim } from '../views/rim.ts';
import { bubRecords, nativeActs, nativeTape } from '../views/testing/drawn-tapes.ts';
import { type ImportedTape, importRecords } from '../views/testing/imported.ts';
import { holdToViews } from './testing/as-views.ts';

const policies = fc.constantFrom(
  ...['as-recorded', 'last-anchor', 'full', 'compact:60', 'compact:400', 'summary', 'memory:boat'],
  ...[
    'as-recorded + pin:#2 + without:#4',
    'full + summary + budget:90:cited',
    'last-anchor + budget:60:heavy-last',
    'compact:80 + without:#3',
  ],
);

/** Holds the line through each branch to its views. */
const holds = async (imported: ImportedTape, policy: string): Promise<number> => {
  const { store, tape } = imported;
  const { branches } = branchesOf(store.catalog, store.catalog.tape(tape), store.catalog.anchors(tape));
  let events = 0;
  for (const at of branches.length === 0 ? [undefined] : branches.map(({ last }) => last)) {
    const { residency } = await holdToViews(imported, policy, { at });
    events += residency.events.step.length;
    const all = residency.steps.reduce((sum, _, step) => sum + (residency.counted[step] ?? 0) + (residency.estimated[step] ?? 0), 0);
    const outside = residency.outside.reduce((sum, { tokens }) => sum + tokens.reduce((more, one) => more + one, 0), 0);
    expect(residency.costs.reduce((sum, cost) => sum + cost, 0) + outside).toBe(all);
    residency.added.forEach((added, step) => {
      if (!Number.isNaN(added)) expect(residency.addedBy.reduce((sum, { tokens }) => sum + (tokens[step] ?? 0), 0)).toBe(added);
    });
  }
  store.close();
  return events;
};

/** The same drawing with sizes of its requests, some of which are not recorded. */
const sized = (drawing: string, sizes: readonly number[]): string => {
  let at = 0;
  return drawing.replaceAll(/<- step \S+/g, (step) => {
    const size = sizes[at++ % sizes.length] ?? 0;
    return size % 7 === 0 ? step : `${step} usage ${size} ${size % 40} ${(size * 3) % 500} 0`;
  });
};

interface Turn {
  /** Lengths in sentences; 0 for no system prompt. */
  system: number;
  user: number;
  /** Recorded size of the request; 0 for none. */
  size: number;
}

const promptedBy = (turns: readonly Turn[], model: string) => {
  const lines = turns.flatMap(({ system, user, size }, at) => [
    ...(system > 0 ? [`system "${'You keep boats. '.repeat(system)}" <- run r${at}`] : []),
    `user "${'which boat '.repeat(user)}" <- run r${at}`,
    `assistant "${'the green boat '.repeat(user)}" <- run r${at}`,
    `run ${size} 8 0 <- run r${at}`,
  ]);
  const records = bubTape(['anchor session/start {"owner":"human"}', ...lines].join('\n'));
  return records.map((record) => JSON.parse(JSON.stringify(record).replace('qwen3-coder', model)));
};

describe('residency has what the views of its steps have, of any drawn tape and under any policy', () => {
  it('of Claude Code, whatever sizes it records', async () => {
    let events = 0;
    await fc.assert(
      fc.asyncProperty(
        drawings,
        fc.array(fc.integer({ min: 1, max: 30_000 }), { minLength: 1, maxLength: 9 }),
        policies,
        async (drawing, sizes, policy) => {
          events += await holds(importRecords(claudeTree(sized(drawing, sizes))), policy);
        },
      ),
      { numRuns: 60 },
    );
    expect(events).toBeGreaterThan(0);
  });

  it('of Bub', async () => {
    await fc.assert(
      fc.asyncProperty(bubRecords, policies, async (records, policy) => {
        await holds(importRecords(records, 'x__y.jsonl'), policy);
      }),
      { numRuns: 60 },
    );
  });

  it('of Bub with a model that is counted, and no base is below nothing, whatever is recorded', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 9 });
    let unmeasured = 0;
    await fc.assert(
      fc.asyncProperty(bubRecords, sizes, async (records, prompts) => {
        let at = 0;
        const lines = records.map((record) =>
          JSON.stringify(record)
            .replace('qwen3-coder', 'gpt-4o')
            .replace(/"prompt_tokens":\d+/, () => `"prompt_tokens":${prompts[at++ % prompts.length]}`),
        );
        const imported = importRecords(
          lines.map((line) => JSON.parse(line)),
          'x__y.jsonl',
        );
        const { residency } = await holdToViews(imported, 'as-recorded');
        imported.store.close();
        for (const base of residency.base) {
          if (Number.isNaN(base)) unmeasured += 1;
          else expect(base).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 60 },
    );
    expect(unmeasured).toBeGreaterThan(0);
  });

  it.each(['gpt-4o', 'qwen3-coder'])(
    'of Bub with another system prompt for each request, and sizes that have no room for it (%s)',
    async (model) => {
      const turn = fc.record({ system: fc.nat(30), user: fc.integer({ min: 1, max: 30 }), size: fc.nat(120) });
      const [quiet, none] = [
        { user: 1, size: 0 },
        { user: 1, size: 48 },
      ];
      await fc.assert(
        fc.asyncProperty(fc.array(turn, { minLength: 2, maxLength: 6 }), async (turns) => {
          const imported = importRecords(promptedBy(turns, model), 'x__y.jsonl');
          await holdToViews(imported, 'as-recorded');
          imported.store.close();
        }),
        {
          numRuns: 60,
          // A size that the first prompt does not fit, and a smaller one after it; a prompt that weighs by chance what another was cut down to.
          examples: [
            [
              [
                { ...none, system: 12 },
                { ...quiet, system: 0 },
              ],
            ],
            [
              [
                { system: 0, user: 5, size: 18 },
                { ...quiet, system: 4 },
                { ...quiet, system: 1 },
                { ...quiet, system: 0 },
              ],
            ],
            [
              [
                { system: 26, user: 1, size: 1 },
                { system: 26, user: 1, size: 9 },
              ],
            ],
          ],
        },
      );
    },
  );

  it('of a native tape with a fork that was merged', async () => {
    await fc.assert(
      fc.asyncProperty(nativeActs, policies, async (acts, policy) => {
        const store = openCatalog(tempFolder());
        const tape = bringSource(store.db, await nativeTape(acts)).source.id;
        const rim = createRim(store.catalog);
        const view: ImportedTape['view'] = (step, line = 'as-recorded') => assemble(rim, tape, step, parsePolicy(line));
        await holds({ store, rim, tape, file: '', view }, policy);
      }),
      { numRuns: 15 },
    );
  });
});
