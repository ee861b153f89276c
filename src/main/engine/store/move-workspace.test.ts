import { appendFileSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { realPath } from '../disk/disk.ts';
import { openEngineRoom, rowOf } from '../testing/catalog.ts';
import { tempFolder } from '../testing/files.ts';
import { moveWorkspace } from './move-workspace.ts';
import { openTape } from './open-tape.ts';
import { findWorkspace } from './places.ts';
import { initWorkspace } from './workspace.ts';

/** A home, and a project in `old` that is bound to a workspace of it. */
const project = () => {
  const folder = realPath(tempFolder());
  const [home, old, now] = [join(folder, 'tapes'), join(folder, 'old'), join(folder, 'new')];
  mkdirSync(old);
  return { home, old, now, workspace: initWorkspace(home, old).workspace };
};

const folderAt = (home: string, directory: string): string | undefined => findWorkspace(home, directory)?.folder;

describe('a workspace whose directory was moved', () => {
  it('is found from its new place and below it, and no longer from the old one', () => {
    const { home, old, now, workspace } = project();
    renameSync(old, now);
    expect(moveWorkspace(home, old, now)).toMatchObject({ folder: workspace.folder, config: { root: now } });
    mkdirSync(join(now, 'below'));
    expect(findWorkspace(home, join(now, 'below'))).toMatchObject({ folder: workspace.folder, config: { root: now } });
    expect(folderAt(home, old)).toBeUndefined();
  });

  it('leaves room for another at its old place, and may come back from where it is', () => {
    const { home, old, now, workspace } = project();
    moveWorkspace(home, old, now);
    const second = initWorkspace(home, old);
    expect(second.created).toBe(true);
    expect(second.workspace.folder).not.toBe(workspace.folder);
    expect(() => moveWorkspace(home, now, old)).toThrow('is bound to');
    const third = join(home, '../third');
    moveWorkspace(home, old, third);
    moveWorkspace(home, now, old);
    expect([old, now, third].map((directory) => folderAt(home, directory))).toEqual([workspace.folder, undefined, second.workspace.folder]);
  });

  it('changes nothing that was written: a line in the home and an event in each session are all', () => {
    const { home, old, now, workspace } = project();
    openTape(workspace, { session: 'review', fork: null }, { create: true }).close();
    const config = readFileSync(join(workspace.folder, 'config.json'));
    moveWorkspace(home, old, now);
    expect(readFileSync(join(workspace.folder, 'config.json'))).toEqual(config);
    for (const session of ['main', 'review']) {
      const tape = openTape(workspace, { session, fork: null });
      expect(tape.entries({}).map(({ kind }) => kind)).toEqual(['anchor', 'event']);
      expect(tape.entry(2)?.payload).toMatchObject({ name: 'workspace/move', data: { from: old, to: now } });
      tape.close();
    }
  });

  it('moves on after a line that a crash cut short', () => {
    const { home, old, now, workspace } = project();
    appendFileSync(join(home, 'moves'), '{"at":"2026-0');
    moveWorkspace(home, old, now);
    expect(folderAt(home, now)).toBe(workspace.folder);
  });

  it('is refused where nothing is bound, or something else is', () => {
    const { home, old, now } = project();
    expect(() => moveWorkspace(home, now, old)).toThrow('No workspace is bound to');
    expect(() => moveWorkspace(home, old, old)).toThrow('already');
  });

  it('is in the library under its new project', async () => {
    const { home, old, now, workspace } = project();
    const room = openEngineRoom({ workers: 0 });
    await room.ingest.open([workspace.folder]);
    expect(rowOf(room, workspace.folder).project).toBe(old);
    moveWorkspace(home, old, now);
    await room.ingest.open([workspace.folder]);
    expect(rowOf(room, workspace.folder)).toMatchObject({ project: now, entries: 2 });
  });
});
