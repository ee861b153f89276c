import { copyFileSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { contract, type Method } from '../../shared/rpc/contract.ts';
import { openDatabase } from '../engine/catalog/schema.ts';
import { sealText, unsealText } from '../engine/catalog/seal.ts';
import { WRITING } from '../engine/healing.ts';
import { openEngine } from '../engine/open.ts';
import { tempFolder, writeFile } from '../engine/testing/files.ts';
import { createDispatch } from './dispatch.ts';

/** Of the catalog (schema.ts). */
const PAGE_SIZE = 16_384;
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

let made: { home: string; pages: number; asked: [Method, unknown][]; told: string[] };

beforeAll(async () => {
  const folder = tempFolder();
  const home = join(folder, 'home');
  const logs = join(folder, 'logs');
  for (const [name, entries] of [
    ['quay', 700],
    ['mast', 40],
    ['hull', 300],
    ['oars', 6],
    ['deck', 90],
  ] as const)
    writeFile(logs, `${name}.jsonl`, `${session(name, entries)}\n`);
  const { engine, call } = await openAt(home);
  await engine.ingest.open([logs], { text: false });
  const [first, second] = engine.catalog.tapes().sort((a, b) => b.entries - a.entries);
  if (first === undefined || second === undefined) throw new Error('Nothing was imported.');
  const asked: [Method, unknown][] = [
    ['library.list', {}],
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
    ]),
  ].filter((one): one is [Method, unknown] => Object.hasOwn(contract, String(one[0])));
  const told = [];
  for (const [method, input] of asked) told.push(plain(await call(method, input)));
  await engine.close();
  engines.length = 0;
  // Rooms may have connections of their own, so that nobody was the last one to close.
  const { db } = openDatabase(home);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  const pages = statSync(join(home, 'catalog.db')).size / PAGE_SIZE;
  made = { home, pages, asked, told };
});

const copied = (): string => {
  const home = join(tempFolder(), 'home');
  mkdirSync(home);
  copyFileSync(join(made.home, 'catalog.db'), join(home, 'catalog.db'));
  return home;
};

interface Damage {
  page: number;
  how: 'zeros' | 'ones' | 'noise' | 'other' | 'flip' | 'stretch';
  at: number;
  seed: number;
}

const noise = (seed: number, length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  for (let at = 0, state = seed | 1; at < length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
};

const damage = (home: string, { page, how, at, seed }: Damage): void => {
  const file = join(home, 'catalog.db');
  const bytes = readFileSync(file);
  const from = (page % made.pages) * PAGE_SIZE;
  const place = from + (at % PAGE_SIZE);
  const whole = bytes.subarray(from, from + PAGE_SIZE);
  if (how === 'zeros') whole.fill(0);
  else if (how === 'ones') whole.fill(0xff);
  else if (how === 'noise') noise(seed, PAGE_SIZE).copy(whole);
  else if (how === 'other') bytes.copy(bytes, from, (seed % made.pages) * PAGE_SIZE, ((seed % made.pages) + 1) * PAGE_SIZE);
  else if (how === 'flip') bytes[place] = (bytes[place] ?? 0) ^ (1 << (seed % 8));
  else noise(seed, 64).copy(bytes, Math.min(place, from + PAGE_SIZE - 64));
  writeFileSync(file, bytes);
};

const damages: fc.Arbitrary<Damage> = fc.record({
  page: fc.nat(10_000),
  how: fc.constantFrom('zeros', 'ones', 'noise', 'other', 'flip', 'stretch'),
  at: fc.nat(PAGE_SIZE - 1),
  seed: fc.nat(2 ** 31 - 1),
});

/** In `npm run fuzz` a thousand. */
const RUNS = process.env.TAPESCOPE_SEED === undefined ? 60 : 1000;

describe('a damaged catalog', () => {
  test('ends no call without a sentence, answers nothing wrong, and is made again', { timeout: 900_000 }, async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    const count = { same: 0, told: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(damages, { minLength: 1, maxLength: 2 }), fc.nat(made.asked.length - 1), async (some, begin) => {
        const home = copied();
        for (const one of some) damage(home, one);
        const { engine, bugs, call } = await openAt(home);
        for (let at = 0; at < made.asked.length; at++) {
          const number = (at + begin) % made.asked.length;
          const [method, input] = made.asked[number] ?? ['library.list', {}];
          const answer = await call(method, input);
          expect(bugs, JSON.stringify([method, answer])).toEqual([]);
          if (plain(answer) === made.told[number]) count.same += 1;
          else {
            // What it knew could not be told any more: that is said.
            expect(engine.note, `${method} ${plain(answer).slice(0, 300)}`).toMatch(/The catalog (is|was) (damaged|rebuilt)/);
            count.told += 1;
          }
        }
        await engine.close();
        engines.length = 0;
      }),
      { numRuns: RUNS },
    );
    quiet.mockRestore();
    expect(count.told).toBeLessThan(count.same / 5);
  });

  test('one that was cut, emptied or has lost its tables', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    for (const size of [PAGE_SIZE, PAGE_SIZE * 2, 100]) {
      const home = copied();
      truncateSync(join(home, 'catalog.db'), size);
      const { engine, bugs, call } = await openAt(home);
      const answer = await call('library.list', {});
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
