import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createPool } from '../jobs/pool.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { nativeHome, user } from '../testing/native.ts';
import type { Answer } from './protocol.ts';
import { importInPool } from './structure.ts';

it('a native tape is read in a thread as in this one, and mended there where it may be', async () => {
  const { main, workspace } = nativeHome();
  main.append([user('one'), user('two')]);
  main.close();
  for (const end of ['', '-wal', '-shm']) rmSync(join(workspace.folder, `index.db${end}`), { force: true });
  const { store } = openEngineRoom();
  const pool = createPool<Answer>('ingest/ingest-worker', { home: store.home }, 2);
  onTestFinished(() => pool.close());
  // As large as what two threads would share if it were one file.
  const bring = (mend: boolean) => importInPool(pool, workspace.folder, 64 << 20, { mend });
  expect(await bring(false)).toMatchObject({ outcome: 'new', stopped: false });
  const [tape] = store.catalog.tapes();
  expect(tape).toMatchObject({ entries: 3, native: { session: 'main' } });
  expect(store.catalog.receipt(tape?.id ?? '').notes).toEqual([expect.stringContaining('no index')]);
  expect(await bring(true)).toMatchObject({ outcome: 'same' });
  expect(await bring(false)).toMatchObject({ outcome: 'same' });
  expect(store.catalog.tapes()[0]).toMatchObject({ entries: 3 });
});
