import Database from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import { openBytes } from '../bytes/bytes.ts';
import { givenBack } from '../bytes/give-back.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';

/** Statements that are made while so many short sessions are read and made searchable in a new home. */
const statementsFor = async (count: number): Promise<number> => {
  const logs = tempFolder();
  for (let at = 0; at < count; at += 1) writeFile(logs, `${at}.jsonl`, claudeTree(`u${at} "session ${at}" > a${at} "done" <- step m${at}`));
  const made = vi.spyOn(Database.prototype, 'prepare');
  const { ingest, store } = openEngineRoom({ workers: 0 });
  const { tapes } = await ingest.open([logs]);
  await ingest.idle();
  const statements = made.mock.calls.length;
  made.mockRestore();
  expect(tapes.map((id) => store.catalog.tape(id)).every(({ textTo, entries }) => textTo === entries && entries === 2)).toBe(true);
  return statements;
};

describe('what many sources take', () => {
  it('is no statement more than a few take', async () => {
    expect(await statementsFor(60)).toBe(await statementsFor(12));
  });

  it('is a window of a short file that is no longer than the file', () => {
    const path = writeFile(tempFolder(), 's.jsonl', '{"a":1}\n');
    const taken = vi.spyOn(Buffer, 'allocUnsafe');
    const bytes = openBytes(path);
    expect(bytes.at(0, 7).toString()).toBe('{"a":1}');
    bytes.close();
    const sizes = taken.mock.calls.map(([size]) => size);
    taken.mockRestore();
    expect(sizes).toEqual([8]);
  });
});

describe('what long lines leave behind', () => {
  it('is given back after each pass over one, and nothing is done for usual lines', async () => {
    const { ingest } = openEngineRoom({ workers: 0 });
    const lines = claudeTree('u1 "LONG" > a1 "done" <- step m1').map((record) => `${JSON.stringify(record)}\n`);
    const long = writeFile(tempFolder(), 'long.jsonl', lines.join('').replace('LONG', 'long '.repeat(2 << 20)));
    const usual = writeFile(tempFolder(), 'usual.jsonl', claudeTree('u2 "short" > a2 "done" <- step m2'));
    const given = async (path: string): Promise<number> => {
      const before = givenBack.times;
      await ingest.open([path]);
      await ingest.idle();
      return givenBack.times - before;
    };
    expect(await given(usual)).toBe(0);
    expect(await given(long)).toBe(2);
  });
});
