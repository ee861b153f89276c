import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCatalog } from '../catalog/open-catalog.ts';
import { forkTape } from '../store/fork.ts';
import { resetTape } from '../store/reset.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { nativeHome, user } from '../testing/native.ts';
import { claudeTree, jsonl } from '../testing/tree.ts';
import { bringSource } from './bring-source.ts';
import { sourceAt } from './index.ts';
import { scan } from './scan.ts';

/** One of each: a log, a session, a fork, and what a reset archived of both. */
const drawn = async () => {
  const logs = tempFolder();
  writeFile(logs, 'session.jsonl', claudeTree('u1 "the plan" > a1 "agreed" <- step m1'));
  const { home, main, open } = nativeHome();
  main.append([user('old words')]);
  forkTape(main, { name: 'try' });
  open('main', 'try').append([user('in the fork')]);
  resetTape(main, { archive: true });
  main.append([user('new words')]);
  forkTape(main, { name: 'again' });
  return (await scan([logs, home])).candidates;
};

describe('sources', () => {
  it('each holds what was found of its kind, and opens it as a tape that is the same when it is looked at again', async () => {
    const found = await drawn();
    expect(found.map(({ source }) => source.id).sort()).toEqual(['log', ...Array(4).fill('tape-folder')]);
    const store = openCatalog(tempFolder());
    for (const { path, source } of found) {
      expect(sourceAt(path), path).toBe(source);
      expect(bringSource(store.db, path).outcome, path).toBe('new');
      expect(bringSource(store.db, path).outcome, path).toBe('same');
    }
    expect(store.catalog.tapes().map(({ relation }) => relation)).toHaveLength(found.length);
    store.close();
  });

  it.each(['little', 'big'])('refuses a log in UTF-16, %s-endian, with its name and encoding, and loses no line of it', (order) => {
    const store = openCatalog(tempFolder());
    const bytes = Buffer.from(`\ufeff${claudeTree('u1 "the plan" > a1 "agreed" <- step m1')}`, 'utf16le');
    const path = join(tempFolder(), 'session.jsonl');
    writeFileSync(path, order === 'big' ? bytes.swap16() : bytes);
    const file = realpathSync(path);
    expect(() => bringSource(store.db, file)).toThrow(`${file} is in UTF-16, ${order}-endian: save it as UTF-8, which all logs are in.`);
    expect(() => bringSource(store.db, file, { as: 'claude-code' })).toThrow('UTF-16');
    store.close();
  });

  it.each(['little', 'big'])('refuses one in UTF-16, %s-endian, also where no mark at its beginning says so', (order) => {
    const store = openCatalog(tempFolder());
    const bytes = Buffer.from(jsonl(claudeTree('u1 "the plan" > a1 "agreed" <- step m1')), 'utf16le');
    const path = join(tempFolder(), 'session.jsonl');
    writeFileSync(path, order === 'big' ? bytes.swap16() : bytes);
    expect(() => bringSource(store.db, realpathSync(path))).toThrow(`is in UTF-16, ${order}-endian: save it as UTF-8`);
    store.close();
  });

  it('names nothing as the nearest to bytes that are no text', () => {
    const store = openCatalog(tempFolder());
    const path = join(tempFolder(), 'session.jsonl');
    writeFileSync(path, Buffer.concat([Buffer.from('SQLite format 3\0\n'), Buffer.from('{"role":"user","content":"Rye."}\n{"a":1}\n')]));
    expect(() => bringSource(store.db, realpathSync(path))).toThrow(
      /looks like a SQLite database, [^;]*; Tapescope reads the logs of [^.]*\.$/,
    );
    store.close();
  });

  it('of each there is something unread until it was read, and nothing from then on', async () => {
    const store = openCatalog(tempFolder());
    const later = (): number => Date.now() + 60_000;
    for (const candidate of await drawn()) {
      const { source } = bringSource(store.db, candidate.path, { now: later });
      expect(candidate.source.unread(candidate, { size: 0, mtime: 0, inode: '', offset: 0 }), candidate.path).toBeGreaterThan(0);
      expect(candidate.source.unread(candidate, source), candidate.path).toBe(0);
    }
    store.close();
  });

  it('a reading that is stopped stores nothing of an archive, and what was read of any other', async () => {
    const store = openCatalog(tempFolder());
    for (const { path, source } of await drawn()) {
      const { outcome, stopped } = bringSource(store.db, path, { stop: () => true });
      const isArchive = path.includes('/archive/');
      expect({ outcome, stopped: isArchive ? stopped : false }, `${source.id} ${path}`).toEqual({
        outcome: isArchive ? 'same' : 'new',
        stopped: isArchive,
      });
    }
    const kept = store.catalog.tapes().map(({ file }) => file);
    expect(kept.some((file) => file.includes('/archive/'))).toBe(false);
    expect(kept).toHaveLength(3);
    store.close();
  });
});
