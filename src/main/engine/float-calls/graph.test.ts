import { expect, it } from 'vitest';
import { build } from '../float/build.ts';
import { setScope } from '../float/edit.ts';
import { scan } from '../float/scan.ts';
import { project } from '../float/testing.ts';
import { graphOf } from './graph.ts';

it('draws between two folders the same from either end, also where one would only reach the other as a scope', async () => {
  const float = project({ 'a/b/c/x': '', 'd/x': '' });
  await scan(float);
  setScope(float, '/', true, 'All of it.');
  await build(float, { tiers: ['standard'] });
  const paths = ['/', '/a', '/a/b', '/a/b/c', '/d'];
  const graphs = new Map(paths.map((path) => [path, graphOf(float, path, 'standard')]));
  // What is above has all that is below; of a context only its own children are drawn as that.
  const types = (path: string, from: string, to: string): string[] =>
    (graphs.get(path)?.edges.find((edge) => edge.from === from && edge.to === to)?.types ?? [])
      .filter((type) => type !== 'subtree')
      .toSorted();
  expect(types('/a/b/c', '/a', '/a/b/c')).toEqual(['log', 'scope']);
  expect(types('/a/b/c', '/', '/a/b/c')).toEqual(['description', 'log', 'scope', 'scope_boot']);
  for (const from of paths) for (const to of paths) expect(types(from, from, to), `${from} → ${to}`).toEqual(types(to, from, to));
});
