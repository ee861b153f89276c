import { expect, test } from 'vitest';
import type { Annotation, AnnotationTarget, Graph, GraphNode } from '../../../../shared/model/index.ts';
import { notesByNode } from './FlowNode.tsx';

const note = (id: string, target: AnnotationTarget) => ({ id, target, label: null, text: id }) as Annotation;
const span = (id: string, from: number, to: number) => note(id, { type: 'span', from, to }) as Annotation & { target: { type: 'span' } };
const nodes = ['t:1', 't:10', 't:21', 'agent:1'].map((id) => ({ id }) as GraphNode);
/** Entries 1 to 9 and 15 to 20 are folded into the first node, 10 to 14 into the second; from 30 on nothing is drawn. */
const graph: Pick<Graph, 'owners' | 'nodes'> = {
  nodes,
  owners: [
    { tape: 't', from: Uint32Array.of(1, 10, 15, 21, 30), node: Int32Array.of(0, 1, 0, 2, -1) },
    { tape: 'agent', from: Uint32Array.of(1), node: Int32Array.of(3) },
  ],
};
const ids = (held: Map<string, Annotation[]>) => [...held].map(([node, notes]) => [node, ...notes.map(({ id }) => id)]);

test('each node has what was written about its entries, and a span is on all that it goes over, once', () => {
  const entries = new Map([
    [4, [note('a', { type: 'entry', seq: 4 })]],
    [16, [note('b', { type: 'block', seq: 16, step: 2, policy: 'full' })]],
    [35, [note('c', { type: 'entry', seq: 35 })]],
  ]);
  expect(ids(notesByNode(graph, 't', { entries, spans: [span('s', 8, 16)] }))).toEqual([
    ['t:1', 'a', 'b', 's'],
    ['t:10', 's'],
  ]);
  expect(ids(notesByNode(graph, 'agent', { entries, spans: [] }))).toEqual([['agent:1', 'a', 'b', 'c']]);
  expect(ids(notesByNode(graph, 'other', { entries, spans: [] }))).toEqual([]);
});
