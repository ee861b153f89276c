import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawnTape } from '../../../shared/library/testing.ts';
import type { AnchorRow, BranchClass } from '../../../shared/model/index.ts';
import { BRANCH_CLASSES, DANGLING, Flag } from '../../../shared/model/vocabulary.ts';
import { buildGraph } from './build.ts';
import type { OpenTape } from './types.ts';

interface Drawn {
  back: number;
  how: number;
  who: number;
  branch: number;
  forward: number;
  anchor: number;
}

/** Trees as no agent writes them: parents before and after, missing ones, bookkeeping, sidechains, any class at any place. */
const entries = fc.array(
  fc.record({
    back: fc.nat(1000),
    how: fc.nat(60),
    who: fc.nat(9),
    branch: fc.nat(BRANCH_CLASSES.length),
    forward: fc.nat(40),
    anchor: fc.nat(20),
  }),
  { minLength: 1, maxLength: 150 },
);

const FLAGS = [
  Flag.Prompt,
  Flag.Prompt,
  0,
  0,
  Flag.Sent,
  Flag.Sidechain,
  Flag.Sidechain | Flag.Prompt,
  Flag.Synthetic,
  Flag.Progress,
  Flag.Sidecar,
];

const parentOf = (drawn: readonly Drawn[], at: number): number => {
  const { back, how, forward } = drawn[at] ?? { back: 0, how: 0, forward: 1 };
  if (at === 0 || how === 0) return 0;
  if (how === 1) return DANGLING;
  const named = forward === 0 ? (at + back) % drawn.length : how < 40 ? at - 1 : at - 1 - (back % at);
  // Only what has an id can be a parent.
  return drawn.findLastIndex(({ who }, place) => place <= named && who !== 9) + 1;
};

const anchorOf = ({ anchor, who }: Drawn, at: number, drawn: readonly Drawn[]): AnchorRow[] => {
  if (anchor > 1 || who === 9) return [];
  const compaction = {
    trigger: null,
    preTokens: null,
    postTokens: null,
    logicalParent: at > 1 && drawn[at - 2]?.who !== 9 ? at - 1 : null,
    summary: drawn[at + 1] !== undefined && drawn[at + 1]?.who !== 9 ? at + 2 : null,
    preserved: [],
    clearedCalls: [],
  };
  return [
    {
      seq: at + 1,
      name: `a${at}`,
      derived: false,
      type: anchor === 0 ? 'anchor' : 'compaction',
      compaction: anchor === 0 ? null : compaction,
      before: {},
    },
  ];
};

const tapeOf = (drawn: readonly Drawn[], linear: boolean, id = 'one'): OpenTape => {
  const count = drawn.length;
  const answers = drawn.map(({ who }) => (who === 2 || who === 3 ? 1 : 0));
  const firsts = answers.flatMap((answer, at) => (answer === 1 ? [at + 1] : []));
  return {
    row: drawnTape(id, { entries: count, steps: firsts.length }),
    kinds: ['message'],
    linear,
    columns: {
      parent: Int32Array.from({ length: count }, (_, at) => (linear ? 0 : parentOf(drawn, at))),
      flags: Uint32Array.from(drawn, ({ who }) => FLAGS[who] ?? 0),
      chars: new Uint32Array(count).fill(10),
      step: Uint32Array.from(answers, (answer, at) => (answer === 1 ? firsts.indexOf(at + 1) + 1 : 0)),
      time: new Float64Array(count).fill(Number.NaN),
      kind: new Uint16Array(count),
      answer: Uint8Array.from(answers),
      branch: Uint8Array.from(drawn, ({ branch }) => branch),
      node: Uint8Array.from(drawn, ({ who }) => (linear || who === 9 ? 0 : 1)),
    },
    steps: { first: Uint32Array.from(firsts), context: new Float64Array(firsts.length).fill(100), side: new Uint8Array(firsts.length) },
    anchors: drawn.flatMap(anchorOf),
    mended: new Map(),
    sidechains: new Map(),
    tie: null,
    shares: null,
    idOf: (seq) => (drawn[seq - 1]?.who === 9 ? null : `id-${seq}`),
  };
};

const SHOWN: ReadonlySet<BranchClass>[] = [new Set(), new Set(['rewind']), new Set(BRANCH_CLASSES)];
const options = fc.record({
  show: fc.constantFrom(...SHOWN),
  agents: fc.constantFrom('nested' as const, 'siblings' as const),
  limit: fc.constantFrom(10, 40, 5000),
});

const whole = { from: 1, to: Number.POSITIVE_INFINITY };

describe('any graph', () => {
  it('holds every entry in exactly one node, whatever the log says and however little is drawn', () => {
    fc.assert(
      fc.property(entries, fc.boolean(), options, (drawn, linear, asked) => {
        const graph = buildGraph({ open: [tapeOf(drawn, linear)], folded: [], context: [], notes: [] }, { ...asked, ...whole });
        const [owner] = graph.owners;
        const held = new Uint32Array(graph.nodes.length);
        const left: number[] = [];
        let run = 0;
        for (let seq = 1; seq <= drawn.length; seq++) {
          while ((owner?.from[run + 1] ?? Number.POSITIVE_INFINITY) <= seq) run += 1;
          const node = owner?.node[run] ?? -1;
          if (node < 0) left.push(seq);
          else held[node] = (held[node] ?? 0) + 1;
        }
        expect(graph.nodes.map(({ entries: many }) => many)).toEqual([...held]);
        expect(graph.nodes.length).toBeLessThanOrEqual(asked.limit);
        // Something may be left out only where even the roots are too many, and then it is said.
        if (left.length > 0) expect(graph.folded).toMatch(/left out/);
        expect(graph.total).toBe(drawn.length);
      }),
      { numRuns: 300 },
    );
  });

  it('leads downwards, never has two nodes in a row, and is the same each time', () => {
    fc.assert(
      fc.property(entries, fc.boolean(), options, (drawn, linear, asked) => {
        const family = { open: [tapeOf(drawn, linear)], folded: [], context: [], notes: [] };
        const graph = buildGraph(family, { ...asked, ...whole });
        expect(buildGraph(family, { ...asked, ...whole })).toEqual(graph);
        const rows = new Map(graph.nodes.map(({ id, row }) => [id, row]));
        expect(graph.nodes.map(({ row }) => row)).toEqual(graph.nodes.map((_, at) => at));
        for (const { from, to } of graph.edges) expect(rows.get(from) ?? -1).toBeLessThan(rows.get(to) ?? -1);
        for (const { id } of graph.nodes) expect(graph.edges.filter(({ to }) => to === id).length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 200 },
    );
  });

  it('is alive along one way from a root to a leaf', () => {
    fc.assert(
      fc.property(entries, options, (drawn, asked) => {
        const graph = buildGraph({ open: [tapeOf(drawn, false)], folded: [], context: [], notes: [] }, { ...asked, ...whole, limit: 5000 });
        const alive = graph.nodes.filter(({ active }) => active);
        expect(alive.length).toBeGreaterThan(0);
        for (const { id } of alive) expect(graph.edges.filter(({ from, active }) => from === id && active).length).toBeLessThanOrEqual(1);
        const begun = alive.filter(({ id }) => !graph.edges.some(({ to, active }) => to === id && active));
        expect(begun).toHaveLength(1);
      }),
      { numRuns: 200 },
    );
  });
});

describe('any two tapes that share a beginning', () => {
  it('have each shared entry once', () => {
    fc.assert(
      fc.property(entries, fc.nat(150), fc.nat(20), options, (drawn, cut, more, asked) => {
        const plain = drawn.map((entry) => ({ ...entry, forward: 1 }));
        const prefix = plain.slice(0, 1 + (cut % plain.length));
        const own = prefix.length;
        const tail = Array.from({ length: more }, (_, at): Drawn => ({ back: 0, how: 5, who: at % 4, branch: 0, forward: 1, anchor: 9 }));
        const copy = tapeOf([...prefix, ...tail], false, 'two');
        copy.idOf = (seq) => (seq <= own ? (prefix[seq - 1]?.who === 9 ? null : `id-${seq}`) : `two-${seq}`);
        const graph = buildGraph(
          { open: [tapeOf(plain, false), copy], folded: [], context: [], notes: [] },
          { ...asked, ...whole, limit: 5000 },
        );
        const counted = graph.nodes.reduce((sum, { entries: many }) => sum + many, 0);
        expect(counted).toBe(graph.total);
        const nodes = prefix.filter(({ who }) => who !== 9).length;
        expect(graph.tapes[1]?.shared).toBeGreaterThanOrEqual(nodes);
        if (nodes > 0) expect(graph.total).toBeLessThanOrEqual(plain.length + more + (own - nodes));
      }),
      { numRuns: 200 },
    );
  });
});
