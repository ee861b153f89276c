import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerOf, bodyOf, said, writeLines } from '../engine/exchanges/testing/written.ts';
import { writeFile } from '../engine/testing/files.ts';
import { claudeTree } from '../engine/testing/tree.ts';
import { provenWords, UNPROVEN } from './captured.ts';
import { ListAnswer, RequestAnswer, VerdictsAnswer, ViewAnswer } from './testing/answers.ts';
import { openShell } from './testing/shell.ts';

const KEY = 'sk-ant-api03-Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4';

/** A session of two steps, and the requests of both as a program captured them; what the second sent differs from the log. */
const written = () => {
  const shell = openShell();
  const log = writeFile(
    shell.home,
    'session-1.jsonl',
    claudeTree('u1 "Grind the barley." > a1 "It is ground." <- step msg_1 > u2 "And the rye." > a2 "Too." <- step msg_2'),
  );
  const first = [said('user', 'Grind the barley.')];
  const second = [...first, said('assistant', 'It is ground.'), said('user', 'And all of the rye.')];
  const pairs = [
    { request: bodyOf(first, { system: `You grind. ${KEY}` }), response: answerOf('msg_1', 'It is ground.') },
    { request: bodyOf(second), response: answerOf('msg_2', 'Too.') },
  ];
  return { shell, log, first, captures: writeLines(join(shell.home, 'captures'), pairs) };
};

test('a request is printed as it was sent, and views are held against it', async () => {
  const { shell, log, first, captures } = written();
  expect((await shell.tape('request', log)).err).toContain('was not captured');
  expect((await shell.tape('list', '--with', 'differs')).out).toContain('No request of any tape was captured');
  expect((await shell.tape('steps', log, '--differs')).err).toContain('No request of this tape was captured');
  expect((await shell.tape('import', join(captures, '..'))).code).toBe(0);
  const sent = RequestAnswer.parse(await shell.json('request', log, '--step', '1'));
  expect(sent).toMatchObject({ request: { model: 'mill-1', messages: first }, response: { id: 'msg_1' }, capturedBy: 'claude-trace' });

  const evidence = async (step: string) => ViewAnswer.parse(await shell.json('view', log, '--step', step)).evidence;
  expect(await evidence('1')).toMatchObject({ state: 'verified', source: 'claude-trace', equal: 1, differs: 0, onlyDerived: 0 });
  expect(await evidence('2')).toMatchObject({ state: 'differs', equal: 2, differs: 1 });

  // One state of evidence everywhere.
  for (const [step, verdict] of [
    ['1', 'Verified, by claude-trace: 1 block equal'],
    ['2', 'Differs, by claude-trace: 2 blocks equal, 1 different'],
  ] as const) {
    expect((await shell.tape('report', `${log}@${step}`)).out).toContain(verdict);
    expect((await shell.tape('view', log, '--step', step)).out).toContain(verdict);
  }
  expect(await shell.json('residency', log)).toMatchObject({ ledgers: [{ evidence: 'verified' }, { evidence: 'differs' }] });
  expect(await shell.json('residency', log, '--policy', 'full')).toMatchObject({
    ledgers: [{ evidence: 'derived' }, { evidence: 'derived' }],
  });
  expect((await shell.tape('residency', log)).out).toContain('contexts: 1 verified, 1 differs');

  const names = async (...words: string[]) =>
    ListAnswer.parse(await shell.json('list', ...words)).items.map(({ file, proof }) => [file, proof]);
  expect(await names('--with', 'differs')).toEqual([[log, { verified: 1, differs: 1 }]]);
  expect(await names('has:differs -has:verified')).toEqual([[log, { verified: 1, differs: 1 }]]);
  expect(await names('--with', 'verified')).toEqual([]);

  expect(await shell.json('steps', log, '--differs')).toMatchObject({ items: [{ step: 2 }] });
  const { items } = VerdictsAnswer.parse(await shell.json('verify-views', log));
  expect(items).toMatchObject([{ steps: 2, verified: 1, differs: 1, byKind: { text: { equal: 3, differs: 1 } } }]);
  expect((await shell.tape('verify-views')).out).toMatch(/STEPS +VERIFIED +DIFFER/);
});

test('what was captured of a session and is not a step of it costs under its own name, not as a sub-agent', async () => {
  const { shell, captures, first } = written();
  const own = { metadata: { user_id: JSON.stringify({ session_id: 'session-1' }) } };
  const aside = { request: bodyOf([said('user', 'Give it a title.')], own), response: answerOf('msg_9', 'Barley') };
  const step = { request: bodyOf(first, own), response: answerOf('msg_1', 'It is ground.') };
  writeLines(join(captures, '..', 'aside'), [step, aside]);
  const log = writeFile(
    shell.home,
    'log.jsonl',
    claudeTree('u1 "Grind the barley." > a1 "It is ground." <- step msg_1', { session: 'session-1' }),
  );
  await shell.tape('import', log, join(captures, '..'));
  const { out } = await shell.tape('cost', log);
  expect(out).toMatch(/\(captured\)/);
  expect(out).not.toContain('(sub-agent)');
});

test('captured requests are exported with what looks private redacted, and can be imported again', async () => {
  const { shell, captures } = written();
  const out = join(shell.home, 'for-you.jsonl');
  const { code, err } = await shell.tape('captures', 'export', captures, '--out', out);
  expect([code, err]).toEqual([0, expect.stringContaining('Redacted: 1 key')]);
  expect(readFileSync(out, 'utf8')).not.toMatch(/Zm9vYmFy|sk-0123456789/);
  expect((await shell.tape('captures', 'export', captures, '--out', out)).err).toContain('--force');
  expect((await shell.tape('import', out)).out).toContain('2 lines');
});

const NONE = { ...UNPROVEN, blocks: null, differences: [], joined: null };

test('a view that a request was held against says how it agrees, and one like it is named with its title', () => {
  const held = { ...NONE, source: 'claude-trace', equal: 34, differs: 0, onlySent: 2, onlyDerived: 0 };
  expect(provenWords({ ...held, state: 'verified' })).toEqual(['Verified, by claude-trace: 34 blocks equal, 2 only sent']);
  expect(provenWords({ ...held, state: 'differs', differs: 1 })).toEqual([
    'Differs, by claude-trace: 34 blocks equal, 1 different, 2 only sent',
  ]);
  const base = {
    ...{ tape: 't', step: 12, title: 'Grind\u001b[31m the barley', version: '2.1.285', by: 'claude-trace' },
    ...{ system: { blocks: 3, chars: 12_400 }, tools: [{ name: 'Bash', chars: 1000 }] },
  };
  const [line, ...more] = provenWords({ ...NONE, state: 'derived', base });
  expect(more).toEqual([]);
  expect(line).toMatch(
    /^Probably as captured in “Grind.* the barley”, step 12: a system prompt of 12,400 characters, 1 tool of 1,000 characters$/,
  );
  expect(line).not.toContain('\u001b');
  expect([provenWords({ ...NONE, state: 'derived' }), provenWords(null)]).toEqual([[], []]);
});
