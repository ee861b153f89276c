import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIBRARY_SORTS, type TapeRow } from '../model/index.ts';
import { reordered, tapeOrder } from './order.ts';
import { layOut, pageOf } from './page.ts';
import { countOf, fitting, makesSense, readQuery, totalsOf } from './query.ts';
import { tableOf } from './table.ts';
import { drawnTape } from './testing.ts';
import { libraryRows, rootsOf, withParents } from './tree.ts';

const HEIGHTS = { source: 27, project: 27, tape: 27, nested: 24 };
const NOW = Date.UTC(2026, 5, 15, 12);
const nameOf = (format: string): string => (format === 'claude-code' ? 'Claude Code' : format);
const usage = (input: number) => ({ input, output: 0, cacheRead: 0, cacheWrite: 0 });

const drawnTapes: fc.Arbitrary<TapeRow[]> = fc
  .array(
    fc.record({
      format: fc.constantFrom('claude-code', 'codex', 'pi'),
      project: fc.constantFrom('/home/ann/quay', '/home/ann/mast', '/srv/mast', ''),
      model: fc.option(fc.constantFrom('opus', 'haiku')),
      title: fc.constantFrom('Mend the mast', 'hull 9', 'Hull 10'),
      ended: fc.option(fc.integer({ min: 0, max: 9 })),
      steps: fc.nat(3),
      compactions: fc.nat(2),
      branches: fc.nat(2),
      failed: fc.nat(2),
      tokens: fc.nat(3),
    }),
    { maxLength: 20 },
  )
  .map((all) => all.map(({ tokens, ...part }, at) => drawnTape(`t${at}`, { ...part, usage: usage(tokens) })));

const rowsOf = (tapes: readonly TapeRow[], filter = '', toggled: readonly string[] = []) =>
  tableOf(tapes, { filter, toggled: new Set(toggled) }, nameOf);
const ids = (rows: ReturnType<typeof rowsOf>['rows']): string[] => rows.map((row) => (row.type === 'tape' ? row.tape.id : row.key));

describe('the library as a table', () => {
  it('is, page by page, the slice of all that fit, sorted: by each column, from both ends', () => {
    fc.assert(
      fc.property(
        drawnTapes,
        fc.constantFrom(...LIBRARY_SORTS),
        fc.boolean(),
        fc.constantFrom('', 'steps:>1', '-has:compaction', 'hull agent:codex'),
        fc.nat(20),
        fc.integer({ min: 1, max: 8 }),
        (tapes, sort, reverse, filter, first, length) => {
          const fits = fitting(filter, nameOf, NOW) ?? (() => true);
          const whole = tapes.filter(fits).toSorted(tapeOrder(sort, reverse));
          const laid = layOut(rowsOf(reordered([], tapes, sort, reverse), filter).rows, HEIGHTS);
          const from = Math.min(first, Math.max(0, whole.length - length));
          const page = pageOf(laid, { from: from * 27, height: length * 27, seen: [] });
          expect(ids(page.rows)).toEqual(whole.slice(from, from + length).map(({ id }) => id));
          expect(page.count).toBe(whole.length);
        },
      ),
    );
  });

  it('is in groups what it is without: each has its sessions in their order, and its own sums', () => {
    fc.assert(
      fc.property(
        drawnTapes,
        fc.constantFrom('project' as const, 'agent' as const, 'model' as const),
        fc.constantFrom('', 'steps:>1'),
        (tapes, group, filter) => {
          const { rows, totals } = tableOf(tapes, { filter, group, toggled: new Set() }, nameOf);
          const groups = rows.flatMap((row) => (row.type === 'project' ? [row] : []));
          const shown = rows.flatMap((row) => (row.type === 'tape' ? [row] : []));
          const of = (tape: TapeRow) => ({ project: tape.project, agent: tape.format, model: tape.model ?? '' })[group];
          expect(shown.map(({ tape }) => tape.id).toSorted()).toEqual(ids(rowsOf(tapes, filter).rows).toSorted());
          for (const { index, path, tapes: many, totals: own } of groups) {
            const below = shown.filter(({ parent }) => parent === index).map(({ tape }) => tape);
            expect([below.length, below.every((tape) => of(tape) === path)]).toEqual([many, true]);
            expect(below).toEqual(tapes.filter((tape) => below.includes(tape)));
            expect(own).toEqual(totalsOf(below));
          }
          expect(groups.reduce((sum, { totals: own }) => sum + (own?.steps ?? 0), 0)).toBe(totals.steps);
        },
      ),
    );
  });

  it('folds a group, and counts in it what is below its sessions', () => {
    const tapes = [
      drawnTape('main', { steps: 4, project: '/home/ann/quay' }),
      drawnTape('sub', { parent: 'main', relation: 'sub-agent', steps: 3, project: '/elsewhere' }),
    ];
    const grouped = (toggled: readonly string[]) =>
      tableOf(tapes, { filter: '', group: 'project', toggled: new Set(toggled) }, nameOf).rows;
    const [heading, ...rest] = grouped(['group project /home/ann/quay']);
    expect(rest).toEqual([]);
    expect(heading).toMatchObject({
      type: 'project',
      name: 'quay',
      expanded: false,
      tapes: 1,
      totals: { sessions: 1, subAgents: 1, steps: 7 },
    });
    expect(grouped([]).map(({ level }) => level)).toEqual([1, 2]);
  });

  it('turns an order around without moving what has no value, nor the newest of equals', () => {
    const tapes = [
      drawnTape('none', { model: null }),
      drawnTape('old', { model: 'opus', ended: 1 }),
      drawnTape('new', { model: 'opus', ended: 2 }),
      drawnTape('other', { model: 'haiku' }),
    ];
    expect(reordered([], tapes, 'model').map(({ id }) => id)).toEqual(['other', 'new', 'old', 'none']);
    expect(reordered([], tapes, 'model', true).map(({ id }) => id)).toEqual(['new', 'old', 'other', 'none']);
  });

  it('folds what was made for a session below it, and shows it where it alone fits', () => {
    const tapes = [
      drawnTape('main', { title: 'Mast' }),
      drawnTape('sub', { parent: 'main', relation: 'sub-agent', title: 'Find ropes', steps: 3 }),
    ];
    expect(ids(rowsOf(tapes).rows)).toEqual(['main']);
    expect(ids(rowsOf(tapes, '', ['tape main']).rows)).toEqual(['main', 'sub']);
    expect(ids(rowsOf(tapes, 'ropes').rows)).toEqual(['main', 'sub']);
    expect(ids(rowsOf(tapes, 'mast').rows)).toEqual(['main']);
    expect(rowsOf(tapes, 'ropes').totals).toMatchObject({ sessions: 0, subAgents: 1, steps: 3 });
  });

  it('looks at no more rows for a page than it has, however many there are', () => {
    const tapes = Array.from({ length: 25_000 }, (_, at) => drawnTape(`t${at}`, { ended: at }));
    const laid = layOut(rowsOf(tapes).rows, HEIGHTS);
    let read = 0;
    const rows = new Proxy(laid.rows, {
      get: (target, key) => {
        if (typeof key === 'string' && /^\d+$/.test(key)) read += 1;
        return Reflect.get(target, key);
      },
    });
    const page = pageOf({ ...laid, rows }, { from: 27 * 12_000, height: 27 * 30, seen: [] });
    expect([page.rows.length, read]).toEqual([30, 30]);
  });
});

describe('the sums of a table', () => {
  it('count each session, and leave out what an agent program made for itself', () => {
    const tapes = [
      drawnTape('a', { steps: 4, compactions: 1, branches: 2, failed: 3, usage: usage(10), model: 'opus' }),
      drawnTape('b', { steps: 2, parent: 'a', relation: 'sub-agent', usage: usage(5), project: '/home/ann/two' }),
      drawnTape('c', { steps: 9, parent: 'a', relation: 'compaction-copy', usage: usage(90), model: 'haiku' }),
    ];
    expect(totalsOf(tapes)).toEqual({
      ...{ sessions: 1, subAgents: 1, projects: 2, agents: 1, models: 1 },
      ...{ steps: 6, copied: 0, tokens: 15, cost: null, compactions: 1, forks: 2, errors: 3 },
    });
  });

  it('count a request once, also where a copy of its session holds it again', () => {
    const copy = drawnTape('copy', { steps: 7, failed: 3, usage: usage(3), copied: { steps: 5, failed: 1, usage: usage(10) } });
    const both = [drawnTape('a', { steps: 5, failed: 1, usage: usage(10) }), copy];
    expect(totalsOf(both)).toMatchObject({ steps: 7, copied: 5, tokens: 13, errors: 3 });
  });

  it('say what they cost, and that it is more where a part has no price', () => {
    const priced = drawnTape('a', { usage: usage(10), cost: { dollars: 0.25, whole: true } });
    const other = drawnTape('b', { usage: usage(10), cost: { dollars: 0.5, whole: true } });
    const silent = drawnTape('c', { steps: 3, usage: usage(0) });
    expect(totalsOf([priced, other, silent]).cost).toEqual({ dollars: 0.75, whole: true });
    expect(totalsOf([priced, drawnTape('d', { usage: usage(10) })]).cost).toEqual({ dollars: 0.25, whole: false });
    expect(totalsOf([priced, drawnTape('e', { usage: usage(10), cost: { dollars: 1, whole: false } })]).cost).toEqual({
      ...{ dollars: 1.25, whole: false },
    });
  });
});

describe('what was captured of a session', () => {
  const tapes = [
    drawnTape('main', { steps: 4, usage: usage(10) }),
    drawnTape('kept', {
      ...{ format: 'wirelog', parent: 'main', relation: 'capture', steps: 5, usage: usage(1) },
      copied: { steps: 4, usage: usage(10) },
    }),
    drawnTape('sub', { parent: 'main', relation: 'sub-agent', steps: 3 }),
  ];

  it('is below it, after its sub-agents, and is not a session of its own', () => {
    expect(ids(rowsOf(tapes).rows)).toEqual(['main']);
    expect(ids(rowsOf(tapes, '', ['tape main']).rows)).toEqual(['main', 'sub', 'kept']);
    expect(countOf(tapes, '', nameOf)).toBe(1);
    // A request that is in the log and in the captures is one step.
    expect(totalsOf(tapes)).toMatchObject({ sessions: 1, subAgents: 1, steps: 8, tokens: 11 });
  });

  it('leaves a native session folded, and its forks in sight', () => {
    const native = { workspace: '/t', session: 'main', fork: null, open: true };
    const session = drawnTape('n', { format: 'native', native });
    const kept = drawnTape('k', { parent: 'n', relation: 'capture' });
    const fork = drawnTape('f', { parent: 'n', relation: 'fork', format: 'native', native: { ...native, fork: 'f' } });
    const shown = (some: readonly TapeRow[]) => ids(libraryRows(some, { sort: 'newest', filter: '', toggled: new Set() }, nameOf)).slice(1);
    expect(shown([session, kept])).toEqual(['n']);
    expect(shown([session, fork])).toEqual(['n', 'f']);
  });
});

describe('projects of one repository', () => {
  const joined = (part: string | null) => ({ of: 'example.org/ann/shop', part, why: '' });
  const tapes = [
    drawnTape('a', { project: '/home/ann/shop', joined: joined(null) }),
    drawnTape('b', { project: '/home/ann/3', joined: joined('3') }),
    drawnTape('c', { project: '/home/ann/2' }),
  ];

  it('are one in the sums, in the names, and in what a filter finds', () => {
    const { totals, names } = rowsOf(tapes);
    expect([totals.projects, names.get('example.org/ann/shop')]).toEqual([2, 'shop']);
    expect(ids(rowsOf(tapes, 'project:shop').rows)).toEqual(['a', 'b']);
  });

  it('are one heading of the tree', () => {
    const rows = libraryRows(tapes, { sort: 'newest', filter: '', toggled: new Set() }, nameOf);
    expect(rows.flatMap((row) => (row.type === 'project' ? [[row.name, row.tapes]] : []))).toEqual([
      ['shop', 2],
      ['2', 1],
    ]);
  });
});

describe('a filter', () => {
  const tape = drawnTape('a', {
    ...{ steps: 12, usage: usage(2500), compactions: 1, failed: 0, branches: 0, model: 'claude-opus-4-8' },
    ...{ title: 'Mend the mast', project: '/home/ann/big quay', ended: NOW - 3 * 86_400_000 },
  });
  const holds = (query: string): boolean | undefined => fitting(query, nameOf, NOW)?.(tape);

  it('asks what a session cost, and an unknown price is neither much nor little', () => {
    const priced = { ...tape, cost: { dollars: 1.5, whole: true } };
    const fits = (query: string, of = priced) => fitting(query, nameOf, NOW)?.(of);
    expect(['cost:>1', 'cost:$1.5', 'cost:<2', 'cost:=1.5'].map((query) => fits(query))).toEqual([true, true, true, true]);
    expect(['cost:>2', 'cost:<1'].map((query) => fits(query))).toEqual([false, false]);
    expect(['cost:>0', 'cost:<100'].map((query) => holds(query))).toEqual([false, false]);
  });

  it.each([
    ...['steps:12', 'steps:>11', 'steps:<13', 'steps:<=12', 'steps:=12', 'tokens:>2k', 'has:compaction', '-has:error', 'errors:=0'],
    ...[
      'agent:claude',
      'claude',
      'model:opus',
      'project:"big quay"',
      '"the mast"',
      'since:1w',
      '-since:2d',
      'until:2026-06-12',
      'until:yesterday',
      'MAST title:mend',
      ...['agent:=claude-code', 'model:=claude-opus-4-8', 'project:="/home/ann/big quay"', '-model:=opus'],
    ],
  ])('holds: %s', (query) => expect(holds(query)).toBe(true));

  it.each([
    'steps:13',
    'steps:>12',
    'has:fork',
    'has:error',
    '-agent:claude',
    'agent:codex',
    'since:2d',
    'until:2026-06-11',
    'since:yesterday',
    'since:today',
    'mast keel',
    'steps:many',
    'has:wings',
    'has:constructor',
    ...['agent:=claude', 'model:=opus', 'project:="big quay"'],
  ])('does not hold: %s', (query) => expect(holds(query)).toBe(false));

  it('takes a session for one of each day from its first to its last, and for one of each model that it used', () => {
    const [long, mixed] = [
      { ...tape, started: NOW - 9 * 86_400_000 },
      { ...tape, models: ['claude-opus-4-8', 'claude-haiku'] },
    ];
    const fits = (query: string, of: TapeRow) => fitting(query, nameOf, NOW)?.(of);
    expect(['until:5d', '-since:5d', 'since:5d until:4d'].map((query) => [fits(query, long), fits(query, tape)])).toEqual([
      ...[
        [true, false],
        [false, false],
        [true, false],
      ],
    ]);
    expect(['model:=claude-haiku', 'model:haiku', 'model:opus'].map((query) => [fits(query, mixed), fits(query, tape)])).toEqual([
      ...[
        [true, false],
        [true, false],
        [true, true],
      ],
    ]);
  });

  it('counts as many sessions as the sums of a table of it have', () => {
    fc.assert(
      fc.property(drawnTapes, fc.constantFrom('', 'agent:codex', 'steps:>1', '-has:error', 'mast'), (tapes, query) => {
        expect(countOf(tapes, query, nameOf)).toBe(rowsOf(tapes, query).totals.sessions);
      }),
    );
  });

  it('is none where nothing is asked, and says which condition cannot be read', () => {
    expect(fitting('  ', nameOf, NOW)).toBeNull();
    expect(readQuery('steps:many wings:2 -has:fork').map((term) => [term.name, makesSense(term)])).toEqual([
      ['steps', false],
      [null, true],
      ['has', true],
    ]);
  });
});

it('a word asks for the name of each agent once, and parents are looked up only where there are some', () => {
  const asked: string[] = [];
  const names = (format: string): string => {
    asked.push(format);
    return nameOf(format);
  };
  const tapes = Array.from({ length: 600 }, (_, at) =>
    drawnTape(`t${at}`, { format: at % 2 === 0 ? 'codex' : 'pi', title: `Lamp ${at % 3}` }),
  );
  const { rows } = tableOf(tapes, { filter: 'lamp', toggled: new Set() }, names);
  expect(rows).toHaveLength(600);
  expect(asked).toEqual(['codex', 'pi']);
  expect(withParents(tapes, tapes)).toBe(tapes);
  expect(rootsOf(tapes)).toBe(tapes);
});
