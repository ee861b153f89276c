import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { loadRaw, loadRecords } from '../bytes/load.ts';
import { unpackTally } from '../bytes/packed.ts';
import { catalogMethods } from '../catalog/methods.ts';
import { createCatalog } from '../catalog/read.ts';
import { type Db, openDatabase } from '../database/schema.ts';
import type { Engine } from '../engine.ts';
import { createFinder } from '../search/find.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree, jsonl } from '../testing/tree.ts';
import { bringSource } from './bring-source.ts';
import { scan } from './scan.ts';

const linesOf = (from: number, to: number): string =>
  jsonl(Array.from({ length: to - from }, (_, at) => claudeTree(`u${from + at} "word${from + at} ü" @-`)).flat());

/** Without what the file system says of the file. */
const told = (db: Db, id: string) => {
  const catalog = createCatalog(db);
  const { live: _live, textTo: _text, file: _file, ...tape } = catalog.tape(id);
  const { file: _path, reread: _reread, notes: _notes, ...receipt } = catalog.receipt(id);
  return { tape, receipt, rows: catalog.entries(id, 1, 1e6), steps: catalog.steps(id, 1, 1e6).items, problems: catalog.problems(id, 99) };
};

const setUp = () => {
  const folder = tempFolder();
  const { db } = openDatabase(tempFolder());
  const plain = join(folder, 'session-1.jsonl');
  return { folder, db, plain, packed: `${plain}.zst`, bring: (path: string) => bringSource(db, path) };
};

describe('a log that was compressed', () => {
  it('is the tape that it is without compression, in as many frames as it was written in', () => {
    const { plain, packed, bring, db } = setUp();
    writeFileSync(packed, Buffer.concat([linesOf(0, 5), linesOf(5, 6), '', linesOf(6, 20)].map((text) => zstdCompressSync(text))));
    const { id } = bring(packed).source;
    const { db: other } = openDatabase(tempFolder());
    writeFileSync(plain, linesOf(0, 20));
    expect(bringSource(other, plain).source.id).toBe(id);
    expect(told(db, id)).toEqual(told(other, id));
    expect(told(db, id).rows).toHaveLength(20);
  });

  it('has its records, lines and words where the catalog says, and is unpacked once for all of it', async () => {
    const { packed, plain } = setUp();
    writeFileSync(packed, zstdCompressSync(linesOf(0, 20)));
    const before = unpackTally.files;
    const { home, ingest, store } = openEngineRoom({ workers: 0 });
    const [id = ''] = (await ingest.open([packed])).tapes;
    await ingest.idle();
    const tape = store.catalog.tape(id);
    const [row] = store.catalog.entriesAt(id, [7]);
    if (!row) throw new Error('it has twenty');
    expect((await loadRecords(tape, [row]))[0]).toMatchObject({ message: { content: 'word6 ü' } });
    expect((await loadRaw(tape, row)).text).toBe(linesOf(6, 7).trimEnd());
    expect(createFinder(home, store.db)({ query: 'word6', limit: 5 }).hits.map(({ seq }) => seq)).toEqual([7]);
    expect(unpackTally.files - before).toBe(1);
    expect([existsSync(plain), globSync('**/*.jsonl', { cwd: home })]).toEqual([false, []]);
  });

  it('shows a line that cannot be read as it was written', async () => {
    const { packed } = setUp();
    writeFileSync(packed, zstdCompressSync(`${linesOf(0, 3)}{"torn ü\n${linesOf(3, 4)}`));
    const { ingest, store } = openEngineRoom({ workers: 0 });
    const [tape = ''] = (await ingest.open([packed])).tapes;
    const [{ offset = 0, length = 0 } = {}] = store.catalog.problems(tape, 9).items;
    const methods = catalogMethods({ catalog: store.catalog } as Engine);
    expect(await methods['tapes.rawLine']({ tape, offset, length }, { signal: new AbortController().signal })).toEqual({
      text: '{"torn ü',
    });
  });

  it('is not unpacked where it is as it was, and is read again where it is not', () => {
    const { packed, bring, db } = setUp();
    writeFileSync(packed, zstdCompressSync(linesOf(0, 3)));
    const { id } = bring(packed).source;
    const before = unpackTally.files;
    expect(bring(packed).outcome).toBe('same');
    expect(unpackTally.files).toBe(before);
    writeFileSync(packed, zstdCompressSync(linesOf(0, 4)));
    expect(bring(packed).outcome).toBe('reread');
    expect(told(db, id).rows).toHaveLength(4);
    expect(createCatalog(db).receipt(id).notes.join()).toContain('because it is compressed, and was written again');
  });

  it('stays the same tape when its agent continues with it, and when it compresses it again', () => {
    const { packed, plain, bring, db } = setUp();
    writeFileSync(packed, zstdCompressSync(linesOf(0, 3)));
    const first = bring(packed).source;
    writeFileSync(plain, linesOf(0, 5));
    // For a moment both are there: what is not compressed counts.
    const second = bring(plain);
    expect([second.outcome, second.source.id, second.source.tape, second.source.path]).toEqual(['reread', first.id, first.tape, plain]);
    expect(bring(packed)).toMatchObject({ outcome: 'same', source: { path: plain } });
    rmSync(packed);
    expect(bring(plain).outcome).toBe('same');
    writeFileSync(packed, zstdCompressSync(linesOf(0, 6)));
    rmSync(plain);
    const third = bring(packed);
    expect([third.outcome, third.source.id, third.source.tape, third.source.path]).toEqual(['reread', first.id, first.tape, packed]);
    expect([told(db, first.id).rows.length, createCatalog(db).tapes().length]).toEqual([6, 1]);
  });

  it('is found once in a folder that has both, and by its name', async () => {
    const { folder, packed, plain } = setUp();
    writeFileSync(packed, zstdCompressSync(linesOf(0, 3)));
    const found = async (...paths: string[]) => (await scan(paths)).candidates.map(({ path }) => path);
    expect([await found(folder), await found(packed)]).toEqual([[packed], [packed]]);
    writeFileSync(plain, linesOf(0, 3));
    expect([await found(folder), await found(packed), await found(packed, plain)]).toEqual([[plain], [plain], [plain]]);
  });

  it('that is cut off is read as far as it goes, and says so', () => {
    const { packed, bring, db } = setUp();
    const whole = Buffer.concat([zstdCompressSync(linesOf(0, 3)), zstdCompressSync(linesOf(3, 6))]);
    writeFileSync(packed, whole.subarray(0, whole.length - 20));
    const { id } = bring(packed).source;
    const { receipt, rows } = told(db, id);
    expect(rows.length).toBeGreaterThanOrEqual(3);
    expect(receipt.lines.total).toBe(receipt.lines.withEntries + receipt.lines.unreadable);
    expect(createCatalog(db).receipt(id).notes.join()).toContain('ends in the middle');
  });

  it('that was damaged since is not searchable, and stops nobody from making other text so', async () => {
    const { packed, folder } = setUp();
    writeFileSync(packed, zstdCompressSync(linesOf(0, 3)));
    const { home, ingest, store } = openEngineRoom({ workers: 0 });
    await ingest.open([packed], { text: false });
    writeFileSync(packed, 'x');
    const other = writeFile(folder, 'other.jsonl', linesOf(7, 9));
    const [id = ''] = (await ingest.open([other])).tapes;
    await ingest.idle();
    expect(store.catalog.tape(id).textTo).toBe(2);
    expect(createFinder(home, store.db)({ query: 'word*', limit: 9 }).hits.map(({ tape }) => tape)).toEqual([id, id]);
  });

  it('that is none is refused with a sentence', () => {
    const { packed, bring } = setUp();
    writeFileSync(packed, 'not compressed at all');
    expect(() => bring(packed)).toThrow(`${packed} cannot be read: it is not a zstd file, or a damaged one.`);
  });

  it('needs a Node that can unpack it, and says which', () => {
    const { packed, bring } = setUp();
    writeFileSync(packed, zstdCompressSync(linesOf(0, 1)));
    const real = process.getBuiltinModule;
    const old = vi
      .spyOn(process, 'getBuiltinModule')
      .mockImplementation(((name: string) =>
        name === 'node:zlib' ? { ...real('node:zlib'), zstdDecompressSync: undefined } : real(name)) as typeof real);
    try {
      expect(() => bring(packed)).toThrow(
        `${packed} is compressed with zstd, which needs Node 22.15 or newer; this is ${process.version}.`,
      );
    } finally {
      old.mockRestore();
    }
  });
});

const corpus = process.env.TAPESCOPE_CORPUS ?? '';

it.skipIf(corpus === '')('real ones are what they are without compression (set TAPESCOPE_CORPUS to run)', () => {
  const files = globSync('**/*.jsonl.zst', { cwd: corpus });
  expect(files.length).toBeGreaterThan(0);
  for (const name of files) {
    const folder = tempFolder();
    const { db } = openDatabase(tempFolder());
    const { db: other } = openDatabase(tempFolder());
    const packed = writeFile(folder, `${name.split('/').at(-1)}`, readFileSync(join(corpus, name)));
    const { id } = bringSource(db, packed).source;
    const plain = writeFile(folder, packed.slice(folder.length + 1, -4), zstdDecompressSync(readFileSync(packed)));
    expect(told(db, id)).toEqual(told(other, bringSource(other, plain, { now: () => Date.now() + 1e6 }).source.id));
  }
});
