import { expect, test } from 'vitest';
import { judgeRooms } from './rooms.mjs';

const engine = (file: string): string => `src/main/engine/${file}`;
const module = (source: string, ...into: string[]) => ({
  source: engine(source),
  dependencies: into.map((resolved) => ({ resolved: engine(resolved) })),
});

test('rooms that look one way pass', () => {
  const found = judgeRooms([
    module('views/rim.ts', 'catalog/read.ts'),
    module('catalog/read.ts', 'pages/rows.ts'),
    module('pages/rows.ts'),
  ]);
  expect(found).toEqual({ rooms: 3, looks: 2, complaints: [] });
});

test('two rooms that look into each other are named with the imports, whichever rooms they are', () => {
  const { complaints } = judgeRooms([module('any/a.ts', 'other/b.ts'), module('other/c.ts', 'any/d.ts')]);
  expect(complaints).toContain(
    `any and other look into each other: ${engine('any/a.ts')} → ${engine('other/b.ts')}, ${engine('other/c.ts')} → ${engine('any/d.ts')}`,
  );
});

test('so are rooms that do it by way of a third', () => {
  const { complaints } = judgeRooms([module('a/a.ts', 'b/b.ts'), module('b/b.ts', 'c/c.ts'), module('c/c.ts', 'a/a.ts')]);
  expect(complaints).toHaveLength(3);
});

test('tests and what they are made with look wherever they like, and so do the files that wire the rooms', () => {
  const { complaints } = judgeRooms([
    module('a/a.ts', 'b/b.ts', 'engine.ts'),
    module('b/b.test.ts', 'a/a.ts'),
    module('b/testing/drawn.ts', 'a/a.ts'),
    module('testing/tree.ts', 'a/a.ts'),
    module('engine.ts', 'a/a.ts'),
  ]);
  expect(complaints).toEqual([]);
});

test('a check that sees no look from room to room fails', () => {
  for (const modules of [[], [module('a/a.ts', 'a/b.ts')], [{ source: 'elsewhere/a.ts', dependencies: [] }]])
    expect(judgeRooms(modules).complaints).toHaveLength(1);
});
