import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COLOURS, type LaneInput, layLanes } from './lanes.ts';

/** Nodes of which each names a parent before it, some of them as others, with joins from a node into a later one. */
const graphs = fc
  .array(
    fc.record({ back: fc.nat(1000), root: fc.nat(30), aside: fc.nat(8), preferred: fc.boolean(), join: fc.nat(1000), joins: fc.nat(10) }),
    {
      minLength: 1,
      maxLength: 120,
    },
  )
  .map((drawn): LaneInput => {
    const count = drawn.length;
    const parent = Int32Array.from(drawn, ({ back, root }, node) => (node === 0 || root === 0 ? -1 : node - 1 - (back % node)));
    const joins = drawn.flatMap(({ join, joins: some }, node) => (node > 0 && some === 0 ? [[join % node, node] as const] : []));
    return {
      count,
      parent,
      joins,
      preferred: Uint8Array.from(drawn, ({ preferred }) => (preferred ? 1 : 0)),
      aside: Uint8Array.from(drawn, ({ aside }) => (aside === 0 ? 1 : 0)),
    };
  });

/** What is drawn as a vertical run: rows from … to, both inclusive, in a lane, for one branch. */
interface Run {
  lane: number;
  from: number;
  to: number;
  colour: number;
  branch: number;
}

/** All runs of the picture, worked out from nothing but the lanes: a node in its row, an edge down the lane of its lower end. */
const runsOf = (input: LaneInput): Run[] => {
  const { lane, colour } = layLanes(input);
  const at = (node: number) => ({ lane: lane[node] ?? 0, colour: colour[node] ?? 0 });
  const goesOn = (node: number): boolean => {
    const above = input.parent[node] ?? -1;
    return above >= 0 && lane[above] === lane[node] && input.aside[node] !== 1 && heirs(input, above)[0] === node;
  };
  const branch: number[] = [];
  for (let node = 0; node < input.count; node++) branch.push(goesOn(node) ? (branch[input.parent[node] ?? 0] ?? 0) : node);
  const runs: Run[] = [];
  for (let node = 0; node < input.count; node++) {
    const above = input.parent[node] ?? -1;
    runs.push({ ...at(node), from: above < 0 ? node : above + 1, to: node, branch: branch[node] ?? 0 });
  }
  for (const [from, to] of input.joins) runs.push({ ...at(from), from, to: to - 1, branch: branch[from] ?? 0 });
  return runs;
};

const heirs = (input: LaneInput, above: number): number[] => {
  const last = (node: number): number => {
    let most = node;
    for (let other = node + 1; other < input.count; other++) if (input.parent[other] === node) most = Math.max(most, last(other));
    return most;
  };
  const children: number[] = [];
  for (let node = above + 1; node < input.count; node++) if (input.parent[node] === above && input.aside[node] !== 1) children.push(node);
  return children.sort((a, b) => (input.preferred[b] ?? 0) - (input.preferred[a] ?? 0) || last(b) - last(a));
};

const overlap = (a: Run, b: Run): boolean => a.from <= b.to && b.from <= a.to;

describe('lanes', () => {
  it('never holds two branches at once', () => {
    fc.assert(
      fc.property(graphs, (input) => {
        const runs = runsOf(input);
        for (const a of runs)
          for (const b of runs) if (a.branch !== b.branch && a.lane === b.lane && overlap(a, b)) throw new Error(JSON.stringify([a, b]));
      }),
      { numRuns: 300 },
    );
  });

  it('never has two like colours side by side', () => {
    fc.assert(
      fc.property(graphs, (input) => {
        const runs = runsOf(input);
        for (const a of runs)
          for (const b of runs)
            if (Math.abs(a.lane - b.lane) === 1 && overlap(a, b) && a.colour === b.colour) throw new Error(JSON.stringify([a, b]));
      }),
      { numRuns: 300 },
    );
  });

  it('gives every node a lane and a colour, the same ones each time', () => {
    fc.assert(
      fc.property(graphs, (input) => {
        const first = layLanes(input);
        expect(layLanes(input)).toEqual(first);
        expect([...first.lane].every((lane) => lane < first.lanes)).toBe(true);
        expect([...first.colour].every((colour) => colour < COLOURS)).toBe(true);
        expect(new Set(first.lane).size).toBe(first.lanes);
      }),
    );
  });

  it('continues in the lane of the parent where something continues', () => {
    fc.assert(
      fc.property(graphs, (input) => {
        const { lane } = layLanes(input);
        for (let node = 0; node < input.count; node++) {
          const [heir] = heirs(input, node);
          if (heir !== undefined) expect(lane[heir]).toBe(lane[node]);
        }
      }),
    );
  });

  it('gives a lane back when its branch has ended', () => {
    // 0 parts into 1 and 2; 2 ends at once; then 1 parts again.
    const { lane, lanes } = layLanes({
      count: 6,
      parent: Int32Array.from([-1, 0, 0, 1, 3, 3]),
      joins: [],
      preferred: Uint8Array.from([1, 1, 0, 1, 1, 0]),
      aside: new Uint8Array(6),
    });
    expect([...lane]).toEqual([0, 0, 1, 0, 0, 1]);
    expect(lanes).toBe(2);
  });

  it('holds the lane of a fork until it is merged, and uses it again after the merge', () => {
    const { lane } = layLanes({
      count: 6,
      parent: Int32Array.from([-1, 0, 0, 1, 3, 3]),
      joins: [[2, 3]],
      preferred: Uint8Array.from([1, 1, 0, 1, 1, 0]),
      aside: new Uint8Array(6),
    });
    expect([...lane]).toEqual([0, 0, 1, 0, 0, 1]);
  });
});
