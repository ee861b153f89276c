import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { tempFolder, writeFile } from '../testing/files.ts';
import { build } from './build.ts';
import { importFloatPrompt } from './floatprompt.ts';
import { foldFolders, timeOf } from './floatprompt-read.ts';
import { getFolder, listFolders } from './folders.ts';
import { listDecisions } from './log.ts';
import { project } from './testing.ts';
import { validate } from './validate.ts';

const foreign = (sql: string): string => {
  const file = join(tempFolder(), 'float.db');
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.exec(sql);
  db.close();
  return file;
};

const LATE = `CREATE TABLE folders (path TEXT PRIMARY KEY, parent_path TEXT, name TEXT, type TEXT, description TEXT, context TEXT, is_scope INTEGER, ai_model TEXT, created_at, updated_at);
  INSERT INTO folders VALUES ('/', '', 'root', 'folder', 'All of it', 'Words.', 0, 'm', 1768061227, 1768061227),
    ('/./src', '/.', 'src', NULL, NULL, NULL, 0, NULL, '2026-01-10 12:00:00', '2026-01-10 12:00:00'),
    ('/src', '/', 'src', 'scope', 'Sources', NULL, 0, NULL, 1768061227, 1768061227), ('../out', '', 'out', NULL, NULL, NULL, 0, NULL, 1, 1),
    ('/docs/deep', '/docs', 'deep', 'folder', NULL, NULL, 0, NULL, 1, 1);
  CREATE TABLE log_entries (id INTEGER PRIMARY KEY, folder_path TEXT, date TEXT, topic TEXT, status TEXT, title TEXT, decision TEXT, supersedes INTEGER, superseded_by INTEGER, created_at INTEGER);
  INSERT INTO log_entries VALUES (7, '/./src', '2026-01-09', 't', 'superseded', 'First', 'Do it', NULL, 9, 1767000000), (9, '/src', '2026-01-10', 't', 'open', 'Second', NULL, 7, NULL, 1767000001),
    (10, '/src', '2026-01-10', NULL, 'open', NULL, NULL, NULL, NULL, 1);
  CREATE TABLE tags (id INTEGER, name TEXT); INSERT INTO tags VALUES (1, 'Breaking');
  CREATE TABLE log_entry_tags (log_entry_id INTEGER, tag_id INTEGER); INSERT INTO log_entry_tags VALUES (9, 1);
  CREATE TABLE "references" (source_type TEXT, source_id TEXT, target_type TEXT, target_id TEXT, context TEXT);
  INSERT INTO "references" VALUES ('folder', '/./src', 'folder', '/docs', 'why'), ('log_entry', '7', 'folder', '/docs', NULL);
  CREATE TABLE open_questions (question TEXT); INSERT INTO open_questions VALUES ('?');`;

describe('a database of FloatPrompt', () => {
  it('is taken over with a receipt whose sums close', () => {
    const float = project();
    const receipt = importFloatPrompt(float, foreign(LATE));
    expect(receipt).toEqual({
      folders: { read: 5, taken: 3, folded: 1, left: 1, made: 1 },
      decisions: { read: 3, taken: 2, folded: 0, left: 1 },
      references: { read: 2, taken: 1, folded: 0, left: 1 },
      files: { read: 0, left: 0 },
      otherTables: { open_questions: 1 },
      times: 'mixed',
      contentColumn: 'context',
    });
    expect(listFolders(float).map(({ path }) => path)).toEqual(['/', '/docs', '/docs/deep', '/src']);
    expect(getFolder(float, '/')).toMatchObject({ description: 'All of it', descriptionBy: 'model', content: 'Words.', isScope: false });
    expect(getFolder(float, '/src')).toMatchObject({ description: 'Sources', descriptionBy: 'person', isScope: true });
    expect(listDecisions(float)).toMatchObject([
      { folder: '/src', title: 'Second', tags: ['breaking'], createdAt: 1_767_000_001_000 },
      { folder: '/src', title: 'First', status: 'superseded', decision: 'Do it' },
    ]);
    expect(listDecisions(float)[0]?.supersedes).toBe(listDecisions(float)[1]?.id);
  });

  it('taken over twice changes nothing, and what is here stays', () => {
    const float = project();
    const file = foreign(LATE);
    importFloatPrompt(float, file);
    float.db.exec("UPDATE folders SET description = 'mine', description_by = 'person' WHERE path = '/'");
    expect(importFloatPrompt(float, file)).toMatchObject({ decisions: { taken: 0, folded: 2 }, references: { taken: 0, folded: 1 } });
    expect(getFolder(float, '/').description).toBe('mine');
    expect(listDecisions(float)).toHaveLength(2);
  });

  it('is only read, and anything else is refused', () => {
    const file = foreign(LATE);
    const before = readFileSync(file);
    importFloatPrompt(project(), file);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(existsSync(`${file}-shm`)).toBe(false);
    const none = writeFile(tempFolder(), 'x.db', 'not a database');
    expect(() => importFloatPrompt(project(), none)).toThrow('not a database of FloatPrompt');
    expect(() => importFloatPrompt(project(), join(tempFolder(), 'none.db'))).toThrow('There is no file');
  });

  it('tells seconds, milliseconds and words apart', () => {
    expect([1_768_061_227, 1_768_061_227_000, '1768061227', '2026-01-10T16:07:07Z', '2026-01-10 16:07:07'].map(timeOf)).toEqual(
      Array(5).fill(1_768_061_227_000),
    );
    expect([null, undefined, 0, -1, 'soon', ''].map(timeOf)).toEqual(Array(6).fill(null));
  });

  it('folds a folder that is there twice into the row that says more', () => {
    const { kept, folded } = foldFolders([
      { path: '/./a', description: 'says', updated_at: 1 },
      { path: '/a', description: null, updated_at: 2_000_000_000 },
      { path: '/a/', description: 'newer', updated_at: 2 },
    ]);
    expect(folded).toBe(2);
    expect(kept.get('/a')?.description).toBe('newer');
  });
});

const corpus = process.env.TAPESCOPE_CORPUS;

describe.skipIf(corpus === undefined || !existsSync(join(corpus, 'floatprompt')))('the real databases', () => {
  it.each(['float-485ab47.db', 'float-e6185b8.db'])(
    '%s: its sums close, and its contexts build within their budgets',
    async (name) => {
      const file = join(tempFolder(), name);
      copyFileSync(join(corpus ?? '', 'floatprompt', name), file);
      const float = project();
      const { folders, decisions, references } = importFloatPrompt(float, file);
      for (const { read, taken, folded, left } of [folders, decisions, references]) expect(taken + folded + left).toBe(read);
      expect(folders.left + decisions.left).toBe(0);
      expect(folders.taken).toBeGreaterThan(60);
      await build(float, { tiers: ['standard'] });
      expect((await validate(float)).filter(({ state }) => state !== 'current')).toEqual([]);
    },
    60_000,
  );
});
