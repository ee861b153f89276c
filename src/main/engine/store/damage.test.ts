import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { nativeHome, user } from '../testing/native.ts';
import { forkTape } from './fork.ts';
import { passGuards } from './index-guards.ts';
import { openTape } from './open-tape.ts';
import { reindexTape } from './reindex.ts';
import { fileBytes, filesDigest, indexRows } from './testing/snapshot.ts';
import type { Workspace } from './types.ts';
import { verifyTape } from './verify.ts';
import { workspaceAt } from './workspace.ts';

const MAIN = { session: 'main', fork: null };
const FIRST = 'anchors/001_session-start/messages.jsonl';
const NEWEST = 'anchors/002_second/messages.jsonl';

/** Entries 1 to 6 in two phases, closed. */
const made = (): Workspace => {
  const { workspace, main } = nativeHome();
  main.append([user('the harbour'), { kind: 'tool_call', payload: { id: 'c1', name: 'ls', arguments: {} } }]);
  main.handoff({ name: 'second', sourceIds: [2] });
  main.append([user('one')]);
  main.append([user('two')]);
  main.close();
  return workspace;
};

const index = ({ folder }: Workspace): string => join(folder, 'index.db');
const recovered = ({ folder }: Workspace): string[] => readdirSync(join(folder, 'recovered')).sort();

describe('an index that cannot be used is rebuilt from the files', () => {
  const damages: [string, (path: string) => void, RegExp][] = [
    ['deleted', (path) => rmSync(path), /^index\.db was missing; it was rebuilt/],
    ['truncated', (path) => truncateSync(path, 6000), /could not be read; it was rebuilt/],
    ['emptied', (path) => truncateSync(path, 0), /could not be read; it was rebuilt/],
    ['garbage', (path) => writeFileSync(path, 'no database at all\n'.repeat(2000)), /could not be read; it was rebuilt/],
    ['damaged in the middle', (path) => writeFileSync(path, readFileSync(path).fill(0xa5, 4096)), /could not be read; it was rebuilt/],
  ];
  test.each(damages)('%s', (_, damage, sentence) => {
    const workspace = made();
    const healthy = openTape(workspace, MAIN);
    const rows = indexRows(healthy);
    healthy.close();
    const before = filesDigest(workspace.folder);
    damage(index(workspace));
    const tape = openTape(workspace, MAIN);
    expect(tape.entries({}).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(tape.notes).toEqual([expect.stringMatching(sentence)]);
    expect(indexRows(tape)).toEqual(rows);
    expect(tape.append([user('three')]).ids).toEqual([7]);
    tape.close();
    expect(verifyTape(workspace, MAIN)).toMatchObject({ ok: true, entries: 7 });
    expect(filesDigest(workspace.folder)).not.toBe(before);
  });

  test('while a tape is open', () => {
    const workspace = made();
    const tape = openTape(workspace, MAIN);
    rmSync(index(workspace));
    expect(tape.append([user('three')]).ids).toEqual([7]);
    expect(tape.head()).toBe(7);
    const other = openTape(workspace, MAIN);
    expect(other.append([user('four')]).ids).toEqual([8]);
    expect(tape.entries({}).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    for (const one of [tape, other]) one.close();
  });
});

describe('what a crash left', () => {
  test('a torn line is set aside and reported, and its bytes are kept', () => {
    const workspace = made();
    const torn = '{"id":7,"kind":"message","at":"2026-11';
    const before = fileBytes(workspace.folder);
    appendFileSync(join(workspace.folder, NEWEST), torn);
    const tape = openTape(workspace, MAIN);
    expect(tape.notes).toEqual([expect.stringContaining(`${NEWEST} ended in ${torn.length} bytes that are not an entry`)]);
    expect(tape.info().recovered).toBe(1);
    expect(fileBytes(workspace.folder)).toEqual(before);
    const [piece] = recovered(workspace);
    expect(readFileSync(join(workspace.folder, 'recovered', piece ?? ''), 'utf8')).toBe(torn);
    expect(tape.append([user('three')]).ids).toEqual([7]);
    tape.close();
    expect(verifyTape(workspace, MAIN).ok).toBe(true);
  });

  test('whole lines that the index does not know are entries', () => {
    const workspace = made();
    const line =
      '{"id":7,"kind":"message","at":"2026-11-21T11:00:00.000Z","anchor":"second","payload":{"role":"user","content":"three"},"meta":{}}\n';
    const call =
      '{"id":8,"kind":"tool_call","at":"2026-11-21T11:00:00.000Z","anchor":"second","payload":{"id":"c2","name":"ls"},"meta":{}}\n';
    appendFileSync(join(workspace.folder, 'anchors/002_second/tool_calls.jsonl'), call);
    appendFileSync(join(workspace.folder, NEWEST), line);
    const tape = openTape(workspace, MAIN);
    expect(tape.entries({ ids: [7, 8] }).map(({ kind }) => kind)).toEqual(['message', 'tool_call']);
    expect(tape.notes).toEqual([]);
    tape.close();
  });

  test('phases that an index knows nothing of are read where its log was lost or an older one was put back', () => {
    const workspace = made();
    const old = readFileSync(index(workspace));
    const tape = openTape(workspace, MAIN);
    const fork = () => openTape(workspace, { session: 'main', fork: 'side' });
    tape.handoff({ name: 'third' });
    tape.append([user('three')]);
    forkTape(tape, { name: 'side', who: 'mia' });
    const side = fork();
    side.handoff({ name: 'fourth' });
    const early = join(side.folder, 'index.early');
    copyFileSync(join(side.folder, 'index.db'), early);
    const rows = indexRows(tape);
    for (const one of [side, tape]) one.close();
    writeFileSync(index(workspace), old);
    copyFileSync(early, join(workspace.folder, 'forks/side/index.db'));
    const again = openTape(workspace, MAIN);
    expect(indexRows(again)).toEqual(rows);
    expect(again.append([user('four')]).ids).toEqual([10]);
    const other = fork();
    expect(other.append([user('five')]).ids).toEqual([10]);
    for (const one of [other, again]) one.close();
    expect(verifyTape(workspace, MAIN)).toMatchObject({ ok: true, entries: 10 });
    expect(verifyTape(workspace, { session: 'main', fork: 'side' })).toMatchObject({ ok: true });
  });

  test('what another program cut or wiped is not touched by an append that is refused', () => {
    const workspace = made();
    const path = join(workspace.folder, NEWEST);
    const whole = readFileSync(path, 'utf8');
    truncateSync(path, whole.indexOf('\n') + 1);
    const tape = openTape(workspace, MAIN);
    expect(() => tape.append([user('three')])).toThrow(/is not as long as its index says/);
    expect(readFileSync(path, 'utf8')).toBe(whole.slice(0, whole.indexOf('\n') + 1));
    rmSync(path);
    expect(() => tape.append([user('three')])).toThrow(/is not as long as its index says/);
    expect(existsSync(path)).toBe(false);
    tape.close();
  });

  test('a file that is a link is not written through, nor cut', () => {
    const workspace = made();
    const elsewhere = join(workspace.folder, 'elsewhere.txt');
    const path = join(workspace.folder, NEWEST);
    const calls = join(workspace.folder, 'anchors/002_second/tool_calls.jsonl');
    const whole = readFileSync(path);
    writeFileSync(elsewhere, whole);
    rmSync(path);
    symlinkSync(elsewhere, path);
    const tape = openTape(workspace, MAIN);
    expect(() => tape.append([user('three')])).toThrow(/^Nothing was written to .*: one of its files is a link/);
    symlinkSync(join(workspace.folder, 'none.txt'), calls);
    expect(() => tape.append([{ kind: 'tool_call', payload: { id: 'c9' } }])).toThrow(/a link/);
    writeFileSync(elsewhere, `${whole}something of mine\n`);
    expect(() => openTape(workspace, MAIN)).toThrow(/a link/);
    tape.close();
    expect(readFileSync(elsewhere, 'utf8')).toBe(`${whole}something of mine\n`);
    expect(existsSync(join(workspace.folder, 'none.txt'))).toBe(false);
  });

  test('while another process has the tape open, its next append comes after', () => {
    const workspace = made();
    const tape = openTape(workspace, MAIN);
    appendFileSync(join(workspace.folder, NEWEST), '{"id":7,"kind":"mess');
    expect(tape.append([user('three')]).ids).toEqual([7]);
    expect(verifyTape(workspace, MAIN).ok).toBe(true);
    expect(recovered(workspace)).toHaveLength(1);
    tape.close();
  });

  test('a reset that was cut short is finished', () => {
    const workspace = made();
    const pending = { op: 'reset', stamp: 's', files: {}, after: {}, to: 'archive/s', keep: true };
    writeFileSync(join(workspace.folder, 'pending.json'), JSON.stringify(pending));
    const tape = openTape(workspace, MAIN);
    expect(tape.entries({})).toMatchObject([{ id: 1, payload: { name: 'session/start', state: { archived: 'archive/s' } } }]);
    expect(readdirSync(join(workspace.folder, 'archive', 's', 'anchors'))).toEqual(['001_session-start', '002_second']);
    tape.close();
  });

  test('a merge that was cut short is undone', () => {
    const workspace = made();
    const path = join(workspace.folder, NEWEST);
    const before = filesDigest(workspace.folder);
    const pending = {
      op: 'merge',
      stamp: 's',
      files: { [NEWEST]: readFileSync(path).length, 'anchors/003_x/events.jsonl': null },
      after: {},
    };
    const line = '{"id":7,"kind":"message","at":"2026-11-21T11:00:00.000Z","anchor":"second","payload":1,"meta":{}}\n';
    writeFileSync(join(workspace.folder, 'pending.json'), JSON.stringify(pending));
    appendFileSync(path, line);
    mkdirSync(join(workspace.folder, 'anchors/003_x'));
    const tape = openTape(workspace, MAIN);
    expect(tape.notes).toEqual([expect.stringContaining('A merge was cut short')]);
    expect(tape.head()).toBe(6);
    tape.close();
    expect(filesDigest(workspace.folder)).toBe(before);
    expect(readdirSync(join(workspace.folder, 'anchors'))).toHaveLength(2);
  });
});

describe('verify', () => {
  const problems = (workspace: Workspace): string[] =>
    verifyTape(workspace, MAIN).problems.map(({ file, line, sentence }) => `${file}:${line} ${sentence}`);

  test('names an altered line', () => {
    const workspace = made();
    const path = join(workspace.folder, FIRST);
    writeFileSync(path, readFileSync(path, 'utf8').replace('harbour', 'hanover'));
    expect(problems(workspace)).toEqual([`${FIRST}:1 Entry 2 was altered after it was written.`]);
  });

  test('names what is missing, and an index that was altered', () => {
    const workspace = made();
    const db = new Database(index(workspace));
    passGuards(db);
    db.exec('UPDATE entries SET created_at = 1 WHERE id = 2; UPDATE entries SET chain = digest WHERE id = 3');
    db.close();
    truncateSync(join(workspace.folder, NEWEST), 20);
    expect(problems(workspace)).toEqual([
      `${FIRST}:1 Entry 2 does not match its row in the index.`,
      'anchors/001_session-start/tool_calls.jsonl:1 The chain breaks at entry 3: an earlier entry was altered.',
      'anchors/002_second/events.jsonl:1 The chain breaks at entry 4: an earlier entry was altered.',
      `${NEWEST}:1 Entry 5 and the entries after it are in no file.`,
      expect.stringMatching(/messages\.jsonl:null The file is \d+ bytes shorter than its index says\./),
    ]);
  });

  test('names lines that no index knows, in old phases too, and reindex sets them aside', () => {
    const workspace = made();
    appendFileSync(join(workspace.folder, FIRST), 'a note of mine\n');
    expect(problems(workspace)).toEqual([
      `${FIRST}:2 This line is not an entry.`,
      `${FIRST}:null 15 bytes at its end are not indexed; "tape reindex" reads them.`,
    ]);
    expect(reindexTape(workspace, MAIN)).toMatchObject({
      entries: 6,
      notes: [expect.stringContaining('recovered/'), `${FIRST}:2: This line is not an entry.`],
    });
    expect(problems(workspace)).toEqual([]);
  });

  test('names references that lead nowhere and phases out of order', () => {
    const workspace = made();
    const path = join(workspace.folder, 'anchors/002_second/events.jsonl');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"source_ids":[2]', '"source_ids":[9]'));
    mkdirSync(join(workspace.folder, 'anchors/002_other'));
    reindexTape(workspace, MAIN);
    expect(problems(workspace)).toEqual([
      'anchors/002_second/events.jsonl:1 Entry 4 cites entry 9, which is not an earlier one.',
      'anchors/002_second:null There are two folders with the number 2.',
    ]);
  });
});

test('a clock that runs backwards is kept as it is, and said', () => {
  const workspace = made();
  const tape = openTape(workspace, MAIN, { now: () => new Date('2001-01-01T00:00:00Z') });
  const { ids, notes } = tape.append([user('long ago')]);
  expect(notes).toEqual([
    expect.stringMatching(/^The clock runs backwards: entry 7 is from 2001-01-01T00:00:00\.000Z, the one before it from 2/),
  ]);
  expect(tape.entry(ids[0] ?? 0)?.at).toBe('2001-01-01T00:00:00.000Z');
  expect(tape.entries({ limit: 1 }).map(({ id }) => id)).toEqual([7]);
  tape.close();
  const { ok, notes: odd } = verifyTape(workspace, MAIN);
  expect(ok).toBe(true);
  expect(odd).toEqual([expect.stringContaining('a clock ran backwards')]);
});

describe('what a newer program wrote is refused with nothing changed', () => {
  const everything = ({ folder }: Workspace): unknown => [
    filesDigest(folder),
    readdirSync(folder),
    readFileSync(index({ folder } as Workspace)),
  ];

  test('a workspace', () => {
    const workspace = made();
    const path = join(workspace.folder, 'config.json');
    writeFileSync(path, JSON.stringify({ ...workspace.config, schema: 2 }));
    const before = everything(workspace);
    expect(() => workspaceAt(workspace.folder)).toThrow(
      /has schema 2; this program knows 1\. A newer Tapescope wrote it, and nothing was changed\./,
    );
    expect(everything(workspace)).toEqual(before);
  });

  test('an index', () => {
    const workspace = made();
    const db = new Database(index(workspace));
    db.pragma('user_version = 99');
    db.close();
    const before = everything(workspace);
    expect(() => openTape(workspace, MAIN)).toThrow(/index\.db has schema 99; .*nothing was changed/);
    expect(everything(workspace)).toEqual(before);
  });
});
