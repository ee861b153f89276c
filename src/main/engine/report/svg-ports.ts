import type { Arrow, GraphDrawing } from './document.ts';
import { fitted, wrap } from './svg-text.ts';

export const CARD = { width: 216, height: 136 } as const;
/** Between cards side by side there is room for an arrow with its words. */
export const GAP = 184;
/** Font size of the words at arrows, and how much wider than plain ones they are assumed to be. */
export const SMALL = 11;
const STRONG = 1.06;
export const LINE = 14;

/** Where a line leaves a card, below it, or comes to it, from above. */
export interface Port {
  end: 'exit' | 'entry';
  card: number;
  /** Ports of one wire are joined by one line on the left of all cards. */
  wire: string;
  /** The edge whose words are at this port; null where they are at the other end. */
  edge: number | null;
}

/** An edge that does not lead to the card next to it. */
export interface Way {
  edge: number;
  exit: Port;
  entry: Port;
}

/** What came back to one phase comes in by one wire, and what continued from one phase goes out by one. Words are where the wire is the edge's alone. */
const wayOf = ({ from, to, type, warn }: Arrow, edge: number, shared: Map<string, Port>): Way => {
  const back = type === 'merge';
  const wire = back ? `to ${to}` : `from ${from}${warn ? ', unsent' : ''}`;
  const joint: Port = shared.get(wire) ?? { end: back ? 'entry' : 'exit', card: back ? to : from, wire, edge: null };
  shared.set(wire, joint);
  const own: Port = { end: back ? 'exit' : 'entry', card: back ? from : to, wire, edge };
  return back ? { edge, exit: own, entry: joint } : { edge, exit: joint, entry: own };
};

/** Edges that go straight to the card next to theirs, by number, one for each card; and the ways of the others. */
export function waysOf({ edges }: GraphDrawing, beside: (from: number, to: number) => boolean): { straight: number[]; ways: Way[] } {
  const straight: number[] = [];
  const ways: Way[] = [];
  const taken = new Set<number>();
  const shared = new Map<string, Port>();
  for (const [at, edge] of edges.entries()) {
    if (edge.type === 'merge' || taken.has(edge.to) || !beside(edge.from, edge.to)) ways.push(wayOf(edge, at, shared));
    else {
      taken.add(edge.to);
      straight.push(at);
    }
  }
  return { straight, ways };
}

const INSET = 12;
/** Pixels between the ports of a card, where there is room for so much. */
const STEP = 10;

/** Pixels from the left edge of a card to each of its ports at one end. They are on its right, so that words have room before them. */
const portsAcross = (count: number): number[] => {
  const step = Math.min(STEP, CARD.width / 2 / Math.max(1, count - 1));
  return Array.from({ length: count }, (_, at) => CARD.width - INSET - (count - 1 - at) * step);
};

/** Words of an edge, broken into lines that fit. */
export interface Said {
  above: string[];
  below: string;
}

/** What an arrow says within this many pixels. */
export function saidOf({ above, below }: Arrow, width: number, most: number): Said {
  return {
    above: wrap(above, width, SMALL * STRONG, most),
    below: fitted(below, width, SMALL),
  };
}

/** A line across at a port, with its words above and below it: nothing else is between its top and its end. */
export interface Track {
  port: Port;
  /** Where its port is, in pixels from the left edge of the cards. */
  x: number;
  said: Said;
  /** Pixels from its top to the line, and to its end. */
  rise: number;
  height: number;
}

const BEFORE = 8;
/** Words that are longer than this are broken even where there is room. */
const WIDEST = 340;

const trackOf = (port: Port, x: number, edges: readonly Arrow[]): Track => {
  const arrow = port.edge === null ? undefined : edges[port.edge];
  const said = arrow === undefined ? { above: [], below: '' } : saidOf(arrow, Math.min(WIDEST, x - BEFORE), 2);
  const rise = said.above.length * LINE + 6;
  return { port, x, said, rise, height: rise + (said.below === '' ? 6 : LINE + 8) };
};

/**
 * The tracks of the ports at one end of a row of cards, from top to bottom. Ports further right have theirs further from the cards, so that
 * no line between a port and its track crosses another track or its words, which are on the left of their port.
 */
export function tracksOf(ports: readonly Port[], end: Port['end'], cardX: (card: number) => number, edges: readonly Arrow[]): Track[] {
  const byCard = Map.groupBy(
    ports.filter((port) => port.end === end),
    ({ card }) => card,
  );
  const tracks = [...byCard].flatMap(([card, own]) => {
    const across = portsAcross(own.length);
    return own.map((port, at) => trackOf(port, cardX(card) + (across[at] ?? 0), edges));
  });
  tracks.sort((a, b) => (end === 'exit' ? a.x - b.x : b.x - a.x));
  return tracks;
}
