import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CallContext, contract, type Job, type Method, type Output, type Push } from '../../../shared/rpc/contract.ts';
import { openEngine } from '../open.ts';
import { tempFolder, writeFile, writeTape } from '../testing/files.ts';
import { noLogs } from '../testing/no-logs.ts';

const SIGNAL = new AbortController().signal;

const room = async (host: 'desktop' | 'terminal' = 'terminal', readOnly = false, home = tempFolder()) => {
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ logs: noLogs(), tapeHome: join(home, 'c') }));
  const { engine, handlers } = await openEngine({ home, host, readOnly, samples: null });
  const pushes: Push[] = [];
  engine.subscribe((push) => void pushes.push(push));
  const call = async <M extends Method>(method: M, input: unknown): Promise<Output<M>> => {
    const handler = handlers[method] as (input: unknown, context: CallContext) => unknown;
    return contract[method].output.parse(await handler(contract[method].input.parse(input), { signal: SIGNAL })) as Output<M>;
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
  it('list the newest builds of a file, and say of which the text is kept', async () => {
    const { engine, call } = await room();
    const root = project();
    await call('float.init', { root });
    await call('float.scan', { root });
    for (let build = 0; build < 9; build += 1) {
      await call('float.describe', { root, path: '/docs', description: `Docs, part ${build}.` });
      await call('float.build', { root, path: '/docs', tier: 'minimal' });
    }
    const { items, total } = await call('float.builds', { root, path: '/docs', tier: 'minimal', limit: 8 });
    expect(total).toBe(9);
    expect(items.map(({ kept }) => kept)).toEqual([true, true, true, true, true, true, false, false]);
    const against = (digest: string | undefined) => call('float.diff', { root, path: '/docs', tier: 'minimal', a: digest, b: 'now' });
    expect((await against(items[5]?.digest)).segments.length).toBeGreaterThan(1);
    await expect(against(items[6]?.digest)).rejects.toMatchObject({ code: 'not-found' });
    await engine.close();
  });

  it('draw what a context is made of, and what would be rebuilt', async () => {
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
    const writing = Object.entries(contract).flatMap(([name, one]) =>
      name.startsWith('float.') && 'writes' in one ? [name.slice(6)] : [],
    );
    expect(writing.sort()).toEqual(['build', 'decide', 'describe', 'generate', 'init', 'link', 'scan', 'scope', 'unlink', 'watch']);
    expect(await call('float.status', { root })).toMatchObject({ folders: 5 });
    expect((await call('float.context', { root, path: '/src' })).state).toBe('pending');
    await engine.close();
  });

  it('find a project again that was removed and rebuilt', async () => {
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

  it('watch a project in a thread until they are told to stop', async () => {
    const { engine, call, pushes } = await room('desktop');
    const root = project();
    await call('float.init', { root });
    expect(await call('float.watch', { root, on: true })).toEqual({ watching: true });
    expect(await call('float.watch', { root, on: true })).toEqual({ watching: true });
    writeFile(root, 'src/auth/session.ts', 'export const open = 1;\n');
    const seen = async () =>
      (await call('float.context', { root, path: '/src/auth' }).catch(() => null))?.onDisk?.includes('session.ts') === true;
    while (!(await seen())) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await call('float.status', { root })).toMatchObject({ watching: true, watchFailure: null });
    expect(await call('float.watch', { root, on: false })).toEqual({ watching: false });
    expect(await call('float.status', { root })).toMatchObject({ watching: false });
    expect(pushes.some((push) => push.type === 'float' && push.root === root)).toBe(true);
    await call('float.watch', { root, on: true });
    // Whoever closes the engine need not stop each watch.
    await engine.close();
  });

  it('tell how far a long round of a watch is, and end the watch with its job', async () => {
    const { engine, call } = await room('desktop');
    const root = tempFolder();
    for (let folder = 0; folder < 400; folder += 1) writeFile(root, `f${folder}/a.ts`, `export const a${folder} = 1;\n`);
    await call('float.init', { root });
    await call('float.scan', { root });
    // Cancelled as soon as it is heard of, so that the round is not over by then.
    const begun = new Promise<Job>((resolve) => {
      engine.subscribe((push) => {
        if (push.type !== 'job' || !/^Watching .*: building$/.test(push.job.title)) return;
        resolve(push.job);
        engine.ingest.cancel(push.job.id);
      });
    });
    await call('float.watch', { root, on: true });
    expect(await begun).toMatchObject({ total: 401, unit: 'folders', state: 'running' });
    while ((await call('float.status', { root })).watching) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await call('float.status', { root })).contexts.pending).toBeGreaterThan(0);
    await engine.close();
  });

  it('tell how far the first look of a watch is, and end the watch with its job', async () => {
    const { engine, call } = await room('desktop');
    const root = tempFolder();
    for (let file = 0; file < 1500; file += 1) writeFile(root, `f${file % 10}/${file}.ts`, '');
    await call('float.init', { root });
    const begun = new Promise<Job>((resolve) => {
      engine.subscribe((push) => {
        if (push.type !== 'job' || !/^Watching .*: scanning$/.test(push.job.title)) return;
        resolve(push.job);
        engine.ingest.cancel(push.job.id);
      });
    });
    const started = call('float.watch', { root, on: true });
    expect(await begun).toMatchObject({ total: 0, unit: 'files', state: 'running' });
    await started;
    while ((await call('float.status', { root })).watching) await new Promise((resolve) => setTimeout(resolve, 5));
    await engine.close();
  });

  it('tell long work as a job, which a person may cancel', async () => {
    const { engine, call, pushes } = await room('desktop');
    const root = tempFolder();
    for (let folder = 0; folder < 150; folder += 1) writeFile(root, `f${folder}/a.ts`, `export const a${folder} = 1;\n`);
    await call('float.init', { root });
    await call('float.scan', { root });
    const jobs = () => engine.ingest.jobs().filter(({ phase }) => phase === 'float');
    const building = call('float.build', { root }).catch((failure: unknown) => failure);
    while (!jobs().some(({ unit }) => unit === 'folders')) await new Promise((resolve) => setTimeout(resolve, 2));
    const job = jobs().find(({ unit }) => unit === 'folders');
    expect(job).toMatchObject({ title: expect.stringMatching(/^Building /), total: 151, state: 'running' });
    await call('jobs.cancel', { id: job?.id });
    expect(await building).toMatchObject({ code: 'cancelled' });
    expect(jobs().find(({ id }) => id === job?.id)?.state).toBe('cancelled');
    // What was not built then is now.
    const { folders, written } = await call('float.build', { root });
    expect(folders).toBeLessThan(151);
    expect(written.length).toBe(folders * 4);
    expect((await call('float.validate', { root })).items.every(({ state }) => state === 'current')).toBe(true);
    expect(pushes.some((push) => push.type === 'job' && push.job.phase === 'float')).toBe(true);
    await engine.close();
  });

  it('know the projects of the library’s tapes and those opened by hand', async () => {
    const home = tempFolder();
    const [one, two] = [project(), project()];
    const first = await room('desktop', false, home);
    await first.engine.ingest.open([writeTape(sessionIn(one)), writeTape(sessionIn('/nowhere/at/all'))], { text: false });
    await first.engine.ingest.idle();
    await first.call('float.init', { root: two });
    const expected = [
      { root: two, built: true, tapes: 0 },
      { root: one, built: false, tapes: 1 },
    ];
    expect((await first.call('float.projects', {})).items).toEqual(expected);
    await first.engine.close();
    const again = await room('terminal', true, home);
    expect((await again.call('float.projects', {})).items).toEqual(expected);
    await again.engine.close();
  });
});

describe('a project that a person names', () => {
  it('is known from then on, and nothing is written in it', async () => {
    const home = tempFolder();
    const root = project();
    const first = await room('desktop', false, home);
    expect((await first.call('float.projects', {})).items).toEqual([]);
    expect(await first.call('float.open', { root: `${root}/` })).toEqual({ root });
    await expect(first.call('float.open', { root: join(root, 'README.md') })).rejects.toMatchObject({ code: 'not-found' });
    await expect(first.call('float.open', { root: 'src' })).rejects.toMatchObject({ code: 'bad-input' });
    expect((await first.call('float.projects', {})).items).toEqual([{ root, built: false, tapes: 0 }]);
    await first.engine.close();
    expect(readdirSync(root)).not.toContain('.float');
    const again = await room('desktop', true, home);
    const other = project();
    await again.call('float.open', { root: other });
    expect((await again.call('float.projects', {})).items.map((one) => one.root).sort()).toEqual([root, other].sort());
    await again.engine.close();
    const later = await room('terminal', true, home);
    expect((await later.call('float.projects', {})).items.map((one) => one.root)).toEqual([root]);
    await later.engine.close();
  });
});

/** A session of one prompt in a directory. */
const sessionIn = (cwd: string) => [
  {
    type: 'user',
    uuid: 'u1',
    parentUuid: null,
    sessionId: cwd,
    cwd,
    version: '2.1.0',
    timestamp: '2026-05-01T09:00:00Z',
    message: { role: 'user', content: 'hi' },
  },
];
