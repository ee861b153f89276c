import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { tempFolder } from '../testing/files.ts';
import { toyDatabase } from '../testing/toy-database.ts';
import { openRows } from './rows.ts';

vi.mock('../formats/databases.ts', async () => {
  const { toyShape } = await import('../testing/toy-database.ts');
  return { databases: () => [toyShape] };
});

const scalar = fc.oneof(
  fc.constant(null),
  fc.integer(),
  fc.double(),
  fc.string({ unit: 'grapheme' }),
  fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes)),
);
const json = fc.oneof(
  scalar,
  fc.json(),
  fc.constantFrom('["torn', '1,"no":2', '{"__proto__":{"a":1}}', '{"toy":1,"toy":2}', '"\\ud800"', 'NaN', ''),
);

it('reads many rows at once as it reads each of them by itself', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ toy: scalar, items: json, odd: scalar }), { minLength: 1, maxLength: 9 }), (lists) => {
      const path = join(tempFolder(), 'toys.db');
      const { db } = toyDatabase(path, 'delete');
      db.exec('ALTER TABLE lists ADD COLUMN "__proto__"; ALTER TABLE lists ADD COLUMN "ü \\"');
      const put = db.prepare("INSERT INTO lists VALUES (?, 'a', ?, ?, ?, ?)");
      for (const [no, { toy, items, odd }] of lists.entries()) put.run(no, toy, items, odd, odd);
      db.close();
      const rows = openRows(path);
      const refs = [...rows.after('a', null, 99), { t: 1, row: 999, at: 999 }, { t: 7, row: 1, at: 0 }];
      const each = refs.map(({ t, row }) => rows.text('a', t, row));
      const read = rows.records('a', refs);
      rows.close();
      expect(read.length).toBe(lists.length + 2);
      for (const [at, found] of read.entries()) {
        const alone = each[at] ?? null;
        if (alone === null || found === null) expect(found).toBe(alone);
        else {
          const { text, broken } = alone;
          expect(found).toEqual({ record: JSON.parse(text), length: Buffer.byteLength(text), broken });
          expect(JSON.stringify(found.record)).toBe(JSON.stringify(JSON.parse(text)));
        }
      }
    }),
    { numRuns: 60 },
  );
});

it('asks for the rows of a table once, and for none of another tape', () => {
  const path = join(tempFolder(), 'toys.db');
  const { db, say } = toyDatabase(path, 'delete');
  say('a', ...Array.from({ length: 40 }, (_, at) => `word ${at}`));
  say('b', 'theirs');
  db.close();
  const asked = vi.spyOn(Database.prototype, 'prepare');
  const rows = openRows(path);
  const refs = rows.after('a', null, 99);
  const theirs = rows.after('b', null, 99);
  asked.mockClear();
  expect(rows.records('a', [...refs, ...theirs]).map((found) => found?.record.text)).toEqual([
    ...Array.from({ length: 40 }, (_, at) => `word ${at}`),
    undefined,
  ]);
  expect(asked).toHaveBeenCalledTimes(1);
  asked.mockRestore();
  rows.close();
});
