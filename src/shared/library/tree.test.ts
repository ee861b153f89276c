import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LibraryRow, LibrarySort, TapeRow } from '../model/index.ts';
import { projectNames, titleOf } from './names.ts';
import { reordered } from './order.ts';
import { drawnTape as tape } from './testing.ts';
import { filterTapes, indexAfter, libraryRows as rowsOf, type Wish } from './tree.ts';

const libraryRows = (tapes: readonly TapeRow[], wish: Wish) => rowsOf(reordered([], tapes, wish.sort), wish, nameOf);

const NAMES: Readonly<Record<string, string>> = { 'claude-code': 'Claude Code', bub: 'Bub' };
const nameOf = (format: string) => NAMES[format] ?? format;

/** The rows as a drawing: one line each, indented by level, `+` for folded and `-` for unfolded. */
const draw = (rows: readonly LibraryRow[]): string[] =>
  rows.map((row) => {
    const sign = row.expanded === null ? '' : row.expanded ? '- ' : '+ ';
    return `${'  '.repeat(row.level - 1)}${sign}${row.type === 'tape' ? row.tape.id : row.name}`;
  });

const wish = (sort: LibrarySort = 'newest', filter = '', ...toggled: string[]) => ({ sort, filter, toggled: new Set(toggled) });

const family = [
  tape('main', { ended: 50 }),
  tape('agent', { parent: 'main', relation: 'sub-agent', title: 'find callers' }),
  tape('inner', { parent: 'agent', relation: 'sub-agent' }),
  tape('other', { ended: 90, project: '/home/me/two' }),
];

describe('the library as rows', () => {
  it('files tapes under their projects, the newest first, and folds what hangs below a session', () => {
    expect(draw(libraryRows(family, wish()))).toEqual(['- two', '  other', '- one', '  + main']);
  });

  it('unfolds what is asked for, level by level', () => {
    expect(draw(libraryRows(family, wish('newest', '', 'tape main', 'tape agent', 'project Claude Code /home/me/two')))).toEqual([
      '+ two',
      '- one',
      '  - main',
      '    - agent',
      '      inner',
    ]);
  });

  it('names the sources once there is more than one', () => {
    const rows = libraryRows([...family, tape('bubbly', { format: 'bub', project: 'cli:local', ended: 99 })], wish());
    expect(draw(rows).slice(0, 3)).toEqual(['- Bub', '  - cli:local', '    bubbly']);
    expect(draw(rows)[3]).toBe('- Claude Code');
  });

  it('orders by title, by steps and by recorded tokens', () => {
    const tapes = [
      tape('b', { steps: 9, usage: { input: 1, output: 0, cacheRead: 0, cacheWrite: 0 } }),
      tape('a10', { steps: 3, usage: { input: 0, output: 0, cacheRead: 70, cacheWrite: 0 } }),
      tape('a9', { steps: 5 }),
    ];
    const ids = (sort: LibrarySort) => libraryRows(tapes, wish(sort)).flatMap((row) => (row.type === 'tape' ? [row.tape.id] : []));
    expect(ids('agent')).toEqual(ids('newest'));
    expect([ids('title'), ids('steps'), ids('tokens')]).toEqual([
      ['a9', 'a10', 'b'],
      ['b', 'a9', 'a10'],
      ['a10', 'b', 'a9'],
    ]);
  });

  it('shows a hit with the session above it, unfolded', () => {
    expect(draw(libraryRows(family, wish('newest', 'FIND callers')))).toEqual(['- one', '  - main', '    agent']);
  });

  it('loses no tape: unfolded, each is there exactly once, whatever its parent says', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const parents = fc.tuple(...ids.map(() => fc.constantFrom(null, 'gone', ...ids)));
    fc.assert(
      fc.property(parents, (chosen) => {
        const tapes = ids.map((id, index) => tape(id, { parent: chosen[index] ?? null }));
        const rows = libraryRows(tapes, wish('title', '', ...ids.map((id) => `tape ${id}`)));
        expect(rows.flatMap((row) => (row.type === 'tape' ? [row.tape.id] : [])).sort()).toEqual(ids);
      }),
    );
  });
});

describe('the filter', () => {
  it('wants every word, in any case, in title, project, model or file', () => {
    expect(filterTapes(family, 'TWO other', nameOf).map(({ id }) => id)).toEqual(['other']);
    expect(filterTapes(family, 'two main', nameOf)).toEqual([]);
    expect(filterTapes(family, '  ', nameOf)).toHaveLength(4);
  });

  it('knows an agent by its name, and `agent:` by the beginning of one', () => {
    const tapes = [...family, tape('bubbly', { format: 'bub', title: 'claude said' }), tape('code', { format: 'bub' })];
    const ids = (filter: string) => filterTapes(tapes, filter, nameOf).map(({ id }) => id);
    expect(ids('agent:bub')).toEqual(['bubbly', 'code']);
    expect([ids('agent:claude-c'), ids('agent:b code')]).toEqual([['main', 'agent', 'inner', 'other'], ['code']]);
    expect(ids('claude')).toEqual(['main', 'agent', 'inner', 'other', 'bubbly']);
    expect([ids('code'), ids('agent:codex')]).toEqual([['code'], []]);
  });
});

describe('names of projects', () => {
  it('are the last folder, with as many before it as tell two apart', () => {
    const names = projectNames(['/home/me/code/api', '/home/me/play/api', '/home/me/notes', 'cli:local']);
    expect([...names.values()]).toEqual(['code/api', 'play/api', 'notes', 'cli:local']);
  });

  it('end, where one is the tail of another or there is none', () => {
    expect([...projectNames(['api', '/home/api', '']).values()]).toEqual(['api', 'home/api', 'no project']);
  });
});

describe('keys in the tree', () => {
  const rows = libraryRows(family, wish('newest', '', 'tape main'));

  it('go up, down, to the ends, to the row above in rank and one level in', () => {
    const at = (from: string, key: string) => {
      const index = draw(rows).findIndex((line) => line.trim().endsWith(from));
      const row = rows[index];
      return row && draw(rows)[indexAfter(row, rows.length, key)]?.trim();
    };
    expect(at('main', 'ArrowDown')).toBe('+ agent');
    expect(at('main', 'k')).toBe('- one');
    expect(at('agent', 'ArrowLeft')).toBe('- main');
    expect(at('main', 'ArrowRight')).toBe('+ agent');
    expect(at('agent', 'Home')).toBe('- two');
    expect(at('two', 'End')).toBe('+ agent');
  });
});

describe('workspaces', () => {
  const native = (session: string, fork: string | null = null, open = true) => ({ workspace: 'w', session, fork, open });
  const notes = { format: 'native', project: '/home/me/notes' };
  const workspace = [
    tape('n', { ...notes, native: native('main') }),
    tape('cron', { ...notes, parent: 'n', relation: 'fork', native: native('main', 'cron-job') }),
    tape('old', { ...notes, parent: 'n', relation: 'fork', native: native('main', 'old', false) }),
  ];
  const said = (rows: readonly LibraryRow[]) =>
    rows.map((row) => `${'  '.repeat(row.level - 1)}${row.type === 'tape' ? `${row.name ?? row.tape.id}, ${row.forks} open` : row.name}`);

  it('are under their own heading, one row for a single session, its forks in sight below it', () => {
    expect(said(libraryRows(workspace, wish('title')))).toEqual([
      'Workspaces',
      '  notes, 1 open',
      '    cron-job, 0 open',
      '    old, 0 open',
    ]);
  });

  it('give their tapes titles that tell them apart everywhere', () => {
    const review = tape('r', { ...notes, native: native('review', 'idea') });
    expect([...workspace.slice(0, 2), review].map(titleOf)).toEqual(['notes', 'notes / cron-job', 'notes / review / idea']);
  });

  it('name their sessions where there are several', () => {
    const review = tape('r', { ...notes, native: native('review') });
    const other = tape('o', { ...notes, project: '/home/me/other', native: native('main') });
    expect(said(libraryRows([...workspace, review, other, ...family], wish('title'))).slice(0, 8)).toEqual([
      'Workspaces',
      '  notes',
      '    main, 1 open',
      '      cron-job, 0 open',
      '      old, 0 open',
      '    review, 0 open',
      '  other',
      '    main, 0 open',
    ]);
  });
});
