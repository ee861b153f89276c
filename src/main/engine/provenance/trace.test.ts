import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, OmissionReason, PROVENANCE_GROUPS, Provenance, type View } from '../../../shared/model/index.ts';
import { blocksIn, gather } from './gather.ts';
import { pairedFlows, pairedSources } from './pair.ts';
import { type Asked, type Trace, traceOf } from './trace.ts';

const tones = ['system', 'user', 'assistant', 'thinking', 'injected', 'summary', 'anchor', 'error', 'schema', 'parameters', 'event', 'odd'];
const kinds = ['message', 'tool_call', 'tool_result', 'anchor', 'attachment', 'system', 'odd'];

const block: fc.Arbitrary<Omit<Block, 'entries'>> = fc.record(
  {
    role: fc.constantFrom('system' as const, 'user' as const, 'assistant' as const, 'tool' as const),
    kind: fc.constantFrom(...kinds),
    tone: fc.constantFrom(...tones),
    label: fc.constantFrom('', 'Read', 'Bash', 'Task', 'reminder', '__proto__'),
    tokens: fc.record({ value: fc.nat(9000), basis: fc.constantFrom('counted' as const, 'estimated' as const) }),
    part: fc.constantFrom('pin:#2', 'memory:boat', 'summary'),
    from: fc.record({ tape: fc.constantFrom('t1', 't2'), title: fc.constantFrom('', 'Paint the boat'), entry: fc.nat(9) }),
  },
  { requiredKeys: ['role', 'kind', 'tone', 'label', 'tokens'] },
);

const asked: fc.Arbitrary<Asked> = fc.record(
  {
    about: fc.option(
      fc.record({
        group: fc.constantFrom('files' as const, 'commands' as const, 'agents' as const),
        name: fc.constantFrom('a.ts', 'src/b.ts', 'git diff', 'x'.repeat(900), 'constructor'),
      }),
      { nil: null },
    ),
    agent: fc.record({ tokens: fc.option(fc.nat(90_000), { nil: null }), entries: fc.nat(50) }),
  },
  { requiredKeys: ['about'] },
);

const sizes = fc.record({
  recorded: fc.option(fc.nat(500_000), { nil: null }),
  base: fc.option(fc.nat(40_000), { nil: null }),
  events: fc.option(fc.integer({ min: -3000, max: 3000 }), { nil: null }),
});

const omission = fc.record({
  reason: fc.constantFrom(...OmissionReason.options),
  after: fc.nat(40),
  count: fc.nat(900),
  tokens: fc.option(fc.record({ value: fc.nat(90_000), basis: fc.constant('estimated' as const) }), { nil: null }),
});

interface Drawn {
  view: View;
  asked: Map<number, Asked>;
}

const drawn: fc.Arbitrary<Drawn> = fc
  .tuple(fc.array(fc.tuple(block, fc.option(asked, { nil: null })), { maxLength: 120 }), sizes, fc.array(omission, { maxLength: 4 }))
  .map(([all, { recorded, base, events }, omissions]) => {
    const weight = all.reduce((sum, [{ tokens }]) => sum + tokens.value, 0);
    const tokens = { recorded, base, events, unaccounted: recorded === null ? null : recorded - weight, unexplained: null };
    const view = {
      ...{ tape: 't', step: 3, evidence: { state: 'derived', rule: 'As drawn.' }, policy: 'as-recorded' },
      blocks: all.map(([one], at) => ({ ...one, entries: one.from ? [] : [at + 1] })),
      ...{ omissions, tokens },
    } as unknown as View;
    return { view, asked: new Map(all.flatMap(([, known], at) => (known === null ? [] : [[at + 1, known] as const]))) };
  });

const add = (all: readonly { tokens: number }[]): number => all.reduce((sum, { tokens }) => sum + tokens, 0);
const open = fc.subarray([...PROVENANCE_GROUPS]);

describe('where a context is from', () => {
  it('gives every block exactly one source, in the order in which they are sent, and adds up to the whole', () => {
    fc.assert(
      fc.property(drawn, ({ view, asked: calls }) => {
        const trace = traceOf(view, calls);
        expect(trace.pieces.flatMap(({ block: at }) => at ?? [])).toEqual(view.blocks.map((_, at) => at));
        for (const { source } of trace.pieces) expect(trace.sources.has(source)).toBe(true);
        expect(new Set(trace.pieces.map(({ source }) => source)).size).toBe(trace.sources.size);
        expect(add(trace.pieces)).toBe(trace.total);
        const { recorded } = view.tokens;
        if (recorded !== null) expect(trace.total - trace.over).toBe(recorded);
        else
          expect(trace.total).toBe(
            view.blocks.reduce((sum, { tokens }) => sum + tokens.value, 0) +
              Math.max(0, view.tokens.base === null ? 0 : view.tokens.base + (view.tokens.events ?? 0)),
          );
      }),
    );
  });

  it('adds up in all three columns and in what connects them, whichever groups are open', () => {
    fc.assert(
      fc.property(drawn, open, ({ view, asked: calls }, groups) => {
        const graph = Provenance.parse(gather(traceOf(view, calls), groups));
        for (const column of [graph.sources, graph.ways, graph.places, graph.flows, graph.groups]) expect(add(column)).toBe(graph.total);
        for (const [key, column] of [
          ['source', graph.sources],
          ['way', graph.ways],
          ['place', graph.places],
        ] as const)
          for (const { id, tokens } of column) expect(add(graph.flows.filter((flow) => flow[key] === id))).toBe(tokens);
        expect(graph.sources.reduce((sum, { joined }) => sum + Math.max(1, joined), 0)).toBe(graph.counts.sources);
      }),
    );
  });

  it('pages through the blocks of each source: all of them once, in order', () => {
    fc.assert(
      fc.property(drawn, open, fc.integer({ min: 1, max: 7 }), ({ view, asked: calls }, groups, limit) => {
        const trace = traceOf(view, calls);
        const seen = gather(trace, groups).sources.flatMap(({ id, blocks, tokens }) => {
          const paged = Array.from({ length: Math.ceil(blocks / limit) }, (_, page) =>
            blocksIn(trace, groups, id, { from: page * limit, limit }),
          );
          const items = paged.flatMap((page) => page.items);
          expect(items.length).toBe(blocks);
          if (trace.pieces.every((piece) => piece.block !== null || piece.source !== id)) expect(add(items)).toBe(tokens);
          expect(items.map(({ at }) => at)).toEqual(items.map(({ at }) => at).toSorted((a, b) => a - b));
          return items.map(({ at }) => at);
        });
        expect(seen.toSorted((a, b) => a - b)).toEqual(view.blocks.map((_, at) => at + 1));
      }),
    );
  });

  it('changes nothing that it is given, and answers the same again', () => {
    fc.assert(
      fc.property(drawn, ({ view, asked: calls }) => {
        const before = JSON.stringify([view, [...calls]]);
        const first = JSON.stringify(gather(traceOf(view, calls), []));
        expect(JSON.stringify(gather(traceOf(view, calls), []))).toBe(first);
        expect(JSON.stringify([view, [...calls]])).toBe(before);
      }),
    );
  });

  it('puts two contexts around one list that adds up to each, with no more in common than either has', () => {
    fc.assert(
      fc.property(drawn, drawn, (one, other) => {
        const traces: [Trace, Trace] = [traceOf(one.view, one.asked), traceOf(other.view, other.asked)];
        const half = new Set(Array.from({ length: 20 }, (_, at) => at));
        const sources = pairedSources(traces, [half, half]);
        for (const [at, key] of (['a', 'b'] as const).entries())
          expect(sources.reduce((sum, source) => sum + source[key], 0)).toBe(traces[at]?.total);
        for (const { a, b, same } of sources) expect(same).toBeLessThanOrEqual(Math.min(a, b));
        const flows = pairedFlows(traces, [half, half], sources, sources);
        for (const [at, key] of (['a', 'b'] as const).entries()) {
          const own = flows.filter(({ side }) => side === key);
          expect(add(own)).toBe(traces[at]?.total);
          for (const source of sources) expect(add(own.filter((flow) => flow.source === source.id))).toBe(source[key]);
          for (const { same, tokens } of own) expect(same).toBeLessThanOrEqual(tokens);
        }
      }),
    );
  });
});

describe('a graph of sources', () => {
  const of = (tokens: number, name: string, at: number) =>
    [
      { role: 'tool', kind: 'tool_result', tone: 'result', label: 'Read', entries: [at], tokens: { value: tokens, basis: 'estimated' } },
      [at, { about: { group: 'files', name } }],
    ] as const;
  const made = [of(900, 'a.ts', 1), of(996, 'b.ts', 2), of(2, 'c.ts', 3), of(3, 'd.ts', 4), of(99, 'a.ts', 5)];
  const view = { blocks: made.map(([one]) => one), omissions: [], tokens: { recorded: null, unaccounted: null, base: null, events: null } };
  const trace = traceOf(view as unknown as View, new Map(made.map(([, known]) => known)) as Map<number, Asked>);

  it('joins what is below half a percent to the rest of its group, until that is opened', () => {
    const names = (groups: Parameters<typeof gather>[1]) => gather(trace, groups).sources.map(({ name, tokens }) => [name, tokens]);
    expect(names([])).toEqual([
      ['a.ts', 999],
      ['b.ts', 996],
      ['2 more files', 5],
    ]);
    expect(names(['files'])).toEqual([
      ['a.ts', 999],
      ['b.ts', 996],
      ['d.ts', 3],
      ['c.ts', 2],
    ]);
    expect(blocksIn(trace, [], 'files:*', { from: 0, limit: 9 }).items.map(({ at }) => at)).toEqual([3, 4]);
  });

  it('names each tool of a result of several calls once', () => {
    const [result] = of(9, '', 1);
    const several = { ...view, blocks: [{ ...result, label: 'read, read, bash, read' }] };
    const { sources } = traceOf(several as unknown as View, new Map());
    expect([...sources.values()].map(({ name }) => name)).toEqual(['read, bash']);
  });
});
