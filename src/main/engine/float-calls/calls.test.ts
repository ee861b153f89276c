import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contract, type Method, type Output, type Push } from '../../../shared/rpc/contract.ts';
import { createDispatch } from '../../rpc/dispatch.ts';
import { openEngine } from '../open.ts';
import { tempFolder, writeFile } from '../testing/files.ts';

const SIGNAL = new AbortController().signal;

const room = async (host: 'desktop' | 'terminal' = 'terminal', readOnly = false, home = tempFolder()) => {
  writeFileSync(
    join(home, 'settings.json'),
    JSON.stringify({ claudeProjects: join(home, 'a'), bubTapes: join(home, 'b'), tapeHome: join(home, 'c') }),
  );
  const { engine, handlers } = await openEngine({ home, host, readOnly, samples: null });
  const pushes: Push[] = [];
  engine.subscribe((push) => void pushes.push(push));
  const dispatch = createDispatch({ handlers, readOnly, checkOutputs: true });
  const call = async <M extends Method>(method: M, input: unknown): Promise<Output<M>> => {
    const answer = await dispatch(method, input, SIGNAL);
    if (!answer.ok) throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
    return contract[method].output.parse(answer.value) as Output<M>;
  };
  return { engine, call, pushes };
};

const project = (): string => {
  const root = tempFolder();
  writeFile(root, 'README.md', '# App\n\nKeeps the harbour light.\n');
  writeFile(root, 'src/auth/jwt.ts', '// Tokens.\nexport const sign = 1;\n');
  writeFile(root, 'src/db/open.ts', 'export const open = 1;\n');
  writeFile(root, 'docs/README.md', '# Docs\n');
  return root;
};

describe.each(['terminal', 'desktop'] as const)('calls about context files (%s)', (host) => {
  it('take a project from nothing to context files, and tell what a change reaches', async () => {
    const { engine, call, pushes } = await room(host);
    const root = project();
    await expect(call('float.status', { root })).rejects.toMatchObject({ code: 'not-found' });
    expect(await call('float.init', { root })).toMatchObject({ root, folders: 0, scannedAt: null });
    expect(await call('float.scan', { root })).toMatchObject({ folders: 5, files: 4 });
    expect((await call('float.generate', { root })).described).toContain('/');
    expect((await call('float.build', { root })).written).toHaveLength(20);
    expect(await call('float.status', { root })).toMatchObject({
      watching: false,
      watchFailure: null,
      contexts: { current: 20, stale: 0, pending: 0 },
    });
    expect((await call('float.folders', { root })).items.map(({ path }) => path)).toEqual(['/', '/docs', '/src', '/src/auth', '/src/db']);

    const { entry } = await call('float.decide', {
      root,
      path: '/src',
      title: 'Bearer headers',
      tags: ['breaking'],
      rationale: 'For the terminal.',
    });
    expect(entry).toMatchObject({ id: 1, folder: '/src', tags: ['breaking'], status: 'open' });
    expect((await call('float.decisions', { root, path: '/src' })).items).toEqual([entry]);
    expect((await call('float.decisions', { root, path: '/docs' })).items).toEqual([]);
    const { folder } = await call('float.describe', { root, path: '/src', description: 'Sources.' });
    expect(folder).toMatchObject({ description: 'Sources.', descriptionBy: 'person', textState: 'current' });
    expect(folder.built.map(({ state }) => state)).toEqual(['stale', 'stale', 'stale', 'stale']);

    const stale = await call('float.context', { root, path: '/src/auth', tier: 'standard' });
    expect(stale).toMatchObject({ state: 'stale', file: 'src--auth.standard.md' });
    expect(stale.text).toContain('Bearer headers');
    expect(stale.onDisk).not.toContain('Bearer headers');
    const { written } = await call('float.build', { root, tier: 'standard' });
    expect(written).toEqual(['_root.standard.md', 'src.standard.md', 'src--auth.standard.md', 'src--db.standard.md']);
    expect((await call('float.context', { root, path: '/src/auth' })).state).toBe('current');

    const { items } = await call('float.builds', { root, path: '/src/auth', tier: 'standard' });
    expect(items).toHaveLength(2);
    const { segments } = await call('float.diff', { root, path: '/src/auth', tier: 'standard', a: items[1]?.digest, b: 'now' });
    expect(
      segments
        .filter(({ op }) => op === 'b')
        .map(({ text }) => text)
        .join(''),
    ).toContain('Bearer headers');
    await expect(call('float.diff', { root, path: '/src/auth', tier: 'standard', a: 'nobody', b: 'now' })).rejects.toMatchObject({
      code: 'not-found',
    });

    expect((await call('float.validate', { root })).items.map(({ state }) => state)).toContain('stale');
    expect(pushes.filter(({ type }) => type === 'float').length).toBeGreaterThan(5);
    await engine.close();
  });
});

describe('calls about context files', () => {
  it('draw what a context is made of, and what would be built again', async () => {
    const { engine, call } = await room();
    const root = project();
    await call('float.init', { root });
    await call('float.scan', { root });
    await call('float.scope', { root, path: '/src', boot: 'Strict.' });
    expect((await call('float.link', { root, from: '/src/auth', to: '/docs', why: 'the specification' })).reference).toEqual({
      from: '/src/auth',
      to: '/docs',
      why: 'the specification',
      origin: 'given',
    });
    await call('float.build', { root });
    const graph = await call('float.graph', { root, path: '/src/auth' });
    expect(graph.rebuilt).toEqual(['/', '/src', '/src/auth']);
    expect(graph.nodes.map(({ path }) => path)).toEqual(['/', '/docs', '/src', '/src/auth']);
    expect(graph.edges).toContainEqual({ from: '/docs', to: '/src/auth', types: ['reference'] });
    expect(graph.edges).toContainEqual({ from: '/src/auth', to: '/src', types: ['subtree'] });
    expect(graph.edges.find(({ from, to }) => from === '/src' && to === '/src/auth')?.types).toEqual(
      expect.arrayContaining(['scope_boot', 'description']),
    );
    const would = async (on: string, type: string, id = '') => (await call('float.wouldRebuild', { root, change: { on, type, id } })).paths;
    expect(await would('/src', 'scope_boot')).toEqual(['/', '/src', '/src/auth', '/src/db']);
    expect(await would('/docs', 'reference')).toEqual(['/', '/docs', '/src/auth']);
    expect(await would('/src/db', 'subtree')).toEqual(['/', '/src', '/src/db']);
    expect(await would('/src', 'children')).toEqual(['/', '/src', '/src/auth', '/src/db']);
    expect((await call('float.folder', { root, path: '/docs' })).referrers).toHaveLength(1);
    await call('float.unlink', { root, from: '/src/auth', to: '/docs' });
    expect((await call('float.folder', { root, path: '/docs' })).referrers).toEqual([]);
    await engine.close();
  });

  it('refuse what changes something on a read-only host, and read all the same', async () => {
    const root = project();
    const writer = await room();
    await writer.call('float.init', { root });
    await writer.call('float.scan', { root });
    await writer.engine.close();
    const { engine, call } = await room('terminal', true);
    for (const method of ['float.scan', 'float.build', 'float.generate', 'float.init'] as const)
      await expect(call(method, { root })).rejects.toMatchObject({ code: 'read-only' });
    expect(await call('float.status', { root })).toMatchObject({ folders: 5 });
    expect((await call('float.context', { root, path: '/src' })).state).toBe('pending');
    await engine.close();
  });

  it('find a project again that was removed and made anew', async () => {
    const { engine, call } = await room();
    const root = project();
    await call('float.init', { root });
    await call('float.scan', { root });
    const { rmSync } = await import('node:fs');
    rmSync(join(root, '.float'), { recursive: true });
    await expect(call('float.folders', { root })).rejects.toMatchObject({ code: 'not-found' });
    await call('float.init', { root });
    expect((await call('float.folders', { root })).items).toEqual([]);
    await expect(call('float.init', { root: join(root, 'nowhere') })).rejects.toMatchObject({ code: 'not-found' });
    await expect(call('float.status', { root: 'src' })).rejects.toMatchObject({ code: 'bad-input' });
    await engine.close();
  });
});
