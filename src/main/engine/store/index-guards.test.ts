import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nativeHome, user } from '../testing/native.ts';
import { indexFile } from './handle.ts';
import { openTape } from './open-tape.ts';
import type { Tape } from './types.ts';
import { verifyTape } from './verify.ts';

/** A tape that is open, with its words in the index, and a connection of a program that is none of ours. */
const open = () => {
  const { main, workspace } = nativeHome();
  main.append(Array.from({ length: 140 }, (_, at) => user(`berth ${at} of the harbour`)));
  main.append([{ kind: 'tool_call', payload: { id: 'c1', name: 'ls', arguments: {} } }]);
  const other = new Database(indexFile(main.folder));
  onTestFinished(() => void other.close());
  return { main, workspace, other, told: answers(main) };
};

const answers = (tape: Tape): string =>
  JSON.stringify([
    tape.rows({}).map(({ digest, chain, ...row }) => [row, digest.toString('hex'), chain.toString('hex')]),
    tape.anchors(),
    tape.forks(),
    ['berth', 'harbour', 'nowhere'].map((word) => tape.search(word, { limit: 400 }).map(({ entry }) => entry.id)),
  ]);

describe('SQL of another program on an open index', () => {
  test.each([
    "UPDATE entries SET kind = 'event' WHERE id = 3",
    'DELETE FROM entries WHERE id = 5',
    'DELETE FROM entries',
    'INSERT INTO entries SELECT 999, kind, anchor_name, anchor_seq, file_path, line_offset, created_at, summary, byte_offset, byte_length, chars, digest, chain, corrects FROM entries WHERE id = 2',
    "REPLACE INTO files (path, bytes, lines, entries, chars) VALUES ('anchors/001_session-start/messages.jsonl', 1, 1, 1, 1)",
    "UPDATE anchors SET name = 'other'",
    'DELETE FROM calls',
    "INSERT INTO forks (name, id, start, at, who, prefix) VALUES ('made-up', 2, 1, '', '', '')",
    "UPDATE meta SET value = '7' WHERE key = 'generation'",
  ])('fails before it changes anything: %s', (statement) => {
    const { main, other, told } = open();
    expect(() => other.exec(statement)).toThrow('only_tapescope_writes_its_index');
    expect(answers(main)).toBe(told);
  });

  test.each([
    ['without the guard', "DROP TRIGGER guard_entries_update; UPDATE entries SET kind = 'event', summary = 'nothing'"],
    ['that drops a table', 'DROP TABLE calls; DROP TABLE meta'],
    ['that has another table in its place', 'ALTER TABLE anchors RENAME TO gone; CREATE TABLE anchors AS SELECT * FROM gone WHERE 0'],
    ['that empties the full text', "INSERT INTO entries_fts (entries_fts) VALUES ('delete-all')"],
    ['that drops the full text', 'DROP TABLE entries_fts'],
  ])('changes no answer %s', (_, statements) => {
    const { main, other, told, workspace } = open();
    other.exec(statements);
    expect(answers(main)).toBe(told);
    const late = openTape(workspace, main.which);
    expect(answers(late)).toBe(told);
    late.close();
    const head = main.head();
    expect(main.append([user('and on')]).ids).toEqual([head + 1]);
    expect(verifyTape(workspace, main.which)).toMatchObject({ ok: true, problems: [] });
  });

  test('is noticed by whoever opens the tape next, and before the next append', () => {
    const { main, other, workspace } = open();
    other.exec('DROP TRIGGER guard_files_update; UPDATE files SET bytes = 0, entries = 0, chars = 0, lines = 0');
    const late = openTape(workspace, main.which);
    expect(late.info().entries).toBe(142);
    late.close();
    other.exec('DROP TRIGGER guard_entries_delete; DELETE FROM entries WHERE id > 100');
    expect(main.append([user('and on')]).ids).toEqual([143]);
  });
});
