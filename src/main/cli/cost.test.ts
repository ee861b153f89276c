import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder, writeFile } from '../engine/testing/files.ts';
import { claudeTree, jsonl } from '../engine/testing/tree.ts';
import { openShell } from './testing/shell.ts';

const folder = tempFolder();
const log = claudeTree('u1 "go" > a1 "one" <- step m1 usage 100 5 0 20000 > u2 "on" > a2 "two" <- step m2 usage 30 7 20100 10');
const file = writeFile(folder, 'a.jsonl', jsonl(log));
const KEYS = ['key', 'input', 'output', 'cacheRead', 'cacheWrite', 'cost', 'currency', 'priced'];

test('cost adds up a session that is named, by session and by step, and says which prices it used', async () => {
  const { tape } = openShell();
  const { items, total, prices, by } = JSON.parse((await tape('cost', file, '--json')).out);
  expect([by, items.length, prices.currency, prices.own]).toEqual(['session', 1, 'USD', null]);
  expect(Object.keys(items[0])).toEqual(expect.arrayContaining(KEYS));
  expect(items[0]).toMatchObject({ input: 130, output: 12, cacheRead: 20100, cacheWrite: 20010, currency: 'USD', priced: true });
  expect(total.cost).toBeCloseTo((130 * 3 + 12 * 15 + 20100 * 0.3 + 20010 * 3.75) / 1e6, 9);
  const steps = JSON.parse((await tape('cost', file, '--by', 'step', '--json')).out);
  expect(steps.items.map(({ key }: { key: string }) => key)).toEqual(['1', '2']);
  const { out } = await tape('cost', file, '--by', 'model');
  expect(out).toContain('claude-sonnet-4-5');
  expect(out).toMatch(/\$0\.08\d* is computed\. Prices of \d{4}-\d\d-\d\d;/);
});

test('cost of all sessions by day, with prices of the user, and without money where the settings say so', async () => {
  const { tape, env } = openShell();
  const home = env.TAPESCOPE_HOME ?? '';
  await tape('import', file);
  writeFileSync(
    join(home, 'prices.json'),
    JSON.stringify({ models: [{ names: ['claude-sonnet-4-5'], prices: [{ input: 1, output: 1 }] }] }),
  );
  const { total } = JSON.parse((await tape('cost', '--by', 'day', '--json')).out);
  expect(total.cost).toBeCloseTo((130 + 12 + 20100 + 20010) / 1e6, 9);
  expect((await tape('cost')).out).toContain('your own for claude-sonnet-4-5');
  writeFileSync(join(home, 'prices.json'), JSON.stringify({ models: [{ names: ['claude-sonnet-4-5'], input: 1, output: 1 }] }));
  const unlike = (await tape('cost')).out.replaceAll(/\s+/g, ' ');
  expect(unlike).toContain('model 1 is left out. It must look like {"names": ["MODEL"], "prices": [{"input": 1, "output": 2}]}');
  expect(unlike).not.toContain('your own');
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ money: 'tokens' }));
  expect(JSON.parse((await tape('cost', '--json')).out).total).toMatchObject({ input: 130, cost: null, priced: false });
  expect((await tape('cost')).out).not.toContain('$');
});

test('cost by step of no session in particular is refused with a sentence', async () => {
  const { tape } = openShell();
  const { code, err } = await tape('cost', '--by', 'step');
  expect([code, err]).toEqual([2, expect.stringContaining('Name the tapes whose steps you want.')]);
});
