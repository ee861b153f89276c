import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bubTape } from '../engine/testing/bub-script.ts';
import { mixedLog } from '../engine/testing/mixed-log.ts';
import { claudeTree, jsonl } from '../engine/testing/tree.ts';
import { FormatsAnswer, ImportAnswer, ListAnswer } from './testing/answers.ts';
import { openShell, type Shell } from './testing/shell.ts';

const BUB = '.bub/tapes/0123456789abcdef__0123456789abcdef.jsonl';

const write = (shell: Shell, path: string, text: string): void => {
  mkdirSync(join(shell.home, path, '..'), { recursive: true });
  writeFileSync(join(shell.home, path), text);
};

const furnish = (shell: Shell): void => {
  write(shell, '.claude/projects/app/one.jsonl', jsonl(claudeTree('u1 "mend the light" > a1 "mended" <- step m1')));
  write(shell, BUB, jsonl(bubTape('anchor session/start {}\nuser "hello" <- run r1\nassistant "good day" <- run r1')));
};

test('tape formats says of each agent what is known, where it is looked for and why something cannot be done', async () => {
  const shell = openShell();
  furnish(shell);
  const { items } = FormatsAnswer.parse(await shell.json('formats'));
  const bub = items.find(({ id }) => id === 'bub');
  expect(bub?.can).toEqual({ fork: false, dropSpan: false, compact: false, check: true });
  expect(bub?.roots).toMatchObject([{ path: join(shell.home, '.bub/tapes'), on: true, found: true }]);
  const { out } = await shell.tape('formats');
  for (const { name, versions, rule } of items)
    expect(out.replaceAll(/\s+/g, ' ')).toEqual(
      expect.stringContaining(`${name} reads`) && expect.stringContaining(rule.text) && expect.stringContaining(versions[0] ?? ''),
    );
  expect(out).toContain('fork, drop turns, compact: ');
  expect(out.split('\n').every((line) => line.length <= 80)).toBe(true);
});

test('tape import alone reads what agents keep, and tape list tells them apart', async () => {
  const shell = openShell();
  const none = await shell.tape('import');
  expect([none.code, none.out]).toEqual([2, '']);
  expect(none.err).toContain(join(shell.home, '.bub/tapes'));
  furnish(shell);
  expect(
    ImportAnswer.parse(await shell.json('import'))
      .items.map(({ format }) => format)
      .sort(),
  ).toEqual(['bub', 'claude-code']);
  expect((await shell.tape('list')).out).toMatch(/AGENT[\s\S]*Bub/);
  const only = async (agent: string) => ListAnswer.parse(await shell.json('list', '--agent', agent)).items.map(({ file }) => file);
  expect(await only('bub')).toEqual([join(shell.home, BUB)]);
  expect(await only('Claude')).toHaveLength(1);
  expect((await shell.tape('list', '--agent', 'nobody')).err).toContain('No agent is called "nobody"');
});

test('tape import asks which of two formats a log is of, and --as says it', async () => {
  const shell = openShell();
  write(shell, 'mixed.jsonl', jsonl(mixedLog()));
  const asked = await shell.tape('view', 'mixed.jsonl');
  expect([asked.code, asked.err.replaceAll(/\s+/g, ' ')]).toEqual([
    2,
    expect.stringMatching(/tape import --as gemini \S+, or tape import --as copilot \S+/),
  ]);
  expect((await shell.tape('import', 'mixed.jsonl', '--as', 'chat')).err).toContain('--as takes one of');
  expect(ImportAnswer.parse(await shell.json('import', 'mixed.jsonl', '--as', 'copilot')).items).toMatchObject([{ format: 'copilot' }]);
});

test('tape formats off and on say where an agent is looked for, and leave its path as it is', async () => {
  const shell = openShell();
  furnish(shell);
  const formatsRead = async (): Promise<string[]> =>
    ImportAnswer.parse(await shell.json('import'))
      .items.map(({ format }) => format)
      .sort();
  expect(await shell.json('formats', 'off', 'Claude Code')).toMatchObject({ agent: 'claude-code', places: [{ on: false }] });
  expect(await formatsRead()).toEqual(['bub']);
  await shell.tape('formats', 'off', 'bub');
  expect((await shell.tape('import')).err.replaceAll(/\s+/g, ' ')).toContain('Switched off: Claude Code, Bub; “tape formats on AGENT”');
  await shell.tape('formats', 'on', 'bub');
  expect((await shell.tape('formats')).out).toContain('projects (off)');
  expect((await shell.tape('formats', 'on', 'claude-code', 'projects')).out).toMatch(/^on {3}\S+projects\n$/);
  expect(await formatsRead()).toEqual(['bub', 'claude-code']);
  expect((await shell.tape('formats', 'off', 'nobody')).err).toContain('No agent is called "nobody"');
  expect((await shell.tape('formats', 'off', 'bub', 'barn')).err).toContain('has no place called "barn"');
});
