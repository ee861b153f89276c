import { expect, it, onTestFinished } from 'vitest';
import { isOnLine, lineThrough, otherBranches, stepAlong } from '../../../shared/model/branches.ts';
import { claudeTree } from '../testing/tree.ts';
import { branchSource } from './branch-source.ts';
import { branchesOf, laneSteps, stepsBefore } from './branches.ts';
import { importRecords } from './testing/imported.ts';

const drawn = (drawing: string) => {
  const { store, tape: id } = importRecords(claudeTree(drawing));
  onTestFinished(() => store.close());
  const tape = store.catalog.tape(id);
  return { steps: tape.steps, ...branchesOf(store.catalog, tape, store.catalog.anchors(id)) };
};

const REWOUND = `
  u1 "go" > a1 "one" <- step m1
    u2 "this way" > a2 "two" <- step m2 > u3 "on" > a3 "three" <- step m3
    u4 "rather that way" > a4 "four" <- step m4
      u5 "more" > a5 "five" <- step m5
      u6 "less" > a6 "six" <- step m6
`;

it('the branch with the newest step continues; others say where they left it and what they begin with', () => {
  const { branches, of } = drawn(REWOUND);
  expect([...of]).toEqual([1, 2, 2, 1, 3, 1]);
  expect(branches).toEqual([
    { first: 1, last: 6, steps: 3, from: null, entry: 1 },
    { first: 2, last: 3, steps: 2, from: 1, entry: 3 },
    { first: 5, last: 5, steps: 1, from: 4, entry: 9 },
  ]);
});

it('a line leads through a step to the end of its branch; the rest is next to it', () => {
  const tape = drawn(REWOUND);
  const onLine = (step: number) => [1, 2, 3, 4, 5, 6].filter((one) => isOnLine(tape, lineThrough(tape, step), one));
  expect([1, 2, 5].map(onLine)).toEqual([
    [1, 4, 6],
    [1, 2, 3],
    [1, 4, 5],
  ]);
  expect(
    otherBranches(tape, lineThrough(tape, 5)).map(({ branch, from, first, last, steps }) => [branch, from, first, last, steps]),
  ).toEqual([
    [1, 1, 2, 3, 2],
    [0, 4, 6, 6, 1],
  ]);
  expect([stepAlong(tape, 6, 4, -1), stepAlong(tape, 6, 3, 1), stepAlong(tape, 6, 1, 1), stepAlong(tape, 6, 5, -1)]).toEqual([
    1,
    null,
    4,
    4,
  ]);
});

it('nothing branches where each request follows the one before, whatever is next to it', () => {
  const { branches, of } = drawn(`
    u1 "go" > a1 call Task t1 <- step m1
      z1 "look" side > a11 "one" <- step m2
      r1 t1 @a1 > a2 "done" <- step m3
    a3 "no answer" @a2 synthetic <- step s1
    u2 "again" @a2 > a4 "ok" <- step m4
  `);
  expect([branches, [...of]]).toEqual([[], []]);
});

it('a conversation that begins again continues in its line; where the one before continues as well, it is a branch', () => {
  expect(drawn('u1 "go" > a1 "one" <- step m1\nu2 "new" @- > a2 "two" <- step m2').branches).toEqual([]);
  const { branches } = drawn('u1 "go" > a1 "one" <- step m1\nu2 "new" @- > a2 "two" <- step m2\nu3 "on" @a1 > a3 "three" <- step m3');
  expect(branches.map(({ first, from, steps }) => [first, from, steps])).toEqual([
    [1, null, 2],
    [2, null, 1],
  ]);
});

it('puts steps of two writers on two branches, and looks at each once', () => {
  const before = Int32Array.from({ length: 100_000 }, (_, at) => (at < 2 ? at : at - 1));
  const { branches, of } = laneSteps(before, (step) => step);
  expect(branches.map(({ steps, from }) => [steps, from])).toEqual([
    [50_001, null],
    [49_999, 1],
  ]);
  expect(stepAlong({ branches, of }, of.length, 99_998, 1)).toBe(100_000);
});

it('follows compactions by their columns, however many there are, and looks at no row', () => {
  const phase = (at: number) => `u${at} "on" > a${at} "yes" <- step m${at} > b${at} boundary auto 160000 > c${at} summary "so far"`;
  const { store, tape: id } = importRecords(claudeTree(Array.from({ length: 60 }, (_, at) => phase(at + 1)).join(' > ')));
  onTestFinished(() => store.close());
  const source = branchSource(store.catalog, store.catalog.tape(id), store.catalog.anchors(id));
  const looks = { rows: 0 };
  const row = (seq: number) => {
    looks.rows += 1;
    return source.row(seq);
  };
  expect([...stepsBefore(store.catalog, { ...source, row })]).toEqual(Array.from({ length: 60 }, (_, at) => at));
  expect(looks.rows).toBe(0);
});
