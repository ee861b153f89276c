import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { EngineOptions } from '../engine.ts';
import { openEngine } from '../open.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';

const DAMAGE: [string, (file: string) => void][] = [
  ['is no longer a database', (file) => writeFileSync(file, 'x'.repeat(5000))],
  ['was cut off', (file) => truncateSync(file, 20_000)],
  ['is gone', (file) => rmSync(file)],
];

const open = (home: string, host: EngineOptions['host']) => openEngine({ home, host, readOnly: false, samples: null });
const none = { signal: new AbortController().signal };

it.each(DAMAGE)('a text index of which a file %s is rebuilt by whoever searches', async (_, damage) => {
  const folder = tempFolder();
  const file = writeFile(folder, 's.jsonl', claudeTree('u1 "a needle" > a1 "no" <- step m1 > u2 "another needle"'));
  for (const shard of ['text-0.db', 'text-1.db']) {
    const home = tempFolder();
    const before = await open(home, 'terminal');
    await before.engine.ingest.open([file]);
    await before.engine.ingest.idle();
    await before.engine.close();
    damage(join(home, shard));
    const { engine, handlers } = await open(home, 'terminal');
    const answer = await handlers['search.run']({ query: 'needle', tape: undefined, before: undefined, limit: 10 }, none);
    expect(answer).toMatchObject({ total: 2, indexed: 3, of: 3 });
    await engine.close();
  }
});

it('searches that are under way while a damaged index is rebuilt are answered all the same', async () => {
  const home = tempFolder();
  const before = await open(home, 'terminal');
  const { tapes } = await before.engine.ingest.open([writeFile(tempFolder(), 's.jsonl', claudeTree('u1 "a needle"'))]);
  await before.engine.ingest.idle();
  await before.engine.close();
  for (const shard of ['text-0.db', 'text-1.db']) writeFileSync(join(home, shard), 'x'.repeat(5000));
  const { engine, handlers } = await open(home, 'browser');
  const search = (tape: string | undefined) => handlers['search.run']({ query: 'needle', tape, before: undefined, limit: 10 }, none);
  const answers = await Promise.all([undefined, undefined, tapes[0], undefined, tapes[0]].map(search));
  expect(answers.map(({ of }) => of)).toEqual([1, 1, 1, 1, 1]);
  await engine.close();
});

it.each(DAMAGE)('a text index of which a file %s is whole again when more is indexed', async (_, damage) => {
  const home = tempFolder();
  const folder = tempFolder();
  const { engine, handlers } = await open(home, 'terminal');
  await engine.ingest.open([writeFile(folder, 'a.jsonl', claudeTree('u1 "first needle"'))]);
  await engine.ingest.idle();
  damage(join(home, 'text-0.db'));
  for (const end of ['-wal', '-shm']) rmSync(join(home, `text-0.db${end}`), { force: true });
  await engine.ingest.open([writeFile(folder, 'b.jsonl', claudeTree('u1 "second needle"'))]);
  await engine.ingest.idle();
  expect(engine.catalog.tapes().map(({ textTo, entries }) => [textTo, entries])).toEqual([
    [1, 1],
    [1, 1],
  ]);
  const answer = await handlers['search.run']({ query: 'needle', tape: undefined, before: undefined, limit: 10 }, none);
  expect(answer).toMatchObject({ total: 2 });
  await engine.close();
});
