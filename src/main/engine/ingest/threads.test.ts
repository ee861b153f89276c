import { appendFileSync, copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { writeClaudeFile } from '../../../../bench/claude-file.ts';
import { readTally } from '../bytes/read-at.ts';
import type { Catalog } from '../catalog/types.ts';
import { openCodeDatabase } from '../formats/opencode/testing/database.ts';
import type { JsonObject } from '../formats/values.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { tempFolder } from '../testing/files.ts';
import { claudeTree, jsonl } from '../testing/tree.ts';

/** A session that is big enough for two threads; some lines are broken, one is longer than a range. */
const bigSession = (): string => {
  const path = join(tempFolder(), 'big.jsonl');
  writeClaudeFile(path, 34e6);
  appendFileSync(
    path,
    `not json\n\n${jsonl(claudeTree(`u1 ${JSON.stringify('long '.repeat(1_200_000))}`))}${jsonl(claudeTree('u2 "after it" @u1'))}`,
  );
  return path;
};

/** Rows that are worth the help of a second thread, in a database that is big enough for it. */
const ROWS = 9001;

const writeRows = (path: string): void => {
  const session = 'ses_1';
  const event = (seq: number, type: string, data: object) =>
    ({ table: 'event', id: `evt_${seq}`, aggregate_id: session, seq, type, data: { sessionID: session, ...data } }) as JsonObject;
  const time = { created: 1, updated: 1 };
  const info = { id: session, directory: '/mill', title: 'New session - now', version: '1.18.0', time };
  const said = (seq: number, id: string) =>
    seq % 2 === 1
      ? event(seq, 'message.updated.1', { info: { id: `msg_${id}`, role: 'user', time: { created: seq } } })
      : event(seq, 'message.part.updated.1', {
          part: { id: `prt_${id}`, messageID: `msg_${id}`, type: 'text', text: `${seq} ${'grain '.repeat(700)}` },
          time: seq,
        });
  const { db, add } = openCodeDatabase(path);
  add([
    event(0, 'session.created.1', { info }),
    ...Array.from({ length: ROWS - 1 }, (_, at) => said(at + 1, String(Math.floor(at / 2)).padStart(6, '0'))),
  ]);
  db.close();
};

const tellAll = (catalog: Catalog, id: string) => {
  const { live: _live, id: _id, file: _file, ...tape } = catalog.tape(id);
  const { file: _source, tape: _tape, ...receipt } = catalog.receipt(id);
  const { tape: _same, ...timeline } = catalog.timeline(id, 1, 1);
  return {
    tape,
    receipt,
    timeline,
    rows: catalog.entries(id, 1, tape.entries + 1),
    steps: catalog.steps(id, 1, 1e6).items,
    problems: catalog.problems(id, 10),
    stats: catalog.stats(id),
  };
};

describe('a big source', () => {
  it('read and indexed by two threads gives what one thread gives, and nothing is read in this one', async () => {
    const path = bigSession();
    const threads = openEngineRoom({ workers: 2 });
    const before = readTally.bytes;
    const seen: number[] = [];
    const begun = (id: string): void => {
      const { entries, bytes, notes } = threads.store.catalog.receipt(id);
      seen.push(entries);
      expect(notes.join().includes('still being read')).toBe(bytes < statSync(path).size);
    };
    const [one = ''] = (await threads.ingest.open([path], { begun })).tapes;
    await threads.ingest.idle();
    const reading = threads.pushes.flatMap((push) => (push.type === 'job' && push.job.phase === 'structure' ? [push.job] : []));
    expect(new Set(reading.filter(({ state }) => state === 'running').map(({ tape }) => tape))).toEqual(new Set([null, one]));
    expect(reading.at(-1)).toMatchObject({ tape: one, state: 'done' });
    // It is stored while the other thread reads on: its beginning, and then piece by piece.
    expect(seen.length).toBeGreaterThan(3);
    // Two pieces may be stored before this thread is notified of the first.
    expect(seen.every((entries, at) => entries > 0 && entries >= (seen[at - 1] ?? 0))).toBe(true);
    expect(seen.at(-1)).toBe(threads.store.catalog.tape(one).entries);
    expect(readTally.bytes - before).toBe(0);
    const alone = openEngineRoom({ workers: 0 });
    await alone.ingest.open([path], { text: false });
    expect(threads.store.catalog.tape(one).textTo).toBe(threads.store.catalog.tape(one).entries);
    expect({ ...tellAll(threads.store.catalog, one), tape: null }).toEqual({ ...tellAll(alone.store.catalog, one), tape: null });
    const { lines, bytes } = threads.store.catalog.receipt(one);
    expect(bytes).toBe(statSync(path).size);
    expect(lines).toMatchObject({ blank: 1, unreadable: 1 });
    expect(lines.total).toBe(lines.withEntries + 2);
  });

  it('whose import is cancelled is left whole as far as it was read, and continues where it was left', async () => {
    const path = bigSession();
    const room = openEngineRoom({ workers: 2 });
    const stop = new AbortController();
    const wait = setInterval(() => {
      if (room.pushes.some((push) => push.type === 'job' && push.job.done > 0)) stop.abort();
    }, 1);
    const stopped = await room.ingest.open([path], { text: false, signal: stop.signal });
    clearInterval(wait);
    expect(stopped).toMatchObject({ tapes: [], refused: [{ path }], cancelled: true });
    expect(room.ingest.jobs()).toMatchObject([{ state: 'cancelled', phase: 'structure' }]);
    const [left] = room.store.catalog.tapes();
    if (left) {
      const receipt = room.store.catalog.receipt(left.id);
      expect(receipt.bytes).toBeLessThan(statSync(path).size);
      expect(receipt.lines.total).toBe(receipt.lines.withEntries + receipt.lines.blank + receipt.lines.unreadable);
      expect(room.store.catalog.entries(left.id, 1, 1e9)).toHaveLength(left.entries);
    }
    const [id = ''] = (await room.ingest.open([path], { text: false })).tapes;
    const whole = openEngineRoom({ workers: 0 });
    await whole.ingest.open([path], { text: false });
    expect(tellAll(room.store.catalog, id)).toEqual(tellAll(whole.store.catalog, id));
  });

  it('whose text pass is cancelled continues with the next import', async () => {
    const path = bigSession();
    const room = openEngineRoom({ workers: 2 });
    const [id = ''] = (await room.ingest.open([path])).tapes;
    const textJob = () => room.ingest.jobs().find((one) => one.phase === 'text');
    const job = await vi.waitUntil(textJob, { interval: 1, timeout: 60_000 });
    expect(room.ingest.cancel(job.id)).toBe(true);
    await room.ingest.idle();
    expect(room.store.catalog.tape(id).textTo).toBeLessThan(room.store.catalog.tape(id).entries);
    copyFileSync(path, `${path}.copy.jsonl`);
    await room.ingest.open([path]);
    await room.ingest.idle();
    expect(room.store.catalog.tape(id).textTo).toBe(room.store.catalog.tape(id).entries);
  });

  it('of rows in a database read by two threads gives what one thread gives', async () => {
    const path = join(tempFolder(), 'opencode.db');
    writeRows(path);
    const [threads, alone] = [openEngineRoom({ workers: 2 }), openEngineRoom({ workers: 0 })];
    const [one = ''] = (await threads.ingest.open([path], { text: false })).tapes;
    await alone.ingest.open([path], { text: false });
    expect(threads.store.catalog.tape(one).entries).toBe(ROWS);
    expect(tellAll(threads.store.catalog, one)).toEqual(tellAll(alone.store.catalog, one));
  });
});
