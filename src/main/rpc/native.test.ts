import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { openTape } from '../engine/store/open-tape.ts';
import { workspaceAt } from '../engine/store/places.ts';
import { filesOf, importedSession, opened } from './testing/opened.ts';

describe('native.init', () => {
  test('binds a folder once, and the tape is in the library', async () => {
    const { call, workspace, folder } = await opened();
    const tape = await workspace();
    expect(tape).toMatchObject({ format: 'native', entries: 1, native: { session: 'main', fork: null, open: true } });
    expect(tape.project).toBe(join(folder, 'harbour'));
    expect(await workspace()).toMatchObject({ id: tape.id, file: tape.file, entries: 1 });
    expect((await call('library.find', {})).tapes.map(({ id }) => id)).toEqual([tape.id]);
  });

  test('refuses what is not a folder', async () => {
    const { refused, folder } = await opened();
    expect(await refused('native.init', { root: join(folder, 'nowhere') })).toMatch(/^bad-input: .*nowhere is not a folder/);
    expect(await refused('native.init', { root: 'harbour' })).toMatch(/^bad-input: harbour is not an absolute path/);
  });
});

describe('native.append and native.handoff', () => {
  test('the catalog has what was appended when the call answers, and windows are notified', async () => {
    const { call, workspace, pushes } = await opened();
    const { id: tape } = await workspace();
    pushes.length = 0;
    const entries = [{ payload: { role: 'user', content: 'Mend the net' } }, { kind: 'event', payload: { name: 'tide' }, corrects: 2 }];
    expect(await call('native.append', { tape, entries })).toEqual({ ids: [2, 3], notes: [] });
    expect((await call('entries.list', { tape })).items.map(({ seq, kind }) => [seq, kind])).toEqual([
      [1, 'anchor'],
      [2, 'message'],
      [3, 'event'],
    ]);
    expect(pushes).toContainEqual(expect.objectContaining({ type: 'tape', tape, entries: 3 }));
    expect(await call('native.handoff', { tape, name: 'mended', summary: 'The net is whole', sourceIds: [2] })).toEqual({
      ids: [4],
      notes: [],
    });
    const { items } = await call('native.anchors', { tape });
    expect(items.map(({ seq, name, id, entries: count }) => [seq, name, id, count])).toEqual([
      [1, 'session/start', 1, 3],
      [2, 'mended', 4, 1],
    ]);
    expect(items[1]?.state).toEqual({ phase: 'mended', summary: 'The net is whole', source_ids: [2] });
    expect(await call('native.info', { tape })).toMatchObject({ entries: 4, anchors: 2, entriesSince: 0, lastAnchor: { name: 'mended' } });
  });

  test('many entries go in batches, and a refusal says what was appended before it', async () => {
    const { call, refused, workspace, dispatch } = await opened();
    const { id: tape } = await workspace();
    const entries = Array.from({ length: 1200 }, (_, at) => ({ payload: { text: `${at}` } }));
    const { ids } = await call('native.append', { tape, entries });
    expect(ids).toEqual(Array.from({ length: 1200 }, (_, at) => at + 2));
    const broken = entries.map((entry, at) => (at === 700 ? { ...entry, corrects: 99_999 } : entry));
    const answer = await dispatch('native.append', { tape, entries: broken }, new AbortController().signal);
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'refused', message: expect.stringMatching(/99999.* The 500 entries before it were appended, 1202 to 1701\.$/) },
    });
    expect(await refused('native.append', { tape, entries: [{ payload: 1, corrects: 99_999 }] })).not.toContain('before it');
    expect((await call('native.info', { tape })).entries).toBe(1701);
    expect((await call('entries.list', { tape, from: 1700 })).total).toBe(1701);
  });

  test('refuse what is not there, and an anchor without a name', async () => {
    const { refused, workspace } = await opened();
    const { id: tape } = await workspace();
    expect(await refused('native.append', { tape, entries: [{ payload: 1, anchor: 'none' }] })).toMatch(/^not-found: /);
    expect(await refused('native.append', { tape, entries: [{ kind: 'anchor', payload: {} }] })).toMatch(/^bad-input: /);
    expect(await refused('native.handoff', { tape, name: 'x', sourceIds: [1, 77] })).toMatch(/^refused: .*77/);
    expect(await refused('native.append', { tape: 'nothing', entries: [{ payload: 1 }] })).toMatch(/^not-found: /);
  });

  test('a contract for the state is held', async () => {
    const { refused, call, workspace } = await opened();
    const { id: tape, file } = await workspace();
    writeFileSync(join(file, 'state.schema.json'), '{"type":"object","required":["branch"],"properties":{"branch":{"type":"string"}}}');
    expect(await refused('native.handoff', { tape, name: 'x' })).toMatch(/^refused: .*branch/);
    expect(await call('native.handoff', { tape, name: 'x', state: { branch: 'main' } })).toEqual({ ids: [2], notes: [] });
  });
});

describe('imported tapes', () => {
  test('are refused by every call that is about native ones, in one sentence', async () => {
    const host = await opened();
    const { id: tape } = await importedSession(host, host.folder);
    const said = 'refused: "Paint the boat" is an imported tape and stays as it is. To write, continue it in a new tape.';
    expect(await host.refused('native.info', { tape })).toBe(said);
    expect(await host.refused('native.append', { tape, entries: [{ payload: 1 }] })).toBe(said);
    expect(await host.refused('native.handoff', { tape, name: 'x' })).toBe(said);
    expect(await host.refused('native.fork', { tape, name: 'x' })).toBe(said);
    expect(await host.refused('native.preview', { tape, names: ['x'] })).toBe(said);
    expect(await host.refused('native.reset', { tape, archive: true })).toBe(said);
    expect(await host.refused('native.command', { tape, line: 'hello' })).toBe(said);
  });
});

describe('forks and merges', () => {
  const forked = async () => {
    const host = await opened();
    const parent = await host.workspace();
    const { id: tape } = parent;
    await host.call('native.append', { tape, entries: [{ payload: { role: 'user', content: 'Which paint?' } }] });
    const made = await host.call('native.fork', { tape, name: 'green', at: 2, note: 'Try green' });
    await host.call('native.append', { tape: made.tape.id, entries: [{ payload: { role: 'assistant', content: 'Green paint.' } }] });
    return { ...host, tape, parent, fork: made.tape.id, made };
  };

  test('a fork shares what it is told to, and hangs below its session in the library', async () => {
    const { call, tape, fork, made } = await forked();
    expect(made.fork).toMatchObject({ name: 'green', start: 2, note: 'Try green', state: 'open', entries: 0 });
    expect(made.tape).toMatchObject({ parent: tape, relation: 'fork', native: { fork: 'green', open: true }, entries: 2 });
    expect(await call('native.forks', { tape })).toMatchObject({ items: [{ name: 'green', tape: fork, entries: 1 }] });
    expect((await call('native.forks', { tape: fork })).items).toEqual((await call('native.forks', { tape })).items);
    expect(await call('native.info', { tape: fork })).toMatchObject({ entries: 3, fork: 'green' });
    expect((await call('entries.list', { tape: fork })).total).toBe(3);
  });

  test('refuses a name that is taken and a fork of a fork', async () => {
    const { refused, tape, fork } = await forked();
    expect(await refused('native.fork', { tape, name: 'green' })).toMatch(/^refused: /);
    expect(await refused('native.fork', { tape: fork, name: 'blue' })).toMatch(/^refused: /);
    expect(await refused('native.fork', { tape, name: '../up' })).toMatch(/^bad-input: /);
    expect(await refused('native.fork', { tape, name: 'late', at: 99 })).toMatch(/^bad-input: /);
  });

  test('a merge does what its preview showed, closes the fork, and reaches the library', async () => {
    const { call, refused, tape, fork, parent } = await forked();
    const before = filesOf(parent.file);
    const preview = await call('native.preview', { tape: fork, names: ['green'] });
    expect(preview).toMatchObject({
      mergeable: true,
      head: 3,
      conflicts: [],
      order: [{ from: 'green', id: 3, newId: 4, kind: 'message' }],
    });
    expect(filesOf(parent.file)).toEqual(before);
    const merged = await call('native.merge', { tape: fork, names: ['green'], head: preview.head });
    expect(merged).toEqual({ event: 5, ids: [4], duplicates: 0, conflicts: 0, verdict: null });
    expect((await call('entries.list', { tape })).total).toBe(5);
    expect((await call('tapes.get', { tape: fork })).tape.native?.open).toBe(false);
    expect(await refused('native.append', { tape: fork, entries: [{ payload: 1 }] })).toMatch(/^refused: .*green.* was merged/);
    expect(await refused('native.merge', { tape, names: ['green'], head: 5 })).toMatch(/^refused: /);
  });

  test('a parent that has grown since the preview is not merged into', async () => {
    const { call, refused, tape } = await forked();
    const { head } = await call('native.preview', { tape, names: ['green'] });
    await call('native.append', { tape, entries: [{ payload: 'later' }] });
    expect(await refused('native.merge', { tape, names: ['green'], head })).toMatch(/^refused: The tape now ends at entry 4/);
    expect((await call('native.info', { tape })).entries).toBe(4);
  });

  test('conflicts are refused until a strategy is chosen', async () => {
    const { call, refused, tape, fork, parent } = await forked();
    await call('native.handoff', { tape, name: 'painted', state: { colour: 'red' } });
    await call('native.handoff', { tape: fork, name: 'painted', state: { colour: 'green' } });
    const options = { tape, names: ['green'] };
    const { conflicts, mergeable, head } = await call('native.preview', options);
    expect(mergeable).toBe(false);
    expect(conflicts.length).toBeGreaterThan(0);
    const before = filesOf(parent.file);
    expect(await refused('native.merge', { ...options, head })).toMatch(/^refused: .*Nothing was merged\.$/);
    expect(filesOf(parent.file)).toEqual(before);
    const settled = await call('native.preview', { ...options, onConflict: 'prefer-parent' });
    expect(settled.mergeable).toBe(true);
    expect(settled.order.some(({ mark }) => mark === 'superseded')).toBe(true);
    expect((await call('native.merge', { ...options, onConflict: 'prefer-parent', head })).conflicts).toBe(conflicts.length);
  });

  test('the gate is the one that the config names, read when it is asked for', async () => {
    const { call, refused, tape, parent } = await forked();
    const options = { tape, names: ['green'] };
    const judge = () => call('native.judge', options);
    expect(await refused('native.judge', options)).toMatch(/^refused: .*config\.json names no gate/);
    expect(await refused('native.merge', { ...options, head: 3, gate: true })).toMatch(/^refused: .*config\.json names no gate/);
    const path = join(parent.file, 'config.json');
    const config = JSON.parse(readFileSync(path, 'utf8'));
    const gate = (script: string) => writeFileSync(path, JSON.stringify({ ...config, gate: [process.execPath, '-e', script] }));
    gate('process.stdin.resume(); process.stdin.on("end", () => process.exit(1))');
    expect(await judge()).toMatchObject({ verdict: 'refuted', exit: 1 });
    expect((await call('native.info', { tape })).gate).toContain('-e');
    expect(await call('native.merge', { ...options, head: 3, gate: true })).toMatchObject({ ids: [], verdict: { verdict: 'refuted' } });
    gate('process.stdin.resume()');
    expect(await judge()).toMatchObject({ verdict: 'survives', exit: 0 });
    expect(await call('native.merge', { ...options, head: 4, gate: true })).toMatchObject({ ids: [5], verdict: { verdict: 'survives' } });
  });

  test('a gate has nothing to judge while there are conflicts', async () => {
    const { call, refused, tape, fork, parent } = await forked();
    const path = join(parent.file, 'config.json');
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), gate: [process.execPath, '-e', '0'] }));
    for (const each of [tape, fork]) await call('native.handoff', { tape: each, name: 'painted', summary: each });
    expect(await refused('native.judge', { tape, names: ['green'] })).toMatch(/^refused: .*Settle the conflicts first/);
  });
});

describe('native.reset', () => {
  test('keeps everything in an archive, and the tape restarts', async () => {
    const { call, refused, workspace } = await opened();
    const { id: tape } = await workspace();
    await call('native.append', { tape, entries: [{ payload: { role: 'user', content: 'Old words' } }] });
    await call('native.fork', { tape, name: 'side' });
    const { archive } = await call('native.reset', { tape, archive: true });
    if (archive === null) throw new Error('There is no archive.');
    expect(Object.values(filesOf(archive)).join('')).toContain('Old words');
    expect(await call('native.info', { tape })).toMatchObject({ entries: 1, forks: 0 });
    const kept = (await call('library.find', {})).tapes.find(({ file }) => file === archive);
    expect(kept).toMatchObject({ format: 'native', native: null, relation: 'archive', parent: tape, entries: 3 });
    expect(await refused('native.append', { tape: kept?.id ?? '', entries: [{ payload: 1 }] })).toMatch(/^refused: .* is an archived tape/);
    expect((await call('native.continue', { tape: kept?.id ?? '', seq: 2 })).tape.native?.session).toMatch(/^from-/);
    expect((await call('entries.list', { tape })).items.map(({ kind }) => kind)).toEqual(['anchor']);
    expect(await call('native.append', { tape, entries: [{ payload: 'new' }] })).toEqual({ ids: [2], notes: [] });
  });

  test('without an archive deletes what was there; a fork is not reset', async () => {
    const { call, refused, workspace } = await opened();
    const { id: tape, file } = await workspace();
    await call('native.append', { tape, entries: [{ payload: { role: 'user', content: 'Old words' } }] });
    const fork = await call('native.fork', { tape, name: 'side' });
    expect(await refused('native.reset', { tape: fork.tape.id, archive: true })).toMatch(/^refused: .*side/);
    expect(await call('native.reset', { tape, archive: false })).toEqual({ archive: null });
    expect(Object.values(filesOf(file)).join('')).not.toContain('Old words');
    expect((await call('entries.list', { tape })).total).toBe(1);
    expect(await refused('native.info', { tape: fork.tape.id })).toMatch(/^not-found: /);
  });
});

describe('native.continue', () => {
  test('starts a session that points back, and touches nothing of the source', async () => {
    const host = await opened();
    const { call, folder } = host;
    const source = await importedSession(host, folder);
    const before = filesOf(join(folder, 'logs'));
    const { tape } = await call('native.continue', { tape: source.id, seq: 2 });
    expect(tape).toMatchObject({
      project: folder,
      entries: 2,
      native: { session: `from-${source.id.slice(0, 8)}-2`, fork: null, open: true },
    });
    const { items } = await call('native.anchors', { tape: tape.id });
    expect(items[0]?.state).toEqual({
      phase: 'session/start',
      continues: {
        file: source.file,
        format: 'claude-code',
        session: 's-1',
        entry: 2,
        line: 2,
        id: 'a1',
        digest: (await call('entries.get', { tape: source.id, seq: 2 })).digest,
        step: 1,
        title: 'Paint the boat',
      },
    });
    const { raw } = await call('entries.get', { tape: tape.id, seq: 2 });
    expect(JSON.parse(raw).payload).toMatchObject({
      name: 'continue',
      data: {
        event: 'fork',
        parent: 's-1@2',
        branch: tape.native?.session,
        prefix_over: 'ids',
        prefix_sha: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    expect(filesOf(join(folder, 'logs'))).toEqual(before);
    expect(await call('native.forks', { tape: tape.id })).toEqual({ items: [] });
  });

  test('the first anchor links back to the entry', async () => {
    const host = await opened();
    const source = await importedSession(host, host.folder);
    const { tape } = await host.call('native.continue', { tape: source.id, seq: 2 });
    const { links } = await host.call('entries.get', { tape: tape.id, seq: 1 });
    expect(links).toContainEqual(expect.objectContaining({ relation: 'source', tape: source.id, seq: 2 }));
  });

  test('twice from one entry makes two sessions with one witness', async () => {
    const host = await opened();
    const source = await importedSession(host, host.folder);
    const twice = [
      await host.call('native.continue', { tape: source.id, seq: 3 }),
      await host.call('native.continue', { tape: source.id, seq: 3 }),
    ];
    expect(twice.map(({ tape }) => tape.native?.session)).toEqual([`from-${source.id.slice(0, 8)}-3`, `from-${source.id.slice(0, 8)}-3-2`]);
    const events = await Promise.all(twice.map(({ tape }) => host.call('entries.get', { tape: tape.id, seq: 2 })));
    expect(new Set(events.map(({ raw }) => JSON.parse(raw).payload.data.prefix_sha)).size).toBe(1);
  });

  test('a project that is gone gets a workspace named after it, and the anchor says so', async () => {
    const host = await opened();
    const gone = join(host.folder, 'gone-project');
    const source = await importedSession(host, gone);
    const { tape } = await host.call('native.continue', { tape: source.id, seq: 1 });
    expect(tape.file).toContain('workspace-gone-project-');
    const { items } = await host.call('native.anchors', { tape: tape.id });
    expect(items[0]?.state.note).toMatch(/gone-project is gone/);
  });

  test('refuses an entry that is not there, and a native tape', async () => {
    const host = await opened();
    const source = await importedSession(host, host.folder);
    const { id: tape } = await host.workspace();
    expect(await host.refused('native.continue', { tape: source.id, seq: 4 })).toMatch(/^not-found: .*no entry 4; it has 3/);
    expect(await host.refused('native.continue', { tape, seq: 1 })).toMatch(/^refused: .*native tape already/);
  });
});

describe('a read-only host', () => {
  test('refuses every write and answers every question', async () => {
    const writer = await opened();
    const { id: tape } = await writer.workspace();
    await writer.call('native.append', { tape, entries: [{ payload: 'one' }] });
    const { call, refused } = await opened({ folder: writer.folder, readOnly: true });
    expect(await call('native.info', { tape })).toMatchObject({ entries: 2 });
    expect((await call('native.anchors', { tape })).items).toHaveLength(1);
    expect(await call('native.forks', { tape })).toEqual({ items: [] });
    expect(await refused('native.append', { tape, entries: [{ payload: 1 }] })).toMatch(/^read-only: /);
    expect(await refused('native.command', { tape, line: ',tape.info' })).toMatch(/^read-only: /);
    expect(await refused('native.init', { root: writer.folder })).toMatch(/^read-only: /);
  });
});

describe('the tapes that are kept open', () => {
  test('wait for another writer without holding up other calls', async () => {
    const { call, workspace } = await opened();
    const { id: tape, file } = await workspace();
    const other = new Database(join(file, 'index.db'));
    other.exec('BEGIN IMMEDIATE');
    const waiting = call('native.append', { tape, entries: [{ payload: 'later' }] });
    expect((await call('native.info', { tape })).entries).toBe(1);
    expect((await call('entries.list', { tape })).total).toBe(1);
    other.exec('ROLLBACK');
    other.close();
    expect(await waiting).toMatchObject({ ids: [2] });
  });

  test('see what another process appends', async () => {
    const { call, workspace } = await opened();
    const { id: tape, file } = await workspace();
    expect((await call('native.info', { tape })).entries).toBe(1);
    const other = openTape(workspaceAt(file), { session: 'main', fork: null });
    other.append([{ payload: 'from elsewhere' }]);
    other.close();
    expect((await call('native.info', { tape })).entries).toBe(2);
    expect(await call('native.append', { tape, entries: [{ payload: 'from here' }] })).toMatchObject({ ids: [3] });
  });

  test('are let go of one by one, and opened again when asked for', async () => {
    const { call, workspace } = await opened();
    const tapes: string[] = [];
    for (let at = 0; at < 20; at++) tapes.push((await workspace(`project-${at}`)).id);
    for (const tape of [...tapes, ...tapes]) await call('native.append', { tape, entries: [{ payload: 'x' }] });
    const all = await Promise.all(tapes.map((tape) => call('native.append', { tape, entries: [{ payload: 'y' }] })));
    expect(all.map(({ ids }) => ids)).toEqual(tapes.map(() => [4]));
  });

  test('a workspace that was deleted is said to be gone', async () => {
    const { refused, workspace } = await opened();
    const { id: tape, file } = await workspace();
    rmSync(file, { recursive: true });
    expect(await refused('native.info', { tape })).toMatch(/^not-found: .*no longer has a native tape/);
  });
});
