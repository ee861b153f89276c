import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contract } from '../../shared/rpc/contract.ts';
import { KEY, type Scripted, serveModel } from '../engine/runs/testing/model-server.ts';
import { claudeTree, jsonl } from '../engine/testing/tree.ts';
import { bind, openShell } from './testing/shell.ts';

const DRAWN = 'u1 "is the lamp lit?" > a1 call Read t1 <- step m1 > r1 t1 "the lamp is dark" > a2 "It is dark." <- step m2 > u2 "so?"';

const shellWith = async (script: readonly Scripted[]) => {
  const shell = openShell(120);
  const file = join(shell.home, 'session.jsonl');
  writeFileSync(file, jsonl(claudeTree(DRAWN)));
  const server = await serveModel(script.map((one) => ({ piece: 4096, ...one })));
  Object.assign(shell.env, server.env);
  return { shell, server, file };
};

describe.each(['anthropic:claude-opus-5', 'openai:gpt-5.2', 'openai-compatible:local'])('%s', (model) => {
  test('answers are grouped by decision, and the source is as it was', async () => {
    const { shell, server, file } = await shellWith([
      { text: 'It is dark.' },
      { calls: [{ id: 'x', name: 'Read', arguments: '{}' }] },
      { text: 'It is dark!' },
    ]);
    const bytes = readFileSync(file);
    const words = ['what-if', `${file}@2`, '--without', '#2', '--model', model, '--n', '3'];
    const sent = contract['whatIf.send'].output.parse(await shell.json(...words));
    expect(sent.groups.map(({ answers, recorded }) => [answers.length, recorded])).toEqual([
      [2, true],
      [1, false],
    ]);
    expect([server.received.length, readFileSync(file).equals(bytes)]).toEqual([3, true]);
    const { code, out, err } = await shell.tape(...words);
    expect([code, err]).toEqual([0, '']);
    for (const words of ['step 2 · as-recorded + without:#2', '≠ ', '100 %', 'The recorded answer is among 3 of them.', 'Kept in '])
      expect(out).toContain(words);
    expect(out).not.toContain(KEY);
  });
});

test('the temperature goes along, a text of a file replaces an entry, and the next request has no recorded answer', async () => {
  const { shell, server, file } = await shellWith([{ text: 'Oil.' }]);
  writeFileSync(join(shell.home, 'text.txt'), 'and now?');
  const { out } = await shell.tape(
    'what-if',
    file,
    '--next',
    '--replace',
    '#5=@text.txt',
    '--temperature',
    '0',
    '--model',
    'openai:m',
    '--n',
    '1',
  );
  expect(server.received[0]?.body).toMatchObject({ temperature: 0 });
  expect(JSON.stringify(server.received[0]?.body)).toContain('and now?');
  expect(out).toContain('No answer is recorded for this request.');
  for (const words of ['#5 changed:', '{+and now+}', 'cached: ~0 read', 'Assumed: the unedited request']) expect(out).toContain(words);
});

test('a dry run sends nothing and needs no key; blocks are tried one at a time; what is wrong is a sentence', async () => {
  const { shell, server, file } = await shellWith([{ text: 'It is dark.' }]);
  const { ANTHROPIC_API_KEY: _none, ...env } = shell.env;
  Object.assign(shell.env, { ANTHROPIC_API_KEY: '' });
  const dry = contract['whatIf.plan'].output.parse(await shell.json('what-if', `${file}@2`, '--model', 'anthropic:m', '--dry-run'));
  expect([dry.recorded?.text, server.received.length]).toEqual(['It is dark.', 0]);
  const refused = await shell.tape('what-if', `${file}@2`, '--model', 'anthropic:m');
  expect([refused.code, refused.err]).toEqual([3, expect.stringContaining('ANTHROPIC_API_KEY')]);
  Object.assign(shell.env, env);
  const { code, out } = await shell.tape('what-if', `${file}@2`, '--model', 'openai:m', '--ablate', '--n', '1', '--blocks', '1');
  expect(code).toBe(0);
  for (const words of ['With all blocks, 1 of 1: It is dark.', '0 of 1', '1 block not tried: only the 1 largest'])
    expect(out).toContain(words);
  for (const budget of ['50k', '$1'])
    expect(await shell.json('what-if', `${file}@2`, '--model', 'openai:m', '--budget', budget, '--dry-run')).toMatchObject({ step: 2 });
  for (const words of [
    ['--dry-run', '--n', '0'],
    ['--dry-run', '--budget', 'much'],
    ['--replace', 'x'],
    ['--temperature', '3'],
    ['--n', '21'],
    ['--without', 'x'],
    ['--budget', 'much'],
  ])
    expect((await shell.tape('what-if', `${file}@2`, '--model', 'openai:m', ...words)).code).toBe(2);
});

test('a replay continues with recorded results in a session of its own, which names where it is from', async () => {
  const reads: Scripted = { text: 'I look.', calls: [{ id: 'x', name: 'Read', arguments: '{}' }] };
  const { shell, server, file } = await shellWith([reads, { text: 'Ask somebody else about it.' }]);
  const bytes = readFileSync(file);
  bind(shell);
  const words = ['replay', `${file}@1`, '--model', 'openai:m', '--budget', '50k', '--into', 'again'];
  expect(await shell.json(...words)).toMatchObject({ session: 'again', same: [1], steps: 2, at: 2, stop: { reason: 'diverged' } });
  expect(JSON.stringify(server.received[1]?.body)).toContain('the lamp is dark');
  const { out } = await shell.tape('log', '--session', 'again');
  for (const said of ['replay.origin', 'I look.', 'the lamp is dark', 'Ask somebody else', 'diverged']) expect(out).toContain(said);
  expect([readFileSync(file).equals(bytes), (await shell.tape(...words)).code]).toEqual([true, 3]);
});
