import '@xyflow/react/dist/base.css';
import { type Edge, type EdgeProps, getBezierPath, type Node, Position, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { FloatGraph } from '../../../../shared/model/float.ts';
import { ContextNode, type ContextNodeData } from './ContextNode.tsx';
import styles from './FilesGraph.module.css';
import { MOST, NODE, type Placed, placeGraph } from './graph.ts';
import { goInFiles } from './place.ts';

/** One edge; its dashes say what of the folder goes where it leads. */
function DependencyEdge({ sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition, data }: EdgeProps) {
  const [path] = getBezierPath({ sourceX, sourceY, sourcePosition, targetX, targetY, targetPosition });
  return <path className={`${styles.edge} no-fill`} d={path} data-kind={String(data?.kind ?? 'subtree')} />;
}

const nodeTypes = { context: ContextNode };
const edgeTypes = { dependency: DependencyEdge };

/** Said beforehand, so that nothing has to be measured. */
const MEASURED = { width: NODE.width, height: NODE.height };
const HANDLES: Node['handles'] = [
  { type: 'target', position: Position.Left, x: 0, y: NODE.height / 2, width: 1, height: 1 },
  { type: 'source', position: Position.Right, x: NODE.width - 1, y: NODE.height / 2, width: 1, height: 1 },
];

const WIDTH = 3 * NODE.width + 152;
const MARGIN = 24;
const HEADS = 28;

interface Props {
  graph: FloatGraph;
  rebuilt: readonly string[];
  /** Nodes of one column. */
  most: number;
  onMore: () => void;
}

export function ContextGraph(props: Props) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
}

interface Does {
  onMore: () => void;
  onReach: (y: number) => void;
}

const flowNodes = ({ nodes }: Placed, tier: FloatGraph['tier'], { onMore, onReach }: Does): Node<ContextNodeData>[] =>
  nodes.map((node) => ({
    id: node.id,
    type: 'context',
    position: { x: node.x, y: node.y },
    width: NODE.width,
    height: NODE.height,
    measured: MEASURED,
    handles: HANDLES,
    data: { node, tier, onGo: node.more > 0 ? onMore : () => goInFiles({ folder: node.path }), onReach: () => onReach(node.y) },
  }));

const flowEdges = ({ edges }: Placed): Edge[] =>
  edges.map(({ id, from, to, type }) => ({ id, source: from, target: to, type: 'dependency', data: { kind: type } }));

const Flow = ({ graph, rebuilt, most, onMore }: Props) => {
  const flow = useReactFlow();
  const box = useRef<HTMLDivElement>(null);
  const placed = useMemo(() => placeGraph(graph, rebuilt, most), [graph, rebuilt, most]);
  /** A node that the keys come to is brought into sight, no further than needed. */
  const onReach = useCallback(
    (top: number) => {
      const { x, y, zoom } = flow.getViewport();
      const [from, to] = [y + top * zoom, y + (top + NODE.height) * zoom];
      const height = box.current?.clientHeight ?? 0;
      // The browser scrolls what it focuses; here the viewport moves instead.
      for (const one of box.current?.querySelectorAll('.react-flow, .react-flow__renderer') ?? []) one.scrollTo(0, 0);
      if (from < MARGIN) void flow.setViewport({ x, y: y + MARGIN - from, zoom });
      else if (to > height - MARGIN) void flow.setViewport({ x, y: y - (to - height + MARGIN), zoom });
    },
    [flow],
  );
  const nodes = useMemo(() => flowNodes(placed, graph.tier, { onMore, onReach }), [placed, graph.tier, onMore, onReach]);
  const edges = useMemo(() => flowEdges(placed), [placed]);
  /** All three columns in sight, as large as they are drawn where there is room; the context itself in the middle. */
  const show = useEffectEvent(() => {
    const { clientWidth: width = 0, clientHeight: height = 0 } = box.current ?? {};
    const zoom = Math.min(1, Math.max(0.5, (width - 2 * MARGIN) / WIDTH));
    const tall = placed.height * zoom;
    void flow.setViewport({
      x: Math.max(MARGIN, (width - WIDTH * zoom) / 2),
      y:
        tall + 2 * MARGIN + HEADS <= height ? Math.max(MARGIN + HEADS, (height - tall) / 3) : Math.min(MARGIN + HEADS, (height - tall) / 2),
      zoom,
    });
  });
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    show();
    const observer = new ResizeObserver(() => show());
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={box} className={`${styles.flow} grow relative shrink-y`}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onInit={() => show()}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        zoomOnDoubleClick={false}
        panOnScroll
        minZoom={0.4}
        maxZoom={1.4}
        // The keys go through all nodes, as long as those are few.
        onlyRenderVisibleElements={most > MOST}
        disableKeyboardA11y
        proOptions={{ hideAttribution: true }}
      />
    </div>
  );
};
