import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { build } from './build.ts';
import { wouldRebuild } from './changes.ts';
import { describeFolder, link, setScope, unlink } from './edit.ts';
import { closeFloat, type Float, openFloat } from './float.ts';
import { contextHash, createReader, gather } from './gather.ts';
import { addDecision } from './log.ts';
import { parseContextName } from './names.ts';
import { scan } from './scan.ts';
import { project, write } from './testing.ts';

const TREE = {
  'src/auth/hooks/use.ts': '1',
  'src/auth/jwt.ts': '2',
  'src/db/open.ts': '3',
  'docs/specs/api.md': '4',
  'packages/web-app/main.ts': '5',
};
const ALL = ['/', '/docs', '/docs/specs', '/packages', '/packages/web-app', '/src', '/src/auth', '/src/auth/hooks', '/src/db'];

/** A project that is built whole, with /src as a scope and /docs/specs referring to /src/auth. */
const built = async (): Promise<Float> => {
  const float = project(TREE);
  await scan(float);
  setScope(float, '/src', true, 'Types are strict.');
  link(float, '/docs/specs', '/src/auth', 'describes it');
  await build(float, { tiers: ['standard'] });
  return float;
};

/** The folders whose files the next build writes. */
const rebuilt = async (float: Float): Promise<(string | null | undefined)[]> => {
  const { written } = await build(float, { stale: true, tiers: ['standard'] });
  return written.map((name) => parseContextName(name)?.path).sort();
};

describe('what one change rebuilds', () => {
  it('nothing, where nothing changed', async () => {
    const float = await built();
    await scan(float);
    expect(await rebuilt(float)).toEqual([]);
  });

  it('a file: its folder and those above, never siblings', async () => {
    const float = await built();
    write(float.root, { 'src/auth/jwt.ts': 'changed' });
    const receipt = await scan(float);
    expect(receipt.stale).toEqual(['/', '/src', '/src/auth']);
    expect(await rebuilt(float)).toEqual(['/', '/src', '/src/auth']);
    expect(await rebuilt(float)).toEqual([]);
  });

  it('a file that came, one that went, and one that was only touched', async () => {
    const float = await built();
    write(float.root, { 'src/db/close.ts': '' });
    await scan(float);
    expect(await rebuilt(float)).toEqual(['/', '/src', '/src/db']);
    rmSync(join(float.root, 'src/db/close.ts'));
    await scan(float);
    expect(await rebuilt(float)).toEqual(['/', '/src', '/src/db']);
    write(float.root, { 'src/db/open.ts': '3' });
    await scan(float);
    expect(await rebuilt(float)).toEqual([]);
  });

  it('content: the folder, those above, and those that refer to it', async () => {
    const float = await built();
    describeFolder(float, '/src/auth', { content: 'Tokens rotate.', by: 'person' });
    expect(await rebuilt(float)).toEqual(['/', '/docs/specs', '/src', '/src/auth']);
  });

  it('a description: besides, those below that show it, which are the children, and all where it is a scope', async () => {
    const float = await built();
    describeFolder(float, '/src/auth', { description: 'Tokens.', by: 'person' });
    expect(await rebuilt(float)).toEqual(['/', '/docs/specs', '/src', '/src/auth', '/src/auth/hooks']);
    describeFolder(float, '/src', { description: 'Sources.', by: 'person' });
    expect(await rebuilt(float)).toEqual(['/', '/src', '/src/auth', '/src/auth/hooks', '/src/db']);
    describeFolder(float, '/', { description: 'All.', by: 'person' });
    expect(await rebuilt(float)).toEqual(ALL);
  });

  it('a decision: the folder and those above; below too where it is a scope or the decision is marked', async () => {
    const float = await built();
    addDecision(float, { folder: '/src/auth', title: 'Bearer tokens' });
    expect(await rebuilt(float)).toEqual(['/', '/src', '/src/auth']);
    addDecision(float, { folder: '/src', title: 'Strict' });
    expect(await rebuilt(float)).toEqual(['/', '/src', '/src/auth', '/src/auth/hooks', '/src/db']);
    const { entry } = addDecision(float, { folder: '/src/auth', title: 'Rotation', tags: ['Breaking'] });
    expect(await rebuilt(float)).toEqual(['/', '/src', '/src/auth', '/src/auth/hooks']);
    addDecision(float, { folder: '/src/auth', title: 'No rotation', supersedes: entry.id });
    expect(await rebuilt(float)).toEqual(['/', '/src', '/src/auth', '/src/auth/hooks']);
  });

  it('a scope’s boot text: all below; the project’s: all; that of a folder that is not a scope: no one below', async () => {
    const float = await built();
    setScope(float, '/src', true, 'Types are very strict.');
    expect(await rebuilt(float)).toEqual(['/', '/src', '/src/auth', '/src/auth/hooks', '/src/db']);
    setScope(float, '/', false, 'This is the project.');
    expect(await rebuilt(float)).toEqual(ALL);
    setScope(float, '/src/auth', false, 'Kept for later.');
    expect(await rebuilt(float)).toEqual(['/', '/src', '/src/auth']);
  });

  it('a folder made or no longer a scope: all below', async () => {
    const float = await built();
    setScope(float, '/packages', true);
    expect(await rebuilt(float)).toEqual(['/', '/packages', '/packages/web-app']);
    setScope(float, '/src', false);
    expect(await rebuilt(float)).toEqual(['/', '/src', '/src/auth', '/src/auth/hooks', '/src/db']);
  });

  it('a reference: who refers and those above', async () => {
    const float = await built();
    link(float, '/packages/web-app', '/src/db');
    expect(await rebuilt(float)).toEqual(['/', '/packages', '/packages/web-app']);
    unlink(float, '/packages/web-app', '/src/db');
    expect(await rebuilt(float)).toEqual(['/', '/packages', '/packages/web-app']);
  });

  it('a folder that came: itself, those above, and the siblings, which list it', async () => {
    const float = await built();
    write(float.root, { 'src/cli/main.ts': '' });
    await scan(float);
    expect(await rebuilt(float)).toEqual(['/', '/src', '/src/auth', '/src/cli', '/src/db']);
  });

  it('a folder that went: those above, the siblings, who refers to it; its own files are removed', async () => {
    const float = await built();
    rmSync(join(float.root, 'src/auth'), { recursive: true });
    await scan(float);
    const { written, removed } = await build(float, { stale: true, tiers: ['standard'] });
    expect(removed).toEqual(['src--auth.standard.md', 'src--auth--hooks.standard.md']);
    expect(written).toEqual(['_root.standard.md', 'docs--specs.standard.md', 'src.standard.md', 'src--db.standard.md']);
  });

  it('a folder that was renamed: both of it', async () => {
    const float = await built();
    mkdirSync(join(float.root, 'lib'));
    renameSync(join(float.root, 'src/db'), join(float.root, 'lib/db'));
    await scan(float);
    const { written, removed } = await build(float, { stale: true, tiers: ['standard'] });
    expect(removed).toEqual(['src--db.standard.md']);
    expect(written).toEqual(['_root', 'docs', 'lib', 'lib--db', 'packages', 'src', 'src--auth'].map((name) => `${name}.standard.md`));
  });

  it('a name that differs in case alone: the one that had it plain', async () => {
    const float = await built();
    write(float.root, { 'Docs/x.md': '' });
    await scan(float);
    const { written } = await build(float, { stale: true, tiers: ['standard'] });
    expect(written.filter((name) => /^docs\b/i.test(name) && !name.includes('--'))).toEqual([
      expect.stringMatching(/^Docs~[0-9a-f]{16}\.standard\.md$/),
      expect.stringMatching(/^docs~[0-9a-f]{16}\.standard\.md$/),
    ]);
  });

  it('a newer format: all', async () => {
    const float = await built();
    float.db.exec("UPDATE meta SET value = '0' WHERE key = 'format'");
    closeFloat(float);
    const again = openFloat(float.root);
    expect(again.db.prepare('SELECT count(*) FROM contexts WHERE stale_at IS NOT NULL').pluck().get()).toBe(ALL.length);
  });

  it('is known before it happens', async () => {
    const float = await built();
    expect(wouldRebuild(float.db, { path: '/src/auth', kind: 'file' })).toEqual(['/', '/src', '/src/auth']);
    expect(wouldRebuild(float.db, { path: '/src/auth', kind: 'content' })).toEqual(['/', '/docs/specs', '/src', '/src/auth']);
    expect(wouldRebuild(float.db, { path: '/', kind: 'boot' })).toEqual(ALL);
  });
});

type Step = (float: Float, path: string, text: string) => unknown;
const STEPS: Record<string, Step> = {
  description: (float, path, text) => describeFolder(float, path, { description: text, by: 'person' }),
  content: (float, path, text) => describeFolder(float, path, { content: text, by: 'model' }),
  scope: (float, path, text) => setScope(float, path, text > 'b', text > 'a' ? text : null),
  decision: (float, path, text) => addDecision(float, { folder: path, title: text, tags: text > 'b' ? ['architectural'] : [] }),
  reference: (float, path, text) => path !== '/docs' && link(float, path, '/docs', text),
  file: (float, path, text) => write(float.root, { [`${path}/file.ts`.slice(1)]: text }),
  folder: (float, path, text) => write(float.root, { [`${path}/${text}/x`.slice(1)]: text }),
};

it('marks exactly the contexts whose inputs are others after any change', async () => {
  const hashes = (float: Float): Map<string, string> => {
    const reader = createReader(float.db);
    const paths = float.db.prepare('SELECT path FROM contexts ORDER BY path').pluck().all() as string[];
    return new Map(paths.map((path) => [path, contextHash(gather(reader, path) ?? expect.fail(path))]));
  };
  const step = fc.tuple(fc.constantFrom(...Object.keys(STEPS)), fc.constantFrom(...ALL), fc.constantFrom('a', 'b', 'c'));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const float = project(TREE);
      await scan(float);
      for (const [kind, path, text] of steps) {
        await build(float, { stale: true, tiers: ['minimal'] });
        const before = hashes(float);
        STEPS[kind]?.(float, path, text);
        await scan(float);
        const after = hashes(float);
        const stale = float.db.prepare('SELECT path FROM contexts WHERE stale_at IS NOT NULL ORDER BY path').pluck().all();
        expect(stale, `${kind} of ${path}`).toEqual([...after.keys()].filter((one) => after.get(one) !== before.get(one)));
      }
      closeFloat(float);
    }),
    {
      numRuns: 12,
      examples: [
        [
          [
            ['reference', '/src/auth/hooks', 'a'],
            ['scope', '/docs', 'c'],
          ],
        ],
      ],
    },
  );
});
