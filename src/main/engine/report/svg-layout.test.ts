import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Arrow, Card, GraphDrawing } from './document.ts';
import { svgOf } from './svg.ts';
import { layoutOf, type Point, type Words } from './svg-layout.ts';
import { CARD } from './svg-ports.ts';
import type { Place } from './svg-rows.ts';
import { measure } from './svg-text.ts';

interface Box {
  what: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const said = fc.oneof(
  fc.constantFrom('', 'summary', 'summary, 3 source ids', 'merged back: 4 entries, into discovery'),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.integer({ min: 1, max: 30 }).map((many) => 'a long name '.repeat(many)),
);

/** Lanes of phases that follow one another, most of them begun by a fork and some merged back, and edges that lead anywhere. */
const family: fc.Arbitrary<GraphDrawing> = fc
  .record({
    lengths: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 8 }),
    titles: fc.array(said, { minLength: 12, maxLength: 12 }),
    seeds: fc.array(fc.nat(), { minLength: 64, maxLength: 64 }),
    words: fc.array(fc.tuple(said, said, fc.boolean()), { minLength: 1, maxLength: 12 }),
    anywhere: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.constantFrom('fork', 'merge', 'handoff')), { maxLength: 12 }),
  })
  .map(({ lengths, titles, seeds, words, anywhere }) => {
    let cards = 0;
    const lanes = lengths.map((length, at) => {
      const own = Array.from({ length }, (_, card) => cards + card);
      cards += length;
      return { title: titles[at] ?? '', cards: own };
    });
    const pick = (at: number, below: number): number => (seeds[at % seeds.length] ?? 0) % Math.max(1, below);
    const ends: [from: number, to: number, type: string][] = lanes.flatMap(({ cards: own }, lane): [number, number, string][] => {
      const [first = 0, last = 0] = [own[0], own.at(-1)];
      const within = own.slice(1).map((card): [number, number, string] => [card - 1, card, 'handoff']);
      if (lane === 0) return within;
      const forked: [number, number, string] = [pick(lane, first), first, 'fork'];
      return [
        ...within,
        forked,
        ...(pick(lane + 20, 3) > 0 ? [[last, pick(lane + 40, first), 'merge'] satisfies [number, number, string]] : []),
      ];
    });
    for (const [from, to, type] of anywhere) ends.push([from % cards, to % cards, type]);
    const edges = ends.map(([from, to, type], at): Arrow => {
      const [above, below, warn] = words[at % words.length] ?? ['', '', false];
      return { from, to, type, above, below, warn: warn && type !== 'merge' };
    });
    const card = (name: string): Card => ({ name, derived: false, line: name, bar: [], figures: [] });
    return { lanes, cards: Array.from({ length: cards }, (_, at) => card(titles[at % titles.length] ?? '')), edges };
  });

/** The room of a line of words: its letters may go a little below its foot. */
const boxOf = ({ text, x, y, anchor }: Words): Box => {
  const width = measure(text, 11);
  const left = anchor === 'end' ? x - width : x - width / 2;
  return { what: text, left, right: left + width, top: y - 9, bottom: y + 3 };
};

const meet = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Everything that must be read, and each line between two corners, as boxes. */
const partsOf = (graph: GraphDrawing) => {
  const layout = layoutOf(graph);
  const cards = [...layout.places].map(
    ([card, { x, y }]): Box => ({ what: `card ${card}`, left: x, right: x + CARD.width, top: y, bottom: y + CARD.height }),
  );
  const titles = layout.titles.map(({ text, y }): Box => ({ what: text, left: 0, right: layout.width, top: y - 10, bottom: y + 3 }));
  const words = layout.routes.flatMap((route) => route.words.map(boxOf));
  const lines = layout.routes.flatMap(({ points }) =>
    points.slice(1).map(([x, y], at): Box => {
      const [a = 0, b = 0] = points[at] ?? [];
      return { what: 'line', left: Math.min(a, x), right: Math.max(a, x) + 1, top: Math.min(b, y), bottom: Math.max(b, y) + 1 };
    }),
  );
  return { layout, cards, titles, words, lines };
};

describe('the picture of a family', () => {
  test('gives all words room of their own, and no line goes through words or a card', () => {
    fc.assert(
      fc.property(family, (graph) => {
        const { layout, cards, titles, words, lines } = partsOf(graph);
        const read = [...cards, ...titles, ...words];
        for (const [at, one] of read.entries()) {
          for (const other of read.slice(at + 1)) if (meet(one, other)) throw new Error(`${one.what} is where ${other.what} is`);
          for (const line of lines) if (meet(one, line)) throw new Error(`A line goes through ${one.what}`);
        }
        const out = [...read, ...lines].filter(
          ({ left, right, top, bottom }) => left < -layout.left || right > layout.width + 32 || top < 0 || bottom > layout.height,
        );
        expect(out).toEqual([]);
      }),
    );
  });

  test('draws every edge, each from its card to its card', () => {
    fc.assert(
      fc.property(family, (graph) => {
        const { routes, places } = layoutOf(graph);
        expect(routes.map(({ edge }) => edge).toSorted(byEnds)).toEqual(graph.edges.toSorted(byEnds));
        const astray = routes.filter(({ edge, points }) => {
          const [from, to] = [places.get(edge.from), places.get(edge.to)];
          const [first, last] = [points[0], points.at(-1)];
          return !(from && to && first && last && touches(from, first) && touches(to, last));
        });
        expect(astray).toEqual([]);
        expect(svgOf(graph, 'a').match(/fill="none"/g) ?? []).toHaveLength(graph.edges.length);
      }),
    );
  });

  test('lets lines share a way only where they begin or end together', () => {
    fc.assert(
      fc.property(family, (graph) => {
        const { routes } = layoutOf(graph);
        const wires = routes.flatMap(({ edge, points: [, , top, bottom] }) =>
          top && bottom ? [{ edge, x: top[0], from: Math.min(top[1], bottom[1]), to: Math.max(top[1], bottom[1]) }] : [],
        );
        for (const [at, one] of wires.entries())
          for (const other of wires.slice(at + 1)) {
            if (one.x !== other.x || one.to < other.from || other.to < one.from) continue;
            if (one.edge.to !== other.edge.to && one.edge.from !== other.edge.from) throw new Error('Two wires look like one.');
          }
      }),
    );
  });
});

/** Right outside of a card. */
const touches = ({ x, y }: Place, [a, b]: Point): boolean =>
  a >= x - 4 && a <= x + CARD.width + 4 && b >= y - 4 && b <= y + CARD.height + 4;

const byEnds = (a: Arrow, b: Arrow): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
