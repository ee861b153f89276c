import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { RunsAnswer } from './testing/answers.ts';
import { ended, openShell, type Shell, TAPE } from './testing/shell.ts';

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

/** A shell whose `claude`, or other agent, is the script. */
const withAgent = (script: string, name = 'claude'): Shell => {
  const shell = openShell();
  const bin = join(shell.home, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, name), `#!${process.execPath}\n${script}`, { mode: 0o755 });
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
  expect(err).toMatch(/1 answer without a known request stayed in .*bodies/);
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

test('a provider of its own that the settings of Codex name goes through the relay', async () => {
  const shell = withAgent(
    `const [, given = ''] = process.argv[process.argv.indexOf('-c') + 1].split('=');
     fetch(JSON.parse(given) + '/responses', { method: 'POST', body: '{"input":"mend the light"}' }).then((res) => res.text()).then(console.log);`,
    'codex',
  );
  shell.env.CODEX_HOME = join(shell.home, 'codex');
  mkdirSync(shell.env.CODEX_HOME);
  writeFileSync(
    join(shell.env.CODEX_HOME, 'config.toml'),
    `model_provider = "mill"\n[model_providers.mill] # ours\nname = "Mill"\nbase_url = "${await serveModel()}/v1"\n[tui]\nbase_url = "http://x"\n`,
  );
  const { code, out, err } = await shell.tape('record', '--relay', 'codex', 'exec', 'hi');
  expect([code, out]).toEqual([0, '{"id":"answer-1"}\n']);
  expect(err).toContain('base_url of each of model_providers');
  expect(linesOf(shell)[1]).toMatchObject({
    type: 'request',
    url: expect.stringMatching(/\/v1\/responses$/),
    body: ['{"input":"mend the light"}'],
  });
});

test.runIf(process.platform === 'linux').each([[[]], [['--relay']]])(
  'tape record runs its command where nothing can be kept, and says so: %s',
  async (how) => {
    const shell = withAgent('process.exitCode = 5; console.log(process.env.ANTHROPIC_BASE_URL)');
    shell.env.TAPESCOPE_HOME = '/proc/none/at-all';
    const { code, out, err } = await shell.tape('record', ...how, 'claude');
    expect([code, out]).toEqual([5, 'undefined\n']);
    expect(err).toMatch(/^tape: Nothing is kept of what is sent: ENOENT.*\n$/);
  },
);

test.runIf(process.platform === 'linux')('a full disk takes nothing from the traffic, and how much was lost is said', async () => {
  const shell = withAgent(`
    const words = (at) => Array.from({ length: 400 }, (_, one) => 'word ' + at + ' ' + one).join(', ');
    const send = async () => {
      let whole = 0;
      for (let at = 0; at < 6; at++) {
        const body = JSON.stringify({ messages: [{ role: 'user', content: words(at) }] });
        const res = await fetch(process.env.ANTHROPIC_BASE_URL + '/v1/messages', { method: 'POST', body });
        whole += Number((await res.text()) === '{"id":"answer-1"}');
      }
      console.log(whole);
    };
    void send();`);
  shell.env.ANTHROPIC_BASE_URL = await serveModel();
  // A file may grow to so many blocks of 512 bytes, whoever writes it: root, too.
  const limited = ['-c', 'ulimit -f 24; exec "$0" "$@"', process.execPath, TAPE, 'record', '--relay', 'claude'];
  const { code, out, err } = await ended(spawn('sh', limited, { env: { ...shell.env, NODE_DISABLE_COMPILE_CACHE: '1' }, cwd: shell.home }));
  expect([code, out]).toEqual([0, '6\n']);
  const [, lost = 0] = /Of what was sent (\d+) lines could not be kept: EFBIG/.exec(err) ?? [];
  const kept = linesOf(shell).filter(({ type }) => type === 'request' || type === 'response');
  expect(kept.length).toBeGreaterThan(0);
  expect(Number(lost)).toBe(12 - kept.length);
});

/** Records of payloads as Codex packs them into a shard. */
const PACKED = `
  const { mkdirSync, writeFileSync } = require('node:fs');
  const { zstdCompressSync } = require('node:zlib');
  const folder = process.env.CODEX_ROLLOUT_TRACE_ROOT + '/trace-1';
  mkdirSync(folder + '/payloads', { recursive: true });
  const record = (name, value) => {
    const [id, bytes, head] = [Buffer.from(name), Buffer.from(JSON.stringify(value)), Buffer.alloc(10)];
    head.writeUInt16LE(id.length);
    head.writeBigUInt64LE(BigInt(bytes.length), 2);
    return Buffer.concat([head, id, bytes]);
  };
  const asked = (text) => ({ model: 'm', input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }] });
  const frames = [
    zstdCompressSync(Buffer.concat([record('raw_payload:1', asked('one')), record('raw_payload:2', { response_id: 'resp_1' })])),
    zstdCompressSync(Buffer.concat([record('raw_payload:3', asked('two')), record('raw_payload:4', { response_id: 'torn' }).subarray(0, -9)])),
  ];
  const payload = (id) => ({ raw_payload_id: 'raw_payload:' + id, shard: 1 });
  const event = (type, call, more) => JSON.stringify({ wall_time_unix_ms: 1767603600000 + call, thread_id: 't', payload: { type, inference_call_id: call, ...more } });
  writeFileSync(folder + '/trace.jsonl', [
    event('inference_started', 1, { request_payload: payload(1) }),
    event('inference_completed', 1, { response_payload: payload(2), response_id: 'resp_1' }),
    event('inference_started', 2, { request_payload: payload(3) }),
    event('inference_completed', 2, { response_payload: payload(4) }),
  ].join('\\n'));`;

test('tape record reads payloads that Codex packs together, and of a torn file what there is', async () => {
  const shell = withAgent(`${PACKED} writeFileSync(folder + '/payloads/000001.zst', Buffer.concat(frames));`, 'codex');
  const { err } = await shell.tape('record', 'codex');
  expect(err).toContain('Kept 2 requests');
  const lines = linesOf(shell).filter(({ type }) => type !== 'block');
  expect(lines.map(({ type, join }) => [type, join])).toEqual([
    ['run', undefined],
    ['request', { thread_id: 't', response_id: 'resp_1' }],
    ['response', undefined],
    ['request', { thread_id: 't' }],
  ]);
  expect(JSON.stringify(linesOf(shell))).toContain('two');
});

test('tape record leaves what an agent wrote in a way that nobody knows, and says so', async () => {
  const shell = withAgent(`${PACKED} writeFileSync(folder + '/payloads/000001.lz', 'x');`, 'codex');
  const { err } = await shell.tape('record', 'codex');
  expect(err).toMatch(/its 2 files stayed in .*bodies/);
  const [run = ''] = readdirSync(join(shell.home, 'tapescope/captures'));
  expect(readdirSync(join(shell.home, 'tapescope/captures', run, 'bodies'))).toEqual(['trace-1']);
});

test('tape record gives pi an extension that writes down each payload as it is sent, and changes none', async () => {
  const shell = withAgent(
    `
    const handlers = new Map();
    const [, , prompt, flag, path] = process.argv;
    const context = { sessionManager: { getSessionId: () => 'session-1' } };
    import(path).then(({ default: extension }) => {
      extension({ on: (name, handler) => handlers.set(name, handler) });
      const payload = { model: 'm', messages: [{ role: 'user', content: prompt }] };
      const usage = { input: 9, output: 2, cacheRead: 1, cacheWrite: 0 };
      const content = [{ type: 'text', text: 'Ground.' }, { type: 'toolCall', id: 't1', name: 'mill', arguments: { of: 'rye' } }];
      const message = { role: 'assistant', responseId: 'msg_1', model: 'm', stopReason: 'toolUse', content, usage };
      const answers = [handlers.get('before_provider_request')({ payload }, context), handlers.get('message_end')({ message }, context)];
      handlers.get('before_provider_request')({ payload: { ...payload, model: 'summary' } }, context);
      console.log(flag, JSON.stringify(answers));
    });`,
    'pi',
  );
  const { out, err } = await shell.tape('record', 'pi', 'Grind the barley.');
  expect(out).toBe('--extension [null,null]\n');
  expect(err).toContain('Kept 2 requests');
  const [run, request, response, summary] = linesOf(shell).filter(({ type }) => type !== 'block');
  expect(run).toMatchObject({ agent: 'pi', way: 'own' });
  expect(request).toMatchObject({
    join: { session_id: 'session-1', response_id: 'msg_1' },
    body: ['{"model":"m","messages":[{"role":"user","content":"Grind the barley."}]}'],
  });
  expect(response).toMatchObject({ type: 'response', id: 1 });
  expect(JSON.stringify(linesOf(shell))).toContain('tool_use');
  expect(summary).toMatchObject({ type: 'request', join: { session_id: 'session-1' } });
  const folder = join(shell.home, 'tapescope/captures');
  expect(readdirSync(join(folder, readdirSync(folder)[0] ?? ''))).toEqual(['requests.jsonl']);
});

test('tape record gives OpenCode a plugin that writes down the bodies that pass, and passes them on', async () => {
  const shell = withAgent(
    `
    const config = JSON.parse(process.env.OPENCODE_CONFIG_CONTENT);
    globalThis.fetch = async (input, init) => new Response('said: ' + init.body.length);
    import(config.plugin.at(-1)).then(async () => {
      const ask = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Grind.' }] });
      const said = [];
      for (const body of [ask, '{"no": "ask"}']) said.push(await (await fetch('https://h/v1/messages?key=a-secret-0', { method: 'POST', body })).text());
      console.log(config.theme, config.plugin.length, JSON.stringify(said));
    });`,
    'opencode',
  );
  shell.env.OPENCODE_CONFIG_CONTENT = '{"theme":"dark","plugin":["other"]}';
  const { out, err } = await shell.tape('record', 'opencode', 'run');
  expect(out).toBe('dark 2 ["said: 61","said: 13"]\n');
  expect(err).toContain('Kept 1 request');
  const lines = linesOf(shell);
  expect(lines).toMatchObject([
    { type: 'run', agent: 'opencode', way: 'own' },
    { type: 'request', body: ['{"model":"m","messages":[{"role":"user","content":"Grind."}]}'] },
    { type: 'response', body: ['said: 61'] },
  ]);
  expect(JSON.stringify(lines)).not.toContain('a-secret');
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

test('a run of an agent that keeps its requests is listed and can be removed where tape record was killed', async () => {
  const shell = withAgent(`
    require('node:fs').writeFileSync(process.env.OTEL_LOG_RAW_API_BODIES.replace('file:', '') + '/a.request.json', '{"messages":[]}');
    process.stdout.write(String(process.pid)); setInterval(() => undefined, 1000);`);
  const child = shell.start('record', 'claude');
  const [pid] = (await once(child.stdout ?? child, 'data')) as [Buffer];
  closing.push(() => process.kill(Number(String(pid))));
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(RunsAnswer.parse(await shell.json('captures')).items).toMatchObject([{ agent: 'claude-code', way: 'own', requests: 0 }]);
  expect((await shell.tape('captures', 'prune', '--before', '2999-01-01')).out).toMatch(/^1 run removed/);
  expect(readdirSync(join(shell.home, 'tapescope/captures'))).toEqual([]);
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
