import { expect, test } from 'vitest';
import { tempFolder, writeFile } from '../engine/testing/files.ts';
import { claudeTree } from '../engine/testing/tree.ts';
import { bind, openShell } from './testing/shell.ts';

const file = writeFile(tempFolder(), 'one.jsonl', claudeTree('u1 "the lamp" > a1 "a lamp" <- step m1 > u2 "the tide"'));

test('a policy is saved by a name and used by it, at the next request and after an entry', async () => {
  const shell = openShell();
  const line = 'full + without:#2';
  expect(await shell.json('policy', 'set', 'calm', line)).toEqual({ items: [{ name: 'calm', line, where: 'settings' }] });
  expect(await shell.json('view', file, '--next', '--policy', 'calm')).toMatchObject({
    ...{ step: null, next: true, policy: line, evidence: { state: 'derived' } },
    blocks: [{ entries: [1] }, { entries: [3] }],
  });
  expect(await shell.json('view', file, '--after', '1', '--policy', '@calm')).toMatchObject({
    step: null,
    after: 1,
    blocks: [{ entries: [1] }],
  });
  expect((await shell.tape('policy')).out).toMatch(/calm +settings +full \+ without:#2/);
  expect(await shell.json('policy', 'remove', 'calm')).toEqual({ items: [] });
  expect(await shell.tape('view', file, '--policy', '@calm')).toMatchObject({
    err: expect.stringContaining('There is no policy named calm here'),
  });
});

test('a native tape without a step shows its next request, and keeps its policies in its workspace', async () => {
  const shell = openShell();
  bind(shell, [{ payload: { role: 'user', content: 'hello' } }]);
  expect(await shell.json('view')).toMatchObject({ step: null, next: true, blocks: [{ kind: 'anchor' }, { entries: [2] }] });
  expect(await shell.json('policy', 'set', 'bare', 'full + without:#1')).toMatchObject({ items: [{ where: 'workspace' }] });
  expect(await shell.json('view', '--policy', 'bare')).toMatchObject({ blocks: [{ entries: [2] }] });
  expect(await shell.json('view', '--messages', '--next')).toMatchObject({
    messages: [{ role: 'assistant' }, { role: 'user', content: 'hello' }],
  });
});

test('family looks in the other sessions of a workspace; a hit there is a block that names tape and entry', async () => {
  const shell = openShell();
  bind(shell, [{ payload: { role: 'user', content: 'the lamp' } }]);
  await shell.tape('append', '--session', 'other', '--new', 'the lighthouse keeper');
  const { items } = (await shell.json('memory', 'lighthouse', '--family')) as { items: { tape: string; entry: number }[] };
  const [hit] = items;
  expect(hit).toBeDefined();
  const view = await shell.json('view', '--next', '--policy', 'last-anchor + memory:lighthouse@family');
  expect(view).toMatchObject({
    blocks: [{}, { entries: [], from: { tape: hit?.tape, entry: hit?.entry }, part: 'memory:"lighthouse"@family' }, { entries: [2] }],
  });
  const sent = await shell.json('view', '--next', '--messages', '--policy', 'last-anchor + memory:lighthouse@family');
  expect(JSON.stringify(sent)).toContain('the lighthouse keeper');
});
