import { mkdirSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openEngineRoom } from '../../testing/catalog.ts';
import { tempFolder, writeFile } from '../../testing/files.ts';
import { assemble } from '../../views/assemble.ts';
import { createRim } from '../../views/rim.ts';
import type { JsonObject } from '../values.ts';
import { compacted, meta, plainMessage, said, tokens, turn, uuid } from './testing/draw.ts';

const fileOf = (id: number): string => `rollout-2026-11-03T09-00-00-${uuid(id)}.jsonl`;
const work = (text: string, id: number): JsonObject[] => [
  ...[...turn(id), said('user', text), said('assistant', `${text} Done.`)],
  tokens([id * 100, 0], [100, 0]),
];
const lines = (records: readonly JsonObject[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('');

const parent = lines([meta(1), ...work('Grind the corn.', 10)]);
const baseOf = (id: number, text: string): JsonObject => ({
  history_base: { thread_id: uuid(id), end_ordinal_exclusive: 9, end_byte_offset: Buffer.byteLength(text) },
});
const middle = lines([meta(20, { forked_from_id: uuid(1), ...baseOf(1, parent) }), ...work('Finer.', 21)]);
const newest = lines([meta(30, { forked_from_id: uuid(20), ...baseOf(20, middle) }), ...work('Finest.', 31)]);

/** What is known of the last request of a rollout, and how many blocks it has. */
async function lastOf({ store }: ReturnType<typeof openEngineRoom>, file: string): Promise<[string, number]> {
  const row = store.catalog.tapes().find((tape) => tape.file.includes(file.slice(0, -'.jsonl'.length)));
  const view = await assemble(createRim(store.catalog), row?.id ?? '', row?.steps ?? 0, { type: 'as-recorded' });
  return [view.evidence.state, view.blocks.length];
}

describe('a rollout that begins in another file', () => {
  it('is not known while one of those files is missing, and is read again once it is there', async () => {
    const room = openEngineRoom();
    const folder = tempFolder();
    await room.ingest.open([writeFile(folder, fileOf(30), newest), writeFile(folder, fileOf(20), middle)]);
    expect([await lastOf(room, fileOf(20)), await lastOf(room, fileOf(30))]).toEqual([
      ['unknown', 2],
      ['unknown', 4],
    ]);
    await room.ingest.open([writeFile(folder, fileOf(1), parent)]);
    expect([await lastOf(room, fileOf(20)), await lastOf(room, fileOf(30))]).toEqual([
      ['derived', 4],
      ['derived', 6],
    ]);
    const notes = room.store.catalog.tapes().flatMap(({ id }) => room.store.catalog.receipt(id).notes);
    expect(notes.filter((note) => note.includes('not there'))).toEqual([]);
  });

  it('is read again by whatever is asked for next, where the file came while nobody looked', async () => {
    const room = openEngineRoom();
    const folder = tempFolder();
    const other = writeFile(tempFolder(), fileOf(50), lines([meta(50), ...work('Sweep the yard.', 51)]));
    const fork = writeFile(folder, fileOf(20), middle);
    await room.ingest.open([fork, other]);
    const [note] = room.store.catalog.tapes().flatMap(({ id }) => room.store.catalog.receipt(id).notes);
    expect(note).toBe(`Its tape begins in ${uuid(1)}, which is not there.`);
    writeFile(folder, fileOf(1), parent);
    await room.ingest.open([other]);
    expect(await lastOf(room, fileOf(20))).toEqual(['derived', 4]);
    expect(
      room.store.catalog
        .tapes()
        .map(({ file }) => file)
        .toSorted(),
    ).toEqual([fork, other].toSorted());
  });

  it('is known from a compaction on, whatever was before it', async () => {
    const room = openEngineRoom();
    const after = lines([compacted([plainMessage('user', 'Grind.')]), ...work('Bake.', 40)]);
    await room.ingest.open([writeFile(tempFolder(), fileOf(20), middle + after)]);
    expect((await lastOf(room, fileOf(20)))[0]).toBe('derived');
  });

  it('finds one that is compressed', async () => {
    const room = openEngineRoom();
    const folder = tempFolder();
    writeFileSync(join(folder, `${fileOf(1)}.zst`), zstdCompressSync(parent));
    await room.ingest.open([writeFile(folder, fileOf(20), middle)]);
    expect(await lastOf(room, fileOf(20))).toEqual(['derived', 4]);
    // Unpacked in its place, it is the same file.
    unlinkSync(join(folder, `${fileOf(1)}.zst`));
    writeFile(folder, fileOf(1), parent);
    expect(await lastOf(room, fileOf(20))).toEqual(['derived', 4]);
  });

  it('finds one that was archived since, and an archived session is the tape that it was', async () => {
    const room = openEngineRoom();
    const home = tempFolder();
    const [day, archived] = [join(home, 'sessions/2026/11/03'), join(home, 'archived_sessions')];
    for (const folder of [day, archived]) mkdirSync(folder, { recursive: true });
    const [base, fork] = [writeFile(archived, fileOf(1), parent), writeFile(day, fileOf(20), middle)];
    await room.ingest.open([fork, base]);
    expect(await lastOf(room, fileOf(20))).toEqual(['derived', 4]);
    expect(await lastOf(room, fileOf(1))).toEqual(['derived', 2]);
    // Codex archives a session by a move of its file.
    renameSync(fork, join(archived, fileOf(20)));
    await room.ingest.watch([home]);
    expect(await lastOf(room, fileOf(20))).toEqual(['derived', 4]);
    const sessions = room.store.catalog.tapes().map(({ session }) => session);
    expect(sessions.toSorted()).toEqual([uuid(1), uuid(20)]);
  });
});
