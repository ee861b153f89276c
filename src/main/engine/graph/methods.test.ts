import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contract } from '../../../shared/rpc/contract.ts';
import { OWN_TYPE } from '../formats/own.ts';
import { openEngine } from '../open.ts';
import { tempFolder, writeFile, writeTape } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';
import { graphMethods } from './methods.ts';

const REWIND = 'u1 "a" > a1 "b"\n  u2 "c" @a1 > a2 "d"\nu3 "e" @a1 > a3 "f"';
const SIGNAL = { signal: new AbortController().signal };

const open = async (home = tempFolder()) => {
  const { engine, handlers } = await openEngine({ home, host: 'terminal', readOnly: false, samples: null });
  return { home, engine, handlers };
};

const imported = async (file = writeTape(claudeTree(REWIND))) => {
  const opened = await open();
  const { tapes } = await opened.engine.ingest.open([file], { text: false });
  return { ...opened, file, tape: tapes[0] ?? '' };
};

describe('graph.get', () => {
  it('answers in the shape of the contract, the same from a thread', async () => {
    const { engine, handlers, tape } = await imported();
    const input = contract['graph.get'].input.parse({ tape });
    const here = await handlers['graph.get'](input, SIGNAL);
    expect(contract['graph.get'].output.parse(here)).toEqual(here);
    const far = await graphMethods({ catalog: engine.catalog, options: { ...engine.options, host: 'desktop' } }, 0)['graph.get'](
      input,
      SIGNAL,
    );
    expect(far).toEqual(here);
    await engine.close();
  });

  it('is rebuilt when the tape has grown, and told of refs at once', async () => {
    const { engine, handlers, tape, file } = await imported();
    const input = contract['graph.get'].input.parse({ tape: tape.slice(0, 6) });
    const before = await handlers['graph.get'](input, SIGNAL);
    expect(await handlers['graph.get'](input, SIGNAL)).toBe(before);
    await handlers['refs.set']({ name: 'left', tape, seq: 4 }, SIGNAL);
    const named = await handlers['graph.get'](input, SIGNAL);
    expect(named.nodes.filter(({ refs }) => refs.includes('left')).map(({ last }) => last)).toEqual([4]);
    writeFile(join(file, '..'), 'session-1.jsonl', claudeTree(`${REWIND} > u4 "g" > a4 "h"`));
    await engine.ingest.open([file], { text: false });
    expect((await handlers['graph.get'](input, SIGNAL)).total).toBe(before.total + 2);
    await engine.close();
  });

  it('knows no tape that is not there', async () => {
    const { engine, handlers } = await open();
    const input = contract['graph.get'].input.parse({ tape: 'abc' });
    await expect(handlers['graph.get'](input, SIGNAL)).rejects.toMatchObject({ code: 'not-found' });
    await engine.close();
  });
});

describe('refs', () => {
  it('are set, moved, listed and removed', async () => {
    const { engine, handlers, tape } = await imported();
    expect(handlers['refs.list']({}, SIGNAL)).toEqual({ items: [] });
    expect(await handlers['refs.set']({ name: 'main', tape }, SIGNAL)).toMatchObject({ ref: { seq: 6, step: null }, moved: null });
    expect(await handlers['refs.set']({ name: 'main', tape, step: 1 }, SIGNAL)).toMatchObject({
      ref: { seq: 2, step: 1 },
      moved: { seq: 6 },
    });
    await handlers['refs.set']({ name: 'before-refactor', tape, seq: 2 }, SIGNAL);
    const { items } = await handlers['refs.list']({ tape }, SIGNAL);
    expect(items.map(({ name, seq, step }) => [name, seq, step])).toEqual([
      ['before-refactor', 2, null],
      ['main', 2, 1],
    ]);
    expect(await handlers['refs.remove']({ name: 'main' }, SIGNAL)).toMatchObject({ removed: { name: 'main', tape } });
    expect(() => handlers['refs.remove']({ name: 'main' }, SIGNAL)).toThrowError(expect.objectContaining({ code: 'not-found' }));
    await engine.close();
  });

  it.each(['12', 'last', 'a@b', 'a#1', '-x', 'a b', ''])('cannot be called "%s"', async (name) => {
    const { engine, handlers, tape } = await imported();
    expect(() => handlers['refs.set']({ name, tape }, SIGNAL)).toThrowError(expect.objectContaining({ code: 'bad-input' }));
    await engine.close();
  });

  it('name no entry and step that are not there', async () => {
    const { engine, handlers, tape } = await imported();
    expect(() => handlers['refs.set']({ name: 'x', tape, seq: 7 }, SIGNAL)).toThrowError(expect.objectContaining({ code: 'not-found' }));
    expect(() => handlers['refs.set']({ name: 'x', tape, seq: 1, step: 1 }, SIGNAL)).toThrowError(
      expect.objectContaining({ code: 'bad-input' }),
    );
    await engine.close();
  });

  it('survive a catalog that is deleted', async () => {
    const first = await imported();
    await first.handlers['refs.set']({ name: 'main', tape: first.tape, step: 2 }, SIGNAL);
    await first.engine.close();
    for (const name of ['catalog.db', 'catalog.db-wal', 'catalog.db-shm']) rmSync(join(first.home, name), { force: true });
    const again = await open(first.home);
    const { tapes } = await again.engine.ingest.open([first.file], { text: false });
    const { items } = await again.handlers['refs.list']({}, SIGNAL);
    expect(items).toMatchObject([{ name: 'main', tape: tapes[0], file: first.file, step: 2 }]);
    await again.engine.close();
  });
});

describe('graph.breakdown', () => {
  it('counts sessions and sub-agents, and leaves out what Tapescope wrote unless it is asked for', async () => {
    const folder = tempFolder();
    const session = 'one';
    const agent = claudeTree('z1 "look" side > a9 "there"', { session }).map((record) => ({ ...record, agentId: 'abc1234' }));
    writeFile(
      folder,
      'one.jsonl',
      claudeTree('u1 "a" > a1 call Task t1 "look" <- step m1 > r1 t1 > a2 "b"\n  u2 "c" @a2 > a3 "d"\nu3 "e" @a2 > a4 "f"', { session }),
    );
    writeFile(folder, 'agent-abc1234.jsonl', agent);
    writeFile(folder, 'own.jsonl', [
      { type: OWN_TYPE, origin: 'tapescope', source: 'one.jsonl' },
      ...claudeTree('u7 "a" > a7 "b"', { session: 'own' }),
    ]);
    const { engine, handlers } = await open();
    const { tapes } = await engine.ingest.open([folder], { text: false });
    const sum = await handlers['graph.breakdown']({ includeOwn: false }, SIGNAL);
    expect(contract['graph.breakdown'].output.parse(sum)).toEqual(sum);
    expect(sum).toMatchObject({ sessions: 1, subAgents: 1, own: 1, nodes: 10, sidechainNodes: 2, toolCalls: 1, branchPoints: 1 });
    expect(sum.forks.rewind).toBe(1);
    expect(await handlers['graph.breakdown']({ tapes, includeOwn: true }, SIGNAL)).toMatchObject({ sessions: 2, own: 1, nodes: 12 });
    await engine.close();
  });
});
