import { useStore as useFlowStore, useReactFlow, useViewport } from '@xyflow/react';
import { type PointerEvent, useMemo } from 'react';
import type { Graph } from '../../../../shared/model/index.ts';
import styles from './Graph.module.css';
import { ROW } from './layout.ts';
import { colourOf } from './node.ts';

interface Props {
  graph: Graph;
  /** The node under the playhead. */
  head: string | null;
}

/** The whole graph, lanes and rows pressed into a strip; a press or a drag moves the view. */
export function Overview({ graph, head }: Props) {
  const flow = useReactFlow();
  const { x, y, zoom } = useViewport();
  const height = useFlowStore((state) => state.height);
  const rows = Math.max(1, graph.nodes.length);
  const paths = useMemo(() => pathsOf(graph), [graph]);
  const marked = useMemo(() => graph.nodes.find(({ id }) => id === head)?.row ?? null, [graph, head]);
  const share = (pixels: number): string => `${(100 * pixels) / (rows * ROW)}%`;
  const move = (event: PointerEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const middle = ((event.clientY - box.top) / box.height) * rows * ROW;
    void flow.setViewport({ x, y: height / 2 - middle * zoom, zoom });
  };
  return (
    <div
      className={`${styles.overview} absolute on-sunk round-small cursor-pointer touch-none`}
      role="img"
      aria-label={`Overview of ${rows} nodes in ${graph.lanes} lanes`}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        move(event);
      }}
      onPointerMove={(event) => event.buttons === 1 && move(event)}
    >
      <svg
        className="absolute fill full-width full-height"
        viewBox={`0 0 ${graph.lanes + 1} ${rows}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {paths.map(({ colour, path }) => (
          <path key={colour} d={path} stroke={colour} fill="none" />
        ))}
      </svg>
      <i
        className={`${styles.window} absolute no-pointer left-0 right-0`}
        style={{ top: share(Math.max(0, -y / zoom)), height: share(height / zoom) }}
      />
      {marked !== null && (
        <i className={`${styles.mark} absolute no-pointer left-0 right-0 on-head`} style={{ top: `${(100 * (marked + 0.5)) / rows}%` }} />
      )}
    </div>
  );
}

/** One path for each colour: a line for each edge, in lanes and rows. */
const pathsOf = ({ nodes, edges }: Graph): { colour: string; path: string }[] => {
  const at = new Map(nodes.map((node) => [node.id, node]));
  const parts = new Map<string, string[]>();
  for (const edge of edges) {
    const [from, to] = [at.get(edge.from), at.get(edge.to)];
    if (!from || !to) continue;
    const colour = colourOf(edge);
    const list = parts.get(colour) ?? [];
    list.push(`M${from.lane + 1},${from.row} L${edge.lane + 1},${from.row + 1} V${to.row}`);
    parts.set(colour, list);
  }
  return [...parts].map(([colour, list]) => ({ colour, path: list.join('') }));
};
