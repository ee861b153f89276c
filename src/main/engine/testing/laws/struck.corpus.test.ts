import { globSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TapeError } from '../../../../shared/rpc/tape-error.ts';
import type { Json } from '../../formats/format.ts';
import { type ImportedTape, importFile } from '../../views/testing/imported.ts';
import { tempFolder, writeFile } from '../files.ts';
import { DRAWINGS } from './drawings.ts';
import { struckRecords } from './hostile.ts';
import { holdStruck } from './hostile-laws.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';

/** Bytes of a log up to which it is struck, and how many of each format are. */
const SMALL = 60_000;
const SOME = 4;
/** Ways in which the records of one are. */
const WAYS = 3;

const importOrNull = (path: string): ImportedTape | null => {
  try {
    return importFile(path);
  } catch (failure) {
    if (failure instanceof TapeError && failure.code === 'not-a-log') return null;
    throw failure;
  }
};

/** The same log in a folder of the same name, which may tell what it is. */
const copyOf = (file: string, content: string | readonly Json[]): string =>
  writeFile(tempFolder(), join(basename(dirname(file)), basename(file)), content);

const counted = ({ store, tape }: ImportedTape) => store.catalog.receipt(tape).lines;

const linesIn = (file: string): string[] => readFileSync(file, 'utf8').trimEnd().split('\n');

/** Its records; null where not each line is one, or there is only one. */
const recordsIn = (file: string): Json[] | null => {
  try {
    const lines = linesIn(file);
    return lines.length < 2 ? null : lines.map((line): Json => JSON.parse(line));
  } catch {
    return null;
  }
};

const filesOf = (globs: readonly string[]): string[] =>
  globSync([...globs], { cwd: corpus })
    .toSorted()
    .map((file) => join(corpus, file))
    .filter((file) => /\.(?:jsonl?|traj)$/.test(file) && statSync(file).size <= SMALL)
    .slice(0, SOME);

describe.skipIf(corpus === '').each(Object.entries(DRAWINGS).flatMap(([id, { corpus: logs }]) => (logs ? [{ id, ...logs }] : [])))(
  'a log of $id in the corpus (TAPESCOPE_CORPUS) that was struck',
  ({ globs }) => {
    const files = corpus === '' ? [] : filesOf(globs);

    it('is accounted for, shown and sent, whatever happened to its records', async () => {
      for (const file of files)
        for (const records of struckRecords(recordsIn(file) ?? [], recordsIn(file) === null ? 0 : WAYS)) {
          const tape = importOrNull(copyOf(file, records));
          if (tape === null) continue;
          await holdStruck(tape);
          tape.store.close();
        }
    }, 60_000);

    it('loses one line at most where one is cut, and keeps the rest', () => {
      for (const file of files) {
        const whole = importOrNull(file);
        const lines = linesIn(file);
        const at = lines.length >> 1;
        const cut = lines.map((line, one) => `${one === at ? line.slice(0, line.length / 2) : line}\n`);
        const torn = importOrNull(copyOf(file, cut.join('')));
        if (whole === null || torn === null) continue;
        if (recordsIn(file) !== null) {
          expect(counted(torn).total).toBe(counted(whole).total);
          expect(counted(torn).withEntries).toBeGreaterThanOrEqual(counted(whole).withEntries - 1);
        }
        whole.store.close();
        torn.store.close();
      }
    }, 60_000);
  },
);
