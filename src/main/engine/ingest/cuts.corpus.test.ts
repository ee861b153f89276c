import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../catalog/read.ts';
import { type Db, openDatabase } from '../database/schema.ts';
import type { ReadPart } from '../pages/batch.ts';
import { bringSource } from '../sources/bring-source.ts';
import { lineStart, readBatch } from '../sources/read-batch.ts';
import type { ReadPlan } from '../storing/reading.ts';
import { tempFolder } from '../testing/files.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';

/** Logs of formats whose entries are read in order, or whose records make several; the long ones would only take longer. */
const files =
  corpus === ''
    ? []
    : globSync(['codex/*.jsonl', 'lab/codex/**/rollout-*.jsonl', 'pi/*.jsonl', 'lab/pi/**/*.jsonl'], { cwd: corpus }).filter(
        (name) => !/[/\\]requests[/\\]/.test(name),
      );
const LARGEST = 8_000_000;

const everything = (db: Db, id: string) => {
  const catalog = createCatalog(db);
  const { live: _live, textTo: _text, file: _file, id: _id, project: _project, ...tape } = catalog.tape(id);
  const { file: _path, tape: _tape, ...receipt } = catalog.receipt(id);
  const rows = catalog.entries(id, 1, 1e9);
  return {
    ...{ tape, receipt, rows, steps: catalog.steps(id, 1, 1e9).items, anchors: catalog.anchors(id), stats: catalog.stats(id) },
    problems: catalog.problems(id, 1000),
    children: rows.map(({ seq }) => catalog.children(id, seq).map((child) => child.seq)),
  };
};

/** As two threads read it (ranges.ts): none knows what is before its range. */
const inRanges = ({ file, format, source, final }: ReadPlan, range: number): ReadPart[] => {
  const parts: ReadPart[] = [];
  for (let from = source.offset; from < source.size; from += range) {
    const offset = from === source.offset ? from : lineStart(file, from, source.size);
    const want = Math.min(source.size, from + range);
    const open = from === source.offset && source.open > 0;
    if (offset < want) parts.push(readBatch({ file, format, want, size: source.size, final }, { offset, line: 0, open }));
  }
  return parts;
};

describe.skipIf(corpus === '')('real logs, however they are cut (set TAPESCOPE_CORPUS to run)', () => {
  const small = files.filter((name) => statSync(join(corpus, name)).size <= LARGEST);

  it('are the same read in ranges, where they are', () => {
    expect(small.length).toBeGreaterThan(80);
    for (const name of small) {
      const path = join(corpus, name);
      const { db } = openDatabase(tempFolder());
      const { db: other } = openDatabase(tempFolder());
      const whole = everything(db, bringSource(db, path).source.id);
      const ranged = bringSource(other, path, { batches: (plan) => inRanges(plan, 30_001) }).source.id;
      expect(everything(other, ranged), name).toEqual(whole);
      db.close();
      other.close();
    }
  });

  it('are the same read while they grow', () => {
    for (const name of small) {
      const bytes = readFileSync(join(corpus, name));
      const path = join(tempFolder(), name.split('/').at(-1) ?? '');
      const { db } = openDatabase(tempFolder());
      const { db: other } = openDatabase(tempFolder());
      writeFileSync(path, bytes);
      const whole = everything(db, bringSource(db, path).source.id);
      writeFileSync(path, '');
      const first = bytes.indexOf(10) + 1;
      let id = '';
      for (const share of [0, 0.21, 0.5, 0.501, 0.83, 1]) {
        const to = Math.max(first, Math.floor(bytes.length * share));
        // The same file, longer by what is new: what was there keeps its place.
        writeFileSync(path, bytes.subarray(statSync(path).size, to), { flag: 'a' });
        id = bringSource(other, path).source.id;
      }
      expect(everything(other, id), name).toEqual(whole);
      db.close();
      other.close();
    }
  });
});
