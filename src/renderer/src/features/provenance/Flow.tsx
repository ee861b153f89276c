import '@xyflow/react/dist/base.css';
import { type Edge, type Node, Position, ReactFlow, ReactFlowProvider } from '@xyflow/react';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Provenance, ProvenanceBlock, ProvenanceSource } from '../../../../shared/model/index.ts';
import { kindColour } from '../../ui/kinds.ts';
import { runCommand } from '../keyboard/useKeys.ts';
import { GROUP_NAMES } from './answer.ts';
import { BAR, blockOf, type FlowLayout, layOut, type Placed, withBlocks } from './layout.ts';
import { PlaceRow, RibbonEdge, SourceRow, WayRow } from './nodes.tsx';
import styles from './Provenance.module.css';
import { useSelection } from './selection.ts';
import { choose, chooseBlock } from './useGraph.ts';

const nodeTypes = { source: SourceRow, way: WayRow, place: PlaceRow };
const edgeTypes = { ribbon: RibbonEdge };
/** Where the words of sources begin; to their left are the names of groups. */
const NAMES = 92;
/** The words of a way are as wide as this, around its bar. */
const WAY_WIDTH = 200;
const WAY_HEAD = 18;

interface Props {
  graph: Provenance;
  lit: string | null;
  /** Blocks of the lit source, where it is drawn block by block. */
  items: readonly ProvenanceBlock[];
}

/** Three columns and what goes from one to the next. Only what has a row is mounted, however many blocks the context has. */
export function Flow({ graph: whole, lit: source, items }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const block = useSelection((state) => state.block);
  const [pointed, setPointed] = useState<string | null>(null);
  const graph = useMemo(() => (source === null ? whole : withBlocks(whole, source, items)), [whole, source, items]);
  const layout = useMemo(() => layOut(graph, size.width, size.height), [graph, size.width, size.height]);
  const isLit = useCallback(
    (id: string): boolean => {
      if (pointed !== null && graph.sources.some((one) => one.id === pointed)) return id === pointed;
      const at = blockOf(id);
      return at === null ? id === source : block === null || at === block;
    },
    [graph, pointed, source, block],
  );
  // The library takes over and draws what is new to it, so they are new only where something changed.
  const nodes = useMemo(() => nodesOf(graph, layout, isLit, size.width), [graph, layout, isLit, size.width]);
  const edges = useMemo(() => edgesOf(layout, isLit), [layout, isLit]);
  const press = (id: string, byKey = false): void => {
    const at = blockOf(id);
    if (byKey && (at === null ? id === source : at === block)) {
      runCommand('row.open');
      return;
    }
    const found = graph.sources.find((one) => one.id === id);
    if (at !== null && source !== null) chooseBlock(source, at, found?.entry ?? null);
    else choose(found ?? largestThrough(graph, id));
  };
  const point = (id: string | null): void => setPointed(id !== null && graph.sources.some((one) => one.id === id) ? id : null);
  return (
    <div ref={box} className={`${styles.flow} grow scroll-y`}>
      <div className={`${styles.canvas} relative`} style={{ height: layout.height }}>
        <Heads layout={layout} />
        {size.width > 0 && (
          <ReactFlowProvider>
            <ReactFlow
              nodes={nodes}
              edges={edges}
              nodeTypes={nodeTypes}
              edgeTypes={edgeTypes}
              onNodeClick={({ detail }, { id }) => press(id, detail === 0)}
              onNodeMouseEnter={(_, { id }) => point(id)}
              onNodeMouseLeave={() => point(null)}
              onEdgeClick={(_, edge) => press(String(edge.data?.flow ?? ''))}
              onEdgeMouseEnter={(_, edge) => point(String(edge.data?.flow ?? ''))}
              onEdgeMouseLeave={() => point(null)}
              nodesDraggable={false}
              nodesConnectable={false}
              nodesFocusable={false}
              edgesFocusable={false}
              elementsSelectable={false}
              panOnDrag={false}
              zoomOnScroll={false}
              zoomOnPinch={false}
              zoomOnDoubleClick={false}
              preventScrolling={false}
              disableKeyboardA11y
              proOptions={{ hideAttribution: true }}
            />
          </ReactFlowProvider>
        )}
      </div>
    </div>
  );
}

/** The inner size of an element, as long as it is on screen; zero until it is measured, after the layout of the page: to ask for it earlier would lay it out twice. */
export function useSize(box: React.RefObject<HTMLDivElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    if (box.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { clientWidth: width, clientHeight } = entry.target;
      const height = clientHeight - 8;
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return size;
}

/** What the columns are, and the groups of the first one. */
const Heads = ({ layout: { columns, heads } }: { layout: FlowLayout }) => (
  <div className={`${styles.heads} absolute tiny dim no-pointer fill`}>
    <b className="dim absolute nowrap" style={{ left: 16 }}>
      Where it came from{' '}
    </b>
    <b className="dim absolute nowrap" style={{ left: columns.way + BAR / 2, transform: 'translateX(-50%)' }}>
      How it came in
    </b>
    <b className="dim absolute nowrap" style={{ left: columns.place }}>
      Where it is in the context
    </b>
    {heads.map(({ group, y, line }, at) => (
      <span key={group}>
        {at > 0 && <i className="absolute on-line" style={{ top: line, width: columns.source - 8 }} />}
        <b className="dim absolute nowrap" style={{ top: y - 8, left: 16 }}>
          {GROUP_NAMES[group]}
        </b>
      </span>
    ))}
  </div>
);

const HANDLES: Node['handles'] = [
  { type: 'target', position: Position.Left, x: 0, y: 0, width: 1, height: 1 },
  { type: 'source', position: Position.Right, x: 0, y: 0, width: 1, height: 1 },
];

/** A node around a bar: sizes are said beforehand, so that nothing is measured. */
const boxed = (type: string, bar: Placed, at: { x: number; width: number; least: number; above?: number }) => {
  const height = Math.max(at.least, bar.height) + (at.above ?? 0);
  const top = at.above === undefined ? bar.middle - height / 2 : bar.y - at.above;
  const size = { width: at.width, height };
  // Above the lit ribbon, which is above the others.
  return { id: bar.id, type, position: { x: at.x, y: top }, zIndex: 3, ...size, measured: size, handles: HANDLES, top };
};

type Lit = (id: string) => boolean;

/** The source that most of a way or place is from. */
function largestThrough({ sources, flows }: Provenance, id: string): ProvenanceSource | undefined {
  const through = flows.filter(({ way, place }) => wayId(way) === id || placeId(place) === id).toSorted((a, b) => b.tokens - a.tokens);
  return sources.find((source) => source.id === through[0]?.source);
}

/** A way and a place may have one name. */
const wayId = (id: string): string => `way ${id}`;
const placeId = (id: string): string => `place ${id}`;

function nodesOf(graph: Provenance, layout: FlowLayout, isLit: Lit, width: number): Node[] {
  const { columns, ribbons } = layout;
  const lit = ribbons.filter(({ source }) => isLit(source));
  const [ways, places] = [new Set(lit.map(({ way }) => way)), new Set(lit.map(({ place }) => place))];
  const sources = graph.sources.map((source, at) => {
    const bar = layout.sources[at] ?? { id: source.id, y: 0, height: 0, middle: 0 };
    const { top, ...node } = boxed('source', bar, {
      x: NAMES,
      width: columns.source + BAR - NAMES,
      least: source.absent === null ? 15 : 29,
    });
    return { ...node, data: { source, bar, top, lit: isLit(source.id), total: graph.total } };
  });
  const through = graph.ways.map((way) => {
    const bar = layout.ways.find(({ id }) => id === way.id) ?? { id: way.id, y: 0, height: 0, middle: 0 };
    const { top, ...node } = boxed('way', bar, { x: columns.way + BAR / 2 - WAY_WIDTH / 2, width: WAY_WIDTH, least: 1, above: WAY_HEAD });
    return { ...node, id: wayId(way.id), data: { way, bar, top, lit: ways.has(way.id), total: graph.total } };
  });
  const ends = graph.places.map((place, at) => {
    const bar = layout.places[at] ?? { id: place.id, y: 0, height: 0, middle: 0 };
    const { top, ...node } = boxed('place', bar, { x: columns.place, width: width - columns.place, least: 18 });
    const marks = lit.filter((ribbon) => ribbon.place === place.id).map(({ y, height }) => ({ y, height }));
    return { ...node, id: placeId(place.id), data: { place, bar, top, lit: places.has(place.id), total: graph.total, marks } };
  });
  return [...sources, ...through, ...ends];
}

function edgesOf({ ribbons }: FlowLayout, isLit: Lit): Edge[] {
  return ribbons.flatMap(({ source, way, place, tone, into, onward }): Edge[] => {
    const lit = isLit(source);
    const data = { flow: source, lit, colour: kindColour(tone) };
    const common = { type: 'ribbon', zIndex: lit ? 2 : 0 };
    return [
      { ...common, id: JSON.stringify([source, way, place, 'in']), source, target: wayId(way), data: { ...data, path: into } },
      {
        ...common,
        id: JSON.stringify([source, way, place, 'on']),
        source: wayId(way),
        target: placeId(place),
        data: { ...data, path: onward },
      },
    ];
  });
}
