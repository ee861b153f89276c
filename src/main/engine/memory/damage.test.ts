import { existsSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import type { Output, Parsed } from '../../../shared/rpc/contract.ts';
import type { EngineOptions } from '../engine.ts';
import { openEngine } from '../open.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { noLogs } from '../testing/no-logs.ts';
import { claudeTree } from '../testing/tree.ts';
import { recall } from './recall.ts';
import { prompts, remembering } from './testing.ts';

const DAMAGE: [string, 'broken' | 'missing', (file: string) => void][] = [
  ['is no longer a database', 'broken', (file) => writeFileSync(file, 'x'.repeat(5000))],
  ['was cut off', 'broken', (file) => truncateSync(file, 20_000)],
  ['is empty', 'broken', (file) => truncateSync(file, 0)],
  ['is of another version', 'broken', (file) => void new Database(file).pragma('user_version = 1')],
  ['is gone', 'missing', (file) => rmSync(file)],
];

const open = (home: string, host: EngineOptions['host']) => openEngine({ home, host, readOnly: false, samples: null });

const asker = ({ handlers }: Awaited<ReturnType<typeof open>>) => {
  const none = { signal: new AbortController().signal };
  return async (tape: string, scope: Parsed<'memory.query'>['scope']): Promise<Output<'memory.query'>> =>
    handlers['memory.query']({ query: 'needle', limit: 10, before: undefined, scope, tape }, none);
};

const lastShard = (home: string): string => join(home, 'text-0.db');

it.each(DAMAGE)('an index of which a file %s answers nothing and says so, and is whole for who asks next', async (_, index, damage) => {
  const home = tempFolder();
  const file = writeFile(tempFolder(), 's.jsonl', prompts(['a needle', 'no', 'another needle']));
  const before = await open(home, 'terminal');
  await before.engine.ingest.open([file]);
  await before.engine.ingest.idle();
  await before.engine.close();
  damage(lastShard(home));
  const opened = await open(home, 'terminal');
  const [tape] = opened.engine.catalog.tapes();
  const ask = asker(opened);
  const answer = await ask(tape?.id ?? '', 'all');
  expect(answer).toMatchObject({ index, hits: [], notes: [expect.stringContaining('there are no hits')] });
  expect(await ask(tape?.id ?? '', 'tape')).toMatchObject({ index: 'whole', indexed: 3, of: 3, notes: [], hits: [{}, {}] });
  await opened.engine.close();
});

/** A window follows the folders of its settings; these hold nothing. */
const openWindow = async (home: string) => {
  const nowhere = join(tempFolder(), 'none');
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ logs: noLogs(), tapeHome: nowhere }));
  return open(home, 'desktop');
};

it('a window is answered at once, and the index is rebuilt after it', async () => {
  const home = tempFolder();
  const opened = await openWindow(home);
  await opened.engine.ingest.open([writeFile(tempFolder(), 's.jsonl', prompts(['a needle']))]);
  await opened.engine.ingest.idle();
  const [tape] = opened.engine.catalog.tapes();
  const ask = asker(opened);
  expect(await ask(tape?.id ?? '', 'all')).toMatchObject({ index: 'whole', hits: [{ seq: 1 }] });
  for (const end of ['', '-wal', '-shm']) rmSync(lastShard(home) + end, { force: true });
  expect(await ask(tape?.id ?? '', 'all')).toMatchObject({ index: 'missing', hits: [] });
  await expect.poll(() => ask(tape?.id ?? '', 'all')).toMatchObject({ index: 'whole', hits: [{ seq: 1 }] });
  expect(existsSync(lastShard(home))).toBe(true);
  await opened.engine.close();
});

it('a context of the memory has the index rebuilt after it too, as it says', async () => {
  const home = tempFolder();
  const { engine, handlers } = await openWindow(home);
  const tree = claudeTree('u1 "a needle" > a1 "found" <- step m1 > u2 "and now" > a2 "hay" <- step m2');
  await engine.ingest.open([writeFile(tempFolder(), 's.jsonl', tree)]);
  await engine.ingest.idle();
  const [tape] = engine.catalog.tapes();
  const view = async () => {
    const none = { signal: new AbortController().signal };
    const { blocks, warnings } = await handlers['views.assemble']({ tape: tape?.id ?? '', step: 2, policy: 'memory:needle' }, none);
    return { recalled: blocks.flatMap(({ why }) => why ?? []), warnings };
  };
  const whole = { recalled: ['recalled: hit 1 of 1'], warnings: [] };
  expect(await view()).toEqual(whole);
  for (const end of ['', '-wal', '-shm']) rmSync(lastShard(home) + end, { force: true });
  expect(await view()).toMatchObject({ recalled: [], warnings: [expect.stringContaining('There is no index')] });
  await expect.poll(view).toEqual(whole);
  await engine.ingest.idle();
  await engine.close();
});

it('an index that is not complete yet answers what it knows, and says how much that is', async () => {
  const { ask, store } = await remembering(['lamp one', 'lamp two', 'lamp three']);
  store.db.transaction(() => store.db.prepare('UPDATE sources SET text_to = 2').run()).immediate();
  expect(ask('lamp')).toMatchObject({ index: 'partial', indexed: 2, of: 3, notes: [expect.stringContaining('2 of 3 entries')] });
});

it('recall never throws for what is wrong with the index', async () => {
  const { home, store, ids } = await remembering(['a needle', 'another needle']);
  const asked = { tape: ids[0] ?? '', query: 'needle', before: 2, limit: 5 };
  expect(recall({ home, db: store.db }, asked)).toEqual({ seqs: [1], notes: [] });
  for (const end of ['', '-wal', '-shm']) rmSync(lastShard(home) + end, { force: true });
  expect(recall({ home, db: store.db }, asked)).toEqual({ seqs: [], notes: [expect.stringContaining('There is no index')] });
  writeFileSync(lastShard(home), 'x'.repeat(5000));
  expect(recall({ home, db: store.db }, asked)).toEqual({ seqs: [], notes: [expect.stringContaining('damaged')] });
});
