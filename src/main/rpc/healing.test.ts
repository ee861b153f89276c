import { copyFileSync, existsSync, mkdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { contract, type Method } from '../../shared/rpc/contract.ts';
import { PAGE_BYTES } from '../engine/database/page-sums.ts';
import { sealText, unsealText } from '../engine/database/seal.ts';
import { WRITING } from '../engine/healing.ts';
import { openEngine } from '../engine/open.ts';
import { tempFolder, writeFile } from '../engine/testing/files.ts';
import { createDispatch } from './dispatch.ts';
import { damage, damages, textDamages } from './testing/damage.ts';

const still = new AbortController().signal;

const line = (session: string, at: number, parent: string | null): string => {
  const user = at % 4 === 0;
  const content = user
    ? `Look at part ${at} of ${session}`
    : [
        { type: 'text', text: `Part ${at} is ${'well '.repeat(at % 7)}done.` },
        ...(at % 4 === 1 ? [{ type: 'tool_use', id: `${session}-call-${at}`, name: `Tool${at % 5}`, input: { at } }] : []),
      ];
  const result = at % 4 === 2 ? [{ type: 'tool_result', tool_use_id: `${session}-call-${at - 1}`, content: `found ${at}` }] : null;
  return JSON.stringify({
    type: user || result ? 'user' : 'assistant',
    uuid: `${session}-${at}`,
    parentUuid: parent,
    sessionId: session,
    timestamp: new Date(Date.UTC(2026, 10, 20, 10, 0, at)).toISOString(),
    cwd: '/projects/harbour',
    version: '2.1.0',
    message:
      user || result
        ? { role: 'user', content: result ?? content }
        : { id: `${session}-m${at}`, role: 'assistant', model: 'claude-x', content, usage: { input_tokens: 10 + at, output_tokens: 5 } },
  });
};

const session = (name: string, entries: number): string =>
  Array.from({ length: entries }, (_, at) => line(name, at, at === 0 ? null : `${name}-${at - 1}`)).join('\n');

const engines: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
});

const openAt = async (home: string) => {
  const bugs: unknown[] = [];
  const { engine, handlers } = await openEngine({ home, host: 'terminal', readOnly: false, samples: null });
  engines.push(engine);
  const dispatch = createDispatch({ handlers, readOnly: false, checkOutputs: true, onBug: (_, thrown) => void bugs.push(thrown) });
  return { engine, bugs, call: async (method: Method, input: unknown) => dispatch(method, input, still) };
};

/** What a rebuilt catalog may tell in another way: how much of the text is indexed, and how long ago something was. */
const plain = (value: unknown): string =>
  JSON.stringify(value, (key, one) => (['textTo', 'live', 'rev', 'revision', 'elapsed'].includes(key) ? undefined : one));

/** A home at rest, one whose process was killed, and one from before the last import; what is asked of them, and what was answered. */
let made: { rest: string; killed: string; older: string; asked: [Method, unknown][]; told: string[]; tapes: number };

const FILES = ['catalog.db', 'text-0.db', 'text-1.db'].flatMap((name) => ['', '-wal', '-sums'].map((end) => name + end));

const copied = (from: string): string => {
  const home = join(tempFolder(), 'home');
  mkdirSync(home);
  for (const file of FILES) if (existsSync(join(from, file))) copyFileSync(join(from, file), join(home, file));
  return home;
};

beforeAll(async () => {
  const folder = tempFolder();
  const rest = join(folder, 'home');
  const logs = join(folder, 'logs');
  for (const [name, entries] of [
    ['quay', 700],
    ['mast', 40],
    ['hull', 300],
    ['oars', 6],
  ] as const)
    writeFile(logs, `${name}.jsonl`, `${session(name, entries)}\n`);
  const before = await openAt(rest);
  await before.engine.ingest.open([logs]);
  await before.engine.ingest.idle();
  await before.engine.close();
  const older = copied(rest);
  writeFile(logs, 'deck.jsonl', `${session('deck', 90)}\n`);
  const { engine, call } = await openAt(rest);
  await engine.ingest.open([logs]);
  await engine.ingest.idle();
  const [first, second] = engine.catalog.tapes().sort((a, b) => b.entries - a.entries);
  if (first === undefined || second === undefined) throw new Error('Nothing was imported.');
  const asked: [Method, unknown][] = [
    ['library.find', {}],
    ['library.rows', { height: 2000, heights: { source: 34, project: 30, tape: 46, nested: 28 } }],
    ['search.run', { query: 'part', limit: 50 }],
    ['search.run', { query: 'deck' }],
    ...[first.id, second.id].flatMap((tape): [Method, unknown][] => [
      ['tapes.get', { tape }],
      ['tapes.timeline', { tape }],
      ['entries.list', { tape, from: 1, limit: 200 }],
      ['tapes.receipt', { tape }],
      ['tapes.stats', { tape }],
      ['graph.get', { tape }],
      ['steps.list', { tape, from: 1, limit: 200 }],
      ['views.assemble', { tape, step: 30 }],
      ['entries.get', { tape, seq: 200 }],
      ['search.run', { query: 'done', tape }],
    ]),
  ].filter((one): one is [Method, unknown] => Object.hasOwn(contract, String(one[0])));
  const told = [];
  for (const [method, input] of asked) {
    const answer = await call(method, input);
    expect(answer.ok, JSON.stringify(answer)).toBe(true);
    told.push(plain(answer));
  }
  const killed = copied(rest);
  const tapes = engine.catalog.tapes().length;
  await engine.close();
  engines.length = 0;
  made = { rest, killed, older, asked, told, tapes };
});

/**
 * Asks everything, beginning with any of it. An answer may only be another one where the catalog could not say any more which logs it knew: it
 * has fewer tapes then, and a note.
 */
const askAll = async ({ engine, bugs, call }: Awaited<ReturnType<typeof openAt>>, begin: number, count: { same: number; told: number }) => {
  const before = count.told;
  for (let at = 0; at < made.asked.length; at++) {
    const number = (at + begin) % made.asked.length;
    const [method, input] = made.asked[number] ?? ['library.find', {}];
    const answer = await call(method, input);
    expect(bugs, JSON.stringify([method, answer])).toEqual([]);
    if (plain(answer) === made.told[number]) count.same += 1;
    else {
      expect(engine.note, `${method} ${plain(answer).slice(0, 300)}`).toMatch(/The catalog (is|was) (damaged|rebuilt)/);
      count.told += 1;
    }
  }
  if (count.told > before) expect(engine.catalog.tapes().length).toBeLessThan(made.tapes);
};

/**
 * A sixth of the answers, more or less: those of homes that lost the paths of their logs, because a damage removed or emptied the catalog or put an
 * older one in its place. Each run draws others.
 */
const expectFewLost = ({ same, told }: { same: number; told: number }): void => expect(told).toBeLessThan(same / 3);

/** `npm run fuzz` draws more. */
const RUNS = process.env.TAPESCOPE_SEED === undefined ? 80 : 1000;

describe('a damaged catalog', () => {
  const some = fc.array(damages, { minLength: 1, maxLength: 2 });

  test('ends no call without a sentence, answers nothing wrong, and is made again', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    const count = { same: 0, told: 0 };
    await fc.assert(
      fc.asyncProperty(some, fc.constantFrom('rest', 'killed'), fc.nat(made.asked.length - 1), async (all, how, begin) => {
        const home = copied(made[how]);
        for (const one of all) damage(home, made.older, one);
        const opened = await openAt(home);
        await askAll(opened, begin, count);
        await opened.engine.close();
        engines.length = 0;
      }),
      {
        numRuns: RUNS,
        examples: [
          [
            [
              { file: 'catalog.db', how: 'gone', page: 0, at: 0, seed: 0 },
              { file: 'catalog.db-sums', how: 'gone', page: 0, at: 0, seed: 0 },
            ],
            'rest',
            0,
          ],
        ],
      },
    );
    quiet.mockRestore();
    expectFewLost(count);
    // Or nothing was damaged.
    expect(count.told).toBeGreaterThan(0);
  });

  test('is made again where a window has it open, for all calls that come at once', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    const count = { same: 0, told: 0 };
    await fc.assert(
      fc.asyncProperty(some, fc.constantFrom('rest', 'killed'), fc.nat(made.asked.length - 1), async (all, how, begin) => {
        const home = copied(made[how]);
        const opened = await openAt(home);
        await askAll(opened, begin, { same: 0, told: 0 });
        expect(opened.engine.note).toBe(null);
        for (const one of all) damage(home, made.older, one);
        await Promise.all([0, 5, 10].map((more) => askAll(opened, begin + more, count)));
        await opened.engine.close();
        engines.length = 0;
      }),
      {
        numRuns: RUNS / 4,
        examples: [
          [[{ file: 'catalog.db-wal', how: 'zeros', page: 1038, at: 0, seed: 0 }], 'killed', 0],
          [[{ file: 'catalog.db-wal', how: 'gone', page: 0, at: 0, seed: 0 }], 'killed', 0],
        ],
      },
    );
    quiet.mockRestore();
    expectFewLost(count);
  });

  test('leaves searches as they were where it is only the full text', async () => {
    const words = [
      'part',
      'done',
      'well',
      'quay',
      'mast',
      'hull',
      'oars',
      'deck',
      'found',
      'look',
      ...Array.from({ length: 40 }, (_, at) => `${at * 17}`),
    ];
    const found = async ({ call }: Awaited<ReturnType<typeof openAt>>) => {
      const all: string[] = [];
      for (const query of words) all.push(plain(await call('search.run', { query, limit: 200 })));
      return all;
    };
    const whole = await openAt(copied(made.rest));
    const expected = await found(whole);
    await fc.assert(
      fc.asyncProperty(textDamages, fc.constantFrom('rest', 'killed'), async (one, how) => {
        const home = copied(made[how]);
        damage(home, made.older, one);
        const opened = await openAt(home);
        expect(await found(opened)).toEqual(expected);
        expect(opened.bugs).toEqual([]);
        await opened.engine.close();
      }),
      { numRuns: RUNS / 2 },
    );
  });

  test('one that was cut, emptied or has lost its tables', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    for (const size of [PAGE_BYTES, PAGE_BYTES * 2, 100]) {
      const home = copied(made.rest);
      truncateSync(join(home, 'catalog.db'), size);
      const { engine, bugs, call } = await openAt(home);
      const answer = await call('library.find', {});
      expect([answer.ok, bugs]).toEqual([true, []]);
      if (plain(answer) !== made.told[0]) expect(engine.note).toMatch(/The catalog (is|was) (damaged|rebuilt)/);
      await engine.close();
      engines.length = 0;
    }
    vi.restoreAllMocks();
  });

  test('the calls that are not made twice are those that write', () => {
    const writes = Object.keys(contract).filter((method) => 'writes' in contract[method as Method]);
    expect([...WRITING].sort()).toEqual(writes.sort());
  });

  test('a sealed text is read back, and no other one is', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, two) => {
        expect(unsealText(sealText(one))).toBe(one);
        if (two !== sealText(two.slice(0, -8))) expect(() => unsealText(two)).toThrow('damaged');
      }),
    );
  });
});
