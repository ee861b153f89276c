import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tempFolder, writeFile } from '../engine/testing/files.ts';
import { claudeTree } from '../engine/testing/tree.ts';
import { displayWidth } from './format/width.ts';
import { ended, openShell, TAPE } from './testing/shell.ts';

const EVIL = '\u001b[2J\u001b]0;owned\u0007\u009b31m\u202egnp\u2066 harbour';

/** A session that tries to steer the terminal in every place that a command prints. */
const hostile = () =>
  writeFile(
    tempFolder(),
    'hostile.jsonl',
    claudeTree(`
      - ai-title {"aiTitle":${JSON.stringify(`Title ${EVIL}`)}}
      u1 ${JSON.stringify(`Prompt ${EVIL} ${'日本語'.repeat(60)}`)}
        a1 ${JSON.stringify(`Answer ${EVIL}`)} <- step m1
          u2 "more"
            a2 "done" <- step m2
    `).map((record) =>
      record.type === 'assistant' ? { ...record, message: { ...Object(record.message), model: `model${EVIL}` } } : record,
    ),
  );

test('nothing from a log steers the terminal, and no line is wider than it', async () => {
  const shell = openShell(100);
  const file = hostile();
  for (const words of [
    ['import', file],
    ['list'],
    ['stats', file],
    ['steps', file],
    ['view', file],
    ['search', 'harbour', '--tape', file],
  ]) {
    const { code, out } = await shell.tape(...words);
    expect({ words, code }).toEqual({ words, code: 0 });
    expect(out).not.toBe('');
    expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    for (const line of out.split('\n')) expect(displayWidth(line), line).toBeLessThanOrEqual(100);
  }
});

test('nothing from a native tape does either', async () => {
  const shell = openShell(100);
  await shell.tape('init');
  const evil = EVIL.replaceAll('\0', '');
  await shell.tape('append', '--kind', 'message', JSON.stringify({ role: evil, content: `harbour ${evil.repeat(9)}` }));
  await shell.tape('append', '--kind', evil.trim().slice(0, 20) || 'x', evil);
  await shell.tape('handoff', evil, '--summary', evil, '--next-step', evil, '--state', JSON.stringify({ [evil]: evil }));
  await shell.tape('fork', 'a', '--note', evil);
  await shell.tape('append', '--fork', 'a', '--corrects', '2', `one ${evil}`);
  await shell.tape('append', '--corrects', '2', `other ${evil}`);
  for (const words of [
    ['log', '--all'],
    ['anchors'],
    ['show', '2'],
    ['info'],
    ['search', 'harbour'],
    ['forks'],
    ['merge', 'a', '--preview'],
    ['export', '--format', 'markdown'],
    ['__complete', 'show', ''],
  ]) {
    const { code, out } = await shell.tape(...words);
    expect({ words, code }).toEqual({ words, code: 0 });
    expect(out).not.toBe('');
    expect(out.replaceAll(/[\n\t]/g, ''), words.join(' ')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    if (!['export', '__complete'].includes(words[0] ?? '')) {
      for (const line of out.split('\n')) expect(displayWidth(line), line).toBeLessThanOrEqual(100);
    }
  }
});

test('JSON holds the text as it is, with its control characters escaped', async () => {
  const { out } = await openShell().tape('view', hostile(), '--messages', '--json');
  expect(out.trimEnd()).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  expect(JSON.stringify(JSON.parse(out))).toContain('harbour');
  expect(JSON.parse(out).messages[0].content).toContain(EVIL);
});

test('a reader that goes away ends the command without a word', async () => {
  const file = writeFile(
    tempFolder(),
    'long.jsonl',
    Array.from({ length: 4000 }, (_, at) => claudeTree(`u${at} "question" > a${at} "answer" <- step m${at}`)).flat(),
  );
  const child = openShell().start('steps', file);
  const end = ended(child);
  if (child.stdout) {
    await once(child.stdout, 'data');
    child.stdout.destroy();
  }
  const { code, err } = await end;
  expect({ code, err }).toEqual({ code: 0, err: '' });
});

test.runIf(existsSync('/dev/full'))('an answer that finds the disk full is a failure, and a sentence', () => {
  const { env } = openShell();
  const full = openSync('/dev/full', 'w');
  for (const words of [['help'], ['list', '--json']]) {
    const { status, stderr } = spawnSync(process.execPath, [TAPE, ...words], { env, stdio: ['ignore', full, 'pipe'], encoding: 'utf8' });
    expect({ words, status }).toEqual({ words, status: 1 });
    expect(stderr).toMatch(/^tape: The answer could not be written: ENOSPC: [^\n]*\n$/);
  }
  closeSync(full);
});

test.each([['list'], ['stats', 'x.jsonl'], ['search', 'x']])('%s: a home that is not a folder ends with a sentence', async (...words) => {
  const home = writeFile(tempFolder(), 'home', 'x');
  const { code, out, err } = await openShell(80, home).tape(...words);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toBe(`tape: Tapescope cannot keep its catalog in ${home}: it is not a folder. TAPESCOPE_HOME can name another folder.\n`);
});
