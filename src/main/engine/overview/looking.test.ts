import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LostSums, ToolSums } from '../../../shared/model/index.ts';
import { contract } from '../../../shared/rpc/contract.ts';
import type { JsonObject } from '../formats/format.ts';
import { importMany } from '../ingest/import-many.ts';
import { lazyProofs } from '../proofs.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';
import { overviewMethods } from './methods.ts';

type Wish = Partial<{ zone: string; from: string; to: string; filter: string; limit: number }>;

const opened = (logs: Record<string, JsonObject[]>) => {
  const { store } = openEngineRoom();
  const folder = tempFolder();
  const files = Object.entries(logs).map(([name, records]) => writeFile(folder, name, records));
  importMany(store.db, files);
  const about = { catalog: store.catalog, ingest: { jobs: () => [] }, options: { home: store.home, readOnly: true } };
  const methods = overviewMethods(about, lazyProofs(store.catalog, { home: store.home, readOnly: false }));
  const wished = (wish: Wish = {}) => contract['library.tools'].input.parse(wish);
  const still = { signal: new AbortController().signal };
  return {
    files,
    idOf: (name: string) => store.catalog.tapes().find(({ file }) => file.endsWith(name))?.id,
    tools: async (wish?: Wish) => ToolSums.parse(await methods['library.tools'](wished(wish), still)),
    lost: async (wish?: Wish) => LostSums.parse(await methods['library.lost'](wished(wish), still)),
  };
};

/** The same records, each so many seconds after noon of a day. */
const timed = (records: JsonObject[], seconds: readonly number[], day = '2026-10-05') =>
  records.map((record, at) => ({
    ...record,
    timestamp: new Date(Date.parse(`${day}T12:00:00Z`) + (seconds[at] ?? 0) * 1000).toISOString(),
  }));

const calls = (session: string) =>
  claudeTree(
    `u1 "go" > a1 call Bash t1 "make" <- step m1 > r1 t1 "made" > a2 call Read t2 "x" <- step m2 > r2 t2 "text" > a3 call Bash t3 "test" <- step m3 > r3 t3 "red" > a4 "done" <- step m4`,
    { session },
  ).map((record) =>
    JSON.stringify(record).includes('"tool_use_id":"t3"')
      ? (JSON.parse(JSON.stringify(record).replace('"tool_use_id":"t3"', '"is_error":true,"tool_use_id":"t3"')) as JsonObject)
      : record,
  );

describe('the times of tools', () => {
  const logs = {
    'a.jsonl': timed(calls('session-1'), [0, 1, 31, 32, 33, 40, 42, 50]),
    'b.jsonl': timed(
      claudeTree('u1 "go" > a1 call Bash t9 "make" <- step n1 > r1 t9 "made" > a2 call Read t8 "x" <- step n2', { session: 'session-2' }),
      [0, 2, 12, 13],
      '2026-10-07',
    ),
  };

  it('are from calls until their results, over all sessions, the most together first', async () => {
    const { tools, idOf } = opened(logs);
    const sums = await tools();
    expect(sums).toMatchObject({ looked: 2, of: 2, left: 0 });
    expect(sums.tools).toEqual([
      {
        ...{ name: 'Bash', agents: ['claude-code'], sessions: 2, calls: 3, failed: 1, timed: 3, total: 42_000, median: 10_000 },
        longest: { tape: idOf('a.jsonl'), seq: 2, took: 30_000 },
      },
      {
        ...{ name: 'Read', agents: ['claude-code'], sessions: 2, calls: 2, failed: 0, timed: 1, total: 1000, median: 1000 },
        longest: { tape: idOf('a.jsonl'), seq: 4, took: 1000 },
      },
    ]);
  });

  it('are those of the days and of the sessions that are asked for', async () => {
    const { tools } = opened(logs);
    const figures = async (wish: Wish) => (await tools(wish)).tools.map(({ name, calls: many, total }) => [name, many, total]);
    expect(await figures({ from: '2026-10-06' })).toEqual([
      ['Bash', 1, 10_000],
      ['Read', 1, 0],
    ]);
    expect(await figures({ to: '2026-10-01' })).toEqual([]);
    expect(await tools({ filter: 'steps:>3' })).toMatchObject({ of: 1 });
    expect(await tools({ limit: 1 })).toMatchObject({ tools: [{ name: 'Bash' }], left: 1 });
  });

  it('count a call once where a copy of its session holds it again', async () => {
    const longer = [
      ...calls('session-3'),
      ...claudeTree('u5 "more" @a4 > a5 call Grep t5 "x" <- step m5 > r5 t5 "found"', { session: 'session-3' }),
    ];
    const usage = (records: JsonObject[]) => timed(records, [0, 1, 31, 32, 33, 40, 42, 50, 60, 61, 63]);
    const { tools } = opened({ 'a.jsonl': usage(calls('session-1')), 'c.jsonl': usage(longer) });
    expect((await tools()).tools.map(({ name, calls: many }) => [name, many])).toEqual([
      ['Bash', 2],
      ['Grep', 1],
      ['Read', 1],
    ]);
  });
});

const LOST = `
  u1 "mend the retries in src/outbox.ts please, the limit is 9 per minute"
    a1 "The queue is drained by drain() in one place." <- step m1
      u2 "never rename the public error codes, mobile parses them"
        a2 "kept" <- step m2
          b1 boundary auto 9 keep a2..a2 behind c1
            c1 summary "The retries of src/outbox.ts are mended: the limit is 9 per minute."
  u3 "on" @a2 > a3 "done" <- step m3
`;

describe('what compactions lost', () => {
  it('is what a person wrote and no summary carries, by session, with the compaction that lost most', async () => {
    const { lost, idOf } = opened({
      'a.jsonl': claudeTree(LOST, { session: 'session-1' }),
      'b.jsonl': claudeTree('u1 "go" > a1 "one" <- step n1', { session: 'session-2' }),
    });
    expect(await lost()).toEqual({
      ...{ looked: 1, of: 1, left: 0, unread: 0 },
      total: { compactions: 1, instructions: 2, lost: 1 },
      sessions: [
        {
          ...{
            tape: idOf('a.jsonl'),
            title: expect.stringContaining('mend the retries'),
            project: expect.any(String),
            format: 'claude-code',
          },
          ...{ compactions: 1, instructions: 2, lost: 1, worst: 5 },
        },
      ],
    });
    expect(await lost({ to: '2001-01-01' })).toMatchObject({ total: { compactions: 0 }, sessions: [], of: 1 });
  });

  it('says how many logs could not be read', async () => {
    const { lost, files } = opened({ 'a.jsonl': claudeTree(LOST, { session: 'session-1' }) });
    for (const file of files) rmSync(file);
    expect(await lost()).toMatchObject({ looked: 1, of: 1, unread: 1, total: { lost: 0 } });
  });
});
