import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Decision } from '../../../shared/model/index.ts';
import { judgeOf } from './ablate.ts';
import { decisionOf, groupsOf, groupTogether, spreadOf } from './decision.ts';

const calls = (name: string, input: string): Decision => decisionOf({ text: '', calls: [{ name, arguments: input }] });
const words = (text: string): Decision => decisionOf({ text, calls: [] });

test('calls are the same by name and arguments, whatever the order of keys and the words around them', () => {
  const answers = [
    decisionOf({ text: 'I look.', calls: [{ name: 'read', arguments: '{"path":"a","from":1}' }] }),
    calls('read', '{ "from": 1, "path": "a" }'),
    calls('read', '{"path":"b"}'),
    calls('read', '{"pa'),
  ];
  expect(groupsOf(answers).map((group) => group.answers)).toEqual([[0, 1], [2], [3]]);
});

test('texts are grouped by their words, and the recorded answer falls into its group or into one of its own', () => {
  const answers = [words('The lamp is dark: light it.'), words('The lamp is dark. Light it!'), words('Ask the keeper.'), null];
  expect(groupsOf(answers, words('the lamp is dark, so light it'))).toMatchObject([
    { answers: [0, 1], share: 2 / 3, recorded: true },
    { answers: [2], share: 1 / 3, recorded: false },
  ]);
  expect(groupsOf([words('Yes.')], calls('read', '{}'))).toMatchObject([
    { answers: [0], recorded: false },
    { answers: [], share: 0, recorded: true },
  ]);
});

test('answers of several requests are grouped together, so that what two decide is one group', () => {
  const [lamp, keeper] = [words('Light the lamp.'), words('Ask the keeper first.')];
  expect(groupTogether([[lamp, keeper], [], [keeper, null, keeper]], lamp)).toEqual({
    groups: [
      { decision: keeper, answers: [[1], [], [0, 2]], recorded: false },
      { decision: lamp, answers: [[0], [], []], recorded: true },
    ],
    spread: [1, null, 0],
  });
});

const decision = fc.oneof(
  fc
    .record({ name: fc.constantFrom('read', 'bash'), arguments: fc.constantFrom('{}', '{"a":1,"b":2}', '{"b":2,"a":1}', 'x') })
    .map((one) => decisionOf({ text: 'So.', calls: [one] })),
  fc.array(fc.constantFrom('lamp', 'gate', 'dark', 'lit', 'the', 'is'), { maxLength: 6 }).map((list) => words(list.join(' '))),
);
const answers = fc.array(fc.option(decision, { freq: 8 }), { maxLength: 20 });

test('property: each answer is in one group, one that failed in none, and the order makes no difference', () => {
  fc.assert(
    fc.property(answers, fc.option(decision), fc.integer(), (list, recorded, seed) => {
      const groups = groupsOf(list, recorded);
      const placed = groups.flatMap((group) => group.answers).sort((a, b) => a - b);
      expect(placed).toEqual(list.flatMap((one, at) => (one === null ? [] : [at])));
      expect(groups.filter((group) => group.recorded)).toHaveLength(recorded === null ? 0 : 1);
      expect(groups.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(placed.length === 0 ? 0 : 1);
      const order = list.map((_, at) => at).sort((a, b) => ((a * 7919 + seed) % 101) - ((b * 7919 + seed) % 101));
      const moved = groupsOf(
        order.map((at) => list[at] ?? null),
        recorded,
      );
      const asSets = (made: typeof groups, place: (at: number) => number | undefined): string[] =>
        made.map((group) => `${group.recorded} ${group.answers.map(place).sort((a = 0, b = 0) => a - b)}`).sort();
      expect(asSets(moved, (at) => order[at])).toEqual(asSets(groups, (at) => at));
    }),
  );
});

test('the spread is how often two answers differ', () => {
  expect(
    [
      [[0, 1]],
      [[0], [1]],
      [
        [0, 1],
        [2, 3],
      ],
      [[0]],
    ].map((lists) => spreadOf(lists.map((list) => ({ answers: list })))),
  ).toEqual([0, 1, expect.closeTo(2 / 3), null]);
});

test('a block changes the decision where its answers are not those of most with all blocks', () => {
  const [yes, no] = [calls('light', '{}'), calls('leave', '{}')];
  const { decision: chosen, changedIn } = judgeOf([yes, no, yes, no, no, null, yes, yes, yes], 3);
  expect([chosen, changedIn(0), changedIn(1), changedIn(2), changedIn(3)]).toEqual([yes, 1, 2, 0, null]);
  expect(judgeOf([null, null, yes, yes], 2)).toMatchObject({ decision: null });
});
