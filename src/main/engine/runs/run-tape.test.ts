import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AppendInput } from '../../../shared/model/native.ts';
import { compare } from '../compare/compare.ts';
import type { Json, JsonObject, WireMessage } from '../formats/values.ts';
import { mergeForks } from '../store/merge/merge.ts';
import type { Opened } from '../testing/catalog.ts';
import { openEngineRoom, rowOf } from '../testing/catalog.ts';
import { tempFolder } from '../testing/files.ts';
import { assistant, call as callOf, MERGE, type NativeHome, nativeHome, user } from '../testing/native.ts';
import { assemble, decideAt } from '../views/assemble.ts';
import { messagesIn } from '../views/methods.ts';
import { createRim } from '../views/rim.ts';
import { endpointOf } from './endpoint.ts';
import { event } from './entries.ts';
import { keepRun } from './keep.ts';
import { type RunInput, runTape } from './run-tape.ts';
import { type Scripted, serveModel } from './testing/model-server.ts';
import { toolsOf } from './tools/box.ts';

const viewer = (room: Opened, { main }: NativeHome) => {
  const rim = createRim(room.store.catalog);
  return async (place: { next: true } | { step: number }, { folder } = main): Promise<WireMessage[]> => {
    await room.ingest.open([folder]);
    return messagesIn(rim, await decideAt(rim, rowOf(room, folder).id, place, { type: 'as-recorded' }));
  };
};

const ready = async (script: readonly Scripted[], change: Partial<RunInput> = {}, heard?: (home: NativeHome) => void) => {
  const home = nativeHome();
  const room = openEngineRoom();
  const view = viewer(room, home);
  const { env, received } = await serveModel(
    script.map((one) => ({ piece: 4096, ...one })),
    () => heard?.(home),
  );
  const folder = tempFolder();
  const keeper = keepRun(join(folder, 'captures'), folder);
  const never = new AbortController().signal;
  const shown: Json[] = [];
  const input: RunInput = {
    ...{ tape: home.main, endpoint: endpointOf('openai-compatible:m', env), prompt: 'Go', system: 'Be brief.', env: {}, keeper },
    ...{ bounds: { steps: 5, tokens: null, dollars: null }, tools: toolsOf(['fs.read', 'fs.write', 'tape.*']), policy: 'as-recorded' },
    ...{ cancelled: never, deadline: never, takeOver: false, allow: async () => null, commands: async () => null, price: () => 0.5 },
    pause: async () => undefined,
    next: async (tape) => {
      const messages = await view({ next: true }, tape);
      shown.push(messages);
      return messages;
    },
    ...change,
  };
  return { home, room, view, received, input, shown };
};

const call = fc.record({
  id: fc.constantFrom('', 'c1', 'c2'),
  name: fc.constantFrom('fs_read', 'fs_write', 'tape_info', 'tape_handoff', 'nothing'),
  arguments: fc.constantFrom(
    '{}',
    '{"path":"a.txt"}',
    '{"path":"a.txt","content":"x"}',
    '{"name":"n","summary":"s"}',
    '{"name":"n","summary":"s","source_ids":[999]}',
    '{"pa',
    '[]',
  ),
});
const answer: fc.Arbitrary<Scripted> = fc.oneof(
  fc.record({ text: fc.constantFrom('', 'Words.', ',tape.info'), calls: fc.array(call, { maxLength: 3 }) }),
  fc.constantFrom<Scripted>({ status: 500, body: '{}' }, { status: 400, body: 'no' }, { body: 'data: x\n\n' }, { text: 'cut', cutAt: 60 }),
);

test('property: any script of answers ends within its bounds, and the tape replays to the same requests', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 6 }), fc.constantFrom(null, 400, 3000), async (script, tokens) => {
      const { home, room, view, input, shown } = await ready(script, { bounds: { steps: 4, tokens, dollars: null } });
      const { steps, entries } = await runTape(input);
      expect(steps).toBeLessThanOrEqual(4);
      expect(entries[1]).toBe(home.main.head());
      await view({ next: true });
      expect(rowOf(room, home.main.folder).steps).toBe(steps);
      const sent = shown.filter((_, at) => at > 0 || steps > 0).filter((messages) => JSON.stringify(messages).includes('Be brief.'));
      for (let step = 1; step <= steps; step += 1) expect([step, await view({ step })]).toEqual([step, sent[step - 1]]);
    }),
    { numRuns: Number(process.env.FC_RUNS ?? 15) },
  );
});

test('what another process appends while the model answers is in the next request, and not in the one that was sent', async () => {
  const asking = { text: 'Looking.', calls: [{ id: 'c1', name: 'tape_info', arguments: '{}' }] };
  let requests = 0;
  const interrupt = ({ open }: NativeHome): void => {
    requests += 1;
    if (requests === 1) open('main').append([user('Mind the locks.')]);
  };
  const { input, view, shown, received, home, room } = await ready([asking, { text: 'Done.' }], {}, interrupt);
  expect(await runTape(input)).toMatchObject({ steps: 2, stop: { reason: 'answered' } });
  const sent = shown.filter((messages) => JSON.stringify(messages).includes('Be brief.'));
  expect(JSON.stringify(received[0]?.body.messages)).not.toContain('Mind the locks.');
  expect(await view({ step: 1 })).toEqual(sent[0]);
  expect(JSON.stringify(received[1]?.body.messages)).toContain('Mind the locks.');
  expect(await view({ step: 2 })).toEqual(sent[1]);
  const sides = [1, 2].map((step) => ({ tape: rowOf(room, home.main.folder).id, step, policy: 'as-recorded' as const }));
  const { pair } = await compare(createRim(room.store.catalog), sides, [0, 1]);
  expect(pair.blocks[0].map(({ role, answer }) => [role, answer ?? false])).toEqual([
    ['assistant', false],
    ['user', false],
    ['system', false],
    ['assistant', true],
    ['assistant', true],
  ]);
});

test('what is appended while a request is put together is in that request, and never in its view alone', async () => {
  const { input, view, received, home } = await ready([{ text: 'Done.' }]);
  const words = ['Mind the locks.', 'And the gate.'];
  const next = async (): Promise<WireMessage[]> => {
    const messages = await view({ next: true });
    const word = messages.some(({ content }) => content === 'Be brief.') ? words.shift() : undefined;
    if (word !== undefined) home.open('main').append([user(word)]);
    return messages;
  };
  expect(await runTape({ ...input, next })).toMatchObject({ steps: 1, stop: { reason: 'answered' } });
  expect(received).toHaveLength(1);
  const sent = await view({ step: 1 });
  for (const said of ['Mind the locks.', 'And the gate.'])
    expect([JSON.stringify(received[0]?.body.messages).includes(said), JSON.stringify(sent).includes(said)]).toEqual([true, true]);
});

test('a tape that never rests ends the run with a sentence, and no request is opened', async () => {
  const { input, view, received, home } = await ready([{ text: 'Done.' }]);
  const next = async (): Promise<WireMessage[]> => {
    const messages = await view({ next: true });
    home.open('main').append([event('command', { raw: 'tape.info' })]);
    return messages;
  };
  expect(await runTape({ ...input, next })).toMatchObject({
    steps: 0,
    stop: { reason: 'failed', message: 'Other processes append to this tape faster than a request can be put together.' },
  });
  expect(received).toEqual([]);
});

/** What somebody may append while a model answers; a run of their own among it. */
const appended = fc.array(
  fc.constantFrom<AppendInput[]>(
    [user('Mind the locks.')],
    [user('Continue the task.')],
    [assistant('An answer of somebody.')],
    [callOf('c1', 'bash'), { kind: 'tool_result', payload: { results: ['out'] } }],
    [event('loop.step.start', { step: 1, prompt: 'x' }, { run_id: 'run-other' })],
    [event('loop.step.start', { step: 1, prompt: 'x' })],
    [assistant('Of another run.', { meta: { run_id: 'run-other' } }), event('run', { status: 'ok' }, { run_id: 'run-other' })],
    [event('command', { raw: 'tape.info' })],
    [callOf('open', 'bash')],
    [{ kind: 'tool_call', payload: { name: 'bash', arguments: {} } }],
    [{ kind: 'tool_result', payload: { id: 'open', result: 'late' } }],
    [{ kind: 'tool_result', payload: { id: 'nobody', result: 'stray' } }],
    [user('Hurry.'), { kind: 'anchor', payload: { name: 'theirs', state: { summary: 's' } } }],
  ),
  { minLength: 1, maxLength: 4 },
);

/** Why chat completions would refuse these messages: each answer with calls has one result of each right after it, and no call has the id of another. */
const refusedBy = (messages: readonly JsonObject[]): string | null => {
  const made = new Set<string>();
  let open: string[] = [];
  for (const { role, tool_calls = [], tool_call_id = '' } of messages) {
    if (role === 'tool') {
      if (!open.includes(String(tool_call_id))) return `result of ${tool_call_id}`;
      open = open.filter((id) => id !== tool_call_id);
      continue;
    }
    if (open.length > 0) return `${open.join()} open`;
    open = (tool_calls as { id: string }[]).map(({ id }) => id);
    if (open.some((id) => id === '' || made.has(id))) return `${open.join()} again`;
    for (const id of open) made.add(id);
  }
  return open.length > 0 ? `${open.join()} open` : null;
};

test('property: whatever is appended while a model answers, the view of its step is what was sent, and leaves all of it out by name', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(appended, { maxLength: 2 }), async (lists) => {
      const looking = { text: 'Looking.', calls: [{ id: 'c1', name: 'tape_info', arguments: '{}' }] };
      let request = 0;
      const others: number[][] = [];
      const interrupt = ({ open }: NativeHome): void => {
        const list = lists[request]?.flat() ?? [];
        others[request] = list.length === 0 ? [] : open('main').append(list).ids;
        request += 1;
      };
      const { input, view, shown, home, room, received } = await ready([looking, { text: 'Done.' }], {}, interrupt);
      expect(await runTape(input)).toMatchObject({ steps: 2, stop: { reason: 'answered' } });
      expect(received.map(({ body }) => refusedBy(body.messages as JsonObject[]))).toEqual([null, null]);
      await view({ next: true });
      const { id, steps } = rowOf(room, home.main.folder);
      const rim = createRim(room.store.catalog);
      const begun = Array.from({ length: steps }, (_, at) => room.store.catalog.step(id, at + 1));
      const mine = begun.filter(({ model, last }) => model !== null && home.main.entry(last)?.meta.run_id !== 'run-other');
      expect(mine).toHaveLength(2);
      const sent = shown.filter((messages) => JSON.stringify(messages).includes('Be brief.'));
      for (const [at, { step, first, last }] of mine.entries()) {
        expect([at, await view({ step })]).toEqual([at, sent[at]]);
        const { blocks, omissions } = await assemble(rim, id, step, { type: 'as-recorded' });
        const left = omissions.flatMap(({ entries }) => entries.flatMap(([from, to]) => range(from, to)));
        const later = omissions.filter(({ reason }) => reason === 'written-later');
        const own = range(first, last).filter((seq) => !(others[at] ?? []).includes(seq));
        expect([...blocks.flatMap(({ entries }) => entries), ...left, ...own].sort((a, b) => a - b)).toEqual(range(1, last));
        expect(later.flatMap(({ entries }) => entries.flatMap(([from, to]) => range(from, to)))).toEqual(others[at] ?? []);
        expect(later.map(({ note }) => note)).toEqual(later.map(() => 'written after this request was sent'));
      }
    }),
    { numRuns: Number(process.env.FC_RUNS ?? 15), examples: [[[[[user('Mind the locks.')], [assistant('An answer of somebody.')]]]]] },
  );
});

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

test('a result is that of its own call, also where another run has called in between', async () => {
  const looking = { text: '', calls: [{ id: 'mine', name: 'tape_info', arguments: '{}' }] };
  const { input, view, home, room } = await ready([looking, { text: 'Done.' }]);
  const allow = async (): Promise<null> => {
    home.open('main').append([callOf('theirs', 'bash')]);
    return null;
  };
  await runTape({ ...input, allow });
  await view({ next: true });
  const { id, entries } = rowOf(room, home.main.folder);
  const rows = room.store.catalog.entries(id, 1, entries + 1);
  expect(rows.filter(({ kind }) => kind === 'tool_result').map(({ results }) => results)).toEqual([['mine']]);
});

test('what others write while a call runs comes after its result, so that the next request is one that models accept', async () => {
  const looking = { text: '', calls: ['c1', 'c2'].map((id) => ({ id, name: 'tape_info', arguments: '{}' })) };
  const { input, home, received, room, view } = await ready([looking, { text: 'Done.' }]);
  const allow = async (): Promise<null> => {
    home.main.append([user('Hurry.')]);
    return null;
  };
  expect(await runTape({ ...input, tools: toolsOf(['tape.*']), allow })).toMatchObject({ stop: { reason: 'answered' } });
  const sent = received[1]?.body.messages as { role: string }[];
  expect(sent.map(({ role }) => role)).toEqual(['system', 'assistant', 'user', 'assistant', 'tool', 'tool', 'user', 'user']);
  await view({ next: true });
  const { id } = rowOf(room, home.main.folder);
  const { warnings } = await assemble(createRim(room.store.catalog), id, 2, { type: 'as-recorded' });
  expect(warnings.join(' ')).not.toContain('No model accepts');
});

test('a handoff begins the next request of the same loop', async () => {
  const handoff = { calls: [{ id: 'c1', name: 'tape_handoff', arguments: '{"name":"build","summary":"Plan agreed."}' }] };
  const { input, received } = await ready([handoff, { text: 'Built.' }]);
  expect(await runTape(input)).toMatchObject({ steps: 2, stop: { reason: 'answered' } });
  expect(received[1]?.body.messages).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'assistant', content: expect.stringContaining('Plan agreed.') },
    { role: 'user', content: 'Continue the task.' },
  ]);
});

test('each bound has its own reason, on the tape as well', async () => {
  const looping = { calls: [{ id: 'c1', name: 'tape_info', arguments: '{}' }] };
  const stopped = AbortSignal.abort();
  const cases: [Partial<RunInput>, string, number][] = [
    [{ bounds: { steps: 2, tokens: null, dollars: null } }, 'max-steps', 2],
    [{ bounds: { steps: 9, tokens: 10, dollars: null } }, 'token-budget', 0],
    [{ bounds: { steps: 9, tokens: null, dollars: 1.2 } }, 'money-budget', 2],
    [{ cancelled: stopped }, 'cancelled', 0],
    [{ deadline: stopped }, 'deadline', 0],
  ];
  for (const [change, reason, steps] of cases) {
    const price: RunInput['price'] = ({ input, output }) => (input > 0 ? 0.5 : output * 0.001);
    const { input, home } = await ready([looping], { price, ...change });
    expect(await runTape(input)).toMatchObject({ stop: { reason }, steps });
    expect(home.main.entry(home.main.head())?.payload).toMatchObject({ name: 'loop.result', data: { reason, steps } });
  }
});

const subCall = (args: Record<string, string>): Scripted => ({
  calls: [{ id: 'sub', name: 'run_sub', arguments: JSON.stringify({ prompt: 'Look at the lamp.', ...args }) }],
});

test('a run within a run inherits the tape, or works on a fork that is merged with its preview, and its last words are the result of the call', async () => {
  for (const args of [{}, { fork: 'lamp' }]) {
    const { input, home, room, view, shown, received } = await ready([subCall(args), { text: 'It is lit.' }, { text: 'Good.' }]);
    const tools = toolsOf(['run.sub', 'tape.info']);
    expect(await runTape({ ...input, tools })).toMatchObject({
      stop: { reason: 'answered' },
      steps: 3,
      usage: { input: 30 },
      text: 'Good.',
    });
    const bodies = received.map(({ body }) => body.messages as JsonObject[]);
    expect(bodies.map(refusedBy)).toEqual([null, null, null]);
    expect(bodies[1]?.slice(-2)).toMatchObject([
      { role: 'tool', tool_call_id: 'sub' },
      { role: 'user', content: 'Look at the lamp.' },
    ]);
    expect(JSON.stringify(received[1]?.body.tools)).not.toContain('run_sub');
    const result = bodies[2]?.find(({ tool_call_id }) => tool_call_id === 'sub');
    expect(result?.content).toMatch(
      args.fork === undefined ? /^It is lit\.$/ : /^It is lit\.\n\n\[fork lamp, entries \d+–\d+, not merged yet\]$/,
    );
    await view({ next: true });
    const sent = shown.filter((messages) => JSON.stringify(messages).includes('Be brief.'));
    const on = args.fork === undefined ? [0, 1, 2] : [0, 2];
    expect(rowOf(room, home.main.folder).steps).toBe(on.length);
    for (const [at, request] of on.entries()) expect([at, await view({ step: at + 1 })]).toEqual([at, sent[request]]);
    if (args.fork === undefined) continue;
    await mergeForks(home.main, { ...MERGE, names: ['lamp'] });
    expect(refusedBy(await view({ next: true }))).toBeNull();
    expect(JSON.stringify(await view({ next: true }))).toContain('Look at the lamp.');
  }
});

test('property: runs within runs share the bounds of the run, and each of them ends with a reason', async () => {
  const one = fc.oneof(fc.constantFrom(subCall({}), subCall({ fork: 'a' }), subCall({ fork: 'b' }), subCall({ prompt: '' })), answer);
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 2, maxLength: 6 }), fc.integer({ min: 1, max: 5 }), async (script, steps) => {
      const { input, home } = await ready(script, { bounds: { steps, tokens: null, dollars: null } });
      const { steps: sent } = await runTape({ ...input, tools: toolsOf(['run.sub', 'tape.*']) });
      const opened = ['main', 'a', 'b'].flatMap((name) => eventsOf(home, name)).filter(({ name }) => name === 'loop.step.start');
      expect([sent, sent <= steps]).toEqual([opened.length, true]);
      for (const name of ['main', 'a', 'b']) {
        const events = eventsOf(home, name);
        const ends = events.filter((event) => event.name === 'loop.result');
        expect(ends).toHaveLength(events.filter((event) => event.name === 'loop.start').length);
        expect(ends.every(({ data }) => typeof data.reason === 'string')).toBe(true);
      }
    }),
    { numRuns: Number(process.env.FC_RUNS ?? 15) },
  );
});

interface LoopEvent {
  name: string;
  data: JsonObject;
}

/** Events that were written to the main tape, or to a fork of it; none of a fork that was never made. */
const eventsOf = ({ main, open }: NativeHome, name: string): LoopEvent[] => {
  const fork = main.forks().find((one) => one.name === name);
  if (name !== 'main' && fork === undefined) return [];
  const tape = name === 'main' ? main : open('main', name);
  return tape.entries({ kind: 'event' }).flatMap(({ id, payload }) => (id > (fork?.start ?? 0) ? [payload as LoopEvent] : []));
};

test('what a killed run left open is said, and its calls have a result that says that nothing is known', async () => {
  const { input, home, received } = await ready([{ text: 'Done.' }]);
  home.main.append([
    event('loop.start', { model: 'x', prompt: 'Go' }),
    user('Go'),
    event('loop.step.start', { step: 1, prompt: 'Go' }, { run_id: 'run-killed' }),
    { ...callOf('c9', 'bash'), meta: { run_id: 'run-killed' } },
    callOf('theirs', 'bash'),
  ]);
  const { left, stop } = await runTape(input);
  expect(stop.reason).toBe('answered');
  expect(left).toBe('The run that began at entry 2 did not end, and left a call without a result: bash of entry 5.');
  expect(JSON.stringify(received[0]?.body)).toContain('Whether it had an effect is not known.');
});

test('a call of another agent stays open until that agent answers it: a request says that it has no result yet', async () => {
  const { input, home, received, view } = await ready([{ text: 'I wait.' }, { text: 'Now I know.' }]);
  home.main.append([callOf('theirs', 'bash')]);
  expect(await runTape(input)).toMatchObject({ stop: { reason: 'answered' }, left: null });
  home.main.append([{ kind: 'tool_result', payload: { id: 'theirs', result: 'out' } }]);
  expect(await runTape({ ...input, prompt: 'And now?' })).toMatchObject({ stop: { reason: 'answered' } });
  const results = received.map(({ body }) => (body.messages as JsonObject[]).filter(({ role }) => role === 'tool'));
  expect(results.map((list) => list.map(({ content }) => content))).toEqual([['This call has no result on the tape yet.'], ['out']]);
  expect((await view({ step: 2 })).filter(({ role }) => role === 'tool')).toEqual([
    { role: 'tool', content: 'This call has no result on the tape yet.', tool_call_id: 'theirs', name: 'bash' },
  ]);
});

test('a tape on which another process runs is left alone, unless it is taken over', async () => {
  const { input, home } = await ready([{ text: 'Done.' }]);
  home.main.append([{ kind: 'event', payload: { name: 'loop.start', data: { pid: process.ppid } } }]);
  await expect(runTape(input)).rejects.toThrow('has been running on this tape since entry 2');
  expect(await runTape({ ...input, takeOver: true })).toMatchObject({ stop: { reason: 'answered' } });
});
