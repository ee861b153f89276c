import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { contract, type Input, type Method, type Output } from '../../shared/rpc/contract.ts';
import { WRITING } from '../engine/healing.ts';
import { openEngine } from '../engine/open.ts';
import { tempFolder, writeFile } from '../engine/testing/files.ts';
import { noLogs } from '../engine/testing/no-logs.ts';
import { claudeTree } from '../engine/testing/tree.ts';
import { createDispatch, type Dispatch } from './dispatch.ts';
import { argumentsOf, type Known, type Schema } from './testing/arguments.ts';

/** `npm run fuzz` draws more. */
const RUNS = process.env.TAPESCOPE_SEED === undefined ? 400 : 1500;
/** A call that takes longer hangs, however slow the machine is. */
const HANGS = 120_000;

const before = { folder: process.cwd(), home: process.env.HOME };
const closing: (() => Promise<void>)[] = [];
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  // No model is asked, whatever this machine has keys for.
  for (const name of ['ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL', 'OPENAI_API_KEY', 'OPENAI_BASE_URL']) vi.stubEnv(name, '');
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  process.chdir(before.folder);
  process.env.HOME = before.home;
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const still = new AbortController().signal;

/** A home, logs and a project in a folder; relative paths lead into nothing else. */
const makeWorld = async () => {
  const cage = tempFolder();
  const place = (name: string): string => join(cage, name);
  for (const name of ['a/b/c/d/e/f', 'home', 'user', 'claude', 'bub', 'project/src', 'other']) mkdirSync(place(name), { recursive: true });
  process.chdir(place('a/b/c/d/e/f'));
  process.env.HOME = place('user');
  writeFileSync(place('project/README.md'), '# A project\n');
  writeFileSync(place('project/src/index.ts'), 'export const x = 1;\n');
  const tree = 'u1 "paint the boat" > a1 "call" <- step m1 > u2 "and the oars" > a2 "painted" <- step m2 > u3 "now the mast"';
  const logs = ['quay', 'mast'].map((name) => writeFile(cage, `claude/project/${name}.jsonl`, claudeTree(tree, { session: name })));
  writeFileSync(
    place('home/settings.json'),
    JSON.stringify({
      logs: { ...noLogs(), claudeProjects: { path: place('claude') }, bubTapes: { path: place('bub') } },
      tapeHome: place('tapes'),
    }),
  );
  return { cage, place, logs };
};

type World = Awaited<ReturnType<typeof makeWorld>>;

const openHost = async ({ place }: World, readOnly: boolean) => {
  const bugs: [string, unknown][] = [];
  const { engine, handlers } = await openEngine({ home: place('home'), host: 'browser', readOnly, samples: null });
  closing.push(() => engine.close());
  const dispatch = createDispatch({ handlers, readOnly, checkOutputs: true, onBug: (method, thrown) => void bugs.push([method, thrown]) });
  return { engine, dispatch, bugs, count: { calls: 0, done: 0, methods: new Set<Method>() } };
};

/** Brings logs, a native tape with a fork and a project of context files; answers what can be named. */
const furnish = async (world: World, dispatch: Dispatch): Promise<Known> => {
  const { logs, place } = world;
  const call = async <M extends Method>(method: M, input: Input<M>): Promise<Output<M>> => {
    const answer = await dispatch(method, input, still);
    if (!answer.ok) throw new Error(`${method}: ${answer.error.message}`);
    return answer.value as Output<M>;
  };
  const { tapes } = await call('library.open', { paths: logs });
  const { tape: native } = await call('native.init', { root: place('project') });
  const entries = ['one', 'two', 'three'].map((content) => ({ kind: 'message', payload: { role: 'user', content } }));
  await call('native.append', { tape: native.id, entries });
  await call('native.handoff', { tape: native.id, name: 'build', summary: 'Planned', state: { a: [1, { b: 2 }] } });
  await call('native.append', { tape: native.id, entries });
  await call('native.fork', { tape: native.id, name: 'side' });
  await call('float.init', { root: place('project') });
  await call('float.scan', { root: place('project') });
  const ids = [...tapes.map(({ id }) => id), native.id];
  const paths = [...logs, place('claude'), place('project'), place('project/README.md'), place('other'), place('gone'), place('bub')];
  return {
    tape: [...ids, ...ids, native.id, native.id, ids[0]?.slice(0, 6), 'a', '0'.repeat(12)],
    tapes: ids,
    root: [place('project'), place('project'), place('project'), place('project/src'), place('other'), place('gone'), logs[0]],
    path: ['/', '/src', '/src/index.ts', '/gone', '/../..', '/README.md', ...paths],
    from: ['/src', '/README.md', '/', '/gone'],
    to: ['/src', '/README.md', '/', '/gone'],
    paths,
    ...{
      logs: [
        { ...noLogs(), bubTapes: { path: place('bub') } },
        { ...noLogs(), bubTapes: { path: place('gone') } },
      ],
      tapeHome: [place('tapes'), place('other')],
    },
    name: ['side', 'build', 'main', 'new', 'session/start'],
    names: ['side', 'gone'],
    policy: [
      'as-recorded',
      'last-anchor',
      'from-anchor:build',
      'full',
      'last:2',
      'budget:100',
      'memory:boat',
      'phases:1',
      'summary',
      'full | budget:50',
    ],
    line: [',tape.info', ',tape.search query=one', ',help', ',handoff name=x summary=y', ',tape.anchors', 'full', 'last:3', ',=', ',a=b c'],
    model: ['openai:m', 'anthropic:m', 'nobody:m'],
    prompt: [',tape.info', ',help', 'Go'],
    tools: ['bash', 'tape.*', 'rm'],
    query: ['boat', 'one', 'painted oars', '"the mast"'],
    text: ['paint the boat', 'one', 'oars'],
    kind: ['message', 'event', 'anchor', 'tool_call', 'tool_result', 'system', 'error'],
    kinds: ['message', 'user', 'assistant'],
    date: ['2026-11-23', '2026-02-31'],
    on: ['/src', '/'],
    format: ['html', 'md'],
  };
};

const methods = Object.keys(contract) as Method[];
const schemaOf = (method: Method): Schema => z.toJSONSchema(contract[method].input, { io: 'input', unrepresentable: 'any' }) as Schema;

const callsOf = (known: Known, some: readonly Method[]): fc.Arbitrary<[Method, unknown]> => {
  const there = (method: Method): Known => ({ ...known, ...thereOf(known, /^(native|runs)\./.test(method) ? -1 : 0) });
  return fc.oneof(...some.map((method) => fc.tuple(fc.constant(method), argumentsOf(schemaOf(method), known, there(method)))));
};

/** Of what can be named, what is there for certain; the last tape is a native one. */
const thereOf = ({ tapes = [], root = [], paths = [] }: Known, from: number): Known => ({
  tape: tapes.slice(from),
  root: root.slice(0, 1),
  path: ['/', '/src'],
  name: ['side'],
  names: ['side'],
  paths: paths.slice(0, 2),
  fork: ['side'],
  model: ['openai:m'],
  prompt: [',tape.info'],
  tools: ['bash'],
  on: ['/src'],
  policy: ['full', 'as-recorded', 'last-anchor'],
  from: ['/src'],
  to: ['/'],
});

/** Those that write are refused by a read-only host: most of what it is asked are others. */
const reading = methods.filter((method) => !WRITING.includes(method));

/** The answer of a call that ends: an envelope, with a sentence where it failed. */
const answerOf = async (dispatch: Dispatch, method: string, input: unknown) => {
  let timer: NodeJS.Timeout | null = null;
  const hangs = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${method} hangs`)), HANGS);
  });
  try {
    return await Promise.race([dispatch(method, input, still), hangs]);
  } finally {
    clearTimeout(timer ?? undefined);
  }
};

type Host = Awaited<ReturnType<typeof openHost>>;

const holds = async ({ dispatch, bugs, count }: Host, method: Method, input: unknown): Promise<void> => {
  const answer = await answerOf(dispatch, method, input);
  expect(bugs).toEqual([]);
  count.calls += 1;
  if (answer.ok) {
    JSON.stringify(answer.value);
    count.done += 1;
    count.methods.add(method);
    return;
  }
  expect(answer.error.code).not.toBe('internal');
  expect(answer.error.message).toMatch(/[.?!)"”]$/);
};

/** Calls that are all refused test nothing: at least these shares of the calls, and of the methods, do what they are for. */
const expectDone = ({ count }: Host, calls: number, some: number): void => {
  expect(count.done / count.calls).toBeGreaterThan(calls);
  expect(count.methods.size / methods.length).toBeGreaterThan(some);
};

/** The catalog is a cache, and by the others SQLite lets readers know of each other. */
const OWN = /^home\/(catalog|text-\d)\.db|^home\/reopen\.json|(index|float)\.db-(wal|shm)$/;

/** Every file with its bytes. */
const filesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => !OWN.test(name))
      .sort()
      .map((name) => [
        name,
        lstatSync(join(folder, name)).isFile()
          ? createHash('sha1')
              .update(readFileSync(join(folder, name)))
              .digest('hex')
          : '',
      ]),
  );

test('a read-only host answers whatever it is asked, and writes nothing', async () => {
  const world = await makeWorld();
  const furnishing = await openHost(world, false);
  const known = await furnish(world, furnishing.dispatch);
  await furnishing.engine.close();
  const host = await openHost(world, true);
  await host.engine.ingest.idle();
  const files = filesOf(world.cage);
  await fc.assert(
    fc.asyncProperty(callsOf(known, [...methods, ...reading, ...reading]), ([method, input]) => holds(host, method, input)),
    { numRuns: RUNS },
  );
  expect(filesOf(world.cage)).toEqual(files);
  expectDone(host, 0.4, 0.5);
});

test('a host that writes answers whatever it is asked, and changes no source and nothing next to what is its own', async () => {
  const world = await makeWorld();
  const host = await openHost(world, false);
  const known = await furnish(world, host.dispatch);
  const sources = filesOf(world.place('claude'));
  await fc.assert(
    fc.asyncProperty(callsOf(known, methods), ([method, input]) => holds(host, method, input)),
    { numRuns: RUNS },
  );
  expect(filesOf(world.place('claude'))).toMatchObject(sources);
  expect(readFileSync(world.place('project/README.md'), 'utf8')).toBe('# A project\n');
  expect(filesOf(world.place('user'))).toEqual({});
  expectDone(host, 0.3, 0.6);
});

test('calls that nobody has, and calls that come at once', async () => {
  const world = await makeWorld();
  const host = await openHost(world, false);
  const known = await furnish(world, host.dispatch);
  for (const name of ['', 'x', '__proto__', 'constructor', 'toString', 'tapes.get ', 'tapes', '\0']) {
    const answer = await host.dispatch(name, {}, still);
    expect(answer).toMatchObject({ ok: false, error: { code: 'bad-input' } });
  }
  await fc.assert(
    fc.asyncProperty(fc.array(callsOf(known, methods), { minLength: 2, maxLength: 8 }), async (calls) => {
      await Promise.all(calls.map(([method, input]) => holds(host, method, input)));
    }),
    { numRuns: RUNS / 10 },
  );
  expectDone(host, 0.25, 0.3);
});
