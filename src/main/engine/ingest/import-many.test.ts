import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCatalog } from '../catalog/read.ts';
import { type Db, openDatabase } from '../database/schema.ts';
import { bringSource } from '../sources/bring-source.ts';
import { log } from '../sources/log.ts';
import type { Source } from '../sources/source.ts';
import { tapeFolder } from '../sources/tape-folder.ts';
import type { ImportOptions } from '../storing/reading.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree, jsonl } from '../testing/tree.ts';
import { importMany } from './import-many.ts';
import { errandsOf, type Wanted } from './wanted.ts';

const openDb = (home = tempFolder()): Db => {
  const { db } = openDatabase(home);
  onTestFinished(() => void db.close());
  return db;
};

const session = (at: number) => jsonl(claudeTree(`u1 "question ${at}" > a1 "answer ${at}" <- step m${at} usage 10 2 3 4`));

/** `count` short sessions in a folder of their own. */
const sessions = (count: number): string[] => {
  const folder = tempFolder();
  return Array.from({ length: count }, (_, at) => writeFile(folder, `s${at}.jsonl`, session(at)));
};

/** What a catalog says of its tapes, but for their numbers and when they are asked. */
const told = (db: Db) => {
  const catalog = createCatalog(db);
  return catalog
    .tapes()
    .sort((a, b) => (a.file < b.file ? -1 : 1))
    .map(({ live: _live, ...tape }) => ({ tape, rows: catalog.entries(tape.id, 1, 100), receipt: catalog.receipt(tape.id) }));
};

/** How many sources another reader sees at each moment that `work` writes one. */
const seenMeanwhile = (db: Db, other: Db, work: () => void): number[] => {
  const seen: number[] = [];
  const count = other.prepare<[], number>('SELECT count(*) FROM sources').pluck();
  db.function('look', () => seen.push(count.get() ?? 0));
  const execute = db.transaction((sql: string) => void db.exec(sql));
  execute('CREATE TEMP TRIGGER looks AFTER INSERT ON sources BEGIN SELECT look(); END');
  work();
  execute('DROP TRIGGER looks');
  return seen;
};

describe('many short sources', () => {
  it('are linked by joins that SQLite need not make again for each of them', () => {
    const made: string[] = [];
    const db = openDb();
    const prepare = db.prepare.bind(db) as (sql: string) => ReturnType<Db['prepare']>;
    const noted = (sql: string): ReturnType<Db['prepare']> => {
      made.push(sql);
      return prepare(sql);
    };
    Object.assign(db, { prepare: noted });
    importMany(db, sessions(2));
    const joins = made.filter((sql) => sql.includes(' JOIN ') || sql.includes('heads own'));
    expect(joins.length).toBeGreaterThan(4);
    expect(joins.filter((sql) => /= \?/.test(sql))).toEqual([]);
  });

  it('are in the catalog as if each had been read alone, after one transaction', () => {
    const paths = sessions(20);
    const home = tempFolder();
    const [many, other, single] = [openDb(home), openDb(home), openDb()];
    expect(seenMeanwhile(many, other, () => void importMany(many, paths))).toEqual(paths.map(() => 0));
    expect(createCatalog(other).tapes()).toHaveLength(paths.length);
    for (const path of paths) bringSource(single, path);
    expect(told(many)).toEqual(told(single));
  });

  it('are read on where they have grown, and one that is not a log hinders no other', () => {
    const paths = sessions(3);
    const db = openDb();
    importMany(db, paths);
    const [first = '', second = ''] = paths;
    appendFileSync(first, jsonl(claudeTree('u9 "and one more"')));
    const odd = writeFile(tempFolder(), 'notes.jsonl', 'no log at all\n');
    const more = sessions(1);
    const done = importMany(db, [first, odd, second, ...more]);
    expect(done.map((one) => ('failure' in one ? one.failure.message : one.outcome))).toEqual([
      'grown',
      expect.stringContaining('notes.jsonl'),
      'same',
      'new',
    ]);
    expect(createCatalog(db).tapes()).toHaveLength(4);
  });

  it('are looked at again where another process was faster', () => {
    const home = tempFolder();
    const [mine, other] = [openDb(home), openDb(home)];
    const paths = sessions(4);
    const [, second = '', third = ''] = paths;
    let asked = 0;
    const options: ImportOptions = {
      // Asked before each source: by the last of them the others have been read and not stored.
      stop: () => {
        asked += 1;
        if (asked === paths.length) importMany(other, [second, third]);
        return false;
      },
    };
    const outcomes = importMany(mine, paths, options).map((one) => ('outcome' in one ? one.outcome : one.failure.message));
    expect(outcomes).toEqual(['new', 'same', 'same', 'new']);
    const alone = openDb();
    importMany(alone, paths);
    expect(told(mine)).toEqual(told(alone));
  });

  it('that were not begun when it was stopped are not answered', () => {
    const db = openDb();
    let asked = 0;
    const paths = sessions(5);
    const done = importMany(db, paths, { stop: () => ++asked > 3 });
    expect(done.length).toBeLessThan(paths.length);
    expect(createCatalog(db).tapes()).toHaveLength(done.filter((one) => 'source' in one && one.source.tape > 0).length);
  });
});

describe('errands', () => {
  const wanted = (name: string, size: number, id: string | null = null, source: Source = log): Wanted => ({
    candidate: { path: join('/logs', name), size, mtime: 0, inode: '1:1', source, named: false },
    id,
    bytes: size,
    heavy: false,
  });
  const names = (errands: readonly (readonly Wanted[])[]) =>
    errands.map((some) => some.map(({ candidate }) => candidate.path.slice(6)).join(' '));

  it('take short new sources together, and any other alone', () => {
    const todo = [
      wanted('a', 10),
      wanted('big', 2 << 20),
      wanted('b', 10),
      wanted('grown', 10, 'id'),
      wanted('tape', 10, null, tapeFolder),
      wanted('c', 10),
    ];
    expect(names(errandsOf(todo))).toEqual(['a b c', 'big', 'grown', 'tape']);
  });

  it('are short at first and then longer, up to 256 sources and 8 MB', () => {
    expect(errandsOf(Array.from({ length: 800 }, (_, at) => wanted(`${at}`, 10))).map((some) => some.length)).toEqual([
      64, 128, 256, 256, 96,
    ]);
    expect(errandsOf(Array.from({ length: 20 }, (_, at) => wanted(`${at}`, 1 << 20))).map((some) => some.length)).toEqual([8, 8, 4]);
  });
});
