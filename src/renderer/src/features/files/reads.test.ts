import { expect, it } from 'vitest';
import { formatMoment } from '../../ui/format.ts';
import { newestOf, readWords } from './reads.ts';

it('looks into the tapes of a project and of the folders in it, the newest first', () => {
  const tape = (id: string, project: string, ended: number | null) => ({ id, project, ended });
  const tapes = [
    tape('old', '/home/me/app', 1),
    tape('beside', '/home/me/app-two', 9),
    tape('timeless', '/home/me/app', null),
    tape('new', '/home/me/app/web', 5),
    ...Array.from({ length: 40 }, (_, at) => tape(`t${at}`, '/home/me/app', 3)),
  ];
  const found = newestOf(tapes, '/home/me/app', new Set()).map(({ id }) => id);
  expect(found).toHaveLength(43);
  expect([found[0], found.at(-2), found.at(-1)]).toEqual(['new', 'old', 'timeless']);
  expect(newestOf(tapes, '/home/me/app', new Set(['beside']))[0]?.id).toBe('beside');
  expect(newestOf(tapes, '/', new Set())).toHaveLength(44);
});

it('says which build was read by the clock of the window, or why nobody knows', () => {
  const [builtAt, staleAt] = [Date.UTC(2026, 4, 1, 9), Date.UTC(2026, 4, 1, 9, 20)];
  const told = (more: Partial<Parameters<typeof readWords>[0]>) => readWords({ told: 'header', builtAt, stale: true, staleAt, ...more });
  expect(told({})).toBe(`The build of ${formatMoment(builtAt)}; stale since ${formatMoment(staleAt)}.`);
  expect(told({ told: 'time', stale: false })).toMatch(/, by its time: .*; current at that moment\.$/);
  expect(told({ stale: null })).toContain('the transcript has no time');
  expect(told({ told: 'unknown-project' })).toContain('Unknown project');
});
