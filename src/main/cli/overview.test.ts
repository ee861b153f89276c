import { expect, test } from 'vitest';
import { tempFolder, writeFile } from '../engine/testing/files.ts';
import { claudeTree, jsonl } from '../engine/testing/tree.ts';
import { openShell } from './testing/shell.ts';

const folder = tempFolder();
const header = { type: 'session', version: 3, id: 'p', timestamp: '2026-10-01T08:00:00.000Z', cwd: '/home/ann/garden' };
const answer = {
  ...{ type: 'message', id: 'aa01', parentId: null, timestamp: '2026-11-21T10:00:00Z' },
  message: {
    ...{ role: 'assistant', content: [{ type: 'text', text: 'ok' }], api: 'x', provider: 'y', model: '=cmd()', stopReason: 'stop' },
    usage: { input: 10, output: 1, cacheRead: 30, cacheWrite: 0, cost: { total: 0.25 } },
  },
};
const unpriced = claudeTree('u1 "go" > a1 "one" <- step m1 usage 100 5 300 0').map((record) => ({
  ...record,
  timestamp: '2026-11-20T09:00:00Z',
}));
const files = [writeFile(folder, 'a.jsonl', jsonl(unpriced)), writeFile(folder, 'p.jsonl', jsonl([header, answer]))];

test('overview adds the library up by day, and says what the list of prices made of it', async () => {
  const { tape } = openShell();
  await tape('import', ...files);
  const { out } = await tape('overview');
  const lines = out.split('\n').map((line) => line.trim().split(/\s{2,}/));
  expect(lines.find(([day]) => day === '2026-11-20')).toEqual([
    '2026-11-20',
    '1',
    '1',
    '405',
    '100',
    '5',
    '300',
    '0',
    '75 %',
    '$0.0005',
    '0',
    '0',
  ]);
  expect(lines.find(([day]) => day === '2026-11-21')?.[9]).toBe('$0.25');
  expect(out).toMatch(/\$0\.0005 computed by the prices of \d{4}-\d\d-\d\d, the rest as recorded\./);
  expect((await tape('overview', '--since', '2026-11-21')).out).not.toContain('2026-11-20');
  const { items, total } = JSON.parse((await tape('overview', '--by', 'agent', '--json')).out);
  expect([items.length, total.steps, total.dollars]).toEqual([2, 2, 0.25]);
});

test('overview as comma-separated values: no price is empty, and a name from a log is no formula', async () => {
  const { tape } = openShell();
  await tape('import', ...files);
  const [head, ...rows] = (await tape('overview', '--by', 'model', '--csv')).out.trim().split('\n');
  expect(head).toMatch(/^model,sessions,.*,recorded_dollars,computed_dollars,unpriced_steps$/);
  expect(rows.find((row) => row.startsWith("'=cmd()"))).toMatch(/,1,0\.25,,0$/);
  expect(rows.find((row) => !row.startsWith("'"))).toMatch(/,0,,0\.000465,0$/);
});
