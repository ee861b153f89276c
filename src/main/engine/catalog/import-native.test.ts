import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { forkTape } from '../store/fork.ts';
import { handleOf } from '../store/handle.ts';
import { openTape } from '../store/open-tape.ts';
import type { Tape, Workspace } from '../store/types.ts';
import { initWorkspace } from '../store/workspace.ts';
import { tempFolder } from '../testing/files.ts';
import { openEngineRoom } from './testing.ts';

const started = (): { home: string; workspace: Workspace; tape: Tape } => {
  const folder = tempFolder();
  const root = join(folder, 'project');
  mkdirSync(root);
  const home = join(folder, 'tapes');
  const { workspace } = initWorkspace(home, root);
  return { home, workspace, tape: openTape(workspace, { session: 'main', fork: null }) };
};

const user = (content: string) => ({ kind: 'message', payload: { role: 'user', content } });
const assistant = (content: string) => ({ kind: 'message', payload: { role: 'assistant', content } });

describe('a workspace', () => {
  it('stands in the library with its sessions and forks', async () => {
    const { home, workspace, tape } = started();
    tape.append([user('fix the tests'), assistant('done')]);
    const fork = forkTape(tape, { name: 'try', note: 'another way' });
    openTape(workspace, { session: 'main', fork: 'try' }).append([user('in the fork')]);
    const { store, ingest } = openEngineRoom();
    const { receipts, refused } = await ingest.open([home]);
    expect(refused).toEqual([]);
    expect(fork.start).toBe(3);
  });
});
