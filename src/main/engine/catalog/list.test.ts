import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CATALOG_SORTS, LIST_FACTS, type Listing } from '../../../shared/model/listing.ts';
import { openDatabase } from '../database/schema.ts';
import { importMany } from '../ingest/import-many.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree, jsonl } from '../testing/tree.ts';
import { createCatalog } from './read.ts';
import type { Catalog } from './types.ts';

/** Sessions that differ in what a list can ask for. */
const DRAWN = {
  plain: 'u1 "one" > a1 "done" <- step m1 usage 10 2 3 4',
  'Forked-at-a-rewind': 'u1 "two" > a1 "a" > u2 "b" > a2 "c"\nu3 "d" @a1 > a3 "e"',
  compacted: 'u1 "three" > a1 "x" > b1 boundary auto 1000 > c1 summary "what was said" > a2 "y" <- step m2 usage 90 2 3 4',
  failed: 'u1 "four" > a1 "z" <- step m1 > e1 error "overloaded"',
} as const;

const openDrawn = (): Catalog => {
  const folder = tempFolder();
  const paths = Object.entries(DRAWN).map(([name, text], at) => {
    const records = claudeTree(text).map((record) => ({
      ...record,
      cwd: `/home/ada/${name}`,
      timestamp: new Date(Date.UTC(2026, 0, 1 + at)).toISOString(),
    }));
    return writeFile(folder, `${name}.jsonl`, jsonl(records));
  });
  const { db } = openDatabase(join(folder, 'home'));
  onTestFinished(() => void db.close());
  importMany(db, paths);
  return createCatalog(db);
};

const nameOf = ({ file }: { file: string }): string => file.split('/').at(-1)?.replace('.jsonl', '') ?? '';

describe('a list of tapes', () => {
  const names = (catalog: Catalog, listing: Listing) => catalog.list(listing).items.map(nameOf);

  it('holds those that have a compaction, a fork or an error', () => {
    const catalog = openDrawn();
    expect(names(catalog, { with: ['compaction'] })).toEqual(['compacted']);
    expect(names(catalog, { with: ['fork'] })).toEqual(['Forked-at-a-rewind']);
    expect(names(catalog, { with: ['error'] })).toEqual(['failed']);
    expect(names(catalog, { with: ['fork', 'error'] })).toEqual([]);
  });

  it('is in the order that is asked for, and counts what its limit leaves out', () => {
    const catalog = openDrawn();
    expect(names(catalog, {})).toEqual(['failed', 'compacted', 'Forked-at-a-rewind', 'plain']);
    expect(names(catalog, { sort: 'oldest' })).toEqual(['plain', 'Forked-at-a-rewind', 'compacted', 'failed']);
    expect(names(catalog, { sort: 'tokens', limit: 2 })).toEqual(['compacted', 'plain']);
    expect(catalog.list({ limit: 1 })).toMatchObject({ items: { length: 1 }, total: 4 });
    expect(names(catalog, { project: 'AT-A-REWIND' })).toEqual(['Forked-at-a-rewind']);
    expect(names(catalog, { since: Date.UTC(2026, 0, 3) })).toEqual(['failed', 'compacted']);
  });

  it('holds a tape if and only if every condition holds, whatever the order and the limit', () => {
    const catalog = openDrawn();
    const all = catalog.tapes();
    const listing = fc.record(
      {
        sort: fc.constantFrom(...CATALOG_SORTS),
        project: fc.constantFrom('ADA', 'plain', '%', 'compacted'),
        model: fc.constantFrom('claude', 'MODEL', '_'),
        since: fc.integer({ min: 0, max: 5 }).map((day) => Date.UTC(2026, 0, day)),
        with: fc.subarray([...LIST_FACTS], { maxLength: 2 }),
        limit: fc.integer({ min: 1, max: 5 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(listing, (asked) => {
        const { items, total } = catalog.list(asked);
        const holds = (fact: Listing) => new Set(catalog.list(fact).items.map(({ id }) => id));
        const having = (asked.with ?? []).map((fact) => holds({ with: [fact] }));
        const fitting = all.filter(
          (tape) =>
            tape.project.toLowerCase().includes((asked.project ?? '').toLowerCase()) &&
            (asked.model === undefined || (tape.model ?? '').toLowerCase().includes(asked.model.toLowerCase())) &&
            (asked.since === undefined || (tape.ended ?? 0) >= asked.since) &&
            having.every((ids) => ids.has(tape.id)),
        );
        expect(total).toBe(fitting.length);
        expect(items.length).toBe(Math.min(total, asked.limit ?? total));
        const fit = new Set(fitting.map(({ id }) => id));
        expect(items.every(({ id }) => fit.has(id))).toBe(true);
      }),
    );
  });
});
