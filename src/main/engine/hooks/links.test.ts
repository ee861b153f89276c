import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { watchFolder } from '../disk/notices.ts';
import { tempFolder } from '../testing/files.ts';
import { type Link, linkFolder, linksIn, readLink, readLinks, writeLink } from './links.ts';

const link = (session: string, state: Link['state'], at: number): Link => ({
  ...{ agent: 'parrot', session, transcript: '/log.jsonl', folder: '/harbour', pid: 1, state, event: 'Said', at },
});

test('each change of a link is noticed by whoever watches the folder of all', async () => {
  const home = tempFolder();
  mkdirSync(linksIn(home), { recursive: true });
  let notices = 0;
  const watcher = watchFolder(
    linksIn(home),
    () => true,
    () => {
      notices += 1;
    },
  );
  for (const [at, state] of (['running', 'waiting', 'compacting', 'running', 'ended'] as const).entries()) {
    const before = notices;
    writeLink(home, link('s', state, at));
    await expect.poll(() => notices).toBeGreaterThan(before);
    expect(readLinks(home)).toEqual([link('s', state, at)]);
  }
  watcher.close();
});

test('links are of sessions by whatever name, the newest event first; what is not a link is left out', () => {
  const home = tempFolder();
  const names = ['../../up', 'a/b', '..', 'plain', 'ünï %2F', 'é'.repeat(70), '\ud800'];
  for (const [at, name] of names.entries()) writeLink(home, link(name, 'running', at));
  for (const name of names) expect(linkFolder(home, 'parrot', name).startsWith(join(linksIn(home), 'parrot'))).toBe(true);
  writeFileSync(join(linkFolder(home, 'parrot', 'plain'), 'link.json'), '{"agent":1}');
  expect(readLinks(home).map(({ session }) => session)).toEqual(['\ud800', 'é'.repeat(70), 'ünï %2F', '..', 'a/b', '../../up']);
  expect(readLink(home, 'parrot', 'plain')).toBeNull();
  mkdirSync(join(linksIn(home), 'parrot', '100%'));
  expect(readLinks(home)).toHaveLength(6);
});
