import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIBRARY_SORTS, type LibrarySort, type TapeRow } from '../model/index.ts';
import { reordered, tapeOrder } from './order.ts';
import { type Laid, layOut, pageOf } from './page.ts';
import { drawnTape } from './testing.ts';
import { libraryRows } from './tree.ts';

const HEIGHTS = { source: 34, project: 30, tape: 46, nested: 28 };
const WORDS = ['quay', 'mast', 'hull 9', 'Hull 10'];

const drawnTapes = (prefix: string): fc.Arbitrary<TapeRow[]> =>
  fc
    .array(
      fc.record({
        format: fc.constantFrom('claude-code', 'bub', 'native'),
        project: fc.constantFrom('/home/me/one', '/home/me/two', '/srv/two', ''),
        title: fc.constantFrom(...WORDS),
        ended: fc.option(fc.integer({ min: 0, max: 9 })),
        steps: fc.nat(3),
        parent: fc.option(fc.nat(14)),
      }),
      { maxLength: 14 },
    )
    .map((all) =>
      all.map(({ format, parent, ...part }, at) =>
        drawnTape(`${prefix}${at}`, {
          ...part,
          format,
          parent: parent === null ? null : `${prefix}${parent}`,
          relation: parent === null ? null : format === 'native' ? 'fork' : 'sub-agent',
          native:
            format === 'native' ? { workspace: part.project, session: 'main', fork: parent === null ? null : `f${at}`, open: true } : null,
        }),
      ),
    );

const drawnWish = fc.record({
  sort: fc.constantFrom(...LIBRARY_SORTS),
  filter: fc.constantFrom('', '', 'hull', 'two QUAY'),
  toggled: fc
    .subarray(['tape a0', 'tape a1', 'tape a2', 'project claude-code /home/me/one', 'source bub', 'tape b1'])
    .map((keys) => new Set(keys)),
});

const laidOut = (tapes: readonly TapeRow[], wish: { sort: LibrarySort; filter: string; toggled: ReadonlySet<string> }): Laid =>
  layOut(
    libraryRows(reordered([], tapes, wish.sort), wish, (format) => format),
    HEIGHTS,
  );

/** All rows, as somebody gets them who scrolls through the whole library in stretches of `height`. */
const scrolled = (laid: Laid, height: number): (string | undefined)[] => {
  const found: (string | undefined)[] = [];
  let from = 0;
  do {
    const page = pageOf(laid, { from, height, seen: [] });
    for (const row of page.rows) found[row.index] = row.key;
    from += height;
  } while (from < (laid.tops.at(-1) ?? 0));
  return found;
};

describe('pages of the library', () => {
  it('hold all rows, each at its place, whatever the order, the filter, the folds and the height', () => {
    fc.assert(
      fc.property(drawnTapes('a'), drawnWish, fc.integer({ min: 1, max: 400 }), (tapes, wish, height) => {
        const laid = laidOut(tapes, wish);
        expect(scrolled(laid, height)).toEqual(laid.rows.map(({ key }) => key));
        expect(laid.rows.map(({ index }) => index)).toEqual([...laid.rows.keys()]);
      }),
    );
  });

  it('leave rows where they were when others come or go above them', () => {
    fc.assert(
      fc.property(
        drawnTapes('a'),
        drawnTapes('b'),
        drawnWish,
        fc.nat(600),
        fc.integer({ min: 60, max: 300 }),
        (tapes, more, wish, from, height) => {
          const before = pageOf(laidOut(tapes, wish), { from, height, seen: [] });
          const after = laidOut([...tapes, ...more], wish);
          const page = pageOf(after, { from, height, seen: before.rows });
          const still = before.rows.filter(({ key }) => after.indexOf(key) !== undefined);
          // At least one row is where it was on the screen, which has moved by `moved`.
          const stays = ({ key, top }: { key: string; top: number }) => after.tops[after.indexOf(key) ?? 0] === top + page.moved;
          expect(still.length === 0 || still.some(stays)).toBe(true);
          expect(scrolled(after, height)).toEqual(after.rows.map(({ key }) => key));
        },
      ),
    );
  });

  it('hold the row that is to be shown, wherever it is', () => {
    fc.assert(
      fc.property(drawnTapes('a'), drawnWish, fc.nat(600), fc.nat(20), fc.constantFrom(-1, 0, 1), (tapes, wish, from, at, by) => {
        const laid = laidOut(tapes, wish);
        const row = laid.rows[at];
        const page = pageOf(laid, { from, height: 120, seen: [], show: { key: row?.key ?? 'none', by } });
        if (row === undefined) expect(page.shown).toBeNull();
        else {
          expect(page.shown).toBe(Math.max(0, Math.min(laid.rows.length - 1, at + by)));
          expect(page.rows.map(({ index }) => index)).toContain(page.shown);
        }
      }),
    );
  });

  it('are no larger in a large library', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        drawnTape(`t${at}`, { project: `/home/me/p${at % (count / 50)}`, ended: at, title: `Session ${at}` }),
      );
    const bytes = (count: number) => {
      const laid = laidOut(many(count), { sort: 'newest', filter: '', toggled: new Set() });
      return JSON.stringify(pageOf(laid, { from: 0, height: 2000, seen: [] })).length;
    };
    expect(bytes(25_000) / bytes(250)).toBeLessThan(1.2);
  });
});

describe('an order that is kept up', () => {
  it('is the order of all tapes, and compares few when few are new', () => {
    fc.assert(
      fc.property(drawnTapes('a'), drawnTapes('b'), fc.constantFrom(...LIBRARY_SORTS), fc.nat(5), (tapes, more, sort, gone) => {
        const before = reordered([], tapes, sort);
        const now = [...tapes.slice(gone), ...more];
        expect(reordered(before, now, sort)).toEqual([...now].sort(tapeOrder(sort)));
      }),
    );
    const steps = { read: 0 };
    const counted = (id: string) =>
      Object.defineProperty(drawnTape(id), 'steps', {
        get: () => {
          steps.read += 1;
          return 1;
        },
      });
    const tapes = Array.from({ length: 4096 }, (_, at) => counted(`t${at}`));
    const before = reordered([], tapes, 'steps');
    steps.read = 0;
    expect(reordered(before, [...tapes, counted('x')], 'steps')).toHaveLength(4097);
    expect(steps.read).toBeLessThan(60);
  });
});
