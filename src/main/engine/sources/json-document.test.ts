import { renameSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { loadRaw, loadRecords } from '../bytes/load.ts';
import type { JsonObject } from '../formats/values.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { readGrowing, readWhole } from '../testing/laws/cuts.ts';
import { importFile } from '../views/testing/imported.ts';
import { bringSource } from './bring-source.ts';
import { sourceAt } from './index.ts';

const said = (at: number, more: JsonObject = {}): JsonObject => {
  const type = at % 2 === 0 ? 'user' : 'gemini';
  return { id: `m${at}`, timestamp: new Date(Date.UTC(2026, 0, 5, 9, 0, at)).toISOString(), type, content: `word ${at}`, ...more };
};

const chat = (messages: number, space?: number): string => {
  const header = { sessionId: 's1', projectHash: 'f00d', startTime: said(0).timestamp, lastUpdated: said(0).timestamp };
  return JSON.stringify({ ...header, messages: Array.from({ length: messages }, (_, at) => said(at)), summary: 'A chat' }, null, space);
};

const chatFile = (content: string): string => writeFile(tempFolder(), 'chats/session-1.json', content);

describe('a JSON document', () => {
  it('is a tape of its records, each of which is loaded from its bytes and has its line in the file', async () => {
    const path = chatFile(chat(3, 2));
    const { store, tape } = importFile(path);
    const rows = store.catalog.entries(tape, 1, 10);
    const source = { file: path, format: 'gemini' };
    expect(await loadRecords(source, rows)).toEqual([
      expect.objectContaining({ sessionId: 's1' }),
      said(0),
      said(1),
      said(2),
      { summary: 'A chat' },
    ]);
    expect(rows.map(({ line }) => line)).toEqual([2, 7, 13, 19, 26]);
    const [, first] = rows;
    expect((await loadRaw(source, first ?? { offset: 0, length: 0 })).text).toMatch(/^\{\n {6}"id": "m0",/);
    expect(store.catalog.receipt(tape)).toMatchObject({
      bytes: chat(3, 2).length,
      waiting: 0,
      toCome: 0,
      lines: { total: 5, withEntries: 5, unreadable: 0 },
    });
    store.close();
  });

  it('is told from lines by what is in it, and by its name where that does not tell', () => {
    const kind = (content: string, name: string): string => sourceAt(writeFile(tempFolder(), name, content)).id;
    expect(['{\n"a":1}', '[1]', '\ufeff [', '{"a":[\n{"b":1}]}\n{"a":1}'].map((text) => kind(text, 'x.log'))).toEqual(
      Array(4).fill('json-document'),
    );
    expect(['{"a":1}\n{"a":2}\n', 'plain', '{"a":1}\nplain'].map((text) => kind(text, 'x.json'))).toEqual(Array(3).fill('log'));
    expect(['{"a":1}', '', '{"a":'].flatMap((text) => ['x.json', 'x.txt'].map((name) => kind(text, name)))).toEqual(
      Array(3).fill(['json-document', 'log']).flat(),
    );
    expect(kind('[\n1]', 'x.jsonl')).toBe('log');
  });

  it('comes to the same catalog through whatever it was written again from, and however it is torn on the way', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.constantFrom(undefined, 1),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
        (messages, space, cuts) => {
          const path = chatFile(chat(messages, space));
          expect(
            readGrowing(
              path,
              cuts.toSorted((a, b) => a - b),
            ),
          ).toEqual(readWhole(path));
        },
      ),
      { numRuns: 15 },
    );
  });

  it('is read again when it was written again, and its receipt says so once', () => {
    const path = chatFile(chat(1));
    const { store, tape } = importFile(path);
    for (const messages of [2, 3, 4]) {
      writeFileSync(path, chat(messages));
      expect(bringSource(store.db, path).outcome).toBe('reread');
    }
    expect(bringSource(store.db, path).outcome).toBe('same');
    expect(store.catalog.receipt(tape)).toMatchObject({ reread: 3, notes: ['Read again from the start because it was written again.'] });
    expect(store.catalog.tape(tape).entries).toBe(6);
    store.close();
  });

  it('stays as it was while it is being written, and is read as it is where nobody writes any more', () => {
    const path = chatFile(chat(2));
    const { store, tape } = importFile(path);
    writeFileSync(path, chat(5).slice(0, -80));
    expect(bringSource(store.db, path).outcome).toBe('same');
    expect(store.catalog.tape(tape).entries).toBe(4);
    const hour = Date.now() / 1000 - 3600;
    utimesSync(path, hour, hour);
    expect(bringSource(store.db, path).outcome).toBe('reread');
    expect(store.catalog.problems(tape, 10).items).toMatchObject([
      { line: 1, reason: 'it is torn: the document ends in the middle of it' },
    ]);
    store.close();
  });

  it('is followed while its agent writes it again, in place or by another file', async () => {
    const { ingest, store, pushes } = openEngineRoom({ follow: true });
    const path = chatFile(chat(1));
    const { tapes } = await ingest.open([path]);
    const grown = (entries: number) =>
      vi.waitFor(() => expect(pushes).toContainEqual(expect.objectContaining({ type: 'tape', entries, reread: true })), {
        timeout: 300_000,
        interval: 5,
      });
    writeFileSync(path, chat(2));
    await grown(4);
    writeFileSync(join(dirname(path), 'new'), chat(3));
    renameSync(join(dirname(path), 'new'), path);
    await grown(5);
    expect(store.catalog.tape(tapes[0] ?? '').entries).toBe(5);
    await ingest.idle();
  });
});

describe('documents in folders', () => {
  it('are found in one that was named, those of other programs passed over; in the place of an agent only as it names them', async () => {
    const folder = tempFolder();
    writeFile(folder, 'chats/session-1.json', chat(1));
    writeFile(folder, 'chats/empty.json', '');
    writeFile(folder, 'export.json', chat(2));
    writeFile(folder, 'package.json', '{\n  "name": "x"\n}');
    writeFile(folder, 'node_modules/y/z.json', chat(3));
    const named = openEngineRoom();
    const { receipts, refused } = await named.ingest.open([folder]);
    expect([...receipts].map(({ file }) => file.slice(folder.length + 1)).toSorted()).toEqual(['chats/session-1.json', 'export.json']);
    expect(refused).toEqual([]);
    const watched = openEngineRoom();
    await watched.ingest.watch([folder]);
    expect(watched.store.catalog.tapes().map(({ file }) => file)).toEqual([join(folder, 'chats/session-1.json')]);
  });

  it('are passed over where they say no more than which process has a session of Qwen Code', async () => {
    const folder = tempFolder();
    writeFile(folder, 'chats/4e65.runtime.json', JSON.stringify({ schema_version: 1, pid: 7, session_id: '4e65' }));
    writeFile(folder, 'chats/session-1.json', chat(1));
    const { receipts, refused } = await openEngineRoom().ingest.open([folder]);
    expect([...receipts]).toHaveLength(1);
    expect(refused).toEqual([]);
  });

  it('are refused with a sentence where one was named that nobody knows', async () => {
    const { ingest } = openEngineRoom();
    const { refused } = await ingest.open([writeFile(tempFolder(), 'package.json', '{\n  "name": "x"\n}')]);
    expect(refused).toMatchObject([
      { reason: expect.stringContaining('looks like one JSON document with the keys name; Tapescope reads the logs of') },
    ]);
  });
});
