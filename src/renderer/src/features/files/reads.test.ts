import { expect, it } from 'vitest';
import { newestOf } from './reads.ts';

it('looks into the tapes of a project and of the folders in it, the newest first', () => {
  const tape = (id: string, project: string, ended: number | null) => ({ id, project, ended });
  const tapes = [
    tape('old', '/home/me/app', 1),
    tape('beside', '/home/me/app-two', 9),
    tape('timeless', '/home/me/app', null),
    tape('new', '/home/me/app/web', 5),
    ...Array.from({ length: 40 }, (_, at) => tape(`t${at}`, '/home/me/app', 3)),
  ];
  const found = newestOf(tapes, '/home/me/app').map(({ id }) => id);
  expect(found).toHaveLength(43);
  expect([found[0], found.at(-2), found.at(-1)]).toEqual(['new', 'old', 'timeless']);
  expect(newestOf(tapes, '/')).toHaveLength(44);
});
