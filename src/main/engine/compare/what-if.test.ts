import { expect, it, onTestFinished } from 'vitest';
import type { OtherTexts } from '../../../shared/model/index.ts';
import { sourceReads } from '../bytes/load.ts';
import { bubTape } from '../testing/bub-script.ts';
import { importRecords } from '../views/testing/imported.ts';
import { compare } from './compare.ts';
import { compareMethods } from './methods.ts';

it('reads one step under two policies once, and says that both began from the same place', async () => {
  const turns = Array.from({ length: 600 }, (_, at) => `user "ask ${at}" <- run r${at}\nassistant "answer ${at}" <- run r${at}`);
  const imported = importRecords(bubTape(['anchor session/start {}', ...turns].join('\n')));
  onTestFinished(() => imported.store.close());
  const { tape, rim } = imported;
  const run = async (steps: [number, number]) => {
    const before = sourceReads.bytes;
    const sides = steps.map((step, at) => ({ tape, step, policy: at === 0 ? ('as-recorded' as const) : ('compact:50' as const) }));
    const { pair } = await compare(rim, sides, [0, 1]);
    return { bytes: sourceReads.bytes - before, pair };
  };
  const same = await run([600, 600]);
  const other = await run([599, 600]);
  expect(same.pair.fork).not.toBeNull();
  expect(same.pair.prefix).toMatchObject({ sameIds: true, sameText: true, differences: [] });
  expect(same.bytes).toBeLessThan(0.75 * other.bytes);
});

const lamp = () => {
  const imported = importRecords(
    bubTape(
      [
        'anchor session/start {}',
        'user "Is the lamp lit?" <- run r1',
        'assistant "It is dark." <- run r1',
        'user "And now?" <- run r2',
        'assistant "Lit." <- run r2',
      ].join('\n'),
    ),
  );
  onTestFinished(() => imported.store.close());
  const { tape, rim } = imported;
  const side = (texts: OtherTexts) => ({ tape, step: 2, policy: 'as-recorded' as const, ...texts });
  const dark = rim.catalog.entries(tape, 1, 6).find(({ role }) => role === 'assistant')?.seq ?? 0;
  return { tape, rim, side, dark };
};

it('holds two contexts in which one entry says something else against each other, word by word', async () => {
  const { rim, side, dark } = lamp();
  const sides = [{ replace: [{ seq: dark, text: 'The lamp burns.' }] }, { replace: [{ seq: dark, text: 'The lamp flickers.' }] }].map(side);
  const { pair, sides: about } = await compare(rim, sides, [0, 1]);
  expect(pair.counts).toMatchObject({ changed: 1, a: 0, b: 0 });
  expect(about.map(({ replaced }) => replaced)).toEqual([[dark], [dark]]);
  // What was recorded belongs to what was sent, and each weighs what its own words do.
  const longer = await compare(rim, [side({}), side({ replace: [{ seq: dark, text: 'The lamp burns. '.repeat(99) }] })], [0, 1]);
  const [asSent, edited] = longer.sides.map(({ tokens }) => tokens.counted + tokens.estimated) as [number, number];
  expect([longer.sides[1]?.tokens.recorded, edited > 10 * asSent]).toEqual([null, true]);
  const [run] = pair.runs.filter(({ type }) => type === 'changed');
  const [a, b] = [pair.blocks[0][run?.a ?? -1], pair.blocks[1][run?.b ?? -1]];
  expect([a, b].map((block) => [block?.entries, block?.text])).toEqual([
    [[dark], 'The lamp burns.'],
    [[dark], 'The lamp flickers.'],
  ]);
  const signal = new AbortController().signal;
  const texts = { a: { text: a?.text ?? '' }, b: { text: b?.text ?? '' } };
  const { segments } = await compareMethods({ catalog: rim.catalog })['compare.text'](texts, { signal });
  expect(segments.map(({ op }) => op)).toContain('same');
  // The same words are the same block, and as in the tape they are no change.
  const same = await compare(
    rim,
    [sides[0], sides[0]].map((one) => ({ ...side({}), ...one })),
    [0, 1],
  );
  expect(same.pair.counts).toMatchObject({ changed: 0, a: 0, b: 0 });
  const asIs = await compare(rim, [side({}), side({ replace: [{ seq: dark, text: 'It is dark.' }] })], [0, 1]);
  expect(asIs.pair.counts).toMatchObject({ changed: 0, a: 0, b: 0 });
  await expect(compare(rim, [side({}), side({ replace: [{ seq: 99, text: 'x' }] })], [0, 1])).rejects.toThrow('Entry #99 is not in this');
});

it('shows another system prompt as a block of its own, and none where it is empty', async () => {
  const { rim, side } = lamp();
  const of = (a: string, b: string) => compare(rim, [side({ system: a }), side({ system: b })], [0, 1]);
  expect((await of('Be kind.', 'Be brief.')).pair.counts).toMatchObject({ changed: 1, a: 0, b: 0 });
  expect((await of('Be kind.', '')).pair.counts).toMatchObject({ changed: 0, a: 1, b: 0 });
  expect((await of('Be kind.', 'Be kind.')).pair.counts).toMatchObject({ changed: 0, a: 0, b: 0 });
});
