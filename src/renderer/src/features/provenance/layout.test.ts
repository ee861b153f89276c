import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROVENANCE_GROUPS, type Provenance, type ProvenanceBlock } from '../../../../shared/model/index.ts';
import { answerOf, differenceOf } from './answer.ts';
import { blockOf, layOut, withBlocks } from './layout.ts';

const flow = fc.record({ source: fc.nat(14), way: fc.nat(4), place: fc.nat(5), tokens: fc.nat(30_000) });

/** A graph that adds up: each flow once. */
const graphs = fc
  .uniqueArray(flow, { minLength: 1, maxLength: 40, selector: ({ source, way, place }) => `${source} ${way} ${place}` })
  .map((drawn) => {
    const flows = drawn.map(({ source, way, place, tokens }) => ({
      ...{ source: `s${source}`, way: `w${way}`, place: `p${place}`, tone: 'result', tokens, blocks: 1 },
    }));
    const sum = (key: 'source' | 'way' | 'place') => {
      const ids = [...new Set(flows.map((one) => one[key]))];
      return ids.map((id) => ({ id, tokens: flows.filter((one) => one[key] === id).reduce((total, { tokens }) => total + tokens, 0) }));
    };
    const sources = sum('source')
      .map(({ id, tokens }) => ({
        ...{
          id,
          tokens,
          group: PROVENANCE_GROUPS[Number(id.slice(1)) % 4] ?? 'files',
          name: id,
          code: true,
          tone: 'result',
          blocks: 1,
          joined: 0,
        },
        ...{ absent: tokens % 3 === 0 ? { what: 'replaces' as const, tokens: 9, entries: 2 } : null, entry: 1 },
      }))
      .sort((a, b) => PROVENANCE_GROUPS.indexOf(a.group) - PROVENANCE_GROUPS.indexOf(b.group));
    return {
      ...{ sources, flows, ways: sum('way').map((way) => ({ ...way, name: way.id, times: 1 })) },
      ...{ places: sum('place').map((place) => ({ ...place, name: place.id, tone: 'result', blocks: 1 })) },
      total: flows.reduce((total, { tokens }) => total + tokens, 0),
    } as unknown as Provenance;
  });

describe('the layout of a graph of sources', () => {
  it('has bars as tall as their tokens in all three columns, and rows that never overlap', () => {
    fc.assert(
      fc.property(graphs, fc.integer({ min: 200, max: 1200 }), (graph, room) => {
        const layout = layOut(graph, 900, room);
        const scale = layout.sources.reduce((sum, { height }) => sum + height, 0);
        for (const column of [layout.ways, layout.places])
          expect(column.reduce((sum, { height }) => sum + height, 0)).toBeCloseTo(scale, 3);
        for (const column of [layout.sources, layout.ways, layout.places])
          column.slice(1).forEach((row, at) => {
            const before = column[at];
            expect(row.y).toBeGreaterThanOrEqual((before?.y ?? 0) + (before?.height ?? 0) - 1e-6);
            if (column === layout.sources) expect(row.middle - (before?.middle ?? 0)).toBeGreaterThanOrEqual(14.9);
          });
        for (const { y, height } of [...layout.sources, ...layout.ways, ...layout.places])
          expect(y + height).toBeLessThanOrEqual(layout.height + 1);
      }),
    );
  });

  it('takes one source apart without losing a token', () => {
    fc.assert(
      fc.property(graphs, fc.integer({ min: 2, max: 60 }), (graph, count) => {
        const [own] = graph.flows;
        if (own === undefined) return;
        own.blocks = count;
        own.tokens = count * 10;
        const source = graph.sources.find(({ id }) => id === own.source);
        if (source) source.tokens = graph.flows.filter((one) => one.source === own.source).reduce((sum, { tokens }) => sum + tokens, 0);
        const { way, place } = own;
        const items = Array.from(
          { length: count },
          (_, at): ProvenanceBlock => ({ at: at + 1, entry: at + 1, from: null, label: 'Read', tone: 'result', tokens: 10, way, place }),
        );
        const add = (all: readonly { tokens: number }[]) => all.reduce((sum, { tokens }) => sum + tokens, 0);
        const apart = withBlocks(graph, own.source, items);
        expect(add(apart.sources)).toBe(add(graph.sources));
        expect(add(apart.flows)).toBe(add(graph.flows));
        expect(apart.sources.filter(({ id }) => blockOf(id) !== null).length).toBe(count > 24 ? 23 : count);
      }),
    );
  });
});

describe('the words of a graph of sources', () => {
  it('say what most of a context is', () => {
    const groups: Provenance['groups'] = [
      { group: 'setup', tokens: 58, sources: 3 },
      { group: 'files', tokens: 142, sources: 9 },
    ];
    expect(answerOf({ groups, total: 338 })).toEqual({ share: '42 %', words: 'of this context comes from 9 files' });
    expect(answerOf({ groups: [], total: 0 })).toBeNull();
  });

  it('say how two contexts differ', () => {
    const side = { tape: 't', title: '', step: 1, total: 9 };
    const row = (name: string, a: number, b: number) => ({ id: name, group: 'files' as const, name, code: true, a, b, same: 0 });
    expect(differenceOf({ a: side, b: side, same: 0, sources: [row('x.ts', 9, 0), row('y.ts', 0, 9)], flows: [] })).toBe(
      'Only A has x.ts; only B has y.ts.',
    );
    expect(differenceOf({ a: side, b: side, same: 9, sources: [row('x.ts', 9, 9)], flows: [] })).toBe('Nothing differs.');
  });
});
