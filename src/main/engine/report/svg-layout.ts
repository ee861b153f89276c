import type { Arrow, GraphDrawing } from './document.ts';
import { CARD, GAP, LINE, saidOf, type Way, waysOf } from './svg-ports.ts';
import { besideIn, type Laid, MARGIN, type Place, rowsOf, type Stack, stackOf } from './svg-rows.ts';

/** Pixels between wires, and between an end of an arrow and its card. */
const WIRE = 8;
const OFF = 4;

export type Point = readonly [x: number, y: number];

/** One line of words; `y` is its foot. */
export interface Words {
  text: string;
  role: 'above' | 'below';
  x: number;
  y: number;
  anchor: 'middle' | 'end';
}

/** How an edge goes, corner by corner, and what is at it. */
export interface Route {
  edge: Arrow;
  points: readonly Point[];
  words: readonly Words[];
}

/** All in pixels. The cards begin at x = 0; the margin and the wires are on their left. */
export interface Layout extends Pick<Stack, 'places' | 'titles' | 'width' | 'height'> {
  left: number;
  routes: readonly Route[];
}

/**
 * Lanes below each other, the cards of each in rows. A line to the next card goes straight; every other one leaves its card below, goes across
 * in a track of its own to a wire on the left of all cards, and comes to its card from above. So no line crosses words or a card. Pure.
 */
export function layoutOf(graph: GraphDrawing): Layout {
  const rows = rowsOf(graph);
  const { straight, ways } = waysOf(graph, besideIn(rows));
  const { laid, ...stack } = stackOf(rows, graph, ways);
  const wires = wiresOf(laid);
  const routes = [
    ...straight.flatMap((edge) => straightRoute(graph.edges[edge], stack.places)),
    ...ways.flatMap((way) => routeOf(way, graph.edges[way.edge], { laid, wires, places: stack.places })),
  ];
  return { ...stack, left: MARGIN + Math.max(-1, ...wires.values()) * WIRE + WIRE, routes };
}

const straightRoute = (edge: Arrow | undefined, places: Stack['places']): Route[] => {
  const to = places.get(edge?.to ?? -1);
  if (edge === undefined || to === undefined) return [];
  const y = to.y + CARD.height / 2;
  const x = to.x - GAP / 2;
  const { above, below } = saidOf(edge, GAP - 12, 2);
  return [{ edge, points: [[to.x - GAP + OFF, y] as const, [to.x - OFF, y] as const], words: wordsAt(x, y, 'middle', above, below) }];
};

/** Words above a line, the last of them nearest to it, and below it. */
const wordsAt = (x: number, y: number, anchor: Words['anchor'], above: readonly string[], below: string): Words[] => [
  ...above.map((text, at): Words => ({ text, role: 'above', x, y: y - 6 - (above.length - 1 - at) * LINE, anchor })),
  ...(below === '' ? [] : [{ text: below, role: 'below' as const, x, y: y + LINE, anchor }]),
];

/** How far each wire is from the cards: two that pass the same place never share one; short ones are near. */
const wiresOf = (laid: Stack['laid']): Map<string, number> => {
  const spans = [...Map.groupBy(laid.values(), ({ port }) => port.wire)].map(([wire, tracks]) => {
    const ys = tracks.map(lineOf);
    return { wire, from: Math.min(...ys), to: Math.max(...ys) };
  });
  spans.sort((a, b) => a.to - a.from - (b.to - b.from));
  const taken: { from: number; to: number }[][] = [];
  return new Map(
    spans.map(({ wire, ...span }) => {
      const free = taken.findIndex((others) => others.every(({ from, to }) => to < span.from || span.to < from));
      const at = free < 0 ? taken.push([]) - 1 : free;
      taken[at]?.push(span);
      return [wire, at];
    }),
  );
};

const lineOf = ({ top, rise }: Laid): number => top + rise;

interface Ground {
  laid: Stack['laid'];
  wires: ReadonlyMap<string, number>;
  places: ReadonlyMap<number, Place>;
}

const routeOf = ({ exit, entry }: Way, edge: Arrow | undefined, { laid, wires, places }: Ground): Route[] => {
  const [out, into] = [laid.get(exit), laid.get(entry)];
  const [from, to] = [places.get(exit.card), places.get(entry.card)];
  // An edge of a phase that is in no lane is not drawn.
  if (edge === undefined || !out || !into || !from || !to) return [];
  const wire = -WIRE - (wires.get(exit.wire) ?? 0) * WIRE;
  const said = exit.edge === null ? into : out;
  const points: Point[] = [
    [out.x, from.y + CARD.height + OFF],
    [out.x, lineOf(out)],
    [wire, lineOf(out)],
    [wire, lineOf(into)],
    [into.x, lineOf(into)],
    [into.x, to.y - OFF],
  ];
  return [{ edge, points, words: wordsAt(said.x - 8, lineOf(said), 'end', said.said.above, said.said.below) }];
};
