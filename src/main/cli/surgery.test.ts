import { readFileSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SurgeryPreview, SurgeryWritten } from '../../shared/model/index.ts';
import { tempFolder, writeFile } from '../engine/testing/files.ts';
import { claudeTree } from '../engine/testing/tree.ts';
import { openShell } from './testing/shell.ts';

const session = (): string => {
  const file = writeFile(
    tempFolder(),
    'session.jsonl',
    claudeTree(
      'u1 "one" > a1 "first" <- step m1 > u2 "two" > a2 call Read t2 <- step m2 > r2 t2 > a3 "second" <- step m3 > u3 "three" > a4 "third" <- step m4',
    ),
  );
  utimesSync(file, new Date('2026-01-06'), new Date('2026-01-06'));
  return file;
};

describe('fork-session', () => {
  test('writes a copy and prints how to resume it', async () => {
    const file = session();
    const source = readFileSync(file, 'utf8');
    const { code, out, err } = await openShell().tape('fork-session', file, '--at', '6');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const [, id = ''] = /^ {2}claude -r ([0-9a-f-]{36})$/m.exec(out) ?? [];
    expect(readFileSync(`${dirname(file)}/${id}.jsonl`, 'utf8').split('\n')).toHaveLength(8);
    expect(readFileSync(file, 'utf8')).toBe(source);
  });

  test('--json, into another folder; the copy is in the catalog then', async () => {
    const out = tempFolder();
    const shell = openShell();
    const written = SurgeryWritten.parse(await shell.json('fork-session', `${session()}#2`, '--out', out));
    expect(written).toMatchObject({ entries: 3, tape: { file: written.file, steps: 1 } });
    expect(written.file.startsWith(out)).toBe(true);
  });

  test('at an illegal point: 3 and the reason', async () => {
    const { code, out, err } = await openShell().tape('fork-session', session(), '--at', '4');
    expect({ code, out, err }).toEqual({
      code: 3,
      out: '',
      err: 'tape: You cannot fork at entry 4. The call Read (t2) of entry 4 has no result here.\n',
    });
  });
});

test('drop-span --dry-run says what would go and writes nothing', async () => {
  const file = session();
  const shell = openShell();
  const preview = SurgeryPreview.parse(await shell.json('drop-span', file, '--from', '3', '--to', '6', '--dry-run'));
  expect(preview).toMatchObject({ allowed: true, goes: { ranges: [[3, 6]] }, reparented: 1 });
  expect(preview.next).toMatchObject({ leaves: [[3, 6]], comes: [], policy: 'as-recorded' });
  const { out } = await shell.tape('drop-span', file, '--from', '3', '--to', '6', '--dry-run', '--policy', 'full + without:#8');
  expect(out).toMatch(/^ {2}then +~\d+ tokens, 0 % of 200,000, 3 blocks, base unknown, derived, full \+ without:#4$/m);
  expect(out).toMatch(/^ {2}leaves +4 entries: 3–6$/m);
  const refused = await shell.tape('drop-span', file, '--from', '4', '--to', '6', '--dry-run');
  expect(refused.code).toBe(3);
  expect(refused.out).toContain('A span begins with a turn, and entry 4 is inside one.');
});

test('a session that is opened alone takes the sub-agents in its folder along, and the list marks the copy', async () => {
  const folder = tempFolder();
  const main =
    'u1 "look" > a1 call Task t1 <- step m1 > r1 t1 "seen" {"toolUseResult":{"agentId":"aaa1111"}} > a2 "well" <- step m2 > u2 "on" > a3 "so" <- step m3';
  const agent = claudeTree('z1 "look around" side > az1 "seen" <- step s1').map((record) => ({ ...record, agentId: 'aaa1111' }));
  const files = [
    writeFile(folder, 'session-1.jsonl', claudeTree(main)),
    writeFile(join(folder, 'session-1', 'subagents'), 'agent-aaa1111.jsonl', agent),
  ];
  for (const file of files) utimesSync(file, new Date('2026-01-06'), new Date('2026-01-06'));
  const shell = openShell();
  const written = SurgeryWritten.parse(await shell.json('fork-session', `${files[0]}`, '--at', '4'));
  expect(written.agents).toBe(1);
  const { out } = await shell.tape('list');
  expect(out).toContain('⧉ fork: look');
  expect(out.match(/└ sub-agent: look around/g)).toHaveLength(2);
});

test('compact keeps the last turns after a summary', async () => {
  const written = SurgeryWritten.parse(await openShell().json('compact', session(), '--keep', '1', '--summary', 'Two things were done.'));
  const [summary] = readFileSync(written.file, 'utf8').split('\n');
  expect(JSON.parse(summary ?? '')).toMatchObject({ isCompactSummary: true, message: { content: 'Two things were done.' } });
  expect(written.entries).toBe(4);
});

test.each([
  [['drop-span', '--from', '3'], '--to is missing'],
  [['compact'], '--keep is missing'],
  [['compact', '--keep', 'all'], '--keep takes a whole number'],
  [['fork-session', '--at', 'x'], '--at takes a whole number'],
])('%j ends with 2', async ([command = '', ...options], sentence) => {
  const { code, err } = await openShell().tape(command, session(), ...options);
  expect(code).toBe(2);
  expect(err).toContain(sentence);
});
