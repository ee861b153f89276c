import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Receipt } from '../../../shared/model/index.ts';
import { createFinder } from '../bytes/finder.ts';
import { loadRecords } from '../bytes/load.ts';
import { readTally } from '../bytes/read-at.ts';
import { digest } from '../formats/digest.ts';
import { formatById } from '../formats/index.ts';
import { createWanted } from '../ingest/wanted.ts';
import { forkTape } from '../store/fork.ts';
import { mergeForks } from '../store/merge/merge.ts';
import { resetTape } from '../store/reset.ts';
import type { Tape } from '../store/types.ts';
import { createWorkCache } from '../storing/work-cache.ts';
import { bubTape } from '../testing/bub-script.ts';
import { type Opened, openEngineRoom, rowOf } from '../testing/catalog.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { assistant, call, filesIn, MERGE, type NativeHome, nativeHome, result, user } from '../testing/native.ts';
import { bringSource } from './bring-source.ts';
import { seenOf } from './native-folders.ts';
import { tapeFolder } from './tape-folder.ts';

/** What the catalog holds of a tape, in a form that two catalogs can be compared by. */
const contentOf = ({ store }: Opened, folder: string) => {
  const { catalog } = store;
  const { id, textTo, live, ...row } = rowOf({ store } as Opened, folder);
  const { reread, notes, ...receipt } = catalog.receipt(id);
  const { kind, tone, time, bands, marks } = catalog.timeline(id, 1, 1);
  const entries = catalog.entries(id, 1, row.entries + 1);
  return {
    row,
    receipt,
    entries,
    steps: catalog.steps(id, 1, 10_000),
    anchors: catalog.anchors(id),
    bands,
    marks,
    columns: [kind, tone, time],
  };
};

/** The catalog's entries against the store's own: numbers, kinds, places, digests. */
const expectSame = async (room: Opened, tape: Tape): Promise<void> => {
  const row = rowOf(room, tape.folder);
  const mine = room.store.catalog.entries(row.id, 1, row.entries + 1);
  const theirs = tape.rows({});
  expect(mine.map(({ seq, kind, corrects }) => [seq, kind, corrects ?? null])).toEqual(
    theirs.map(({ id, kind, corrects }) => [id, kind, corrects]),
  );
  const records = await loadRecords(row, mine);
  const { payload } = formatById('native');
  expect(records.map((record) => record && digest(payload(record)))).toEqual(theirs.map((one) => one.digest.toString('hex')));
  const whereIs = createFinder();
  for (const [at, { offset, line }] of mine.entries()) {
    const place = whereIs(row.file, offset);
    expect(place?.file.endsWith(theirs[at]?.file_path ?? '?')).toBe(true);
    expect([place?.offset, line]).toEqual([theirs[at]?.byte_offset, theirs[at]?.line_offset]);
  }
};

const expectClosed = ({ lines, bytes, waiting }: Receipt, tape: Tape): void => {
  expect(lines.total).toBe(lines.withEntries + lines.blank + lines.unreadable);
  const own = filesIn(join(tape.folder, 'anchors')).map((name) => statSync(join(tape.folder, 'anchors', name)).size);
  const start = tape.rows({}).length - ownRows(tape).length;
  const shared = tape.rows({ ids: [1, start] }).reduce((sum, { byte_length: length }) => sum + length + 1, 0);
  expect(bytes + waiting).toBe(own.reduce((sum, size) => sum + size, shared));
};

const ownRows = (tape: Tape) => {
  const start = tape.which.fork === null ? 0 : Number(JSON.parse(readFileSync(join(tape.folder, 'fork.json'), 'utf8')).start);
  return tape.rows({ ids: [start + 1, Number.MAX_SAFE_INTEGER] });
};

type Deed = (native: NativeHome, number: number) => unknown;

/** Things that happen to a tape; each is tried, and what the store refuses is left undone. */
const DEEDS: Record<string, Deed> = {
  say: ({ main }, n) => main.append([user(`question ${n}`), assistant(`answer ${n}`)]),
  work: ({ main }, n) =>
    void main.append([call(`c${n}`, 'bash'), result(`c${n}`, `out ${n}`), { kind: 'event', payload: { name: 'run', data: {} } }]),
  hand: ({ main }, n) => main.handoff({ name: `phase-${n % 4}`, summary: `so far ${n}`, sourceIds: [1] }),
  back: ({ main }, n) => main.append([user(`late ${n}`, { anchor: 'session/start' })]),
  mend: ({ main }, n) => main.append([user(`no, ${n}`, { corrects: 1 + (n % main.head()) })]),
  other: ({ main }, n) => main.append([{ kind: 'dream', payload: [n, { odd: true }], meta: { context: false } }]),
  part: ({ main }, n) => forkTape(main, { name: `fork-${n % 3}`, at: 1 + (n % main.head()), note: 'try' }),
  in: ({ open }, n) => open('main', `fork-${n % 3}`).append([user(`in the fork ${n}`), call(`f${n}`, 'read')]),
  on: ({ open }, n) => open('main', `fork-${n % 3}`).handoff({ name: `own-${n}`, summary: 'in the fork' }),
  join: ({ main }, n) => mergeForks(main, { ...MERGE, names: [`fork-${n % 3}`] }),
  room: ({ open }, n) => open(`side-${n % 2}`).append([user(`aside ${n}`)]),
};

const attempt = async (work: () => unknown): Promise<void> => {
  try {
    await work();
  } catch (failure) {
    if (!(failure instanceof Error) || !('code' in failure)) throw failure;
  }
};

const deeds = fc.array(fc.tuple(fc.constantFrom(...Object.keys(DEEDS)), fc.nat(11), fc.boolean()), { minLength: 1, maxLength: 16 });

describe('a workspace', () => {
  it('is in the library with its sessions and forks', async () => {
    const { home, workspace, main, open } = nativeHome();
    main.append([user('fix the tests'), assistant('done')]);
    forkTape(main, { name: 'try', note: 'another way' });
    open('review').handoff({ name: 'read', summary: 'All files were read.' });
    const room = openEngineRoom();
    const { receipts, refused } = await room.ingest.open([home]);
    expect(refused).toEqual([]);
    expect(Array.from(receipts, ({ file, entries }) => [file.slice(workspace.folder.length), entries])).toEqual([
      ['', 4],
      ['/forks/try', 3],
      ['/sessions/review', 2],
    ]);
    const { root: project } = workspace.config;
    const native = { workspace: workspace.folder, session: 'main', fork: null, open: true };
    const session = rowOf(room, main.folder);
    expect(session).toMatchObject({ format: 'native', project, title: 'main · fix the tests', session: 'main', native, relation: null });
    const fork = rowOf(room, join(main.folder, 'forks/try'));
    expect(fork).toMatchObject({
      title: 'try · another way',
      native: { ...native, fork: 'try' },
      relation: 'fork',
      parent: session.id,
      caller: 4,
    });
    expect(rowOf(room, join(main.folder, 'sessions/review'))).toMatchObject({ title: 'review · All files were read.', relation: null });
    expect(room.store.catalog.related(session.id).map(({ id }) => id)).toEqual([fork.id]);
    expect(room.store.catalog.related(fork.id).map(({ id }) => id)).toEqual([session.id]);
  });

  it('is found by any path in it, and none of its files is taken for a log', async () => {
    const { home, workspace, main, open } = nativeHome();
    main.append([user('one')]);
    forkTape(main, { name: 'try' });
    open('main', 'try').append([user('two')]);
    open('side').append([user('three')]);
    const at = workspace.folder;
    const found = async (path: string) => {
      const { ingest, store } = openEngineRoom();
      const { refused } = await ingest.open([path]);
      expect(refused).toEqual([]);
      expect(store.catalog.tapes().every(({ format }) => format === 'native')).toBe(true);
      return store.catalog
        .tapes()
        .map(({ file }) => file.slice(at.length))
        .sort();
    };
    expect(await found(home)).toEqual(['', '/forks/try', '/sessions/side']);
    expect(await found(at)).toEqual(['', '/forks/try', '/sessions/side']);
    expect(await found(join(at, 'sessions/side'))).toEqual(['/sessions/side']);
    expect(await found(join(at, 'forks/try'))).toEqual(['', '/forks/try']);
    expect(await found(join(at, 'forks/try/index.db'))).toEqual(['/forks/try']);
    expect(await found(join(at, 'anchors/001_session-start/messages.jsonl'))).toEqual(['']);
    const { ingest, store } = openEngineRoom();
    await ingest.open([join(at, 'index.db'), at]);
    expect(store.catalog.tapes()).toHaveLength(3);
  });

  it('is told from folders of other programs by its name', async () => {
    const folder = tempFolder();
    writeFile(folder, 'workspace-notes/config.json', '{}');
    writeFile(folder, 'workspace-notes/logs/session.jsonl', bubTape('anchor session/start\nuser "hi"'));
    const { ingest, store } = openEngineRoom();
    await ingest.open([join(folder, 'workspace-notes')]);
    expect(store.catalog.tapes().map(({ format }) => format)).toEqual(['bub']);
  });

  it('that is of a newer schema is refused in a sentence, and the rest is found', async () => {
    const one = nativeHome();
    const two = nativeHome(one.home, 'pier');
    const config = join(two.workspace.folder, 'config.json');
    writeFileSync(config, readFileSync(config, 'utf8').replace('"schema": 1', '"schema": 9'));
    const { ingest, store } = openEngineRoom();
    const { refused } = await ingest.open([one.home]);
    expect(refused).toEqual([{ path: two.workspace.folder, reason: expect.stringContaining('schema 9') }]);
    expect(store.catalog.tapes()).toHaveLength(1);
  });
});

describe('the catalog', () => {
  it('has the entries of the store one for one, however often it looks on the way', async () => {
    await fc.assert(
      fc.asyncProperty(deeds, async (script) => {
        const native = nativeHome();
        const [often, once] = [openEngineRoom(), openEngineRoom()];
        for (const [at, [name, number, look]] of script.entries()) {
          await attempt(() => DEEDS[name]?.(native, number + at));
          if (look) await often.ingest.open([native.home], { text: false });
        }
        for (const room of [often, once]) await room.ingest.open([native.home], { text: false });
        for (const { file, native: place } of once.store.catalog.tapes()) {
          expect(contentOf(often, file)).toEqual(contentOf(once, file));
          const tape = native.open(place?.session ?? '', place?.fork ?? undefined);
          await expectSame(once, tape);
          expectClosed(once.store.catalog.receipt(rowOf(once, file).id), tape);
          const { notes } = once.store.catalog.receipt(rowOf(once, file).id);
          expect(notes).toEqual(place?.fork == null ? [] : [expect.stringContaining('are those of the session')]);
        }
      }),
      { numRuns: 8 },
    );
  });

  it('reads one line for one entry that was appended, however long the tape is', async () => {
    const { main } = nativeHome();
    main.append(Array.from({ length: 3000 }, (_, at) => user(`message number ${at} of many`)));
    const room = openEngineRoom();
    await room.ingest.open([main.folder], { text: false });
    const { ids } = main.append([user('one more')]);
    const before = readTally.bytes;
    await room.ingest.open([main.folder], { text: false });
    expect(rowOf(room, main.folder).entries).toBe(ids[0]);
    expect(readTally.bytes - before).toBe((main.rows({ ids: [ids[0] ?? 0, ids[0] ?? 0] })[0]?.byte_length ?? 0) + 1);
    const [looked] = [readTally.bytes];
    await room.ingest.open([main.folder], { text: false });
    expect(readTally.bytes).toBe(looked);
  });

  it('continues where it was stopped, and then has what one reading has', async () => {
    const { main } = nativeHome();
    main.append(Array.from({ length: 2500 }, (_, at) => user(`message ${at}`)));
    main.append([user('no', { corrects: 2100 }), call('c1', 'bash')]);
    main.handoff({ name: 'phase-1' });
    main.append([...Array.from({ length: 2500 }, (_, at) => assistant(`answer ${at}`)), result('c1', 'out')]);
    const [cut, once] = [openEngineRoom(), openEngineRoom()];
    const first = bringSource(cut.store.db, main.folder, { stop: () => true });
    expect(first).toMatchObject({ outcome: 'new', stopped: true });
    expect(rowOf(cut, main.folder).entries).toBeLessThan(main.head());
    let looks = 1;
    while (bringSource(cut.store.db, main.folder, { stop: () => true }).outcome !== 'same') looks += 1;
    expect(looks).toBe(3);
    await once.ingest.open([main.folder], { text: false });
    expect(contentOf(cut, main.folder)).toEqual(contentOf(once, main.folder));
  });

  it('closes a fork when its merge is told by the session, and lists its siblings', async () => {
    const { main, open } = nativeHome();
    for (const name of ['a', 'b']) forkTape(main, { name });
    for (const name of ['a', 'b']) open('main', name).append([user(`in ${name}`)]);
    const room = openEngineRoom();
    await room.ingest.open([main.folder]);
    const fork = (name: string) => rowOf(room, join(main.folder, 'forks', name));
    expect(room.store.catalog.related(fork('a').id).map(({ title }) => title)).toEqual(expect.arrayContaining(['main', 'b · in b']));
    await mergeForks(main, { ...MERGE, names: ['a'] });
    await room.ingest.open([join(main.folder, 'index.db')]);
    expect([fork('a').native?.open, fork('b').native?.open]).toEqual([false, true]);
    const session = rowOf(room, main.folder);
    const { marks, bands } = room.store.catalog.timeline(session.id, 1, 1);
    expect(marks.map(({ seq, type, label }) => [seq, type, label])).toEqual([
      [1, 'anchor', 'session/start'],
      [2, 'fork', 'a'],
      [3, 'fork', 'b'],
      [5, 'merge', 'a'],
    ]);
    expect(bands).toEqual([{ from: 1, to: 5, name: 'session/start', derived: false }]);
    expect(room.store.catalog.timeline(fork('b').id, 1, 1).marks).toContainEqual({ seq: 2, type: 'fork', label: 'b parts here' });
  });

  it('reads a tape again that was reset, and says so', async () => {
    const { main } = nativeHome();
    main.append([user('old words'), user('more of them')]);
    const room = openEngineRoom();
    const { tapes } = await room.ingest.open([main.folder]);
    resetTape(main, { archive: false });
    await room.ingest.open([main.folder]);
    const receipt = room.store.catalog.receipt(tapes[0] ?? '');
    expect(receipt).toMatchObject({ entries: 1, reread: 1, notes: [expect.stringContaining('reset')] });
    expect(room.store.catalog.tapes()).toHaveLength(1);
  });

  it('keeps what a reset archived as tapes of their own, with all that was in them', async () => {
    const { main, open } = nativeHome();
    main.append([user('old words'), user('no', { corrects: 2 }), call('c1', 'bash'), result('c1', 'out')]);
    forkTape(main, { name: 'try', at: 3 });
    open('main', 'try').append([user('in the fork')]);
    const before = openEngineRoom();
    const [was = '', forked = ''] = (await before.ingest.open([main.folder])).tapes;
    const known = [was, forked].map((id) => before.store.catalog.entries(id, 1, 99));
    const { archive } = resetTape(main, { archive: true });
    const room = openEngineRoom();
    const { tapes, receipts } = await room.ingest.open([main.folder]);
    expect(tapes).toHaveLength(3);
    const folder = join(main.folder, archive ?? '');
    const [old, fork] = [rowOf(room, folder), rowOf(room, join(folder, 'forks/try'))];
    expect([old, fork].map(({ id }) => room.store.catalog.entries(id, 1, 99))).toEqual(known);
    expect(old).toMatchObject({ relation: 'archive', parent: rowOf(room, main.folder).id, native: null, project: expect.any(String) });
    expect(old.title).toMatch(/^main, archived \d{4}-\d\d-\d\d · old words$/);
    expect(fork).toMatchObject({ relation: 'fork', parent: old.id, native: null });
    expect(fork.title).toMatch(/^try, archived \d{4}-\d\d-\d\d · in the fork$/);
    expect([old.live, fork.live, rowOf(room, main.folder).live]).toEqual([false, false, true]);
    expect([...receipts].find(({ tape }) => tape === old.id)).toMatchObject({
      entries: 6,
      reread: 0,
      bytes: old.bytes,
      waiting: 0,
      notes: [],
    });
    const records = await loadRecords(fork, room.store.catalog.entries(fork.id, 1, 99));
    expect(records.map((record) => record?.id)).toEqual([1, 2, 3, 4]);
    const looked = readTally.bytes;
    await room.ingest.open([folder]);
    expect(readTally.bytes).toBe(looked);
  });

  it('forgets a tape whose folder is gone', async () => {
    const { main, open } = nativeHome();
    const side = open('side');
    side.append([user('x')]);
    const room = openEngineRoom();
    await room.ingest.watch([], [join(main.folder, '..')]);
    expect(room.store.catalog.tapes()).toHaveLength(2);
    side.close();
    rmSync(side.folder, { recursive: true });
    await room.ingest.watch([], [join(main.folder, '..')]);
    expect(room.store.catalog.tapes().map(({ file }) => file)).toEqual([main.folder]);
  });
});

it('opening a workspace leaves every file of it as it is', async () => {
  const { home, main, open } = nativeHome();
  main.append([user('look at the harbour')]);
  forkTape(main, { name: 'try' });
  open('main', 'try').append([user('in the fork')]);
  const states = () =>
    filesIn(home)
      .filter((name) => !name.endsWith('-shm'))
      .map((name) => [name, readFileSync(join(home, name)).toString('base64')]);
  const before = states();
  const { ingest } = openEngineRoom({ mend: true });
  await ingest.open([home]);
  await ingest.idle();
  expect(states()).toEqual(before);
});

it('is looked into again while its last bytes are fresh: a look may come before the commit that they belong to', () => {
  const { main } = nativeHome();
  main.append([user('fix the tests')]);
  const { db } = openEngineRoom().store;
  const want = createWanted(db, createWorkCache());
  const bytesToRead = () => want([{ path: main.folder, ...seenOf(main.folder), named: true, source: tapeFolder }])[0]?.bytes;
  const { mtime } = seenOf(main.folder);
  bringSource(db, main.folder, { now: () => mtime + 100 });
  expect(bytesToRead()).toBe(1);
  bringSource(db, main.folder, { now: () => mtime + 60_000 });
  expect(bytesToRead()).toBe(0);
});
