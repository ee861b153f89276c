import { type MouseEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Provenance, ProvenanceBlock, ProvenanceSource } from '../../../../shared/model/index.ts';
import { kindColour } from '../../ui/kinds.ts';
import { runCommand } from '../keyboard/useKeys.ts';
import { GROUP_NAMES } from './answer.ts';
import { BAR, blockOf, type FlowLayout, layOut, type Placed, type Ribbon, withBlocks } from './layout.ts';
import styles from './Provenance.module.css';
import { type Box, PlaceRow, SourceRow, WayRow } from './rows.tsx';
import { useSelection } from './selection.ts';
import { choose, chooseBlock } from './useGraph.ts';

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
  const isLit = (id: string): boolean => {
    if (pointed !== null && graph.sources.some((one) => one.id === pointed)) return id === pointed;
    const at = blockOf(id);
    return at === null ? id === source : block === null || at === block;
  };
  const press = (id: string, byKey = false): void => {
    const at = blockOf(id);
    if (byKey && (at === null ? id === source : at === block)) {
      runCommand('row.open');
      return;
    }
    const found = graph.sources.find((one) => one.id === id);
    if (at !== null && source !== null) chooseBlock(source, at, found?.entry ?? null);
    else choose(found);
  };
  return (
    <div ref={box} className={`${styles.flow} grow scroll-y`}>
      <div className="relative" style={{ height: layout.height }}>
        <Heads layout={layout} />
        {size.width > 0 && (
          <>
            <Ribbons layout={layout} isLit={isLit} onPress={press} onPoint={setPointed} />
            <Rows graph={graph} layout={layout} isLit={isLit} width={size.width} onPress={press} onPoint={setPointed} />
          </>
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

/** The row around a bar. `above`: room for words over it. */
const boxed = (bar: Placed, { least, above, ...at }: { x: number; width: number; least: number; above?: number }): Box => {
  const height = Math.max(least, bar.height) + (above ?? 0);
  return { ...at, y: above === undefined ? bar.middle - height / 2 : bar.y - above, height };
};

type Lit = (id: string) => boolean;

interface Acts {
  onPress: (id: string, byKey?: boolean) => void;
  /** The source under the pointer. */
  onPoint: (id: string | null) => void;
}

/** The source whose ribbon an event is about. */
const flowOf = ({ target }: MouseEvent): string | null => (target instanceof SVGPathElement ? (target.dataset.flow ?? null) : null);

/** What goes from one column to the next, what is lit above the rest. Keys go through the rows that it leads from. */
const Ribbons = ({ layout: { ribbons }, isLit, onPress, onPoint }: { layout: FlowLayout; isLit: Lit } & Acts) => {
  const acts = {
    onClick: (event: MouseEvent) => {
      const flow = flowOf(event);
      if (flow !== null) onPress(flow);
    },
    onMouseOver: (event: MouseEvent) => onPoint(flowOf(event)),
    onMouseLeave: () => onPoint(null),
  };
  const [lit, rest] = [ribbons.filter(({ source }) => isLit(source)), ribbons.filter(({ source }) => !isLit(source))];
  return (
    <svg className="absolute fill full-width full-height" aria-hidden="true" {...acts}>
      {[...rest, ...lit].map((ribbon) => (
        <Band key={JSON.stringify([ribbon.source, ribbon.way, ribbon.place])} ribbon={ribbon} lit={isLit(ribbon.source)} />
      ))}
    </svg>
  );
};

const Band = ({ ribbon: { source, tone, into, onward }, lit }: { ribbon: Ribbon; lit: boolean }) => (
  <path
    className={`${styles.ribbon} cursor-pointer`}
    d={into + onward}
    data-flow={source}
    data-lit={lit}
    style={{ fill: lit ? 'var(--head)' : kindColour(tone) }}
  />
);

const NOWHERE = { y: 0, height: 0, middle: 0 };

/** The rows of all columns, in the order of the columns. */
const Rows = ({
  graph,
  layout,
  isLit,
  width,
  onPress,
  onPoint,
}: { graph: Provenance; layout: FlowLayout; isLit: Lit; width: number } & Acts) => {
  const { columns, ribbons } = layout;
  const { total } = graph;
  const lit = ribbons.filter(({ source }) => isLit(source));
  const [ways, places] = [new Set(lit.map(({ way }) => way)), new Set(lit.map(({ place }) => place))];
  const wayBars = new Map(layout.ways.map((bar) => [bar.id, bar]));
  return (
    <>
      {graph.sources.map((source, at) => {
        const bar = layout.sources[at] ?? { id: source.id, ...NOWHERE };
        const box = boxed(bar, { x: NAMES, width: columns.source + BAR - NAMES, least: source.absent === null ? 15 : 29 });
        const acts = { onPress: (byKey: boolean) => onPress(source.id, byKey), onPoint: (on: boolean) => onPoint(on ? source.id : null) };
        return <SourceRow key={source.id} {...{ source, bar, box, total }} lit={isLit(source.id)} {...acts} />;
      })}
      {graph.ways.map((way) => {
        const bar = wayBars.get(way.id) ?? { id: way.id, ...NOWHERE };
        const box = boxed(bar, { x: columns.way + BAR / 2 - WAY_WIDTH / 2, width: WAY_WIDTH, least: 1, above: WAY_HEAD });
        const press = () => choose(largestOf(graph, (flow) => flow.way === way.id));
        return <WayRow key={way.id} {...{ way, bar, box }} lit={ways.has(way.id)} onPress={press} />;
      })}
      {graph.places.map((place, at) => {
        const bar = layout.places[at] ?? { id: place.id, ...NOWHERE };
        const box = boxed(bar, { x: columns.place, width: width - columns.place, least: 18 });
        const marks = lit.filter((ribbon) => ribbon.place === place.id).map(({ y, height }) => ({ y, height }));
        const press = () => choose(largestOf(graph, (flow) => flow.place === place.id));
        return <PlaceRow key={place.id} {...{ place, bar, box, total, marks }} lit={places.has(place.id)} onPress={press} />;
      })}
    </>
  );
};

/** The source that most of some flows is from. */
function largestOf({ sources, flows }: Provenance, isOne: (flow: Provenance['flows'][number]) => boolean): ProvenanceSource | undefined {
  const [most] = flows.filter(isOne).sort((a, b) => b.tokens - a.tokens);
  return sources.find(({ id }) => id === most?.source);
}
