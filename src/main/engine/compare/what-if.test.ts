import { expect, it, onTestFinished } from 'vitest';
import { sourceReads } from '../bytes/load.ts';
import { bubTape } from '../testing/bub-script.ts';
import { importRecords } from '../views/testing/imported.ts';
import { compare } from './compare.ts';

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
