import { rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder, writeFile } from '../engine/testing/files.ts';
import { claudeTree } from '../engine/testing/tree.ts';
import { openShell } from './testing/shell.ts';

const folder = tempFolder();
const file = writeFile(folder, 'one.jsonl', claudeTree('u1 "the lamp and the tide" > a1 "a lamp" <- step m1 > u2 "nothing"'));
const other = writeFile(folder, 'two.jsonl', claudeTree('u3 "another lamp"', { session: 'session-2' }));

test('some of the words qualify, the best first, in this tape unless more is chosen', async () => {
  const shell = openShell();
  await shell.tape('import', file, other);
  const { items, ...rest } = (await shell.json('memory', 'tide lamp', file)) as { items: { entry: number; phase: string }[] };
  expect(items.map(({ entry, phase }) => [entry, phase])).toEqual([
    [1, 'session/start'],
    [2, 'session/start'],
  ]);
  expect(rest).toEqual({ index: 'whole', indexed: 3, of: 3, changed: 0, notes: [] });
  expect(await shell.json('memory', 'lamp', file, '--all')).toMatchObject({ items: [{}, {}, {}] });
  expect(await shell.json('memory', 'lamp', file, '--before', '2')).toMatchObject({ items: [{ entry: 1 }] });
  expect((await shell.tape('memory', 'lamp', file, '--all', '--family')).code).not.toBe(0);
  expect((await shell.tape('memory', 'lamp', file)).out).toMatch(/#1 .*\n.*#2 |#2 .*\n.*#1 /);
});

test('a damaged index says so and answers the next time', async () => {
  const shell = openShell();
  await shell.tape('memory', 'lamp', file);
  truncateSync(join(shell.env.TAPESCOPE_HOME ?? '', 'text-0.db'), 0);
  expect((await shell.tape('memory', 'lamp', file)).out).toContain('damaged');
  expect(await shell.json('memory', 'lamp', file)).toMatchObject({ index: 'whole', items: [{}, {}] });
});

test('a context of the memory is made of an index that is whole, whatever became of it before', async () => {
  const shell = openShell();
  const view = () => shell.json('view', file, '--policy', 'memory', '--query', 'tide');
  const whole = await view();
  expect(whole).toMatchObject({ blocks: [{ why: 'recalled: hit 1 of 1' }], warnings: [] });
  rmSync(join(shell.env.TAPESCOPE_HOME ?? '', 'text-0.db'));
  expect(await view()).toEqual(whole);
});
