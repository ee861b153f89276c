import { describe, expect, it } from 'vitest';
import type { FloatGraph } from '../../../../shared/model/float.ts';
import { NODE, placeGraph } from './graph.ts';

const graph = (edges: FloatGraph['edges'], rebuilt = ['/', '/src']): FloatGraph => ({
  path: '/src',
  tier: 'standard',
  nodes: [
    { path: '/', description: null, isScope: true, state: 'stale' },
    { path: '/src', description: null, isScope: false, state: 'current' },
  ],
  edges,
  rebuilt,
  omitted: 0,
});

const harbour = graph([
  { from: '/src/a', to: '/src', types: ['subtree'] },
  { from: '/', to: '/src', types: ['description', 'scope_boot'] },
  { from: '/src', to: '/', types: ['subtree'] },
  { from: '/src', to: '/tests', types: ['reference'] },
]);

describe('the graph of a context', () => {
  it('has what goes in at the left, itself in the middle, and what would be rebuilt at the right', () => {
    const { nodes, edges } = placeGraph(harbour, ['/', '/src', '/tests']);
    expect(nodes.map(({ column, path, words }) => [column, path, words])).toEqual([
      ['self', '/src', 'rebuilt itself'],
      ['in', '/', 'boot text, description'],
      ['in', '/src/a', 'its files'],
      ['out', '/', 'holds this folder'],
      ['out', '/tests', 'shows its reference'],
    ]);
    expect(edges.map(({ from, to, type }) => [from, to, type])).toEqual([
      ['in /', 'self', 'scope_boot'],
      ['in /src/a', 'self', 'subtree'],
      ['self', 'out /', 'subtree'],
      ['self', 'out /tests', 'reference'],
    ]);
    expect(new Set(nodes.map(({ x }) => x)).size).toBe(3);
  });

  it('draws only what the change would reach', () => {
    const { nodes } = placeGraph(harbour, []);
    expect(nodes.filter(({ column }) => column === 'out')).toEqual([]);
    expect(nodes[0]).toMatchObject({ words: 'stays as it is' });
  });

  it('puts what is beyond forty behind one node, and never one node on another', () => {
    const many = Array.from({ length: 100 }, (_, at) => `/reports/r${String(at)}`);
    const { nodes, edges } = placeGraph(harbour, many);
    expect(nodes.find(({ more }) => more > 0)).toMatchObject({ column: 'out', more: 60 });
    expect(edges.filter(({ from }) => from === 'self')).toHaveLength(40);
    const column = nodes.filter((node) => node.column === 'out').map(({ y }) => y);
    expect(column.every((y, at) => at === 0 || y - (column[at - 1] ?? 0) >= NODE.height)).toBe(true);
    expect(placeGraph(harbour, many, 90).nodes.find(({ more }) => more > 0)).toMatchObject({ more: 10 });
    expect(placeGraph(harbour, many, 100).nodes.filter((node) => node.column === 'out')).toHaveLength(100);
  });
});
