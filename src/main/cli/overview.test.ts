import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

test('overview shows tokens only where the settings say so', async () => {
  const { tape, env } = openShell();
  await tape('import', ...files);
  writeFileSync(join(env.TAPESCOPE_HOME ?? '', 'settings.json'), JSON.stringify({ money: 'tokens' }));
  const { out } = await tape('overview');
  expect(out).toContain('Your settings show tokens, not money.');
  expect(out).not.toMatch(/COST|\$|price/);
  expect(JSON.parse((await tape('overview', '--json')).out).total).toMatchObject({ input: 110, dollars: 0, computed: 0 });
});

test('overview as comma-separated values: no price is empty, and a name from a log is not a formula', async () => {
  const { tape } = openShell();
  await tape('import', ...files);
  const [head, ...rows] = (await tape('overview', '--by', 'model', '--csv')).out.trim().split('\n');
  expect(head).toMatch(/^model,sessions,.*,recorded_dollars,computed_dollars,unpriced_steps$/);
  expect(rows.find((row) => row.startsWith("'=cmd()"))).toMatch(/,1,0\.25,,0$/);
  expect(rows.find((row) => !row.startsWith("'"))).toMatch(/,0,,0\.000465,0$/);
});

test('overview by tool and by what compactions lost: a table, JSON and comma-separated values', async () => {
  const { tape } = openShell();
  const log = `u1 "never rename the public error codes, mobile parses them" > a1 call Bash t1 "make" <- step m1 > r1 t1 "made" > a2 "ok" <- step m2 > b1 boundary auto 9 keep a2..a2 behind c1 > c1 summary "It was made."`;
  const seconds = (at: number): string => new Date(Date.UTC(2026, 9, 5, 9, 0, at * at)).toISOString();
  const records = claudeTree(log).map((record, at) => ({ ...record, timestamp: seconds(at) }));
  await tape('import', writeFile(tempFolder(), 'c.jsonl', jsonl(records)));
  const { out } = await tape('overview', '--by', 'tool');
  expect(out).toMatch(/Bash\s+1\s+1\s+0\s+3 s\s+3 s\s+3 s\s+\w+#2/);
  const { items } = JSON.parse((await tape('overview', '--by', 'tool', '--json')).out);
  expect(items).toMatchObject([{ name: 'Bash', calls: 1, failed: 0, total: 3000, longest: { seq: 2 } }]);
  expect((await tape('overview', '--by', 'tool', '--csv')).out).toMatch(/\nBash,claude-code,1,1,0,1,3000,3000,3000,\w+,2\n$/);
  const lost = await tape('overview', '--by', 'lost');
  expect(lost.out).toContain('1 instruction lost of 1 that left the context at 1 compaction.');
  expect(JSON.parse((await tape('overview', '--by', 'lost', '--json')).out)).toMatchObject({
    total: { compactions: 1, instructions: 1, lost: 1 },
    items: [{ lost: 1, worst: 5 }],
  });
  expect((await tape('overview', '--by', 'tool', '--until', '2026-10-01')).out).toContain('No calls of tools in this time.');
});
