import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { KEY, type ModelServer, type Scripted, serveModel } from '../engine/runs/testing/model-server.ts';
import { RequestAnswer, ViewAnswer } from './testing/answers.ts';
import { bind, openShell, type Shell } from './testing/shell.ts';

const Answer = z.object({
  steps: z.number(),
  stop: z.object({ reason: z.string(), message: z.string().optional() }),
  usage: z.object({ input: z.number(), output: z.number() }),
  cost: z.number().nullable(),
  entries: z.tuple([z.number(), z.number()]),
  left: z.string().nullable(),
});

const MODELS = ['anthropic:claude-opus-5', 'openai:gpt-5.2', 'openai-compatible:local'];

const shellWith = async (script: readonly Scripted[]): Promise<{ shell: Shell; server: ModelServer }> => {
  const shell = openShell(120);
  bind(shell);
  const server = await serveModel(script);
  Object.assign(shell.env, server.env);
  return { shell, server };
};

const workspaceOf = (shell: Shell): string => {
  const home = shell.env.TAPE_HOME ?? '';
  return join(home, readdirSync(home).find((name) => name.startsWith('workspace-')) ?? '');
};

const messagesAt = async (shell: Shell, ...words: string[]): Promise<Record<string, unknown>[]> =>
  z.object({ messages: z.array(z.record(z.string(), z.unknown())) }).parse(await shell.json('view', ...words, '--messages')).messages;

const READS: Scripted = { text: 'I look.', calls: [{ id: 'c1', name: 'fs_read', arguments: '{"path":"lamp.txt"}' }] };

describe.each(MODELS)('%s', (model) => {
  test('answers after a call, and each step has the context that was sent', async () => {
    const { shell, server } = await shellWith([READS, { text: 'It is lit.', usage: { input: 30, output: 4 } }]);
    writeFileSync(join(shell.home, 'lamp.txt'), 'lit');
    writeFileSync(join(shell.home, 'system.txt'), 'You keep the light.\n');
    const words = ['run', 'Is the lamp lit?', '--model', model, '--tools', 'fs.read', '--system', 'system.txt'];
    const { stop, steps, usage, entries } = Answer.parse(await shell.json(...words));
    expect([stop, steps, usage.input, usage.output, entries[0]]).toEqual([{ reason: 'answered' }, 2, 40, 6, 2]);
    expect(server.received).toHaveLength(2);
    const roles = (await messagesAt(shell, '--step', '2')).map(({ role }) => role);
    expect(roles).toEqual(['system', 'assistant', 'user', 'assistant', 'assistant', 'tool']);
    const said = JSON.stringify(server.received[1]?.body);
    for (const words of ['You keep the light.', 'Is the lamp lit?', 'I look.', 'lamp.txt', '"lit"']) expect(said).toContain(words);
    const request = z.object({ request: z.unknown(), capturedBy: z.string() }).parse(await shell.json('request', '--step', '2'));
    expect(request).toEqual({ request: server.received[1]?.body, capturedBy: 'tape run' });
  });

  test('asks the same again and again, each time with who said what, and each step has its own request', async () => {
    const { shell, server } = await shellWith([{ text: 'Done.' }]);
    for (let count = 0; count < 3; count += 1) await shell.json('run', 'Go', '--model', model);
    for (const step of [1, 2, 3]) {
      const { request } = RequestAnswer.parse(await shell.json('request', '--step', `${step}`));
      expect([step, request]).toEqual([step, server.received[step - 1]?.body]);
      const { evidence } = ViewAnswer.parse(await shell.json('view', '--step', `${step}`));
      expect([step, evidence]).toEqual([
        step,
        expect.objectContaining({ state: 'verified', source: 'tape run', onlyDerived: 0, onlySent: 0 }),
      ]);
    }
    const { messages, input } = (server.received[2]?.body ?? {}) as Record<string, { role: string }[] | undefined>;
    expect((messages ?? input)?.slice(-4).map(({ role }) => role)).toEqual(['assistant', 'user', 'assistant', 'user']);
    expect(await shell.json('what-if', '--step', '2', '--dry-run')).toMatchObject({ model });
  });

  test('leaves its key nowhere, although server and tools repeat it', async () => {
    const { shell } = await shellWith([
      { text: `Your key is ${KEY}.`, calls: [{ id: 'c1', name: 'fs_read', arguments: '{"path":"key.txt"}' }] },
      { status: 401, body: JSON.stringify({ error: { message: `Incorrect key: ${KEY}` } }) },
    ]);
    writeFileSync(join(shell.home, 'key.txt'), KEY);
    const { code, out, err } = await shell.tape('run', 'Hello', '--model', model, '--tools', 'fs.read', '--json');
    expect([code, `${out}${err}`.includes(KEY)]).toEqual([1, false]);
    const { stdout } = spawnSync('grep', ['-rlaF', KEY, shell.home], { encoding: 'utf8' });
    expect(stdout).toBe(`${join(shell.home, 'key.txt')}\n`);
  });
});

test('a step that failed has its own request, and what was answered', async () => {
  const refusal = { status: 400, body: '{"error":{"message":"No such lamp."}}' };
  const { shell, server } = await shellWith([refusal, { text: 'Half of', cutAt: 40, piece: 64 }, refusal, { text: 'Lit.' }]);
  const steps = 3;
  for (let step = 1; step <= steps; step += 1) await shell.tape('run', 'Is it lit?', '--model', 'openai-compatible:local');
  expect(server.received).toHaveLength(steps + 1);
  const requests = [0, 2, 3].map((at) => server.received[at]?.body);
  for (let step = 1; step <= steps; step += 1) {
    const { request, response } = RequestAnswer.parse(await shell.json('request', '--step', `${step}`));
    expect([step, request, JSON.stringify(response).includes('No such lamp.')]).toEqual([step, requests[step - 1], step < 3]);
    const { evidence } = ViewAnswer.parse(await shell.json('view', '--step', `${step}`));
    expect([step, evidence]).toEqual([step, expect.objectContaining({ state: 'verified', onlyDerived: 0, onlySent: 0 })]);
  }
});

test('a dry run prints the request, sends nothing and writes nothing', async () => {
  const { shell, server } = await shellWith([{ text: 'Hello' }]);
  const words = ['Hi', '--model', 'openai:m', '--tools', 'bash,fs.read'];
  const before = await messagesAt(shell, '--next');
  const { body, headers } = z
    .object({ body: z.record(z.string(), z.unknown()), headers: z.record(z.string(), z.string()) })
    .parse(await shell.json('run', ...words, '--dry-run'));
  expect([server.received, await messagesAt(shell, '--next'), JSON.stringify(headers).includes(KEY)]).toEqual([[], before, false]);
  await shell.json('run', ...words);
  expect(server.received.map((one) => one.body)).toEqual([body]);
});

test('a command of the tape asks no model, and one that fails does', async () => {
  const { shell, server } = await shellWith([{ text: 'There is no such command.' }]);
  expect(await shell.json('run', ',tape.info', '--model', 'openai:m')).toMatchObject({ stop: { reason: 'command' }, steps: 0 });
  expect(server.received).toHaveLength(0);
  expect((await shell.tape('run', ',nonsense')).code).toBe(2);
  expect(await shell.json('run', ',nonsense', '--model', 'openai:m')).toMatchObject({ stop: { reason: 'answered' }, steps: 1 });
  expect(JSON.stringify(server.received[0]?.body)).toContain('<command name=\\"nonsense\\" status=\\"error\\">');
});

test('a run that is killed within a call has all that was acknowledged, and the next one says what was left open', async () => {
  const calls = [{ id: 'c1', name: 'bash', arguments: '{"cmd":"kill -9 $PPID"}' }];
  const { shell } = await shellWith([{ text: 'I stop.', calls }, { text: 'Back.' }]);
  const config = join(workspaceOf(shell), 'config.json');
  writeFileSync(
    config,
    JSON.stringify({ ...JSON.parse(readFileSync(config, 'utf8')), run: { model: 'openai:m', tools: ['bash'], allow: ['bash'] } }),
  );
  expect((await shell.tape('run', 'Go')).code).toBe(null);
  const { left, stop } = Answer.parse(await shell.json('run', 'And?'));
  expect([stop.reason, left]).toEqual(['answered', expect.stringContaining('left a call without a result: bash of entry')]);
});

test('a budget is one of tokens or of money, under any policy', async () => {
  const { shell, server } = await shellWith([{ text: 'Yes.' }]);
  const words = ['run', 'Go', '--model', 'openai:gpt-5.2', '--policy', 'full'];
  expect(Answer.parse(await shell.json(...words, '--budget', '$1')).stop.reason).toBe('answered');
  const { code, out } = await shell.tape(...words, '--budget', '10', '--json');
  expect([code, Answer.parse(JSON.parse(out)).stop.reason, server.received.length]).toEqual([3, 'token-budget', 1]);
});
