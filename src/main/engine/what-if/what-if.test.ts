import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { contract, type Input, Push } from '../../../shared/rpc/contract.ts';
import { openEngine } from '../open.ts';
import { KEY, type Scripted, serveModel } from '../runs/testing/model-server.ts';
import { bubTape } from '../testing/bub-script.ts';
import { tempFolder, writeFile, writeTape } from '../testing/files.ts';
import { harbour } from '../testing/harbour.ts';
import { assistant, call, nativeHome, result, user } from '../testing/native.ts';
import { claudeTree } from '../testing/tree.ts';
import { whatIfMethods } from './methods.ts';

const SIGNAL = { signal: new AbortController().signal };

const DRAWN = [
  'u1 "is the lamp lit?" > a1 think "hm" <- step m1 > a2 call Read t1 <- step m1 > r1 t1 "the lamp is dark"',
  '> a3 "It is dark." <- step m2 > u2 "what now?" > a4 call Bash t2 <- step m3 > r2 t2 "lit" > a5 "Done." <- step m4',
].join(' ');

const opened = async (paths: string[], script: readonly Scripted[]) => {
  const home = tempFolder();
  vi.stubEnv('TAPE_HOME', join(home, 'tapes'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const { engine, handlers } = await openEngine({ home, host: 'terminal', readOnly: false, samples: null });
  onTestFinished(() => engine.close());
  const { tapes } = await engine.ingest.open(paths);
  const server = await serveModel(script.map((one) => ({ piece: 4096, ...one })));
  const methods = whatIfMethods(engine, server.env);
  const tape = tapes[0] ?? '';
  const plan = (input: object) =>
    methods['whatIf.plan'](contract['whatIf.plan'].input.parse({ tape, model: 'openai-compatible:m', ...input }), SIGNAL);
  const send = (input: object) =>
    methods['whatIf.send'](contract['whatIf.send'].input.parse({ tape, model: 'openai-compatible:m', ...input }), SIGNAL);
  const ablate = (input: object) =>
    methods['whatIf.ablate'](contract['whatIf.ablate'].input.parse({ tape, model: 'openai-compatible:m', ...input }), SIGNAL);
  return { home, engine, handlers, tape, server, plan, send, ablate };
};

type Edits = NonNullable<Input<'whatIf.plan'>['edits']>;

test('a step of a foreign tape is sent without an entry, and the recorded answer is among the groups; the tape stays as it is', async () => {
  const file = writeTape(claudeTree(DRAWN));
  const bytes = readFileSync(file);
  const dark: Scripted = { text: 'It is dark.', usage: { input: 50, output: 5 } };
  const reads: Scripted = { calls: [{ id: 'x', name: 'Read', arguments: '{"path":"lamp"}' }] };
  const { send, server, home } = await opened([file], [dark, dark, reads]);
  const sent = await send({ step: 2, n: 4, edits: { replace: [{ seq: 4, text: 'the lamp is broken' }] } satisfies Edits });
  expect(contract['whatIf.send'].output.parse(sent)).toEqual(sent);
  expect(sent.groups).toMatchObject([
    { decision: { type: 'text', text: 'It is dark.' }, share: 0.5, recorded: true },
    { decision: { type: 'calls', calls: [{ name: 'Read' }] }, share: 0.5, recorded: false },
  ]);
  expect(sent.spread).toBeCloseTo(2 / 3);
  expect(sent.spending).toMatchObject({ requests: 4, stop: { reason: 'done' }, capture: expect.stringContaining(join(home, 'captures')) });
  const { messages, tools } = server.received[0]?.body ?? {};
  expect(messages).toEqual([
    { role: 'user', content: 'is the lamp lit?' },
    { role: 'assistant', content: '', tool_calls: [expect.objectContaining({ id: 't1' })] },
    { role: 'tool', tool_call_id: 't1', content: 'the lamp is broken' },
  ]);
  expect(tools).toMatchObject([{ function: { name: 'Read' } }]);
  expect(sent.plan.unlike.map(({ what }) => what)).toEqual([
    'rules',
    'shape',
    'edits',
    'model',
    'system',
    'tools',
    'parameters',
    'thinking',
  ]);
  expect(readFileSync(file)).toEqual(bytes);
});

test('answers are told as they come, and those that came before a stop are kept', async () => {
  const [lit, dark]: Scripted[] = [{ text: 'It is lit.' }, { text: 'It is dark.', usage: { input: 50, output: 5 } }];
  const script = [dark, { hangs: true }, lit, { hangs: true }] as Scripted[];
  const { engine, tape, server } = await opened([writeTape(claudeTree(DRAWN))], script);
  const stop = new AbortController();
  const told: Extract<Push, { type: 'what-if' }>[] = [];
  const methods = whatIfMethods(engine, server.env, (push) => {
    if (push.type !== 'what-if') return;
    told.push(push);
    if (push.answers.length === 2) stop.abort();
  });
  const input = contract['whatIf.send'].input.parse({ tape, model: 'openai-compatible:m', step: 2, n: 6, id: 'mine' });
  const sent = await methods['whatIf.send'](input, { signal: stop.signal });
  expect(told.map(({ id, answers }) => [id, answers.map(({ decision }) => decision?.text)])).toEqual([
    ['mine', ['It is dark.']],
    ['mine', ['It is dark.', 'It is lit.']],
  ]);
  expect(told[0]?.spending.usage).toMatchObject({ input: 50, output: 5 });
  expect(sent.answers).toEqual(told[1]?.answers);
  expect(sent.spending.stop.reason).toBe('cancelled');
  for (const push of told) expect(Push.parse(push)).toEqual(push);
});

test('an answer is continued in a native tape, which names where it is from; the source stays as it is', async () => {
  const file = writeTape(claudeTree(DRAWN));
  const bytes = readFileSync(file);
  const { engine, handlers, tape, send } = await opened([file], [{ calls: [{ id: 'x', name: 'Read', arguments: '{"path":"lamp"}' }] }]);
  const edits = { replace: [{ seq: 4, text: 'the lamp is broken' }] } satisfies Edits;
  const { answers } = await send({ step: 2, n: 1, edits });
  const { decision, usage, ms } = answers[0] ?? {};
  const input = { tape, step: 2, edits, model: 'openai-compatible:m', decision, usage, ms };
  const methods = whatIfMethods(engine, { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' });
  const made = await methods['whatIf.continue'](contract['whatIf.continue'].input.parse(input), SIGNAL);
  expect(contract['whatIf.continue'].output.parse(made).tape).toMatchObject({ format: 'native', steps: 2 });
  const { messages } = await handlers['views.messages'](contract['views.messages'].input.parse({ tape: made.tape.id, step: 2 }), SIGNAL);
  for (const words of ['is the lamp lit?', 'the lamp is broken']) expect(JSON.stringify(messages)).toContain(words);
  const lines = engine.catalog.entries(made.tape.id, 1, made.tape.entries + 1).map(({ kind, label }) => `${kind} ${label}`);
  expect(lines.join('\n')).toContain('what-if.origin');
  expect(readFileSync(file)).toEqual(bytes);
});

test('a plan has each text that is replaced, word by word, and what a cache would still read', async () => {
  const { plan } = await opened([writeTape(claudeTree(DRAWN))], [{ text: 'x' }]);
  const edits = { replace: [{ seq: 4, text: 'the lamp is broken' }], system: 'Be brief.' } satisfies Edits;
  const { texts, cache } = await plan({ step: 2, edits });
  expect(texts.map(({ seq }) => seq)).toEqual([null, 4]);
  expect(texts[0]?.diff.segments).toEqual([{ op: 'b', text: 'Be brief.' }]);
  expect(texts[1]?.diff.segments).toEqual([
    { op: 'same', text: 'the lamp is ' },
    { op: 'a', text: 'dark' },
    { op: 'b', text: 'broken' },
  ]);
  expect(cache).toMatchObject({ read: 0, cost: { edited: null }, assumed: expect.stringContaining('Whether this server has a cache') });
  expect((await plan({ step: 2 })).texts).toEqual([]);
});

test('a call is left out with its result, and tokens and cost say what that changes', async () => {
  const { plan, server } = await opened([writeTape(claudeTree(DRAWN))], [{ text: 'x' }]);
  const { request, tokens, cost, recorded, policy } = await plan({
    step: 3,
    model: 'openai:gpt-5',
    edits: { without: [3] } satisfies Edits,
  });
  expect(JSON.stringify(request.body)).not.toContain('the lamp is dark');
  expect(request.body).toMatchObject({ tools: [{ name: 'Read' }, { name: 'Bash' }] });
  expect(request.body).toMatchObject({ model: 'gpt-5', input: [{ role: 'user' }, { role: 'assistant' }, { role: 'user' }] });
  expect(policy).toBe('as-recorded + without:#3');
  expect([tokens.unedited.blocks - tokens.edited.blocks, recorded?.calls[0]?.name]).toEqual([2, 'Bash']);
  expect(cost.edited).toBeLessThan(cost.unedited ?? 0);
  expect([server.received.length, JSON.stringify(request).includes(KEY)]).toEqual([0, false]);
});

test('of a request that is at hand its system prompt and tools weigh on both sides, and an edit of nothing is said', async () => {
  const { plan } = await opened([writeTape(harbour())], [{ text: 'x' }]);
  const weigh = async (edits: Input<'whatIf.plan'>['edits']) => {
    const { tokens, cost, warnings } = await plan({ step: 2, model: 'openai:gpt-5', edits });
    const [then, now] = [tokens.unedited, tokens.edited].map(({ counted, estimated }) => counted + estimated) as [number, number];
    return { then, now, cost, warnings };
  };
  const idle = await weigh({ without: [99] });
  expect(idle.warnings).toContain('Not in this context, so not left out: #99.');
  const { then, now, cost, warnings } = await weigh({ without: [7] });
  expect(warnings).toEqual([]);
  expect(now).toBeLessThan(idle.now);
  // What only the request has besides weighs little here.
  expect(then - idle.now).toBeLessThan(30);
  expect(cost.edited).toBeLessThan(cost.unedited ?? 0);
  const prompt = await weigh({ system: 'Short.' });
  expect(prompt.now).toBeLessThan(prompt.then);
  await expect(plan({ step: 2, edits: { replace: [1, 1].map((seq) => ({ seq, text: 'x' })) } })).rejects.toThrow('#1 is given two texts');
});

test('who can be asked is known before anything is sent, and with which model to begin', async () => {
  const { engine, tape, server } = await opened([writeTape(claudeTree(DRAWN))], [{ text: 'x' }]);
  const setup = await whatIfMethods(engine, { OPENAI_BASE_URL: server.url })['whatIf.setup']({ tape }, SIGNAL);
  expect(contract['whatIf.setup'].output.parse(setup)).toEqual(setup);
  expect(setup.providers.map(({ name, why }) => [name, why === null])).toEqual([
    ['anthropic', false],
    ['openai', false],
    ['openai-compatible', true],
  ]);
  expect(setup.model).toBe(`anthropic:${engine.catalog.tape(tape).model}`);
});

test('the next request of a native tape goes with its own system prompt and tools, and says that nobody sent it', async () => {
  const { main } = nativeHome();
  main.append([
    { kind: 'system', payload: { content: 'Keep the light.' } },
    user('lit?'),
    call('c1', 'fs_read'),
    result('c1', 'dark'),
    assistant('No.'),
    user('light it'),
  ]);
  const { plan } = await opened([main.folder], [{ text: 'x' }]);
  const { request, unlike, recorded, system } = await plan({
    next: true,
    model: 'anthropic:claude-opus-5',
    edits: { pin: [3], system: null } satisfies Edits,
  });
  expect(system).toBe('Keep the light.');
  expect(request.body).toMatchObject({
    system: 'Keep the light.',
    tools: [{ name: 'fs_read', description: expect.stringContaining('file') }],
  });
  expect([recorded, unlike.map(({ what }) => what)]).toEqual([null, ['not-sent', 'shape', 'edits', 'model', 'tools', 'parameters']]);
});

test('property: entries are in the edited context or left out of it, whatever is edited', async () => {
  const script =
    'anchor session/start\nuser "word-one" <- run r1\nassistant "word-two" <- run r1\nuser "word-three" <- run r2\ncall read c1 <- run r2\nresult "word-four" <- run r2\nassistant "word-five" <- run r3\nuser "word-six" <- run r4\nassistant "word-seven" <- run r4';
  const file = writeFile(tempFolder(), '0123456789abcdef__0123456789abcdef.jsonl', bubTape(script));
  const { plan, handlers, tape } = await opened([file], [{ text: 'x' }]);
  const seqs = fc.subarray([2, 3, 4, 5, 6, 7]);
  await fc.assert(
    fc.asyncProperty(seqs, seqs, async (without, pins) => {
      const pin = pins.filter((seq) => !without.includes(seq));
      const { policy, request, tokens } = await plan({ step: 4, edits: { without, pin } satisfies Edits });
      const view = await handlers['views.assemble']({ tape, step: 4, policy }, SIGNAL);
      const told = [
        ...view.blocks.flatMap(({ entries }) => entries),
        ...view.omissions.flatMap(({ entries }) =>
          entries.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at)),
        ),
      ];
      expect(told.filter((seq) => seq < view.before).sort((a, b) => a - b)).toEqual(
        Array.from({ length: view.before - 1 }, (_, at) => at + 1),
      );
      expect(tokens.edited.blocks).toBe(view.blocks.length);
      const said = JSON.stringify(request.body);
      const kept = new Set(view.blocks.flatMap(({ entries }) => entries));
      for (const [seq, word] of [
        [2, 'word-one'],
        [3, 'word-two'],
        [4, 'word-three'],
        [6, 'word-four'],
        [7, 'word-five'],
        [8, 'word-six'],
      ] as const)
        expect([seq, said.includes(word)]).toEqual([seq, kept.has(seq)]);
    }),
    { numRuns: Number(process.env.FC_RUNS ?? 25) },
  );
});

test('a key is in nothing that is left, whatever the server repeats', async () => {
  const { send, home } = await opened(
    [writeTape(claudeTree(DRAWN))],
    [
      { text: `Your key is ${KEY}.` },
      { calls: [{ id: 'x', name: KEY, arguments: `{"key":"${KEY}"}` }] },
      { status: 401, body: JSON.stringify({ error: { message: `No: ${KEY}` } }) },
    ],
  );
  const sent = await send({ step: 2, n: 6, model: 'openai:m' });
  expect(JSON.stringify(sent)).not.toContain(KEY);
  expect(JSON.stringify(sent)).toContain('[credential]');
  expect([sent.spending.stop.reason, sent.spending.requests]).toEqual(['refused', expect.toSatisfy((count: number) => count <= 4)]);
  expect(spawnSync('grep', ['-rlaF', KEY, home], { encoding: 'utf8' }).stdout).toBe('');
});

test('a log that keeps the system prompt and not the tools is not taken for one whose request had none', async () => {
  const records = [
    { type: 'session_meta', payload: { id: 'x', cwd: '/p', cli_version: '0.144.0', base_instructions: { text: 'Keep the light.' } } },
    { type: 'response_item', payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'lit?' }] } },
    { type: 'response_item', payload: { type: 'function_call', name: 'shell', arguments: '{"command":"ls"}', call_id: 'c1' } },
    { type: 'response_item', payload: { type: 'function_call_output', call_id: 'c1', output: 'dark' } },
    { type: 'response_item', payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'No.' }] } },
  ].map((record, at) => ({ timestamp: new Date(Date.UTC(2026, 0, 5, 9, 0, at)).toISOString(), ...record }));
  const { plan, engine, tape } = await opened([writeTape(records, 'rollout-2026-01-05T09-00-00-x.jsonl')], [{ text: 'x' }]);
  const { request, unlike } = await plan({ step: engine.catalog.tape(tape).steps, model: 'openai:m' });
  expect(request.body).toMatchObject({ instructions: 'Keep the light.', tools: [{ name: 'shell' }] });
  expect(unlike.map(({ what }) => what)).toEqual(expect.arrayContaining(['rules', 'tools', 'parameters']));
});

test('what was tried is no evidence of what was sent', async () => {
  const file = writeTape(claudeTree(DRAWN, { start: Date.now() }));
  const { send, engine, handlers, tape, home } = await opened([file], [{ text: 'It is dark.' }]);
  await send({ step: 2, n: 1, edits: { without: [1] } satisfies Edits });
  const { tapes } = await engine.ingest.open([join(home, 'captures')]);
  expect(engine.catalog.tape(tapes[0] ?? '').steps).toBe(1);
  expect(await handlers['evidence.step']({ tape, step: 2 }, SIGNAL)).toMatchObject({ source: null, captured: null });
});

test('a budget holds for all requests together, and what was answered until then is kept', async () => {
  const { send, server } = await opened([writeTape(claudeTree(DRAWN))], [{ text: 'It is dark.', usage: { input: 2000, output: 10 } }]);
  const { plan } = await send({ step: 2, n: 1 });
  const sent = await send({ step: 2, n: 20, budget: String(plan.tokens.request * 2 + 20) });
  expect(sent.spending).toMatchObject({ requests: 1, stop: { reason: 'token-budget' } });
  expect([sent.answers.length, server.received.length]).toEqual([1, 2]);
  expect(server.received[1]?.body.max_tokens).toBeGreaterThan(0);
});

test('ablation says which block the decision hangs on, and asks no more than it may', async () => {
  const { engine, tape, handlers } = await opened([writeTape(claudeTree(DRAWN))], [{ text: 'x' }]);
  const server = await serveModel([{ text: '' }], undefined, ({ body }) => ({
    piece: 4096,
    text: JSON.stringify(body).includes('the lamp is dark') ? 'Light it with oil.' : 'Ask the keeper first.',
  }));
  const methods = whatIfMethods(engine, server.env);
  const found = await methods['whatIf.ablate'](
    contract['whatIf.ablate'].input.parse({ tape, step: 3, n: 2, model: 'openai-compatible:m', blocks: 3 }),
    SIGNAL,
  );
  expect(contract['whatIf.ablate'].output.parse(found)).toEqual(found);
  expect(found.decision?.text).toBe('Light it with oil.');
  expect(Object.fromEntries(found.tried.map(({ entries, changed }) => [entries.join(), changed]))).toMatchObject({ '3,4': 2 });
  expect(found.tried.filter(({ changed }) => changed !== 0)).toHaveLength(1);
  expect([server.received.length, found.spending.requests, found.tried.length]).toEqual([8, 8, 3]);
  const { blocks } = await handlers['views.assemble']({ tape, step: 3, policy: 'as-recorded' }, SIGNAL);
  const told = [...found.tried, ...found.untried].flatMap(({ entries }) => entries).sort((a, b) => a - b);
  expect(told).toEqual(blocks.flatMap(({ entries }) => entries).sort((a, b) => a - b));
});

test('a block with another text is left out like any other', async () => {
  const { ablate, server } = await opened([writeTape(claudeTree(DRAWN))], [{ text: 'It is dark.' }]);
  const found = await ablate({ step: 2, n: 1, edits: { replace: [{ seq: 4, text: 'the lamp is broken' }] } satisfies Edits });
  expect(found.tried.map(({ entries }) => entries.join()).sort()).toEqual(['1', '2', '3,4']);
  const without = server.received.filter(({ body }) => !JSON.stringify(body).includes('the lamp is broken'));
  expect([server.received.length, without.length]).toEqual([4, 1]);
});

test('what cannot be done is refused with a sentence, and nothing is sent', async () => {
  const { plan, send, server } = await opened([writeTape(claudeTree(DRAWN))], [{ text: 'x' }]);
  await expect(plan({ step: 2, edits: { replace: [{ seq: 8, text: 'x' }] } })).rejects.toThrow('Entry #8 is not in this context');
  await expect(plan({ step: 2, edits: { replace: [{ seq: 3, text: 'x' }] } })).rejects.toThrow('is not text in its record');
  await expect(plan({ step: 2, edits: { pin: [1], without: [1] } })).rejects.toThrow('#1 cannot be both kept and left out');
  await expect(plan({ step: 2, edits: { without: [1, 2, 3, 4] } })).rejects.toThrow('Nothing is left');
  await expect(send({ step: 2, model: 'openai:' })).rejects.toThrow('PROVIDER:NAME');
  expect(server.received).toEqual([]);
});
