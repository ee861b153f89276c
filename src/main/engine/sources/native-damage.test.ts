import { appendFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogMethods } from '../catalog/methods.ts';
import type { Engine } from '../engine.ts';
import { reindexTape } from '../store/reindex.ts';
import { openEngineRoom, rowOf } from '../testing/catalog.ts';
import { filesIn, nativeHome, user } from '../testing/native.ts';

describe('damage', () => {
  const damaged = () => {
    const native = nativeHome();
    native.main.append([user('one'), user('two')]);
    const file = join(native.main.folder, 'anchors/001_session-start/messages.jsonl');
    return { ...native, file };
  };

  it('lines that are not entries are named with their file, and the sums close', async () => {
    const { main, file, workspace } = damaged();
    main.append([user('three'), user('four')]);
    const [one = '', two = '', three = '', four = ''] = readFileSync(file, 'utf8').trimEnd().split('\n');
    writeFileSync(file, `${one}\n${'?'.repeat(two.length)}\n${' '.repeat(three.length)}\n${four}\n`);
    reindexTape(workspace, main.which);
    const room = openEngineRoom();
    const { tapes, receipts } = await room.ingest.open([main.folder]);
    const [[tape = ''], [receipt]] = [tapes, receipts];
    expect(receipt?.lines).toEqual({ total: 5, withEntries: 3, blank: 1, unreadable: 1, repaired: 0 });
    const size = filesIn(join(main.folder, 'anchors')).reduce((sum, name) => sum + statSync(join(main.folder, 'anchors', name)).size, 0);
    expect(receipt?.bytes).toBe(size);
    const [problem] = room.store.catalog.problems(tape, 10).items;
    expect(problem).toMatchObject({ line: 2, length: two.length, reason: 'anchors/001_session-start/messages.jsonl:2 is not an entry.' });
    const { offset = 0, length = 0 } = problem ?? {};
    const methods = catalogMethods({ catalog: room.store.catalog } as Engine);
    expect(await methods['tapes.rawLine']({ tape, offset, length }, { signal: new AbortController().signal })).toEqual({
      text: '?'.repeat(two.length),
    });
    expect(room.store.catalog.entries(tape, 1, 9).map(({ kind }) => kind)).toEqual(['anchor', 'message', 'missing', 'missing', 'message']);
  });

  it('an entry whose line is gone keeps its number and says so', async () => {
    const { main, file } = damaged();
    writeFileSync(file, readFileSync(file, 'utf8').replace('"id":2', '"id":7'));
    const room = openEngineRoom();
    const { tapes } = await room.ingest.open([main.folder]);
    const rows = room.store.catalog.entries(tapes[0] ?? '', 1, 9);
    expect(rows.map(({ seq, kind }) => [seq, kind])).toEqual([
      [1, 'anchor'],
      [2, 'missing'],
      [3, 'message'],
    ]);
    expect(room.store.catalog.problems(tapes[0] ?? '', 10).items[0]?.reason).toContain('entry 2 is gone');
  });

  it('bytes that no index knows wait; a line is finished only where a tape may be mended and is left alone by its writer', async () => {
    const { main, file, workspace } = damaged();
    const line =
      '{"id":4,"kind":"message","at":"2026-11-21T11:00:00.000Z","anchor":"session/start","payload":{"role":"user","content":"x"},"meta":{}}\n';
    main.close();
    appendFileSync(file, line);
    const room = openEngineRoom();
    const [receipt] = (await room.ingest.open([workspace.folder])).receipts;
    expect(receipt).toMatchObject({ entries: 3, waiting: line.length, notes: [expect.stringContaining('wait for its end')] });
    expect(statSync(file).size).toBe((receipt?.bytes ?? 0) + line.length - statSync(join(file, '../events.jsonl')).size);
  });

  it('without an index the files are read, and nothing is written unless it may be', async () => {
    const { main, workspace } = damaged();
    main.close();
    for (const end of ['', '-wal', '-shm']) rmSync(join(workspace.folder, `index.db${end}`), { force: true });
    const room = openEngineRoom();
    const [receipt] = (await room.ingest.open([workspace.folder])).receipts;
    expect(receipt).toMatchObject({ entries: 3, reread: 0, notes: [expect.stringContaining('no index')] });
    expect(filesIn(workspace.folder)).not.toContain('index.db');
    const mending = openEngineRoom({ mend: true });
    await mending.ingest.open([workspace.folder]);
    expect(filesIn(workspace.folder)).toContain('index.db');
    expect(rowOf(mending, workspace.folder).entries).toBe(3);
  });
});
