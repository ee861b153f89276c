import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Place } from '../../../../shared/model/place.ts';
import { holdToViews } from '../../residency/testing/as-views.ts';
import { type ImportedTape, importFile } from '../../views/testing/imported.ts';
import { encodingFor } from '../../views/tokenizer.ts';
import { readGrowing, readInRanges, readWhole } from './cuts.ts';
import { DRAWINGS } from './drawings.ts';
import { holdMessages, holdReceipt, holdView } from './tape-laws.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';

/** Longer files would only take longer. */
const LARGEST = 8_000_000;

const POLICIES = [
  ...['as-recorded', 'last-anchor', 'full', 'compact:2000', 'summary'],
  ...['as-recorded + pin:#2 + without:#5', 'full + summary + budget:3000:cited'],
];

/** The first and last steps of a tape, some between them, and its head. */
const placesIn = ({ store, tape }: ImportedTape): Place[] => {
  const { steps } = store.catalog.tape(tape);
  const all = Array.from({ length: steps }, (_, at) => at + 1);
  const some = all.filter((step) => step === 1 || step === steps || step % Math.ceil(steps / 4) === 0);
  return [...some.map((step) => ({ step })), { next: true as const }];
};

/** Residency counts by the tokenizer of a tape, a view by that of its step: they differ where a session went to models with different ones. */
const mixed = ({ store: { catalog }, tape }: ImportedTape): boolean =>
  new Set(catalog.steps(tape, 1, 10_000).items.map(({ model }) => encodingFor(model))).size > 1;

/** Null for what is no log, or one of another format: fixtures lie among the logs. */
const importOrNone = (file: string, id: string): ImportedTape | null => {
  try {
    const tape = importFile(file);
    if (tape.store.catalog.tape(tape.tape).format === id) return tape;
    tape.store.close();
  } catch {
    // Nothing that can be read.
  }
  return null;
};

describe.skipIf(corpus === '').each(Object.entries(DRAWINGS).filter(([, drawing]) => drawing.corpus !== undefined))(
  '%s, on every log of the corpus (TAPESCOPE_CORPUS)',
  (id, { corpus: logs }) => {
    const files = logs === undefined ? [] : globSync([...logs.globs], { cwd: corpus }).toSorted();
    const small = files.map((name) => join(corpus, name)).filter((file) => statSync(file).size > 0 && statSync(file).size <= LARGEST);

    const each = async (law: (tape: ImportedTape) => Promise<void> | void): Promise<void> => {
      let held = 0;
      for (const file of small) {
        const tape = importOrNone(file, id);
        if (tape === null) continue;
        held += 1;
        try {
          await law(tape);
        } catch (failure) {
          throw new Error(file, { cause: failure });
        } finally {
          tape.store.close();
        }
      }
      expect(held).toBeGreaterThanOrEqual(logs?.least ?? 1);
    };

    it('is read whole, with the usage of its steps', () => each(holdReceipt), 600_000);

    it(
      'comes to the same catalog read in ranges and while it grows',
      () =>
        each(({ file }) => {
          const whole = readWhole(file);
          expect(readInRanges(file, 30_001)).toEqual(whole);
          expect(readGrowing(file, [0.21, 0.5, 0.501, 0.83])).toEqual(whole);
        }),
      900_000,
    );

    it(
      'has each entry in one block or one omission, at some steps and at the head',
      () =>
        each(async (tape) => {
          for (const place of placesIn(tape)) for (const policy of POLICIES) await holdView(tape, place, policy);
        }),
      900_000,
    );

    it(
      'makes messages of some steps, and of the next request',
      () =>
        each(async (tape) => {
          for (const place of placesIn(tape)) await holdMessages(tape, place);
        }),
      600_000,
    );

    it(
      'has the residency of its views, where it is short',
      () =>
        each(async (tape) => {
          const { steps, entries } = tape.store.catalog.tape(tape.tape);
          if (steps > 0 && steps * entries < 5000 && !mixed(tape))
            for (const policy of ['as-recorded', 'full']) await holdToViews(tape, policy);
        }),
      900_000,
    );
  },
);
