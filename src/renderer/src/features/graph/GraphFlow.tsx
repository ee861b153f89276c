import { type MouseEvent, memo, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { Graph, GraphEdge, GraphNode } from '../../../../shared/model/index.ts';
import { useHere, usePlayhead } from '../../data/hooks.ts';
import type { Side } from '../../state/hash.ts';
import { meets, type Span } from '../../state/span.ts';
import { usePick, useStore } from '../../state/store.ts';
import { compareClicked } from '../compare/take.ts';
import { useKeys } from '../keyboard/useKeys.ts';
import { FlowNode } from './FlowNode.tsx';
import styles from './Graph.module.css';
import { centreOf, edgePath, GLYPH, nodeOf, ROW, wordsAt } from './layout.ts';
import { colourOf } from './node.ts';
import { Overview } from './Overview.tsx';
import { useViewport } from './useViewport.ts';
import { rowsIn, showing } from './viewport.ts';

/** Width of a row; its words may be wider. */
const ROW_WIDTH = 320;

/** Fewer nodes than these need no overview. */
const MANY = 30;

/** Pixels that words leave free at the right, without and with an overview. */
const EDGE = 24;
const BESIDE_OVERVIEW = 96;

interface Props {
  graph: Graph;
  /** Nodes that the search lights up; null where nothing is searched. */
  lit: ReadonlySet<string> | null;
}

export const GraphFlow = memo(function GraphFlow({ graph, lit }: Props) {
  const { tape, policy, entry, sides, moveTo, select, openTape } = usePick(
    'tape',
    'policy',
    'entry',
    'sides',
    'moveTo',
    'select',
    'openTape',
  );
  const playhead = usePlayhead();
  const here = useHere();
  const box = useRef<HTMLDivElement>(null);
  const { view, setView, height, handlers } = useViewport(box);
  const head = useHead(graph, tape, playhead);
  const span = useStore((state) => state.span);
  const marks = useMemo(() => ({ head, lit, sides, span, tape }), [head, lit, sides, span, tape]);
  const edges = useMemo(() => edgesOf(graph), [graph]);
  const rows = rowsIn(view, height, graph.nodes.length);

  const go = (node: GraphNode): void => {
    if (node.tape !== tape) openTape(node.tape, { step: node.step, panel: 'graph' });
    else if (node.step !== null) moveTo(node.step);
    if (node.tape === tape && node.first > 0) select(node.type === 'segment' ? node.last : node.first);
  };
  const compare = (node: GraphNode): void => {
    if (node.step !== null) compareClicked(here, { tape: node.tape, step: node.step, policy });
  };
  const selected = entry === null || tape === null ? null : nodeOf(graph, tape, entry);
  const current = selected ?? graph.nodes.find(({ id }) => id === head) ?? null;
  const show = (node: GraphNode): void => setView(({ zoom }) => showing(node, graph, height, zoom));
  const walk = (by: 1 | -1): void => {
    const next = graph.nodes[(current?.row ?? -by) + by];
    if (next === undefined) return;
    go(next);
    show(next);
  };
  useKeys({ 'row.next': () => walk(1), 'row.previous': () => walk(-1), 'row.open': () => current && go(current) });

  const follow = useEffectEvent((id: string | null) => {
    const node = graph.nodes.find((one) => one.id === id);
    if (node) show(node);
  });
  const isMeasured = height > 0;
  useEffect(() => {
    if (isMeasured) follow(head);
  }, [head, isMeasured]);
  const acts = {
    ...handlers,
    onClick: (event: MouseEvent) => {
      const node = nodeAt(event, graph);
      if (node) (event.ctrlKey || event.metaKey ? compare : go)(node);
    },
  };
  return (
    <div ref={box} className={`${styles.flow} grow relative shrink-y container clip touch-none`} {...acts}>
      <div className={`${styles.canvas} absolute pinned`} style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom})` }}>
        <svg className={`${styles.edges} absolute pinned no-pointer`} width="1" height="1" aria-hidden="true">
          {edges.map(({ id, edge, from, to, path }) =>
            to < rows.from || from >= rows.to ? null : (
              <path
                key={id}
                className={`${styles.edge} no-fill`}
                d={path}
                data-kind={edge.type}
                data-active={edge.active}
                style={{ stroke: colourOf(edge) }}
              />
            ),
          )}
        </svg>
        {graph.nodes.map((node) =>
          node.row < rows.from || node.row >= rows.to ? null : <Row key={node.id} node={node} graph={graph} marks={marks} />,
        )}
      </div>
      {graph.nodes.length > MANY && <Overview graph={graph} head={head} view={view} height={height} onView={setView} />}
    </div>
  );
});

/** The node that a click is about; what can be pressed in it has its own. */
const nodeAt = ({ target }: MouseEvent, { nodes }: Graph): GraphNode | undefined => {
  if (!(target instanceof Element) || target.closest('button') !== null) return undefined;
  const id = target.closest('[data-node]')?.getAttribute('data-node');
  return nodes.find((node) => node.id === id);
};

/** The node under the playhead. */
const useHead = (graph: Graph, tape: string | null, playhead: number | null): string | null =>
  useMemo(() => {
    if (tape === null || playhead === null) return null;
    const mine = graph.nodes.filter((node) => node.tape === tape && node.step !== null && node.steps > 0);
    const after = mine.filter((node) => (node.step ?? 0) >= playhead).sort((a, b) => (a.step ?? 0) - (b.step ?? 0));
    return (after[0] ?? mine.at(-1))?.id ?? null;
  }, [graph, tape, playhead]);

interface Marks {
  head: string | null;
  lit: ReadonlySet<string> | null;
  sides: readonly Side[];
  /** The steps of `tape` that are selected. */
  span: Span | null;
  tape: string | null;
}

/** Whether steps are selected and none of them is in the node. */
const isOutside = (node: GraphNode, { span, tape }: Marks): boolean =>
  span !== null && !(node.tape === tape && meets(span, node.step === null ? null : node.step - Math.max(1, node.steps) + 1, node.step));

const Row = memo(function Row({ node, graph, marks }: { node: GraphNode; graph: Graph; marks: Marks }) {
  const { head, lit, sides } = marks;
  const { x, y } = centreOf(node, graph.lanes);
  const side = sides.findIndex((one) => 'step' in one && one.tape === node.tape && one.step === node.step && node.steps > 0);
  const left = wordsAt(graph.lanes);
  return (
    <div className="absolute" data-node={node.id} style={{ left: x - GLYPH, top: y - ROW / 2, width: ROW_WIDTH, height: ROW }}>
      <FlowNode
        node={node}
        graph={graph}
        indent={left - x + GLYPH}
        left={left}
        right={graph.nodes.length > MANY ? BESIDE_OVERVIEW : EDGE}
        head={node.id === head}
        side={side < 0 ? null : side}
        dim={(lit !== null && !lit.has(node.id)) || isOutside(node, marks)}
      />
    </div>
  );
});

interface Drawn {
  id: string;
  edge: GraphEdge;
  /** Rows that it is in, both inclusive. */
  from: number;
  to: number;
  path: string;
}

/** Edges with both of their nodes. */
const edgesOf = (graph: Graph): Drawn[] => {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  return graph.edges.flatMap((edge) => {
    const [from, to] = [nodes.get(edge.from), nodes.get(edge.to)];
    if (!from || !to) return [];
    const [first, last] = [Math.min(from.row, to.row), Math.max(from.row, to.row)];
    return [{ id: `${edge.from} ${edge.to} ${edge.type}`, edge, from: first, to: last, path: edgePath(from, to, edge, graph.lanes) }];
  });
};
