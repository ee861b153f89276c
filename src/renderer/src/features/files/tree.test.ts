import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContextState, FloatFolder, Tier } from '../../../../shared/model/float.ts';
import { TIERS } from '../../../../shared/model/float-kinds.ts';
import {
  countsOf,
  diskCheck,
  dueAfter,
  folderAfter,
  folderState,
  NO_CHECK,
  rowsOf as rowsIn,
  statesOf,
  tierState,
  trailOf,
  treeShape,
  wantedTiers,
} from './tree.ts';

const folderAt = (path: string, state: ContextState | null = 'current', more: Partial<FloatFolder> = {}): FloatFolder => ({
  path,
  parent: path === '/' ? null : path.slice(0, path.lastIndexOf('/')) || '/',
  name: path.slice(path.lastIndexOf('/') + 1),
  description: null,
  descriptionBy: null,
  content: null,
  contentBy: null,
  isScope: false,
  boot: null,
  textState: 'pending',
  sourceHash: '',
  files: 1,
  subfolders: 0,
  built: state === null ? [] : TIERS.map((tier: Tier) => ({ tier, state, builtAt: 1000, tokens: 100 })),
  ...more,
});

const harbour = [
  folderAt('/', 'stale'),
  folderAt('/src', 'stale'),
  folderAt('/src/bookings', 'stale'),
  folderAt('/src/tides'),
  folderAt('/tests'),
];
const wish = { filter: '', only: 'all', folds: new Map<string, boolean>(), selected: '/' } as const;
const rowsOf = (folders: readonly FloatFolder[], change = {}) => {
  const asked = { ...wish, ...change };
  return rowsIn(treeShape(folders, statesOf(folders, NO_CHECK), asked), asked);
};
const paths = (rows: readonly { folder: FloatFolder }[]) => rows.map(({ folder }) => folder.path);

describe('states', () => {
  it('are those of the database, but for what only the disk shows', () => {
    const check = diskCheck([{ file: 'x', path: '/tests', tier: 'full', state: 'missing', tokens: null, words: '' }], 2000);
    expect(tierState(folderAt('/tests'), 'full', check)).toBe('missing');
    expect(folderState(folderAt('/tests'), check)).toBe('missing');
    expect(tierState(folderAt('/tests'), 'deep', check)).toBe('current');
    // Built after the disk was looked at: it is there again.
    expect(tierState(folderAt('/tests'), 'full', { ...check, at: 500 })).toBe('current');
    expect(tierState(folderAt('/tests', 'stale'), 'full', check)).toBe('stale');
  });

  it('say what was never built, and what has more tokens than it may', () => {
    expect(folderState(folderAt('/', null), NO_CHECK)).toBe('pending');
    const full = folderAt('/', 'current', { built: [{ tier: 'minimal', state: 'current', builtAt: 1, tokens: 500 }] });
    expect(tierState(full, 'minimal', NO_CHECK)).toBe('over-budget');
  });

  it('want of every folder the tiers that any folder has', () => {
    const standard = { built: [{ tier: 'standard' as const, state: 'current' as const, builtAt: 1, tokens: 100 }] };
    const folders = [folderAt('/', 'current', standard), folderAt('/src', 'current', standard), folderAt('/tests', null)];
    expect(wantedTiers(folders)).toEqual(['standard']);
    expect([...statesOf(folders, NO_CHECK).values()]).toEqual(['current', 'current', 'pending']);
    expect(wantedTiers([folderAt('/', null)])).toEqual(TIERS);
  });

  it('are counted, with who describes a folder', () => {
    const by = (descriptionBy: 'person' | 'model' | 'extracted') =>
      folderAt(`/docs/${descriptionBy}`, null, { description: 'Notes', descriptionBy });
    const folders = [...harbour, by('person'), by('model'), by('extracted')];
    expect(countsOf(folders, statesOf(folders, NO_CHECK))).toEqual({ all: 8, due: 6, silent: 5, person: 1, model: 1, extracted: 1 });
  });
});

describe('the tree', () => {
  it('is open to its second level, and along the way to what is selected', () => {
    expect(paths(rowsOf(harbour))).toEqual(['/', '/src', '/tests']);
    expect(paths(rowsOf(harbour, { selected: '/src/tides' }))).toEqual(['/', '/src', '/src/bookings', '/src/tides', '/tests']);
    expect(paths(rowsOf(harbour, { folds: new Map([['/', false]]) }))).toEqual(['/']);
  });

  it('leaves a folder open that was opened by hand, wherever one goes in it', () => {
    const folds = new Map([['/src', true]]);
    expect(paths(rowsOf(harbour, { folds, selected: '/src/tides' }))).toContain('/src/tides');
    expect(paths(rowsOf(harbour, { folds, selected: '/' }))).toContain('/src/tides');
  });

  it('says of a folded folder how many below it are due', () => {
    expect(rowsOf(harbour)[1]).toMatchObject({ expanded: false, staleBelow: 1 });
    expect(rowsOf(harbour, { folds: new Map([['/src', true]]) })[1]).toMatchObject({ expanded: true, staleBelow: 0 });
  });

  it('shows what is looked for with all that leads to it', () => {
    expect(paths(rowsOf(harbour, { filter: 'tid' }))).toEqual(['/', '/src', '/src/tides']);
    expect(paths(rowsOf(harbour, { only: 'due' }))).toEqual(['/', '/src', '/src/bookings']);
    expect(rowsOf(harbour, { filter: 'nowhere' })).toEqual([]);
  });

  it('is walked like any tree', () => {
    const rows = rowsOf(harbour, { selected: '/src/tides' });
    expect(folderAfter(rows, 2, 'ArrowLeft')).toBe(1);
    expect(folderAfter(rows, 1, 'ArrowRight')).toBe(2);
    expect(folderAfter(rows, 4, 'ArrowDown')).toBe(4);
    expect(dueAfter(rows, 2)).toBe(0);
    expect(dueAfter(rowsOf([folderAt('/')]), 0)).toBeNull();
  });

  it('holds every folder once when all is open, each below its parent', () => {
    const name = fc.constantFrom('a', 'b', 'c');
    fc.assert(
      fc.property(fc.array(fc.array(name, { minLength: 1, maxLength: 4 }), { maxLength: 12 }), (drawn) => {
        const all = [...new Set(['/', ...drawn.flatMap((parts) => trailOf(`/${parts.join('/')}`))])].sort();
        const folders = all.map((path) => folderAt(path));
        const rows = rowsOf(folders, { filter: '/' });
        expect(paths(rows).toSorted()).toEqual(all);
        for (const [at, { folder, level }] of rows.entries()) {
          const parent = rows.slice(0, at).findLast((row) => row.level === level - 1);
          expect(parent?.folder.path ?? null).toBe(folder.parent);
        }
      }),
    );
  });
});
