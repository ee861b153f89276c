import { globSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Place } from '../../../../shared/model/place.ts';
import { TapeError } from '../../../../shared/rpc/tape-error.ts';
import { isDatabaseName } from '../../bytes/row-place.ts';
import { holdToViews } from '../../residency/testing/as-views.ts';
import { tapesInDatabase } from '../../sources/row-tapes.ts';
import { type ImportedTape, importFile } from '../../views/testing/imported.ts';
import { encodingFor } from '../../views/tokenizer.ts';
import { inLines, readGrowing, readInRanges, readWhole } from './cuts.ts';
import { DRAWINGS } from './drawings.ts';
import { holdMessages, holdReceipt, holdView } from './tape-laws.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';

/** Bytes of a log up to which it is held to the laws that read it several times, which takes little: half of all logs. */
const SMALL = 60_000;
/** Bytes up to which what is new in a log has it held to them too; of larger ones it is every fourth. */
const SHORT = 250_000;

/** What a law may trip over in a tape: each kind of entry with its role and flags, each kind of anchor, and what a receipt notes. */
const sortsIn = ({ store: { catalog }, tape }: ImportedTape): string[] => {
  const { entries, relation, steps } = catalog.tape(tape);
  const rows = catalog.entries(tape, 1, entries + 1);
  return [
    ...rows.map(({ kind, role, flags, part }) => `${kind} ${role} ${flags} ${(part ?? 0) > 0}`),
    ...catalog.anchors(tape).map(({ type, compaction }) => `${type} ${compaction?.trigger}`),
    ...[`${relation}`, `${steps > 0}`, ...catalog.receipt(tape).notes],
  ];
};

const POLICIES = [
  ...['as-recorded', 'last-anchor', 'full', 'compact:2000', 'summary'],
  ...['as-recorded + pin:#2 + without:#5', 'full + summary + budget:3000:cited'],
];

/** The first and last steps of a tape, some between them, and its head. */
const placesIn = ({ store, tape }: ImportedTape): Place[] => {
  const { steps } = store.catalog.tape(tape);
  const all = Array.from({ length: steps }, (_, at) => at + 1);
  const some = all.filter((step) => step === 1 || step === steps || step % Math.ceil(steps / 3) === 0);
  return [...some.map((step) => ({ step })), { next: true as const }];
};

/** Residency counts by the tokenizer of a tape, a view by that of its step: they differ where a session went to models with different ones. */
const mixed = ({ store: { catalog }, tape }: ImportedTape): boolean =>
  new Set(catalog.steps(tape, 1, 10_000).items.map(({ model }) => encodingFor(model))).size > 1;

/** Null for what is not a log, or one of another format: fixtures of other programs are among the logs. */
const importOrNull = (file: string, id: string): ImportedTape | null => {
  try {
    const tape = importFile(file);
    if (tape.store.catalog.tape(tape.tape).format === id) return tape;
    tape.store.close();
  } catch (failure) {
    if (!(failure instanceof TapeError) || failure.code !== 'not-a-log') throw failure;
  }
  return null;
};

const hold = async (tape: ImportedTape, often: boolean): Promise<void> => {
  await holdReceipt(tape);
  const places = placesIn(tape);
  for (const place of places) await holdMessages(tape, place);
  for (const place of places) for (const policy of often ? POLICIES : POLICIES.slice(0, 1)) await holdView(tape, place, policy);
  if (!often) return;
  const { steps, entries } = tape.store.catalog.tape(tape.tape);
  if (steps > 0 && steps * entries < 5000 && !mixed(tape)) for (const policy of POLICIES) await holdToViews(tape, policy);
  const file = await inLines(tape.file);
  const whole = readWhole(file);
  expect(readInRanges(file, 30_001)).toEqual(whole);
  expect(readGrowing(file, [0.21, 0.5, 0.501, 0.83])).toEqual(whole);
};

/** Each log with its size; of a database each of its tapes. */
const sizesOf = (file: string): (readonly [file: string, size: number])[] => {
  const path = join(corpus, file);
  if (!isDatabaseName(file)) return [[file, statSync(path).size]];
  return tapesInDatabase(path).map((tape) => [relative(corpus, tape.path), tape.size]);
};

describe.skipIf(corpus === '').each(Object.entries(DRAWINGS).flatMap(([id, { corpus: logs }]) => (logs ? [{ id, ...logs }] : [])))(
  'a log of $id in the corpus (TAPESCOPE_CORPUS)',
  ({ id, globs, least }) => {
    const files = corpus === '' ? [] : globSync([...globs], { cwd: corpus }).toSorted();
    const sizes = files.flatMap(sizesOf).filter(([, size]) => size > 0);
    const met = new Set<string>();
    let held = 0;

    it.each(sizes.map(([file, size], at) => [file, size <= SHORT, size <= SMALL || at % 4 === 0] as const))(
      'holds to the laws: %s',
      async (file, short, always) => {
        const tape = importOrNull(join(corpus, file), id);
        if (tape === null) return;
        held += 1;
        // The same sorts of entries come in dozens of logs: the costly laws look where there are others.
        const others = short ? sortsIn(tape).filter((sort) => !met.has(sort)) : [];
        for (const sort of others) met.add(sort);
        await hold(tape, always || others.length > 0);
        tape.store.close();
      },
      60_000,
    );

    it('is there', () => expect(held).toBeGreaterThanOrEqual(least));
  },
);
