import type { Provenance, ProvenanceBlock, ProvenanceGroup, ProvenanceSource } from '../../../../shared/model/index.ts';

/** Pixels above the first row, for the heads of the columns. */
const TOP = 26;
/** The least height of a row with one line of words, and with two. */
const LINE = 15;
const LINES = 29;
const GAP = 1.5;
const GROUP_GAP = 7;
/** Above a way are its words. */
const WAY_HEAD = 18;
const PLACE = 18;
/** More room than this between two rows says nothing. */
const MOST_GAP = 44;
export const BAR = 8;
export const PLACE_BAR = 14;

/** A row: `y` and `height` are those of its bar, which is as tall as its tokens; `middle` is where its words are. */
export interface Placed {
  id: string;
  y: number;
  height: number;
  middle: number;
}

/** One flow as two filled ribbons, as wide everywhere as its tokens. */
export interface Ribbon {
  source: string;
  way: string;
  place: string;
  tone: string;
  into: string;
  onward: string;
  /** Where it enters its place. */
  y: number;
  height: number;
}

export interface Columns {
  source: number;
  way: number;
  place: number;
}

export interface FlowLayout {
  height: number;
  columns: Columns;
  sources: Placed[];
  ways: Placed[];
  places: Placed[];
  ribbons: Ribbon[];
  heads: { group: ProvenanceGroup; y: number; line: number }[];
}

const columnsIn = (width: number): Columns => {
  const source = Math.round(Math.min(340, Math.max(264, width * 0.36)));
  const place = Math.round(width - Math.min(250, Math.max(206, width * 0.23)));
  return { source, way: Math.round((source + place) / 2), place };
};

const least = ({ absent }: ProvenanceSource): number => (absent === null ? LINE : LINES);

/** Heights of the three columns at a scale; rows set the pitch where ribbons are thin. */
const heightsAt = (graph: Provenance, scale: number): [number, number, number] => {
  const groups = new Set(graph.sources.map(({ group }) => group)).size;
  const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
  return [
    TOP + (groups - 1) * GROUP_GAP + sum(graph.sources.map((source) => Math.max(least(source), source.tokens * scale) + GAP)),
    TOP + sum(graph.ways.map(({ tokens }) => WAY_HEAD + Math.max(1, tokens * scale) + GAP)),
    TOP + sum(graph.places.map(({ tokens }) => Math.max(PLACE, tokens * scale) + GAP)),
  ];
};

/** The widest ribbons with which all columns fit; a quarter of the room is for ribbons in any case, and then the graph is taller. */
const scaleIn = (graph: Provenance, room: number): number => {
  const total = Math.max(1, graph.total);
  let [low, high] = [(room * 0.25) / total, room / total];
  for (let turn = 0; turn < 24; turn += 1) {
    const middle = (low + high) / 2;
    if (Math.max(...heightsAt(graph, middle)) <= room) low = middle;
    else high = middle;
  }
  return low;
};

/** Rows from `top` on, with what room there is between them. */
export function spread(rows: readonly { id: string; slot: number; bar: number; head: number }[], room: number, top = TOP): Placed[] {
  const used = rows.reduce((sum, { slot, head }) => sum + slot + head, 0);
  const gap = Math.min(MOST_GAP, Math.max(GAP, (room - top - used) / Math.max(1, rows.length - 1)));
  let y = top;
  return rows.map(({ id, slot, bar, head }) => {
    y += head;
    const placed = { id, y: y + (slot - bar) / 2, height: bar, middle: y + slot / 2 };
    y += slot + gap;
    return placed;
  });
}

/** A filled band of one height from one column to the next, as the path of an SVG. */
export function ribbon(x1: number, y1: number, x2: number, y2: number, height: number): string {
  const middle = (x1 + x2) / 2;
  const at = (value: number): string => value.toFixed(1);
  return [
    `M${x1} ${at(y1)}C${middle} ${at(y1)} ${middle} ${at(y2)} ${x2} ${at(y2)}`,
    `V${at(y2 + height)}C${middle} ${at(y2 + height)} ${middle} ${at(y1 + height)} ${x1} ${at(y1 + height)}Z`,
  ].join('');
}

/** The graph in pixels. Pure: ribbons of one flow have one height in all three columns, and no two words share a line. */
export function layOut(graph: Provenance, width: number, room: number): FlowLayout {
  const scale = scaleIn(graph, room);
  const height = Math.max(room, Math.ceil(Math.max(...heightsAt(graph, scale))));
  const columns = columnsIn(width);
  const heads: FlowLayout['heads'] = [];
  let y = TOP;
  const sources = graph.sources.map((source): Placed => {
    const bar = source.tokens * scale;
    const slot = Math.max(least(source), bar);
    if (heads.at(-1)?.group !== source.group) {
      if (heads.length > 0) y += GROUP_GAP;
      heads.push({ group: source.group, y: y + slot / 2, line: y - GROUP_GAP / 2 });
    }
    const placed = { id: source.id, y: y + (slot - bar) / 2, height: bar, middle: y + slot / 2 };
    y += slot + GAP;
    return placed;
  });
  const first = new Map(graph.flows.toReversed().map(({ source, way }) => [way, source]));
  const order = new Map(graph.sources.map(({ id }, at) => [id, at]));
  const placed = (id: string): number => order.get(first.get(id) ?? '') ?? 0;
  const ways = spread(
    graph.ways
      .toSorted((one, other) => placed(one.id) - placed(other.id))
      .map(({ id, tokens }) => ({ id, slot: Math.max(1, tokens * scale), bar: tokens * scale, head: WAY_HEAD })),
    height,
  );
  const places = spread(
    graph.places.map(({ id, tokens }) => ({ id, slot: Math.max(PLACE, tokens * scale), bar: tokens * scale, head: 0 })),
    height,
  );
  return { height, columns, sources, ways, places, heads, ribbons: ribbonsOf(graph, scale, columns, { sources, ways, places }) };
}

function ribbonsOf(
  graph: Provenance,
  scale: number,
  { source: x, way: w, place: p }: Columns,
  { sources, ways, places }: Pick<FlowLayout, 'sources' | 'ways' | 'places'>,
): Ribbon[] {
  const order = new Map(graph.sources.map(({ id }, at) => [id, at]));
  const placeOrder = new Map(graph.places.map(({ id }, at) => [id, at]));
  const next = [sources, ways, places].map((rows) => new Map(rows.map(({ id, y }) => [id, y])));
  const take = (column: number, id: string, height: number): number => {
    const y = next[column]?.get(id) ?? 0;
    next[column]?.set(id, y + height);
    return y;
  };
  const ends = new Map(graph.flows.map((flow) => [flow, { y: take(2, flow.place, flow.tokens * scale) }]));
  const bySource = graph.flows.toSorted(
    (one, other) =>
      (order.get(one.source) ?? 0) - (order.get(other.source) ?? 0) ||
      (placeOrder.get(one.place) ?? 0) - (placeOrder.get(other.place) ?? 0),
  );
  return bySource.map((flow): Ribbon => {
    const height = flow.tokens * scale;
    const [from, through, to] = [take(0, flow.source, height), take(1, flow.way, height), ends.get(flow)?.y ?? 0];
    return {
      ...{ source: flow.source, way: flow.way, place: flow.place, tone: flow.tone, y: to, height },
      into: ribbon(x + BAR, from, w, through, height),
      onward: ribbon(w + BAR, through, p, to, height),
    };
  });
}

/** Blocks of one source that have rows of their own; the rest of them are one. */
const MOST_BLOCKS = 24;

/** The graph with one source block by block. Sums stay what they are. */
export function withBlocks(graph: Provenance, source: string, items: readonly ProvenanceBlock[]): Provenance {
  const whole = graph.sources.find(({ id }) => id === source);
  if (whole === undefined || items.length < 2) return graph;
  const shown = items.slice(0, items.length > MOST_BLOCKS ? MOST_BLOCKS - 1 : MOST_BLOCKS);
  const left = new Map(graph.flows.filter((flow) => flow.source === source).map((flow) => [`${flow.way}\n${flow.place}`, { ...flow }]));
  const rows = shown.map((block): ProvenanceSource => {
    const flow = left.get(`${block.way}\n${block.place}`);
    if (flow) {
      flow.tokens -= block.tokens;
      flow.blocks -= 1;
    }
    const name = block.entry === null ? `block ${block.at}` : `#${block.entry} ${block.label}`;
    return {
      ...{ id: blockId(block.at), group: whole.group, name, code: false, tone: block.tone },
      ...{ tokens: block.tokens, blocks: 1, joined: 0, absent: null, entry: block.entry },
    };
  });
  const rest = [...left.values()].filter(({ blocks, tokens }) => blocks > 0 || tokens > 0);
  const blocks = rest.reduce((sum, flow) => sum + flow.blocks, 0);
  const more: ProvenanceSource[] =
    rest.length === 0
      ? []
      : [
          {
            ...whole,
            name: `${blocks} more`,
            code: false,
            blocks,
            joined: blocks,
            tokens: rest.reduce((sum, { tokens }) => sum + tokens, 0),
          },
        ];
  return {
    ...graph,
    sources: graph.sources.flatMap((one) => (one.id === source ? [...rows, ...more] : [one])),
    flows: graph.flows.flatMap((flow) =>
      flow.source !== source
        ? [flow]
        : [
            ...shown
              .filter(({ way, place }) => way === flow.way && place === flow.place)
              .map(({ at, tone, tokens }) => ({ ...flow, source: blockId(at), tone, tokens, blocks: 1 })),
            ...rest.filter(({ way, place }) => way === flow.way && place === flow.place),
          ],
    ),
  };
}

const BLOCK = 'block:';
const blockId = (at: number): string => `${BLOCK}${at}`;

/** The place in the request of a row that is one block; null for a source. */
export function blockOf(id: string): number | null {
  return id.startsWith(BLOCK) ? Number(id.slice(BLOCK.length)) : null;
}
