import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../../../shared/model/policy.ts';
import { holdToViews } from '../../residency/testing/as-views.ts';
import { assemble } from '../../views/assemble.ts';
import { messagesOf } from '../../views/methods.ts';
import { type ImportedTape, importFile } from '../../views/testing/imported.ts';
import { timesIn } from '../../views/testing/occurrences.ts';
import { encodingFor } from '../../views/tokenizer.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';
const filesIn = (...patterns: string[]): string[] => (corpus === '' ? [] : globSync(patterns, { cwd: corpus }).sort());

/** Fixtures of another program, and files that are no sessions. */
const isSession = (name: string): boolean => !/Dicklesworthstone|\.trajectory/.test(name);

const KINDS = {
  'pi, real': filesIn('pi/*.jsonl').filter(isSession),
  'OpenClaw, real': filesIn('openclaw/*.jsonl').filter(isSession),
  'pi of the lab': filesIn('lab/pi/*/log/**/*.jsonl'),
};

/** What reading the corpus comes to. A change of a reader changes it. */
const FIGURES: Record<keyof typeof KINDS, object> = {
  'pi, real': {
    ...{ tapes: 22, entries: 3947, steps: 1773, unread: 1, unknown: 2, compactions: 7, branches: 2 },
    ...{ input: 167_400_189, output: 336_295 },
  },
  'OpenClaw, real': { tapes: 6, entries: 709, steps: 300, unread: 0, unknown: 0, compactions: 3, branches: 0, input: 0, output: 0 },
  'pi of the lab': {
    tapes: 13,
    entries: 366,
    steps: 125,
    unread: 0,
    unknown: 0,
    compactions: 6,
    branches: 4,
    input: 408_375,
    output: 6567,
  },
};

const POLICIES = [
  ...['as-recorded', 'last-anchor', 'full', 'compact:2000', 'summary'],
  ...['as-recorded + pin:#2 + without:#5', 'full + summary + budget:3000:cited'],
];

/** All steps of a small tape; some of a large one. */
const stepsToTry = (steps: number): number[] => {
  const all = Array.from({ length: steps }, (_, at) => at + 1);
  return steps <= 40 ? all : all.filter((step) => step % Math.ceil(steps / 12) === 1 || step === steps);
};

/** Residency counts by the tokenizer of a tape, a view by that of its step: they differ where a session went to models with different ones. */
const mixed = ({ store: { catalog }, tape }: ImportedTape): boolean => {
  const { items } = catalog.steps(tape, 1, 10_000);
  return new Set(items.map(({ model }) => encodingFor(model))).size > 1;
};

const eachTape = async (kind: keyof typeof KINDS, look: (tape: ImportedTape, name: string) => Promise<void> | void): Promise<void> => {
  for (const name of KINDS[kind]) {
    const tape = importFile(join(corpus, name));
    await Promise.resolve(look(tape, name)).catch((failure: unknown) => {
      throw new Error(name, { cause: failure });
    });
    tape.store.close();
  }
};

describe.skipIf(corpus === '').each(Object.keys(KINDS) as (keyof typeof KINDS)[])('%s (TAPESCOPE_CORPUS)', (kind) => {
  it('is read whole, and comes to the same as before', async () => {
    const sum = { tapes: 0, entries: 0, steps: 0, unread: 0, unknown: 0, compactions: 0, branches: 0, input: 0, output: 0 };
    await eachTape(kind, ({ store: { catalog }, tape: id }) => {
      const { lines, unknownTypes } = catalog.receipt(id);
      expect(lines.withEntries + lines.blank + lines.unreadable).toBe(lines.total);
      const tape = catalog.tape(id);
      sum.tapes += 1;
      sum.entries += tape.entries;
      sum.steps += tape.steps;
      sum.unread += lines.unreadable;
      sum.unknown += Object.values(unknownTypes).reduce((total, many) => total + many, 0);
      sum.compactions += catalog.anchors(id).filter(({ type }) => type === 'compaction').length;
      sum.branches += tape.branches;
      sum.input += tape.usage.input + tape.usage.cacheRead + tape.usage.cacheWrite;
      sum.output += tape.usage.output;
    });
    expect(sum).toEqual(FIGURES[kind]);
  });

  it.each(POLICIES)('has each entry in one block or one omission under %s', async (policy) => {
    await eachTape(kind, async ({ store, rim, tape }) => {
      const { steps } = store.catalog.tape(tape);
      for (const place of [...stepsToTry(steps).map((step) => ({ step })), { next: true as const }]) {
        const view = await assemble(rim, tape, place, parsePolicy(policy));
        const times = timesIn(view);
        expect(times).toEqual(times.map(() => 1));
      }
    });
  });

  it.each(POLICIES)('has the residency of its views under %s', async (policy) => {
    await eachTape(kind, async (imported) => {
      const { steps, entries } = imported.store.catalog.tape(imported.tape);
      if (steps > 0 && steps * entries < 20_000 && !mixed(imported)) await holdToViews(imported, policy);
    });
  });

  it('makes messages of every step, and of the next request', async () => {
    await eachTape(kind, async ({ store, rim, tape }) => {
      for (const place of [...stepsToTry(store.catalog.tape(tape).steps).map((step) => ({ step })), { next: true as const }]) {
        const messages = await messagesOf(rim, tape, place, { type: 'as-recorded' });
        for (const message of messages)
          expect(message).toSatisfy(({ role, type }: typeof message) => role !== undefined || type !== undefined);
      }
    });
  });
});
