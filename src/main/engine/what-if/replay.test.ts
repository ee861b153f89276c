import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { AppendInput } from '../../../shared/model/native.ts';
import { contract } from '../../../shared/rpc/contract.ts';
import { openEngine } from '../open.ts';
import { KEY, type Scripted, serveModel } from '../runs/testing/model-server.ts';
import { openTape } from '../store/open-tape.ts';
import { placeOf, workspaceAt } from '../store/places.ts';
import { tempFolder, writeTape } from '../testing/files.ts';
import { nativeHome } from '../testing/native.ts';
import { claudeTree } from '../testing/tree.ts';
import { whatIfMethods } from './methods.ts';
import { type Recorded, replay } from './replay.ts';
import { replayTape } from './replaying.ts';

const never = new AbortController().signal;

const DRAWN =
  'u1 "light it" > a1 call Read t1 <- step m1 > r1 t1 "dark" > a2 call Bash t2 <- step m2 > r2 t2 "lit" > a3 "It is lit." <- step m3';

const replayed = async (script: readonly Scripted[], steps = 9) => {
  const file = writeTape(claudeTree(DRAWN, { start: Date.now() }));
  const bytes = readFileSync(file);
  const home = tempFolder();
  const { engine, handlers } = await openEngine({ home, host: 'terminal', readOnly: false, samples: null });
  onTestFinished(() => engine.close());
  const [tape = ''] = (await engine.ingest.open([file])).tapes;
  const { env, received } = await serveModel(script.map((one) => ({ piece: 4096, ...one })));
  const { main } = nativeHome();
  const asked = { ...contract['whatIf.plan'].input.parse({ tape, step: 1, model: 'openai-compatible:m' }), step: 1 };
  const bounds = { steps, tokens: null, dollars: null };
  const done = await replayTape(engine, { asked, target: main, bounds, env, cancelled: never, deadline: never });
  expect(readFileSync(file).equals(bytes)).toBe(true);
  return { done, received, entries: main.entries({}), tape, main, home, engine, handlers };
};

const called = (name: string, input = '{}'): Scripted => ({ calls: [{ id: `new-${name}`, name, arguments: input }] });

test('continues with recorded results while the calls are the same, and ends where the model first decides differently', async () => {
  const { done, received, entries, tape } = await replayed([
    { text: `Looking with ${KEY}.`, ...called('Read') },
    called('Bash', '{"command":"rm"}'),
  ]);
  expect(done).toMatchObject({
    same: [1],
    steps: 2,
    at: 2,
    stop: { reason: 'diverged', message: expect.stringContaining('called Bash {"command":"rm"}') },
  });
  expect(received).toHaveLength(2);
  for (const words of ['light it', 'Looking with', 'dark']) expect(JSON.stringify(received[1]?.body)).toContain(words);
  expect(entries.find(({ payload }) => (payload as { name?: string }).name === 'replay.origin')?.payload).toMatchObject({
    data: { tape, step: 1 },
  });
  expect(entries.filter(({ kind }) => kind === 'tool_result').map(({ payload }) => payload)).toEqual([
    { results: ['dark'], ids: ['new-Read'] },
  ]);
  expect(entries.at(-1)?.payload).toMatchObject({
    name: 'loop.result',
    data: { reason: 'diverged', error: expect.stringContaining('called Bash') },
  });
  expect(JSON.stringify(entries)).not.toContain(KEY);
});

test('ends with the last answer where all of it is as recorded, and at its bound before that', async () => {
  const script = [called('Read'), called('Bash'), { text: 'It is lit!' }];
  expect((await replayed(script)).done).toMatchObject({ same: [1, 2, 3], steps: 3, stop: { reason: 'ended' } });
  expect((await replayed(script, 1)).done).toMatchObject({ same: [1], steps: 1, stop: { reason: 'max-steps' } });
  expect((await replayed([{ status: 400, body: '{}' }])).done).toMatchObject({ same: [], steps: 1, stop: { reason: 'failed' } });
});

test('what it sent is evidence of its own steps, and of none of the log that says the same at the same time', async () => {
  const { done, tape, main, home, engine, handlers } = await replayed([called('Read'), called('Bash'), { text: 'It is lit.' }]);
  expect(done.steps).toBe(3);
  await engine.ingest.open([join(home, 'captures')]);
  const [own = ''] = (await engine.ingest.open([main.folder])).tapes;
  const signal = { signal: never };
  expect(await handlers['evidence.step']({ tape, step: 3 }, signal)).toMatchObject({ source: null, captured: null });
  expect((await handlers['evidence.step']({ tape: own, step: engine.catalog.tape(own).steps }, signal)).source).not.toBeNull();
});

test('from a window it begins a tape of its own, which says where it is from and can be continued', async () => {
  vi.stubEnv('TAPE_HOME', tempFolder());
  onTestFinished(() => void vi.unstubAllEnvs());
  const source = writeTape(claudeTree(DRAWN));
  const { engine } = await openEngine({ home: tempFolder(), host: 'terminal', readOnly: false, samples: null });
  onTestFinished(() => engine.close());
  const [tape = ''] = (await engine.ingest.open([source])).tapes;
  const { env, received } = await serveModel([called('Read'), { text: 'Another thing.' }].map((one) => ({ piece: 4096, ...one })));
  const input = contract['whatIf.replay'].input.parse({ tape, step: 1, steps: 5, model: 'openai-compatible:m' });
  const done = await whatIfMethods(engine, env)['whatIf.replay'](input, { signal: never });
  expect(contract['whatIf.replay'].output.parse(done)).toEqual(done);
  expect(done).toMatchObject({ same: [1], steps: 2, at: 2, stop: { reason: 'diverged' }, tape: { format: 'native' } });
  expect(done.tape.native?.session).toBe(`replay-${tape.slice(0, 8)}-1`);
  const place = placeOf(done.tape.file);
  if (place === null) throw new Error('The replay is on no native tape.');
  const written = openTape(workspaceAt(place.folder), place.which, { readOnly: true });
  onTestFinished(() => written.close());
  expect(written.entry(1)?.payload).toMatchObject({ state: { continues: { file: source, step: null } } });
  expect(written.entries({}).at(-1)?.payload).toMatchObject({ name: 'loop.result', data: { reason: 'diverged' } });
  expect(received).toHaveLength(2);
});

const answer = fc.record({
  text: fc.constantFrom('', 'So.'),
  calls: fc.array(fc.record({ name: fc.constantFrom('a', 'b'), arguments: fc.constantFrom('{}', '{"x":1}') }), { maxLength: 2 }),
});

test('property: it repeats as many steps as were decided as recorded, and each of their calls has its recorded result', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(answer, { minLength: 1, maxLength: 5 }),
      fc.array(answer, { minLength: 5, maxLength: 5 }),
      async (recorded, said) => {
        const withIds = ({ text, calls }: (typeof recorded)[number], step: number): Recorded => ({
          text,
          calls: calls.map((call, at) => ({ ...call, id: `${step}-${at}` })),
        });
        const kept = recorded.map(withIds);
        const appended: AppendInput[] = [];
        let sent = 0;
        const turns = kept.flatMap(({ calls }) => calls.map(({ id }) => ({ role: 'tool' as const, id, text: `result ${id}` })));
        const { same, steps } = await replay(
          {
            ask: async () => ({ model: 'm', system: '', turns, tools: [], most: null }),
            recorded: async (step) => kept[step - 1] ?? null,
            next: (step) => (step < kept.length ? step + 1 : null),
            send: async () => {
              const one = withIds(said[sent] ?? { text: '', calls: [] }, 100 + sent);
              sent += 1;
              return { ...one, calls: [...one.calls], cut: false, usage: null };
            },
            append: (entries) => void appended.push(...entries),
            ...{ price: () => 0, weigh: () => 1, cancelled: never, deadline: never },
          },
          { from: 1, model: 'x:m', bounds: { steps: 9, tokens: null, dollars: null }, origin: {} },
        );
        const keys = ({ calls }: { calls: readonly { name: string; arguments: string }[] }): string =>
          calls
            .map((call) => `${call.name} ${call.arguments}`)
            .sort()
            .join();
        const upTo = kept.findIndex((one, at) => keys(one) !== keys(said[at] ?? { calls: [] }) || one.calls.length === 0);
        const whole = upTo < 0 ? kept.length : upTo;
        expect(same.slice(0, whole)).toEqual(Array.from({ length: whole }, (_, at) => at + 1));
        expect(steps).toBe(Math.min(whole + 1, kept.length));
        const results = appended.filter(({ kind, payload }) => kind === 'tool_result' && JSON.stringify(payload).includes('"ids":["10'));
        expect(results).toHaveLength(Math.min(whole, kept.length - 1));
      },
    ),
  );
});
