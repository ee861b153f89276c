import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { EntryRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { loadRecords, sourceReads } from '../bytes/load.ts';
import { createCatalog } from '../catalog/read.ts';
import { type Db, openDatabase } from '../database/schema.ts';
import { detailOf } from '../entries/detail.ts';
import { digest } from '../formats/digest.ts';
import type { Json, JsonObject } from '../formats/format.ts';
import { formatById } from '../formats/index.ts';
import type { ReadPart } from '../pages/batch.ts';
import { createFinder } from '../search/find.ts';
import { bringSource } from '../sources/bring-source.ts';
import { lineStart, readBatch } from '../sources/read-batch.ts';
import type { ReadPlan } from '../storing/reading.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { tempFolder, writeTape } from '../testing/files.ts';
import { jsonl } from '../testing/tree.ts';

vi.mock('../formats/index.ts', async (original) => (await import('../testing/with-toy.ts')).withToy(original));

const everything = (db: Db, id: string) => {
  const catalog = createCatalog(db);
  const { live: _live, textTo: _text, ...tape } = catalog.tape(id);
  return {
    tape,
    rows: catalog.entries(id, 1, tape.entries + 1),
    steps: catalog.steps(id, 1, 10_000).items,
    anchors: catalog.anchors(id),
    receipt: catalog.receipt(id),
    problems: catalog.problems(id, 1000),
    stats: catalog.stats(id),
  };
};

const open = (records: readonly Json[] | string) => {
  const { db } = openDatabase(tempFolder());
  const path = typeof records === 'string' ? records : writeTape(records);
  const { id } = bringSource(db, path).source;
  return { db, id, path, catalog: createCatalog(db), ...everything(db, id) };
};

const say = (text: string): JsonObject => ({ toy: 'say', text });
const many = (...items: string[]): JsonObject => ({ toy: 'many', text: 'so far', items });

describe('a record that makes several entries', () => {
  const records = [say('one'), many('two', 'three'), say('four')];

  it('gives each its part, the same pointer and the same line, and counts as one line', () => {
    const { rows, receipt, anchors } = open(records);
    expect(rows.map(({ seq, kind, line, part }) => [seq, kind, line, part])).toEqual([
      [1, 'message', 1, undefined],
      [2, 'many', 2, undefined],
      [3, 'message', 2, 1],
      [4, 'message', 2, 2],
      [5, 'message', 3, undefined],
    ]);
    expect(new Set(rows.slice(1, 4).map(({ offset, length }) => `${offset}+${length}`)).size).toBe(1);
    expect(anchors.map(({ seq, type }) => [seq, type])).toEqual([[2, 'compaction']]);
    expect(receipt).toMatchObject({ entries: 5, lines: { total: 3, withEntries: 3, unreadable: 0 } });
  });

  it('is loaded once, and each entry is what its part says', async () => {
    const { rows, id, catalog } = open(records);
    const before = { ...sourceReads };
    const loaded = await loadRecords(catalog.tape(id), rows);
    expect(loaded.map((record) => record?.text)).toEqual(['one', 'so far', 'two', 'three', 'four']);
    expect(sourceReads.reads - before.reads).toBe(1);
    const [first, , third] = rows;
    if (!first || !third) throw new Error('there are five');
    expect((await loadRecords(catalog.tape(id), [third, first, third])).map((record) => record?.text)).toEqual(['two', 'one', 'two']);
  });

  it('is shown part by part, with the line as it stands and a digest of its own', async () => {
    const { id, catalog } = open(records);
    const shown = await Promise.all([2, 3, 4].map((seq) => detailOf(catalog, formatById, id, seq)));
    expect(shown.map(({ parts }) => parts.map(({ text }) => text))).toEqual([['so far'], ['two'], ['three']]);
    expect(new Set(shown.map(({ raw }) => raw))).toEqual(new Set([JSON.stringify(records[1])]));
    expect(shown.map((one) => one.digest)).toEqual([digest(many('two', 'three')), digest(say('two')), digest(say('three'))]);
  });

  it('is found by the words of each part, as that entry', async () => {
    const { home, ingest, store } = openEngineRoom({ workers: 0 });
    await ingest.open([writeTape(records)]);
    await ingest.idle();
    const find = createFinder(home, store.db);
    const found = (query: string) => find({ query, limit: 10 }).hits.map(({ seq, snippet }) => [seq, snippet]);
    expect(['"so far"', 'two', 'three', 'four'].map(found)).toEqual([[[2, 'so far']], [[3, 'two']], [[4, 'three']], [[5, 'four']]]);
  });

  it('keeps the first 65,536 of them and says that there are more', () => {
    const { receipt, problems, rows } = open([many(...Array.from({ length: 65_540 }, (_, at) => `${at}`)), say('after')]);
    expect(rows.at(-2)).toMatchObject({ part: 65_535, line: 1 });
    expect(receipt).toMatchObject({ entries: 65_537, lines: { total: 2, withEntries: 2 } });
    expect(problems.items).toMatchObject([{ line: 1, outcome: 'unreadable', reason: 'of its 65541 entries 65536 are read' }]);
  });
});

describe('a record that makes none', () => {
  it('is a line that the receipt counts by itself', () => {
    const { rows, receipt } = open([say('one'), { toy: 'note' }, { toy: 'note' }, say('two')]);
    expect(rows.map(({ line }) => line)).toEqual([1, 4]);
    expect(receipt.lines).toEqual({ total: 4, withEntries: 2, noted: 2, blank: 0, unreadable: 0, repaired: 0 });
  });

  it.each([
    ['a note and an entry', '{"toy":"note"}{"toy":"say"}', { withEntries: 1, repaired: 1 }],
    ['an entry and a note', '{"toy":"say"}{"toy":"note"}', { withEntries: 1, repaired: 1 }],
    ['two notes', '{"toy":"note"}{"toy":"note"}', { withEntries: 0, noted: 1, repaired: 1 }],
  ])('counts a line of %s as one', (_, line, counts) => {
    const path = join(tempFolder(), 'glued.jsonl');
    writeFileSync(path, `${line}\n{"toy":"say"}\n`);
    expect(open(path).receipt.lines).toEqual({ total: 2, blank: 0, unreadable: 0, ...counts, withEntries: counts.withEntries + 1 });
  });

  it('counts a line once that is written on after a note', () => {
    const path = join(tempFolder(), 'glued.jsonl');
    const { db } = openDatabase(tempFolder());
    const told = (text: string) => {
      appendFileSync(path, text);
      const { receipt } = everything(db, bringSource(db, path).source.id);
      return { ...receipt.lines, entries: receipt.entries };
    };
    expect(told('{"toy":"say"}\n{"toy":"note"}')).toMatchObject({ total: 2, withEntries: 1, noted: 1, entries: 1 });
    expect(told('{"toy":"note"}')).toMatchObject({ total: 2, withEntries: 1, noted: 1, entries: 1 });
    expect(told('{"toy":"say"}')).toMatchObject({ total: 2, withEntries: 2, entries: 2 });
    expect(told('{"toy":"note"}\n{"toy":"note"}\n')).toMatchObject({ total: 3, withEntries: 2, noted: 1, entries: 2 });
  });
});

describe('a thread', () => {
  const flagged = (rows: readonly EntryRow[], flag: number): number[] => rows.filter(({ flags }) => has(flags, flag)).map(({ seq }) => seq);

  it('tells steps, what each used of a sum, models, twins, and what was copied', () => {
    const { rows, steps, tape } = open([
      { toy: 'copied' },
      say('old'),
      { toy: 'total', total: 100 },
      { toy: 'own' },
      say('one'),
      { toy: 'echo', text: 'one' },
      { toy: 'echo', text: 'never said' },
      { toy: 'total', total: 130 },
      say('two'),
      { toy: 'total', total: 20 },
    ]);
    expect(steps.map(({ first, last, usage, model }) => [first, last, usage?.input, model])).toEqual([
      [2, 3, 100, 'model-0'],
      [5, 8, 30, 'model-1'],
      [9, 10, 20, 'model-0'],
    ]);
    // The first one is in the sums of the tape that it was copied from.
    expect(tape).toMatchObject({ usage: { input: 50 }, model: 'model-0' });
    expect(flagged(rows, Flag.Shared)).toEqual([1, 2, 3]);
    expect(rows.filter(({ twin }) => twin !== undefined).map(({ seq, twin, label }) => [seq, twin, label])).toEqual([[6, 5, 'again']]);
    expect(flagged(rows, Flag.Twin)).toEqual([6]);
  });
});

const text = fc.constantFrom('ash', 'bay', 'cove', 'dune');
const record: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 5, arbitrary: text.map(say) },
  { weight: 2, arbitrary: fc.array(text, { maxLength: 4 }).map((items) => many(...items)) },
  { weight: 2, arbitrary: text.map((of) => ({ toy: 'echo', text: of })) },
  { weight: 2, arbitrary: fc.nat(300).map((total) => ({ toy: 'total', total })) },
  { weight: 1, arbitrary: fc.constantFrom({ toy: 'note' }, { toy: 'copied' }, { toy: 'own' }, { odd: 1 }) },
  {
    weight: 1,
    arbitrary: fc
      .dictionary(fc.constantFrom('toy', 'text', 'items', 'total', 'id'), fc.oneof(fc.constantFrom('say', 'many', 'note'), fc.jsonValue()))
      .map((value) => value as JsonObject),
  },
);
/** Lines of one record, sometimes of two. */
const lines = fc.array(fc.tuple(record, fc.option(record, { freq: 9, nil: null })), { minLength: 1, maxLength: 40 }).map((drawn) => [
  ...jsonl([say('first')])
    .split('\n')
    .slice(0, 1)
    .map((line) => `${line}\n`),
  ...drawn.map(([one, two]) => `${JSON.stringify(one)}${two === null ? '' : JSON.stringify(two)}\n`),
]);

describe('however the source was cut', () => {
  /** No cut falls between two records of one line: what is glued to a line that was read counts differently (formats/lines.ts). */
  const placesIn = (drawn: readonly string[], cuts: readonly number[]): number[] => {
    const bytes = Buffer.byteLength(drawn.join(''));
    const ends: number[] = [];
    for (const line of drawn) ends.push((ends.at(-1) ?? 0) + Buffer.byteLength(line));
    const places = cuts.map((cut) => cut % (bytes + 1));
    const allowed = places.map((place) => {
      const at = ends.findIndex((end) => place < end);
      return at < 0 || !(drawn[at] ?? '').includes('}{') ? place : (ends[at] ?? 0);
    });
    return [...new Set([...allowed, bytes])].sort((a, b) => a - b);
  };

  it('a grown source gives what one reading gives', () => {
    fc.assert(
      fc.property(lines, fc.array(fc.nat(), { minLength: 1, maxLength: 5 }), (drawn, cuts) => {
        const path = join(tempFolder(), 'session.jsonl');
        const bytes = Buffer.from(drawn.join(''));
        const { db } = openDatabase(tempFolder());
        writeFileSync(path, bytes);
        const whole = everything(db, bringSource(db, path).source.id);
        db.close();
        const { db: other } = openDatabase(tempFolder());
        writeFileSync(path, '');
        let at = 0;
        let id = '';
        for (const place of placesIn(drawn, cuts)) {
          appendFileSync(path, bytes.subarray(at, place));
          at = place;
          if (bytes.subarray(0, place).includes(10)) id = bringSource(other, path).source.id;
        }
        expect(everything(other, id)).toEqual(whole);
        other.close();
      }),
      { numRuns: 60 },
    );
  });

  it('ranges that are parsed apart and linked in order give what one reading gives', () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 400 }), (drawn, range) => {
        const path = join(tempFolder(), 'session.jsonl');
        writeFileSync(path, drawn.join(''));
        const { db } = openDatabase(tempFolder());
        const whole = everything(db, bringSource(db, path).source.id);
        const { db: other } = openDatabase(tempFolder());
        const ranged = everything(other, bringSource(other, path, { batches: (plan) => partsOf(plan, range) }).source.id);
        expect(ranged).toEqual(whole);
        db.close();
        other.close();
      }),
      { numRuns: 60 },
    );
  });

  /** As ranges.ts does it, and in whatever order: none of them knows of another. */
  const partsOf = ({ file, format, source, final }: ReadPlan, range: number): ReadPart[] => {
    const parts: ReadPart[] = [];
    for (let from = Math.floor((source.size - 1) / range) * range; from >= 0; from -= range) {
      const offset = lineStart(file, from, source.size);
      const want = Math.min(source.size, from + range);
      if (offset < want) parts.unshift(readBatch({ file, format, want, size: source.size, final }, { offset, line: 0 }));
    }
    return parts;
  };
});
