import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Graph, GraphNode } from '../../../../shared/model/index.ts';
import { centreOf, edgePath, litNodes, nodeOf, wordsAt } from './layout.ts';

const node = (part: Partial<GraphNode>): GraphNode => ({
  id: 't:1',
  type: 'segment',
  tape: 't',
  first: 1,
  last: 1,
  entries: 1,
  steps: 0,
  step: null,
  label: '',
  prompt: null,
  tokens: { value: 0, basis: 'estimated' },
  time: null,
  fork: null,
  leaf: false,
  active: true,
  inContext: true,
  relation: null,
  refs: [],
  row: 0,
  lane: 0,
  colour: 0,
  ...part,
});

const place = fc.record({ row: fc.nat(40), lane: fc.nat(30) });

describe('edges', () => {
  it('begin at their parent, end at their child, and stay among the lanes', () => {
    fc.assert(
      fc.property(place, place, fc.nat(30), (a, b, lane) => {
        const from = node({ ...a, row: Math.min(a.row, b.row) });
        const to = node({ ...b, row: Math.max(a.row, b.row) + 1 });
        const path = edgePath(from, to, { lane }, 31);
        const numbers = (path.match(/-?[\d.]+/g) ?? []).map(Number);
        const [start, end] = [centreOf(from, 31), centreOf(to, 31)];
        expect(path.startsWith(`M${start.x},${start.y}`)).toBe(true);
        expect(numbers.at(-1)).toBe(end.y);
        const xs = [...path.matchAll(/(-?[\d.]+),/g)].map(([, x]) => Number(x));
        for (const x of xs) expect(x).toBeLessThan(wordsAt(31));
      }),
    );
  });
});

describe('finding nodes', () => {
  const graph: Graph = {
    tape: 't',
    nodes: [
      node({ id: 't:1', first: 1, last: 9 }),
      node({ id: 't:10', first: 10, last: 20, label: 'plan approved', refs: ['before-refactor'] }),
    ],
    edges: [],
    lanes: 1,
    tapes: [],
    classes: { rewind: 0, parallelTools: 0, progress: 0, synthetic: 0, twoWriters: 0, compaction: 0, copiedPrefix: 0, other: 0 },
    copies: 0,
    total: 20,
    folded: null,
    owners: [{ tape: 't', from: Uint32Array.of(1, 10, 21), node: Int32Array.of(0, 1, -1) }],
  };

  it('by an entry, also where the graph does not draw it', () => {
    expect(nodeOf(graph, 't', 1)?.id).toBe('t:1');
    expect(nodeOf(graph, 't', 15)?.id).toBe('t:10');
    expect(nodeOf(graph, 't', 25)).toBeNull();
    expect(nodeOf(graph, 'other', 1)).toBeNull();
  });

  it('by words in their text, their label and their names', () => {
    expect([...litNodes(graph, 'outbox', [{ tape: 't', seq: 4 }])]).toEqual(['t:1']);
    expect([...litNodes(graph, 'Plan', [])]).toEqual(['t:10']);
    expect([...litNodes(graph, 'before', [])]).toEqual(['t:10']);
    expect([...litNodes(graph, ' ', [{ tape: 't', seq: 4 }])]).toEqual([]);
  });
});
