import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createJoins } from './joins.ts';
import { findRepository, remoteName } from './repository.ts';

const ORIGIN = '[core]\n\tbare = false\n[remote "fork"]\n\turl = git@example.org:bob/shop.git\n[remote "origin"]\n\turl = URL\n';

/** A home folder with a repository "shop" in it, as git would have made it. */
const home = (url = 'https://ann:secret@example.org/Ann/shop.git') => {
  const root = mkdtempSync(join(tmpdir(), 'joins-'));
  const shop = join(root, 'shop');
  mkdirSync(join(shop, '.git/worktrees/outbox'), { recursive: true });
  mkdirSync(join(shop, 'packages/api'), { recursive: true });
  writeFileSync(join(shop, '.git/HEAD'), 'ref: refs/heads/main\n');
  if (url !== '') writeFileSync(join(shop, '.git/config'), ORIGIN.replace('URL', url));
  writeFileSync(join(shop, '.git/worktrees/outbox/commondir'), '../..\n');
  writeFileSync(join(shop, '.git/worktrees/outbox/HEAD'), 'ref: refs/heads/outbox\n');
  const worktree = join(root, 'shop-outbox');
  mkdirSync(worktree);
  writeFileSync(join(worktree, '.git'), `gitdir: ${join(shop, '.git/worktrees/outbox')}\n`);
  return { root, shop, worktree };
};

const joinsOf = (root: string, ...projects: string[]) => createJoins(root)(new Set(projects));

describe('the repository of a project', () => {
  it.each([
    ['git@github.com:Ann/Shop.git', 'github.com/ann/shop'],
    ['https://ann:secret@github.com/ann/shop', 'github.com/ann/shop'],
    ['ssh://git@example.org:2222/ann/shop.git/', 'example.org/ann/shop'],
    ['/srv/git/shop.git', null],
    ['../shop', null],
    ['file:///srv/shop.git', null],
    ['C:\\shop', null],
    ['', null],
  ])('%s is the remote %s', (url, name) => expect(remoteName(url)).toBe(name));

  it('joins a checkout, a folder in it, its worktree and a clone by their remote, and says why', async () => {
    const { root, shop, worktree } = home();
    const clone = join(root, 'copy');
    mkdirSync(join(clone, '.git'), { recursive: true });
    writeFileSync(join(clone, '.git/HEAD'), '');
    writeFileSync(join(clone, '.git/config'), '[remote "origin"]\nurl = git@example.org:ann/shop\n');
    const joins = await joinsOf(root, shop, join(shop, 'packages/api'), worktree, clone);
    expect([...joins.values()].map(({ of }) => of)).toEqual(Array(4).fill('example.org/ann/shop'));
    const parts = [shop, join(shop, 'packages/api'), worktree, clone].map((path) => joins.get(path)?.part);
    expect(parts).toEqual([null, 'packages/api', 'outbox', 'copy']);
    expect(joins.get(worktree)?.why).toBe(`example.org/ann/shop is its remote, a worktree of ${shop}`);
    expect(JSON.stringify([...joins])).not.toContain('secret');
  });

  it('joins worktrees without a remote by what they have in common', async () => {
    const { root, shop, worktree } = home('');
    const joins = await joinsOf(root, shop, worktree);
    expect(joins.get(worktree)).toEqual({ of: shop, part: 'outbox', why: `a worktree of ${shop}` });
    expect(joins.get(shop)?.of).toBe(shop);
  });

  it('says of a folder that is gone by what it was joined', async () => {
    const { root, shop } = home();
    const [below, named, strange] = [join(shop, '.claude/trees/7'), '/nowhere/at/all/shop', '/nowhere/at/all/other'];
    const joins = await joinsOf(root, shop, below, named, strange);
    expect(joins.get(below)?.why).toContain('joined by path: the folder is gone');
    expect(joins.get(named)?.why).toContain('joined by name alone');
    expect(joins.has(strange)).toBe(false);
  });

  it('does not join by a name that two repositories have, nor what is in a home folder that is kept in git', async () => {
    const { root, shop } = home();
    const other = join(root, 'other/shop');
    mkdirSync(join(other, '.git'), { recursive: true });
    writeFileSync(join(other, '.git/HEAD'), '');
    mkdirSync(join(root, '.git'));
    writeFileSync(join(root, '.git/HEAD'), '');
    mkdirSync(join(root, 'notes'));
    const joins = await joinsOf(root, shop, other, '/nowhere/shop', join(root, 'notes'));
    expect([...joins.keys()].toSorted()).toEqual([shop, other].toSorted());
  });

  it('leaves alone what only looks like a repository', async () => {
    const { root } = home();
    const folder = (name: string): string => {
      mkdirSync(join(root, name));
      return join(root, name);
    };
    const [pipe, link, share, long, empty] = ['pipe', 'link', 'share', 'long', 'empty'].map(folder) as [
      string,
      string,
      string,
      string,
      string,
    ];
    execFileSync('mkfifo', [join(pipe, '.git')]);
    symlinkSync('/etc/passwd', join(link, '.git'));
    writeFileSync(join(share, '.git'), 'gitdir: //machine/share/.git\n');
    writeFileSync(join(long, '.git'), `gitdir: ${'x'.repeat(1 << 20)}`);
    mkdirSync(join(empty, '.git'));
    for (const one of [pipe, link, share, long, empty]) expect(await findRepository(one, root)).toBeNull();
    for (const one of ['cli:local', '', '//machine/share/shop', '\\\\machine\\share', 'shop'])
      expect(await findRepository(one, root)).toBeNull();
  });
});
