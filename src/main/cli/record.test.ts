import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { RunsAnswer } from './testing/answers.ts';
import { openShell, type Shell } from './testing/shell.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A model server that answers everything with one word. */
const serveModel = async (): Promise<string> => {
  const server = createServer((_, res) => res.end('{"id":"answer-1"}'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => new Promise((done) => server.close(done).closeAllConnections()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** A shell whose `claude` is the script. */
const withAgent = (script: string): Shell => {
  const shell = openShell();
  const bin = join(shell.home, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'claude'), `#!${process.execPath}\n${script}`, { mode: 0o755 });
  shell.env.PATH = `${bin}:${shell.env.PATH ?? ''}`;
  return shell;
};

const SENDS = `
const send = async () => {
  const res = await fetch(process.env.ANTHROPIC_BASE_URL + '/v1/messages', {
    method: 'POST', headers: { 'x-api-key': 'key-0123456789' }, body: JSON.stringify({ messages: [{ role: 'user', content: process.argv[2] }] }),
  });
  process.stdout.write(await res.text());
  process.exitCode = 7;
};
void send();`;

const linesOf = (shell: Shell): Record<string, unknown>[] => {
  const captures = join(shell.home, 'tapescope/captures');
  const runs = readdirSync(captures);
  expect(runs).toHaveLength(1);
  const text = readFileSync(join(captures, runs[0] ?? '', 'requests.jsonl'), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
};

test('tape record passes on arguments, output and exit code, and keeps what was sent through a relay', async () => {
  const shell = withAgent(SENDS);
  shell.env.ANTHROPIC_BASE_URL = await serveModel();
  const { code, out, err } = await shell.tape('record', '--relay', 'claude', '--relay');
  expect([code, out]).toEqual([7, '{"id":"answer-1"}']);
  expect(err).toMatch(/^tape: Kept 1 request in .*captures.*ANTHROPIC_BASE_URL is the relay/);
  const lines = linesOf(shell);
  expect(lines[0]).toMatchObject({ type: 'run', agent: 'claude-code', way: 'relay' });
  expect(JSON.stringify(lines)).toContain('--relay');
  expect(JSON.stringify(lines)).not.toContain('0123456789');
});

test('tape record asks an agent that can to keep its requests itself', async () => {
  const shell = withAgent(`
    const { writeFileSync } = require('node:fs');
    const folder = process.env.OTEL_LOG_RAW_API_BODIES.replace('file:', '');
    writeFileSync(folder + '/a.request.json', JSON.stringify({ messages: [{ role: 'user', content: 'mend the light' }] }));
    writeFileSync(folder + '/req_1.response.json', JSON.stringify({ id: 'msg_1' }));
    writeFileSync(folder + '/req_2.response.json', JSON.stringify({ id: 'msg_2' }));
    writeFileSync(folder + '/index.jsonl', JSON.stringify({ request_file: 'a.request.json', response_file: 'req_1.response.json', message_id: 'msg_1' }) + '\\n{"torn');`);
  const { code, err } = await shell.tape('record', 'claude');
  expect(code).toBe(0);
  expect(err).toMatch(/1 answer that nothing joins to a request stayed in .*bodies/);
  expect(err).toContain('thinking is <REDACTED>');
  const lines = linesOf(shell);
  expect(lines).toMatchObject([
    { type: 'run', way: 'own' },
    {
      type: 'request',
      id: 1,
      url: null,
      join: { message_id: 'msg_1' },
      body: ['{"messages":[{"role":"user","content":"mend the light"}]}'],
    },
    { type: 'response', id: 1, body: ['{"id":"msg_1"}'] },
  ]);
});

test('tape record gives a program the variable that the user names, and says where nothing came', async () => {
  const shell = openShell();
  const url = await serveModel();
  const print = 'console.log(new URL(process.env.MY_MODEL).hostname)';
  const { code, out, err } = await shell.tape('record', '--base', `MY_MODEL=${url}/v1`, '--', process.execPath, '-e', print);
  expect([code, out]).toEqual([0, '127.0.0.1\n']);
  expect(err).toContain('No request was kept: none came this way.');
});

test.each([
  [['record', '--base', 'nonsense', 'true'], '--base takes NAME=URL'],
  [['record', '--agent', 'nobody', 'true'], '--agent takes claude-code, '],
  [['record', 'no-such-program-here'], 'no-such-program-here was not started: '],
  [['record'], 'COMMAND is missing in tape record COMMAND'],
])('tape %j says what is wrong', async (words, sentence) => {
  const { code, err } = await openShell().tape(...words);
  expect(code).toBe(2);
  expect(err).toContain(sentence);
});

test('tape record ends with its command where a signal ends both', async () => {
  const shell = withAgent(`process.stdout.write('up'); setInterval(() => undefined, 1000);`);
  const child = shell.start('record', '--relay', 'claude');
  await once(child.stdout ?? child, 'data');
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect(code).toBe(128 + 15);
});

test('tape captures lists what was kept, and removes what is too old or too much', async () => {
  const shell = withAgent(SENDS);
  expect((await shell.tape('captures')).out).toMatch(/^Nothing was kept yet/);
  shell.env.ANTHROPIC_BASE_URL = await serveModel();
  await shell.tape('record', '--relay', 'claude', 'one');
  await shell.tape('record', '--relay', 'claude', 'two');
  const items = async (...words: string[]) => RunsAnswer.parse(await shell.json('captures', ...words)).items;
  const [first, second] = await items();
  expect(first).toMatchObject({ agent: 'claude-code', program: 'claude', way: 'relay', requests: 1, sent: 46 });
  expect((await shell.tape('captures')).out).toMatch(/RUN .*REQUESTS[\s\S]*Claude Code +relay +1 /);
  expect((await shell.tape('captures', 'prune')).code).toBe(2);
  expect((await shell.tape('captures', 'prune', '--keep', 'much')).err).toContain('--keep takes a size');
  const bound = String((second?.kept ?? 0) + 10);
  expect((await items('prune', '--keep', bound, '--dry-run')).map(({ name }) => name)).toEqual([first?.name]);
  expect(await items()).toHaveLength(2);
  expect((await items('prune', '--keep', bound)).map(({ name }) => name)).toEqual([first?.name]);
  expect((await items()).map(({ name }) => name)).toEqual([second?.name]);
  expect((await shell.tape('captures', 'prune', '--before', '2999-01-01')).out).toMatch(/^1 run removed, which freed /);
  expect(await items()).toEqual([]);
});
