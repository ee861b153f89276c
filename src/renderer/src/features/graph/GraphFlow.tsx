import '@xyflow/react/dist/base.css';
import { type Edge, type EdgeProps, type Node, Position, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react';
import { memo, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { Graph, GraphNode } from '../../../../shared/model/index.ts';
import { useHere, usePlayhead } from '../../data/hooks.ts';
import type { Side } from '../../state/hash.ts';
import { meets, type Span } from '../../state/span.ts';
import { usePick, useStore } from '../../state/store.ts';
import { compareClicked } from '../compare/take.ts';
import { useKeys } from '../keyboard/useKeys.ts';
import { FlowNode } from './FlowNode.tsx';
import styles from './Graph.module.css';
import { centreOf, edgePath, GLYPH, nodeOf, ROW, wordsAt } from './layout.ts';
import { colourOf, type NodeData } from './node.ts';
import { Overview } from './Overview.tsx';

/** One edge along its lane; how it is drawn says what it is. */
function FlowEdge({ data }: EdgeProps) {
  return (
    <path
      className={`${styles.edge} no-fill`}
      d={String(data?.path ?? '')}
      data-kind={String(data?.kind ?? 'chain')}
      data-active={data?.active === true}
      style={{ stroke: String(data?.colour ?? 'var(--dim)') }}
    />
  );
}

const nodeTypes = { tape: FlowNode };
const edgeTypes = { tape: FlowEdge };

/** Width that a row takes for culling; its words may be wider. */
const ROW_WIDTH = 320;

/** Said beforehand: of what it has to measure, the library mounts every node, at each change of any of them. */
const MEASURED = { width: ROW_WIDTH, height: ROW };
const HANDLES: Node['handles'] = [
  { type: 'target', position: Position.Top, x: GLYPH, y: ROW / 2, width: 1, height: 1 },
  { type: 'source', position: Position.Bottom, x: GLYPH, y: ROW / 2, width: 1, height: 1 },
];

/** Pixels above the first row. */
const TOP = 8;

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

export const GraphFlow = memo(function GraphFlow(props: Props) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
});

const Flow = ({ graph, lit }: Props) => {
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
  const flow = useReactFlow();
  const box = useRef<HTMLDivElement>(null);
  const head = useHead(graph, tape, playhead);
  const span = useStore((state) => state.span);
  const nodes = useMemo(() => flowNodes(graph, { head, lit, sides, span, tape }), [graph, head, lit, sides, span, tape]);
  const edges = useMemo(() => flowEdges(graph), [graph]);

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
  /** Lanes stay at the left; a graph that is not as tall as the view stays at its top. */
  const show = (node: GraphNode): void => {
    const { zoom } = flow.getViewport();
    const view = box.current?.clientHeight ?? 0;
    const tall = graph.nodes.length * ROW * zoom;
    const wanted = view / 2 - centreOf(node, graph.lanes).y * zoom;
    void flow.setViewport({ x: 0, y: tall <= view ? TOP : Math.min(TOP, Math.max(view - tall - TOP, wanted)), zoom });
  };
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
  useEffect(() => follow(head), [head]);
  return (
    <div ref={box} className={`${styles.flow} grow relative shrink-y container`}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodeClick={(event, { data }) => (event.ctrlKey || event.metaKey ? compare : go)(data.node)}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        zoomOnDoubleClick={false}
        panOnScroll
        minZoom={0.4}
        maxZoom={1.6}
        onlyRenderVisibleElements
        disableKeyboardA11y
        proOptions={{ hideAttribution: true }}
      ></ReactFlow>
      {graph.nodes.length > MANY && <Overview graph={graph} head={head} />}
    </div>
  );
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

const flowNodes = (graph: Graph, marks: Marks): Node<NodeData>[] =>
  graph.nodes.map((node) => {
    const { head, lit, sides } = marks;
    const { x, y } = centreOf(node, graph.lanes);
    const side = sides.findIndex((one) => 'step' in one && one.tape === node.tape && one.step === node.step && node.steps > 0);
    return {
      id: node.id,
      type: 'tape',
      position: { x: x - GLYPH, y: y - ROW / 2 },
      width: ROW_WIDTH,
      height: ROW,
      measured: MEASURED,
      handles: HANDLES,
      data: {
        node,
        graph,
        indent: wordsAt(graph.lanes) - x + GLYPH,
        left: wordsAt(graph.lanes),
        right: graph.nodes.length > MANY ? BESIDE_OVERVIEW : EDGE,
        head: node.id === head,
        side: side < 0 ? null : side,
        dim: (lit !== null && !lit.has(node.id)) || isOutside(node, marks),
      },
    };
  });

const flowEdges = (graph: Graph): Edge[] => {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  return graph.edges.flatMap((edge) => {
    const [from, to] = [nodes.get(edge.from), nodes.get(edge.to)];
    if (!from || !to) return [];
    return [
      {
        id: `${edge.from} ${edge.to} ${edge.type}`,
        source: edge.from,
        target: edge.to,
        type: 'tape',
        data: { path: edgePath(from, to, edge, graph.lanes), kind: edge.type, active: edge.active, colour: colourOf(edge) },
      },
    ];
  });
};
