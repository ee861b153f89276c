import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { LIBRARY_SORTS } from '../../../shared/model/index.ts';
import { type Db, openDatabase } from '../database/schema.ts';
import { importMany } from '../ingest/import-many.ts';
import { forgetGone } from '../storing/forget.ts';
import { countingRows } from '../testing/catalog.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree, jsonl } from '../testing/tree.ts';
import { createCatalog } from './read.ts';

const session = (name: string, time: number): string =>
  jsonl(
    claudeTree(`u1 "${name}" > a1 "done" <- step m1 usage 10 2 3 4`).map((record) => ({
      ...record,
      timestamp: new Date(time).toISOString(),
    })),
  );

const write = (db: Db, sql: string, ...values: unknown[]): void => void db.transaction(() => db.prepare(sql).run(...values)).immediate();

const library = (count: number) => {
  const folder = tempFolder();
  const paths = Array.from({ length: count }, (_, at) => writeFile(folder, `s${at}.jsonl`, session(`s${at}`, Date.UTC(2026, 0, 1 + at))));
  const home = join(folder, 'home');
  const { db } = openDatabase(home);
  onTestFinished(() => void db.close());
  importMany(db, paths);
  return { folder, paths, home, db };
};

describe('the list of all tapes', () => {
  it('is what the catalog says, after whatever was written, by whomever', () => {
    const { folder, paths, home, db } = library(6);
    const { db: other } = openDatabase(home);
    onTestFinished(() => void other.close());
    const { listed } = createCatalog(db);
    let made = paths.length;
    const deed = fc.record({ what: fc.constantFrom('new', 'grow', 'gone', 'text', 'parent'), at: fc.nat(30), here: fc.boolean() });
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 5 }), (deeds) => {
        for (const { what, at, here } of deeds) {
          const writer = here ? db : other;
          const path = paths[at % paths.length] ?? '';
          const number = writer.prepare<[string], number>('SELECT tape FROM sources WHERE path = ?').pluck().get(path);
          if (what === 'new') {
            paths.push(writeFile(folder, `s${made}.jsonl`, session(`s${made}`, Date.UTC(2026, 1, 1) + at)));
            made += 1;
            importMany(writer, paths.slice(-1));
          } else if (what === 'grow') {
            appendFileSync(path, session('more', Date.UTC(2026, 2, 1) + at).replaceAll('u1', `u${at}`));
            importMany(writer, [path]);
          } else if (what === 'gone' && paths.length > 2) {
            rmSync(path);
            paths.splice(at % paths.length, 1);
            forgetGone({ db: writer });
          } else if (what === 'text') write(writer, 'UPDATE sources SET text_to = 1 WHERE tape = ?', number);
          else if (what === 'parent') write(writer, 'UPDATE tapes SET parent = 1 WHERE tape = ?', number);
        }
        const catalog = createCatalog(other);
        for (const sort of LIBRARY_SORTS)
          expect(
            listed()
              .sorted(sort)
              .toSorted((a, b) => a.id.localeCompare(b.id)),
          ).toEqual(catalog.list({}).items.toSorted((a, b) => a.id.localeCompare(b.id)));
        expect(catalog.tapes().map(({ id }) => id)).toEqual(catalog.list({}).items.map(({ id }) => id));
      }),
    );
  });

  it('costs what has changed: nothing is read again, and a change reads its row', () => {
    const { db, paths } = library(40);
    const { count, db: counted } = countingRows(db);
    const { listed } = createCatalog(counted);
    expect(listed().sorted('newest')).toHaveLength(40);
    expect(count.rows).toBe(41);
    count.rows = 0;
    const before = listed();
    const [first] = before.sorted('newest');
    expect([listed().version, count.rows]).toEqual([before.version, 0]);
    appendFileSync(
      paths[3] ?? '',
      session('more', Date.UTC(2026, 5, 1))
        .replaceAll('u1', 'u9')
        .replaceAll('a1', 'a9'),
    );
    importMany(db, [paths[3] ?? '']);
    const after = listed();
    expect(count.rows).toBe(2);
    expect(after.version).toBe(before.version + 1);
    expect(after.sorted('newest')[0]?.file).toBe(paths[3]);
    // What did not change is the same object, so that nobody works it out again.
    expect(after.sorted('newest')[1]).toBe(first);
  });

  it('has all tapes or none: what a failure cut off is read again', () => {
    const { db, paths } = library(3);
    let broken = true;
    const prepare = (sql: string) => {
      const statement = db.prepare(sql);
      const { all } = statement;
      const failing = (...values: unknown[]) => {
        if (broken && sql.includes('FROM tapes')) throw new Error('disk I/O error');
        return all.apply(statement, values);
      };
      return Object.assign(statement, { all: failing });
    };
    const { listed } = createCatalog(Object.assign(Object.create(db) as Db, { prepare }));
    expect(() => listed()).toThrow('disk I/O error');
    broken = false;
    expect(listed().sorted('newest')).toHaveLength(paths.length);
  });

  it('lets what is live fade, though nobody writes', () => {
    const { db } = library(2);
    write(db, 'UPDATE sources SET mtime = ?', Date.now());
    write(db, 'UPDATE tapes SET ended = NULL');
    const { listed } = createCatalog(db);
    const { version } = listed();
    expect(
      listed()
        .sorted('newest')
        .every(({ live }) => live),
    ).toBe(true);
    vi.useFakeTimers({ now: Date.now() + 61_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(
      listed()
        .sorted('newest')
        .some(({ live }) => live),
    ).toBe(false);
    expect(listed().version).toBe(version + 1);
  });
});
