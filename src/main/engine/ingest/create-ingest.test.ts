import {
  appendFileSync,
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Receipt } from '../../../shared/model/index.ts';
import { readTally } from '../bytes/read-at.ts';
import { claudeCode } from '../formats/claude-code/format.ts';
import { rangesOf } from '../sources/ranges.ts';
import { newShared, readTogether } from '../sources/together.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree, jsonl } from '../testing/tree.ts';

const session = () =>
  claudeTree('u1 "fix the tests" > a1 call Bash t1 <- step m1 usage 10 2 3 4 > r1 t1 "2 failed" > a2 "done" <- step m2');

/** Bytes read from sources by `work`. */
const bytesOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = readTally.bytes;
  await work();
  return readTally.bytes - before;
};

/** What the witnesses of the beginning and the end of a read part cost at most. */
const WITNESSES = 4 * 4096;

const closes = ({ lines, bytes, entries }: Receipt, size: number): void => {
  expect(lines.total).toBe(lines.withEntries + lines.blank + lines.unreadable);
  expect(bytes).toBe(size);
  expect(entries).toBeGreaterThanOrEqual(lines.withEntries);
  expect(lines.repaired).toBeLessThanOrEqual(lines.withEntries);
};

/** A session with one line of 256 MB before its last record: a hole in the file, nothing of it is on the disk. */
const withHugeLine = (): { path: string; lines: number } => {
  const lines = session().map((record) => `${JSON.stringify(record)}\n`);
  const path = writeFile(tempFolder(), 's.jsonl', lines.join(''));
  truncateSync(path, statSync(path).size + (256 << 20));
  appendFileSync(path, `\n${lines.at(-1)?.replace('u1', 'u2')}`);
  return { path, lines: lines.length + 1 };
};

describe('receipts', () => {
  it('are read when they are asked for, a few at a time', async () => {
    const { ingest, store } = openEngineRoom();
    const read: number[] = [];
    const { receipts: readNow } = store.catalog;
    store.catalog.receipts = (tapes) => {
      read.push(tapes.length);
      return readNow(tapes);
    };
    const folder = tempFolder();
    for (let at = 0; at < 300; at += 1) writeFile(folder, `s${at}.jsonl`, session());
    const { receipts } = await ingest.open([folder], { text: false });
    expect(read).toEqual([]);
    expect([...receipts]).toHaveLength(300);
    expect(read).toEqual([256, 44]);
  });

  it.each([0, 2])('count a line of hundreds of megabytes as unreadable, with %i threads', async (workers) => {
    const { ingest } = openEngineRoom({ workers });
    const { path, lines } = withHugeLine();
    const read = await bytesOf(async () => {
      const [receipt] = (await ingest.open([path])).receipts;
      expect(receipt).toMatchObject({ lines: { total: lines + 1, withEntries: lines, unreadable: 1 } });
      if (receipt) closes(receipt, statSync(path).size);
    });
    // What threads read is not counted here.
    expect(read).toBeLessThan(1.1 * statSync(path).size);
  });

  it('of ranges pass over a line that is longer than many of them once', () => {
    const { path, lines } = withHugeLine();
    const file = openSync(path, 'r');
    onTestFinished(() => closeSync(file));
    const { size } = statSync(path);
    const { port1: port } = new MessageChannel();
    onTestFinished(() => port.close());
    const before = readTally.bytes;
    const ranges = rangesOf(file, claudeCode, { start: { offset: 0, line: 1 }, size, final: true });
    const parts = [...readTogether({ parts: ranges, shared: newShared(), port })];
    expect(parts.reduce((sum, { batch }) => sum + batch.withEntries, 0)).toBe(lines);
    // Once to find where the line ends, once to know that it cannot be read.
    expect(readTally.bytes - before).toBeLessThan(2.1 * size);
  });

  it('count types that are called like what every object has', async () => {
    const { ingest } = openEngineRoom();
    const names = ['constructor', '__proto__', 'toString', 'constructor'];
    const odd = names.map((type) => JSON.stringify({ type, sessionId: 's' }));
    const path = writeFile(tempFolder(), 's.jsonl', `${jsonl(session())}${odd.join('\n')}\n`);
    const [receipt] = (await ingest.open([path])).receipts;
    expect(Object.entries(receipt?.unknownTypes ?? {})).toEqual([
      ['constructor', 2],
      ['__proto__', 1],
      ['toString', 1],
    ]);
    writeFileSync(path, `${odd[1]}\n${odd[1]}\n`, { flag: 'a' });
    const [grown] = (await ingest.open([path])).receipts;
    expect(Object.entries(grown?.unknownTypes ?? {})).toContainEqual(['__proto__', 3]);
  });

  it('say what became of every line', async () => {
    const { ingest, store } = openEngineRoom();
    const [first = '', ...rest] = session().map((record) => JSON.stringify(record));
    const path = writeFile(tempFolder(), 's.jsonl', `${first}\n\nnot json\n${rest[0]}${rest[1]}\n${rest[2]}\n{"type":"hologram"}\n`);
    const { receipts, tapes, refused } = await ingest.open([path]);
    expect(refused).toEqual([]);
    expect([...receipts]).toMatchObject([
      {
        file: path,
        format: 'claude-code',
        lines: { total: 6, withEntries: 4, blank: 1, unreadable: 1, repaired: 1 },
        entries: 5,
        unknownTypes: { hologram: 1 },
        tape: tapes[0],
        reread: 0,
      },
    ]);
    expect(store.catalog.problems(tapes[0] ?? '', 10)).toMatchObject({
      total: 2,
      items: [
        { line: 3, outcome: 'unreadable' },
        { line: 4, outcome: 'repaired' },
      ],
    });
    expect(store.catalog.entries(tapes[0] ?? '', 1, 9).map((row) => row.line)).toEqual([1, 4, 4, 5, 6]);
  });

  it('close for whatever a file contains', async () => {
    const good = session().map((record) => JSON.stringify(record));
    const junk = fc.oneof(
      fc.constantFrom('', ' ', '{', '}{', '[1]', '"text"', 'null', '{"a":', '\u0000\u0000', ...good),
      fc.string(),
      fc.json(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(junk, { maxLength: 12 }), fc.boolean(), async (lines, ended) => {
        const { ingest } = openEngineRoom();
        const text = `${[...good, ...lines.map((line) => line.replaceAll('\n', ' '))].join('\n')}${ended ? '\n' : ''}`;
        const path = writeFile(tempFolder(), 's.jsonl', text);
        utimesSync(path, 1_700_000_000, 1_700_000_000);
        const { receipts } = await ingest.open([path], { text: false });
        expect([...receipts]).toHaveLength(1);
        for (const receipt of receipts) closes(receipt, Buffer.byteLength(text));
      }),
      { numRuns: 40 },
    );
  });

  it('leave a last line that is still being written to the next look', async () => {
    const { ingest, store } = openEngineRoom();
    const text = jsonl(session());
    const path = writeFile(tempFolder(), 's.jsonl', text.slice(0, -20));
    const [before] = (await ingest.open([path])).receipts;
    expect(before).toMatchObject({ entries: 3, lines: { total: 3, unreadable: 0 } });
    expect((before?.bytes ?? 0) + (before?.waiting ?? 0)).toBe(Buffer.byteLength(text) - 20);
    expect(before?.notes.join()).toContain('still being written');
    appendFileSync(path, text.slice(-20));
    const [after] = (await ingest.open([path])).receipts;
    expect(after).toMatchObject({ entries: 4, bytes: Buffer.byteLength(text), reread: 0, notes: [] });
    expect(store.catalog.entries(before?.tape ?? '', 4, 5)).toMatchObject([{ line: 4, kind: 'message' }]);
  });
});

it('begins nothing more once it is closed', async () => {
  const { ingest, store } = openEngineRoom({ follow: true });
  const folder = tempFolder();
  const path = writeFile(folder, 's.jsonl', jsonl(session()));
  const under = [ingest.watch([folder]), ingest.open([path])];
  await ingest.close();
  store.close();
  await Promise.all(under);
  await ingest.idle();
});

describe('opening again', () => {
  it('reads nothing of what is unchanged', async () => {
    const { ingest } = openEngineRoom();
    const path = writeFile(tempFolder(), 's.jsonl', session());
    const first = await ingest.open([path]);
    await ingest.idle();
    expect(await bytesOf(() => ingest.open([path]))).toBe(0);
    expect([...(await ingest.open([path])).receipts]).toEqual([...first.receipts]);
  });

  it('reads only the tail of what has grown', async () => {
    const { ingest, store } = openEngineRoom();
    const big = Array.from({ length: 400 }, (_, at) => claudeTree(`u${at} "${'word '.repeat(200)}" @-`)).flat();
    const path = writeFile(tempFolder(), 's.jsonl', big);
    const { tapes } = await ingest.open([path], { text: false });
    const more = jsonl(claudeTree('u999 "and this" @u399'));
    appendFileSync(path, more);
    expect(await bytesOf(() => ingest.open([path], { text: false }))).toBeLessThanOrEqual(more.length + WITNESSES);
    const [id = ''] = tapes;
    expect(store.catalog.tape(id).entries).toBe(401);
    expect(store.catalog.entries(id, 401, 402)).toMatchObject([{ line: 401, parentSeq: 400 }]);
  });

  it.each([
    ['smaller', (path: string) => writeFileSync(path, jsonl(session().slice(0, 2))), 'now has'],
    [
      'changed at its beginning',
      (path: string) => writeFileSync(path, `${jsonl([{ ...session()[0], cwd: '/x' }])}${jsonl(session())}`),
      'beginning',
    ],
    ['another file', replaced, 'another file'],
  ])('reads a source again that is %s, and says so', async (_, change, why) => {
    const { ingest, store, pushes } = openEngineRoom();
    const path = writeFile(tempFolder(), 's.jsonl', session());
    const { tapes } = await ingest.open([path]);
    change(path);
    const [receipt] = (await ingest.open([path])).receipts;
    expect(receipt).toMatchObject({ reread: 1, tape: tapes[0] });
    expect(receipt?.notes.join()).toContain(why);
    const { entries } = store.catalog.tape(tapes[0] ?? '');
    expect(store.catalog.entries(tapes[0] ?? '', 1, 99)).toHaveLength(entries);
    expect(pushes).toContainEqual(expect.objectContaining({ type: 'tape', reread: true, entries }));
  });

  it('keeps the id of a tape when the catalog was thrown away, and rebuilds a damaged catalog', async () => {
    const home = tempFolder();
    const path = writeFile(tempFolder(), 's.jsonl', session());
    const ids: string[][] = [];
    for (const damage of [
      () => {},
      () => rmSync(join(home, 'catalog.db')),
      () => writeFileSync(join(home, 'catalog.db'), 'no database '.repeat(500)),
    ]) {
      damage();
      const { ingest, store } = openEngineRoom({ home });
      expect(store.catalog.tapes().length).toBeLessThanOrEqual(1);
      ids.push((await ingest.open([path])).tapes);
      await ingest.close();
      store.close();
    }
    expect(ids[1]).toEqual(ids[0]);
    expect(ids[2]).toEqual(ids[0]);
  });

  it('forgets a tape whose file is gone at the next look around', async () => {
    const { ingest, store } = openEngineRoom();
    const folder = tempFolder();
    const path = writeFile(folder, 's.jsonl', session());
    await ingest.open([folder]);
    rmSync(path);
    await ingest.watch([folder]);
    expect(store.catalog.tapes()).toEqual([]);
  });
});

function replaced(path: string): void {
  writeFileSync(`${path}.new`, jsonl(session()));
  renameSync(`${path}.new`, path);
}

describe('looking for sources', () => {
  it('survives links in a circle, closed folders and files that are not logs', async () => {
    const { ingest } = openEngineRoom();
    const folder = tempFolder();
    const path = writeFile(folder, 'a/s.jsonl', session());
    writeFile(folder, 'a/notes.txt', 'no log');
    writeFile(folder, 'a/other.jsonl', '{"x":1}\n');
    writeFile(folder, 'a/empty.jsonl', '');
    symlinkSync(folder, join(folder, 'a', 'again'));
    symlinkSync(path, join(folder, 'link.jsonl'));
    mkdirSync(join(folder, 'closed'));
    chmodSync(join(folder, 'closed'), 0);
    symlinkSync(join(folder, 'round'), join(folder, 'round'));
    const opened = await ingest.open([folder, join(folder, 'nothing.jsonl'), join(folder, 'round')]);
    chmodSync(join(folder, 'closed'), 0o755);
    expect(Array.from(opened.receipts, ({ file }) => file)).toEqual([path]);
    expect(opened.refused.map((one) => one.path)).toEqual(
      expect.arrayContaining([join(folder, 'a/other.jsonl'), join(folder, 'nothing.jsonl'), join(folder, 'round')]),
    );
    for (const { reason } of opened.refused) expect(reason).toMatch(/\.$/);
  });

  it('follows no link to a folder above the one that is read, wherever that link is, and says so', async () => {
    const { ingest } = openEngineRoom();
    const [above, elsewhere] = [tempFolder(), tempFolder()];
    writeFile(above, 'private.jsonl', session());
    const path = writeFile(above, 'logs/s.jsonl', session());
    const far = writeFile(elsewhere, 'far/s.jsonl', session());
    const [root, links] = [join(above, 'logs'), [join(above, 'logs', 'up'), join(elsewhere, 'far', 'up')] as const];
    symlinkSync(above, links[0]);
    symlinkSync('/', links[1]);
    symlinkSync(join(elsewhere, 'far'), join(root, 'far'));
    const opened = await ingest.open([root]);
    expect(Array.from(opened.receipts, ({ file }) => file).sort()).toEqual([path, far].sort());
    expect(opened.refused).toEqual(
      expect.arrayContaining([
        { path: links[0], reason: `It is a link to ${above}, above the folder that is read, and was not followed.` },
        { path: links[1], reason: 'It is a link to /, above the folder that is read, and was not followed.' },
      ]),
    );
  });

  it('says what a folder without logs is', async () => {
    const { ingest } = openEngineRoom();
    const folder = tempFolder();
    expect((await ingest.open([folder])).refused).toEqual([{ path: folder, reason: expect.stringContaining('no logs') }]);
  });

  it('says what a folder is whose files are all passed over, and that it was read again', async () => {
    const { ingest } = openEngineRoom();
    const folder = tempFolder();
    writeFile(folder, 'notes.json', '{"a": 1}');
    const [refused] = (await ingest.open([folder])).refused;
    expect(refused).toEqual({ path: folder, reason: `${folder} has no logs that Tapescope reads.` });
    writeFile(folder, 'session.jsonl', session());
    for (const look of ['first', 'again']) expect([look, (await ingest.open([folder])).refused]).toEqual([look, []]);
  });
});
