import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { totalsOf } from '../../../shared/library/query.ts';
import { Run } from '../../../shared/model/run.ts';
import { capturesIn } from '../captures/runs.ts';
import { joinsOf } from '../evidence/joins.ts';
import { CAPTURED } from '../formats/abouts.ts';
import { KEY, type Scripted } from '../runs/testing/model-server.ts';
import { writeTape } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';
import { runRoom, runToEnd, STILL } from './testing.ts';

const reads = (path: string): Scripted => ({
  text: 'I look.',
  calls: [{ id: 'c1', name: 'fs_read', arguments: JSON.stringify({ path }) }],
});
const runs = (cmd: string, id = 'c1'): Scripted => ({ text: 'I try.', calls: [{ id, name: 'bash', arguments: JSON.stringify({ cmd }) }] });

test('an answer arrives in frames: its words, its calls before they run, what they came to, and how it ended', async () => {
  const room = await runRoom([reads('lamp.txt'), { text: 'It is lit.', usage: { input: 30, output: 4 } }]);
  writeFileSync(join(room.home.workspace.config.root, 'lamp.txt'), 'lit');
  const last = await runToEnd(room, { tools: ['fs.read'] });
  expect(last).toMatchObject({
    stop: { reason: 'answered' },
    usage: { input: 40, output: 6 },
    entries: [2, room.home.main.head()],
    ask: null,
  });
  expect(last.turns.map(({ text, state, calls }) => [text, state, calls.map(({ about, state: how }) => `${about} ${how}`)])).toEqual([
    ['I look.', 'done', ['lamp.txt done']],
    ['It is lit.', 'done', []],
  ]);
  const states = room.frames.flatMap(({ turns }) => turns[0]?.calls[0]?.state ?? []);
  expect([...new Set(states)]).toEqual(['waiting', 'running', 'done']);
  expect(room.frames.map(({ frame }) => frame)).toEqual(room.frames.map((_, at) => at + 1));
  for (const frame of room.frames) expect(Run.parse(frame)).toEqual(frame);
  expect(room.engine.ingest.jobs().filter(({ phase }) => phase === 'run')).toMatchObject([
    { phase: 'run', state: 'done', done: 2, total: 0 },
  ]);
  expect((await room.handlers['runs.setup']({ tape: room.tape }, STILL)).run).toEqual(last);
});

test.each([null, 'lamp'])(
  'turns of a run within the run are shown as they come, and what it asks about is its own call (fork: %s)',
  async (fork) => {
    const begins = { calls: [{ id: 'c1', name: 'run_sub', arguments: JSON.stringify({ prompt: 'Look.', ...(fork && { fork }) }) }] };
    const room = await runRoom([begins, runs('echo lit'), { text: 'It is lit.' }, { text: 'Good.' }]);
    const { id } = await room.start({ tools: ['run.sub', 'bash'] });
    const waiting = (tool: string) => room.until((run) => run.ask?.tool === tool);
    await waiting('run.sub');
    await room.handlers['runs.answer']({ run: id, call: 'c1', answer: 'once' }, STILL);
    const asks = await waiting('bash');
    const within = { step: 1, call: 'c1', fork };
    expect([asks.ask?.subject, asks.ask?.within, asks.ask?.at, asks.ask?.of]).toEqual(['echo lit', within, 1, 1]);
    expect(asks.turns.map((turn) => [turn.step, turn.within, turn.calls.map(({ state }) => state)])).toEqual([
      [1, null, ['running']],
      [1, within, ['asking']],
    ]);
    await room.handlers['runs.answer']({ run: id, call: asks.ask?.call ?? '', answer: 'once' }, STILL);
    const last = await room.until((run) => !run.running);
    expect(last.turns.map((turn) => [turn.step, turn.within?.fork, turn.text, turn.state, turn.calls.map(({ state }) => state)])).toEqual([
      [1, undefined, '', 'done', ['done']],
      [1, fork, 'I try.', 'done', ['done']],
      [2, fork, 'It is lit.', 'done', []],
      [2, undefined, 'Good.', 'done', []],
    ]);
    expect(last.entries).toEqual([2, room.home.main.head()]);
    const heard = room.frames.flatMap(({ turns }) => turns).filter(({ text, state }) => text === 'It is lit.' && state === 'answering');
    expect(heard).not.toEqual([]);
  },
);

test('what a run kept of its requests hangs on its tape, which alone counts them', async () => {
  const room = await runRoom([reads('lamp.txt'), { text: 'It is lit.', usage: { input: 30, output: 4 } }]);
  writeFileSync(join(room.home.workspace.config.root, 'lamp.txt'), 'lit');
  await runToEnd(room, { tools: ['fs.read'] });
  const { catalog, ingest, options } = room.engine;
  await ingest.open([capturesIn(options.home)]);
  const [tape, kept] = [catalog.tape(room.tape), catalog.tapes().find(({ format }) => format === CAPTURED)];
  expect(kept).toMatchObject({ parent: tape.id, relation: 'capture', steps: 2, copied: { steps: 2 } });
  expect([tape.usage.output, kept?.usage.output]).toEqual([6, 0]);
  expect(totalsOf(catalog.tapes())).toMatchObject({ sessions: 1, steps: 2, tokens: 46 });
  expect([...(await joinsOf(catalog, tape)).values()].map((join) => join.tape)).toEqual([kept?.id, kept?.id]);
});

test('frames are bounded, however long an answer is, and no key is in any of them', async () => {
  const long = `Your key is ${KEY}. `.repeat(4000);
  const room = await runRoom([
    { ...reads('key.txt'), piece: 700 },
    { text: long, piece: 9000 },
    { status: 401, body: JSON.stringify({ error: { message: KEY } }) },
  ]);
  writeFileSync(join(room.home.workspace.config.root, 'key.txt'), KEY);
  const { turns } = await runToEnd(room, { tools: ['fs.read'], prompt: `Is ${KEY} good?` });
  expect(turns[1]).toMatchObject({ cut: long.replaceAll(KEY, '[credential]').length - 12_000 });
  const next = await runToEnd(room);
  expect(next.stop).toEqual({
    reason: 'failed',
    message: 'The server answered 401: [credential]',
    way: 'Check the key in OPENAI_API_KEY, then start Tapescope again.',
  });
  const told = JSON.stringify([room.frames, await room.handlers['runs.preview']({ ...asked(room.tape), prompt: KEY }, STILL)]);
  for (let length = 8; length <= KEY.length; length += 1) expect(told).not.toContain(KEY.slice(0, length));
  for (const frame of room.frames) expect(JSON.stringify(frame).length).toBeLessThan(256_000);
});

const asked = (tape: string) => ({ tape, prompt: 'Go', model: 'openai:m', policy: 'as-recorded', tools: [], system: null });

const configOf = ({ home }: Awaited<ReturnType<typeof runRoom>>): Record<string, unknown> =>
  JSON.parse(readFileSync(join(home.workspace.folder, 'config.json'), 'utf8')).run;

test('a call waits for a person: once, for good, never, or not this time', async () => {
  const room = await runRoom([
    runs('echo one', 'c1'),
    runs('echo one', 'c2'),
    runs('echo one', 'c3'),
    runs('echo two', 'c4'),
    runs('echo two', 'c5'),
    { text: 'Done.' },
  ]);
  const { id } = await room.start({ tools: ['bash'], bounds: { steps: 9, tokens: null, dollars: null, seconds: 600 } });
  const answer = async (call: string, given: 'once' | 'always' | 'never' | 'no') => {
    const { ask } = await room.until((run) => run.ask?.call === call);
    expect(ask).toMatchObject({
      tool: 'bash',
      at: 1,
      of: 1,
      folder: room.home.workspace.config.root,
      limits: expect.stringContaining('at most 60 s'),
    });
    room.handlers['runs.answer']({ run: id, call, answer: given }, STILL);
    return ask?.subject;
  };
  expect(await answer('c1', 'no')).toBe('echo one');
  await answer('c2', 'always');
  expect(await answer('c4', 'never')).toBe('echo two');
  const { turns } = await room.until(({ running }) => !running);
  expect(turns.flatMap(({ calls }) => calls.map(({ state, allowed, why }) => [state, allowed, why]))).toEqual([
    ['failed', null, 'The user did not allow this call.'],
    ['done', 'always', null],
    ['done', null, null],
    ['failed', null, 'The user does not allow bash in this workspace.'],
    ['failed', null, 'The user does not allow bash in this workspace.'],
  ]);
  expect(configOf(room)).toEqual({ allow: ['bash:echo one'], deny: ['bash'] });
  await room.handlers['runs.forget']({ tape: room.tape, rule: 'bash' }, STILL);
  const { tools } = await room.handlers['runs.forget']({ tape: room.tape, rule: 'bash:echo one' }, STILL);
  expect([configOf(room), tools.find(({ name }) => name === 'bash')]).toEqual([
    { allow: [], deny: [] },
    expect.objectContaining({ remembered: null, rules: [] }),
  ]);
  await expect(async () => room.handlers['runs.answer']({ run: id, call: 'c4', answer: 'once' }, STILL)).rejects.toThrow('no longer waits');
});

test('it is stopped while a call waits and while the server hangs, from the list of jobs as well, and the tape says so', async () => {
  const room = await runRoom([runs('echo one'), { hangs: true, text: 'Hello', cutAt: 200, piece: 50 }]);
  const first = await room.start({ tools: ['bash'] });
  await room.until(({ ask }) => ask !== null);
  const stopped = await room.handlers['runs.stop']({ run: first.id }, STILL);
  expect(stopped).toMatchObject({ running: false, ask: null, stop: { reason: 'cancelled' } });
  expect(room.home.main.entry(room.home.main.head())?.payload).toMatchObject({ name: 'loop.result', data: { reason: 'cancelled' } });
  const second = await room.start();
  await room.until(({ id, turns }) => id === second.id && turns[0]?.text === 'Hello');
  const job = room.engine.ingest.jobs().find(({ state }) => state === 'running');
  room.engine.ingest.cancel(job?.id ?? '');
  expect(await room.until(({ id, running }) => id === second.id && !running)).toMatchObject({ stop: { reason: 'cancelled' } });
  expect(await room.handlers['runs.stop']({ run: second.id }, STILL)).toMatchObject({ stop: { reason: 'cancelled' } });
});

test('a run that is under way ends with its host', async () => {
  const room = await runRoom([{ hangs: true }]);
  await room.start();
  await room.calls.close();
  expect(room.frames.at(-1)).toMatchObject({ running: false, stop: { reason: 'cancelled' } });
});

test('nothing is sent where it cannot be, and one sentence says why', async () => {
  const room = await runRoom([{ hangs: true }]);
  const [foreign = ''] = (await room.engine.ingest.open([writeTape(claudeTree('u1 "paint" > a1 "painted" <- step m1'))])).tapes;
  await expect(room.start({ tape: foreign })).rejects.toThrow('To write, continue it in a new tape.');
  await expect(room.start({ model: 'nobody:m' })).rejects.toThrow('A model is named PROVIDER:NAME');
  await expect(room.start({ tools: ['rm'] })).rejects.toThrow('There is no tool "rm"');
  const { server, home } = room;
  const env = { ...server.env };
  server.env.OPENAI_API_KEY = '';
  await expect(room.start({ model: 'openai:m' })).rejects.toThrow('openai needs a key in OPENAI_API_KEY.');
  server.env.OPENAI_BASE_URL = 'nonsense';
  await expect(room.start()).rejects.toThrow('OPENAI_BASE_URL is not an address of a server.');
  const { providers } = await room.handlers['runs.setup']({ tape: room.tape }, STILL);
  expect(providers.map(({ name, why }) => [name, why?.slice(0, 30)])).toEqual([
    ['anthropic', undefined],
    ['openai', 'OPENAI_BASE_URL is not an addr'],
    ['openai-compatible', 'OPENAI_BASE_URL is not an addr'],
  ]);
  Object.assign(server.env, env);
  expect([server.received, home.main.head(), room.frames]).toEqual([[], 1, []]);
  await room.start();
  await expect(room.start()).rejects.toThrow('A run is under way on this tape.');
});

test('a command of the tape asks no model and needs no key', async () => {
  const room = await runRoom([{ text: 'There is no such command.' }]);
  room.server.env.OPENAI_API_KEY = '';
  const { stop, turns, entries } = await runToEnd(room, { prompt: ',handoff name=mended summary="whole"', model: 'openai:m' });
  expect([stop?.reason, stop?.message?.slice(0, 10), turns, entries]).toEqual(['command', 'Handed off', [], [2, 3]]);
  expect(room.server.received).toEqual([]);
  expect(await runToEnd(room, { prompt: ',nonsense' })).toMatchObject({ stop: { reason: 'answered' } });
  expect(JSON.stringify(room.server.received[0]?.body)).toContain('<command name=\\"nonsense\\" status=\\"error\\">');
});

test('the request that is shown beforehand is the one that is sent, with its tools', async () => {
  const room = await runRoom([{ text: 'Hello.' }]);
  const given = { ...asked(room.tape), tools: ['bash', 'fs.read'], system: 'Be brief.' };
  const { body } = await room.handlers['runs.preview'](given, STILL);
  await runToEnd(room, given);
  expect(room.server.received.map((one) => one.body)).toEqual([body]);
});
