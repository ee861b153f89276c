import type { PairedFlow, PairedProvenance } from '../../../../shared/model/index.ts';
import { BAR, ribbon, spread } from './layout.ts';

/** The least height of a row, which is that of its words. */
const LINE = 15;
const GAP = 1.5;
/** As high as the bars of the larger context are together. */
const BARS = 150;
/** A narrower one scrolls. */
export const LEAST = 700;
/** Words outside of the places, and the list of sources in the middle with the figures at both of its sides. */
export const WORDS = 128;
export const NAMES = 180;
export const FIGURE = 56;

/** The bar of a place or of a source, on one of two sides. `y` and `height` are those of the bar, `middle` is where its words are. */
export interface MirrorBar {
  side: 'a' | 'b';
  id: string;
  name: string;
  tokens: number;
  x: number;
  y: number;
  height: number;
  middle: number;
}

export interface Mirror {
  height: number;
  /** Middle of each source's row, in the order of the list. */
  rows: number[];
  places: MirrorBar[];
  sources: MirrorBar[];
  /** `same` is what both have word for word. */
  ribbons: { key: string; side: 'a' | 'b'; source: string; same: boolean; path: string }[];
}

type Side = 'a' | 'b';
const SIDES: readonly Side[] = ['a', 'b'];

/** Two contexts mirrored around the list of their sources, in pixels. Pure: a flow has one height in all columns, and no two rows overlap. */
export function mirrorOf({ a, b, sources, flows }: PairedProvenance, width: number): Mirror {
  const scale = BARS / Math.max(1, a.total, b.total);
  let y = 0;
  const rows = sources.map((source) => {
    const slot = Math.max(LINE, Math.max(source.a, source.b) * scale);
    y += slot + GAP;
    return y - GAP - slot / 2;
  });
  const height = Math.max(y, ...SIDES.map((side) => leastOf(flows, side, scale)));
  const order = new Map(sources.map(({ id }, at) => [id, at]));
  const mirror: Mirror = { height, rows, places: [], sources: [], ribbons: [] };
  for (const side of SIDES) {
    const [place, source] = columnsOf(side, width);
    const own = flows.filter((flow) => flow.side === side && flow.tokens > 0);
    const places = placesOf(own, side, { scale, height, x: place });
    const bars = sources.flatMap(({ id, name, [side]: tokens }, at): MirrorBar[] => {
      const middle = rows[at] ?? 0;
      const bar = tokens * scale;
      return tokens > 0 ? [{ side, id, name, tokens, x: source, y: middle - bar / 2, height: bar, middle }] : [];
    });
    mirror.places.push(...places);
    mirror.sources.push(...bars);
    mirror.ribbons.push(...ribbonsOf(own, { places, bars, order, scale }));
  }
  return mirror;
}

/** Where the bars of places and of sources are. */
const columnsOf = (side: Side, width: number): [place: number, source: number] => {
  const inner = width / 2 - NAMES / 2 - FIGURE - BAR;
  return side === 'a' ? [WORDS, inner] : [width - WORDS - BAR, width - inner - BAR];
};

const sumsOf = (flows: readonly PairedFlow[]): Map<string, { name: string; tokens: number }> => {
  const sums = new Map<string, { name: string; tokens: number }>();
  for (const { place, name, tokens } of flows) sums.set(place, { name, tokens: (sums.get(place)?.tokens ?? 0) + tokens });
  return sums;
};

const leastOf = (flows: readonly PairedFlow[], side: Side, scale: number): number =>
  [...sumsOf(flows.filter((flow) => flow.side === side)).values()].reduce(
    (sum, { tokens }) => sum + Math.max(LINE, tokens * scale) + GAP,
    0,
  );

interface Column {
  scale: number;
  height: number;
  x: number;
}

const placesOf = (flows: readonly PairedFlow[], side: Side, { scale, height, x }: Column): MirrorBar[] => {
  const sums = sumsOf(flows);
  const rows = [...sums].map(([id, { tokens }]) => ({ id, slot: Math.max(LINE, tokens * scale), bar: tokens * scale, head: 0 }));
  return spread(rows, height, 0).map((row) => ({ ...row, side, x, ...(sums.get(row.id) ?? { name: '', tokens: 0 }) }));
};

interface Ends {
  places: readonly MirrorBar[];
  bars: readonly MirrorBar[];
  order: ReadonlyMap<string, number>;
  scale: number;
}

/** Two bands for each flow, what is the same above what is not; within a bar in the order of the other column, so that few cross. */
const ribbonsOf = (flows: readonly PairedFlow[], { places, bars, order, scale }: Ends): Mirror['ribbons'] => {
  const next = [places, bars].map((column) => new Map(column.map(({ id, y }) => [id, y])));
  const take = (column: number, id: string, height: number): number => {
    const y = next[column]?.get(id) ?? 0;
    next[column]?.set(id, y + height);
    return y;
  };
  const xOf = (column: readonly MirrorBar[], id: string): number => column.find((bar) => bar.id === id)?.x ?? 0;
  return flows
    .toSorted((one, other) => (order.get(one.source) ?? 0) - (order.get(other.source) ?? 0))
    .flatMap(({ side, source, place, tokens, same }) =>
      [same, tokens - same].flatMap((part, at) => {
        if (part <= 0) return [];
        const height = part * scale;
        const [from, to] = [take(0, place, height), take(1, source, height)];
        const [left, right] = [xOf(places, place), xOf(bars, source)];
        const path = side === 'a' ? ribbon(left + BAR, from, right, to, height) : ribbon(right + BAR, to, left, from, height);
        return [{ key: `${side} ${place} ${source} ${at}`, side, source, same: at === 0, path }];
      }),
    );
};
