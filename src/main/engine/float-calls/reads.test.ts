import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { build } from '../float/build.ts';
import { readContext } from '../float/context-files.ts';
import { describeFolder } from '../float/edit.ts';
import { closeFloat, type Float, openFloat } from '../float/float.ts';
import { scan } from '../float/scan.ts';
import type { JsonObject } from '../formats/format.ts';
import { openEngine } from '../open.ts';
import { tempFolder, writeFile, writeTape } from '../testing/files.ts';
import { noLogs } from '../testing/no-logs.ts';
import { headersIn, mentionsIn } from './header.ts';

const SIGNAL = { signal: new AbortController().signal };
const START = Date.UTC(2026, 4, 1, 9, 0, 0);
const TIERS = ['standard'] as const;

const at = (seconds: number): number => START + seconds * 1000;

/** A session that makes one call after the other; each has its time, what it asks and what it is told. */
const session = (cwd: string, calls: readonly { at: number | null; name: string; input: JsonObject; answer: string }[]) =>
  writeTape(
    calls.flatMap(({ at: seconds, name, input, answer }, place) => {
      const time = seconds === null ? {} : { timestamp: new Date(at(seconds)).toISOString() };
      const line: JsonObject = { sessionId: 's', cwd, version: '2.1.0', ...time };
      const before = place === 0 ? null : `r${place - 1}`;
      const both: JsonObject[] = [
        {
          ...line,
          type: 'assistant',
          uuid: `a${place}`,
          parentUuid: before,
          message: { id: `m${place}`, role: 'assistant', model: 'claude-x', content: [{ type: 'tool_use', id: `t${place}`, name, input }] },
        },
        {
          ...line,
          type: 'user',
          uuid: `r${place}`,
          parentUuid: `a${place}`,
          message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${place}`, content: answer }] },
        },
      ];
      return both;
    }),
  );

/** As tools print a file. */
const numbered = (text: string): string =>
  text
    .split('\n')
    .map((line, place) => `${String(place + 1).padStart(6)}→${line}`)
    .join('\n');

/** A project whose context was built, went stale after 20 seconds, and was built again after 40. */
const project = async (text = 'export const a = 1;\n') => {
  const root = tempFolder();
  writeFile(root, 'src/a.ts', text);
  let now = 0;
  const float: Float = openFloat(root, { create: true, now: () => at(now) });
  await scan(float);
  await build(float, { tiers: TIERS });
  const first = readContext(float, 'src.standard.md') ?? '';
  now = 20;
  describeFolder(float, '/src', { description: 'Sources.', by: 'person' });
  now = 40;
  await build(float, { tiers: TIERS, stale: true });
  const second = readContext(float, 'src.standard.md') ?? '';
  closeFloat(float);
  return { root, first, second, file: join(root, '.float/context/src.standard.md') };
};

const opened = async (tape: string, host: 'terminal' | 'desktop' = 'terminal') => {
  const home = tempFolder();
  writeFile(home, 'settings.json', JSON.stringify({ logs: noLogs(), tapeHome: `${home}/c` }));
  const { engine, handlers } = await openEngine({ home, host, readOnly: false, samples: null });
  const open = async () => (await engine.ingest.open([tape], { text: false })).tapes[0] ?? '';
  const id = await open();
  const reads = (from = 1, context = SIGNAL) => handlers['float.reads']({ tape: id, from }, context);
  const openAlso = async (path: string, text = false) => (await engine.ingest.open([path], { text })).tapes[0] ?? '';
  const readers = async (root: string) => (await handlers['float.readers']({ root }, SIGNAL)).tapes;
  return { reads, readers, open, openAlso, close: () => engine.close() };
};

const readsOf = async (tape: string) => {
  const { reads, close } = await opened(tape);
  const { items } = await reads();
  await close();
  return items;
};

describe('where a transcript shows that a context file was read', () => {
  it('is found in a thread as it is found here, and given up when nobody waits', async () => {
    const { root, first, file } = await project();
    const tape = session(root, [{ at: 10, name: 'Read', input: { file_path: file }, answer: numbered(first) }]);
    const here = await readsOf(tape);
    expect(here).toMatchObject([{ root, path: '/src', stale: false }]);
    const { reads, close } = await opened(tape, 'desktop');
    expect(await reads()).toEqual({ items: here, upTo: 2 });
    await expect(reads(1, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' });
    await close();
  });

  it('of a tape that grew looks at the rest alone, and again at a call that had no answer yet', async () => {
    const { root, first, file } = await project();
    const read = { name: 'Read', input: { file_path: file } };
    const tape = session(root, [
      { ...read, at: 10, answer: first },
      { ...read, at: 11, answer: first },
    ]);
    const lines = readFileSync(tape, 'utf8').split('\n').filter(Boolean);
    writeFileSync(tape, `${lines.slice(0, 3).join('\n')}\n`);
    const { reads, open, close } = await opened(tape);
    const before = await reads();
    expect(before).toMatchObject({ items: [{ seq: 1 }, { seq: 3 }], upTo: 2 });
    appendFileSync(tape, `${lines[3]}\n`);
    await open();
    const after = await reads(before.upTo + 1);
    expect(after).toMatchObject({ items: [{ seq: 3, path: '/src', contextHash: before.items[0]?.contextHash }], upTo: 4 });
    await close();
  });

  it('takes each file of a call for what it was, also where one is not there or a pattern names them', async () => {
    const { root, first, second } = await project();
    const other = first.replaceAll('/src', '/gone').replaceAll('hash: ', 'hash: 99');
    const tape = session(root, [
      {
        at: 50,
        name: 'Bash',
        input: { command: 'cat .float/context/none.full.md .float/context/src.standard.md' },
        answer: `cat: none\n${second}`,
      },
      { at: 51, name: 'Bash', input: { command: 'cat .float/context/*.standard.md' }, answer: `${other}\n${second}` },
    ]);
    const reads = await readsOf(tape);
    expect(reads.map(({ seq, path, builtAt, stale }) => ({ seq, path, builtAt, stale }))).toEqual([
      { seq: 1, path: '/none', builtAt: null, stale: null },
      { seq: 1, path: '/src', builtAt: at(40), stale: false },
      { seq: 3, path: '/gone', builtAt: at(0), stale: null },
      { seq: 3, path: '/src', builtAt: at(40), stale: false },
    ]);
  });

  it('says which build that was, and whether it was stale at that moment', async () => {
    const { root, first, second, file } = await project();
    const tape = session(root, [
      { at: 10, name: 'Read', input: { file_path: file }, answer: numbered(first) },
      { at: 15, name: 'Read', input: { file_path: join(root, 'src/a.ts') }, answer: 'export const a = 1;' },
      { at: 30, name: 'Read', input: { file_path: file }, answer: numbered(first) },
      { at: 31, name: 'Read', input: { file_path: file, offset: 20 }, answer: 'the middle of it' },
      { at: 50, name: 'Bash', input: { command: 'cat .float/context/src.standard.md | head -50' }, answer: second },
      { at: 51, name: 'Bash', input: { command: 'cat .float/context/_root.standard.md .float/context/src.standard.md' }, answer: 'cut' },
      { at: null, name: 'Read', input: { file_path: file }, answer: first },
      { at: 60, name: 'Write', input: { file_path: file, content: 'mine' }, answer: 'written' },
    ]);
    const reads = await readsOf(tape);
    expect(reads.map(({ seq, step, path, tier, stale }) => ({ seq, step, path, tier, stale }))).toEqual([
      { seq: 1, step: 1, path: '/src', tier: 'standard', stale: false },
      { seq: 5, step: 3, path: '/src', tier: 'standard', stale: true },
      { seq: 7, step: 4, path: '/src', tier: 'standard', stale: true },
      { seq: 9, step: 5, path: '/src', tier: 'standard', stale: false },
      { seq: 11, step: 6, path: '/', tier: 'standard', stale: false },
      { seq: 11, step: 6, path: '/src', tier: 'standard', stale: false },
      { seq: 13, step: 7, path: '/src', tier: 'standard', stale: null },
    ]);
    expect(reads.every((read) => read.root === root)).toBe(true);
    expect(reads[0]).toMatchObject({ file, builtAt: at(0), stale: false, told: 'header' });
    expect(reads[1]?.staleAt).toBe(at(20));
    expect(reads[2]).toMatchObject({ builtAt: at(0), told: 'time' });
    expect(reads[3]?.builtAt).toBe(at(40));
    expect(reads[0]?.contextHash).not.toBe(reads[3]?.contextHash);
  });

  it('is known by the path, wherever the session began, and else by the build that the answer shows', async () => {
    const [one, other] = [await project(), await project('export const b = 1;\n')];
    // As relative paths come out after a `cd` that no line tells of.
    const cat = (at: number, answer: string) => ({ at, name: 'Bash', input: { command: 'cat .float/context/src.standard.md' }, answer });
    const session1 = session(join(one.root, 'src'), [
      { at: 10, name: 'Read', input: { file_path: `${other.root}/src/../.float/context/src.standard.md` }, answer: other.first },
      cat(11, one.first),
    ]);
    const mine = (reads: Awaited<ReturnType<typeof readsOf>>) => reads.map(({ root, stale, told }) => [root, stale, told]);
    // Both are known: a tape was written in each.
    const knows = async (tape: string): Promise<Awaited<ReturnType<typeof readsOf>>> => {
      const { reads, open, openAlso, close } = await opened(tape);
      for (const { root } of [one, other]) await openAlso(session(root, [cat(1, '')]));
      await open();
      const { items } = await reads();
      await close();
      return items;
    };
    expect(mine(await knows(session1))).toEqual([
      [other.root, false, 'header'],
      [one.root, false, 'header'],
    ]);
    const above = session(dirname(one.root), [cat(45, one.second), cat(46, 'cut')]);
    expect(mine(await knows(above))).toEqual([
      [one.root, false, 'header'],
      [null, null, 'unknown-project'],
    ]);
  });

  it('is looked for in tapes from elsewhere too, by the index of words', async () => {
    const { root, first, file } = await project();
    const elsewhere = session('/somewhere/else', [{ at: 10, name: 'Read', input: { file_path: file }, answer: first }]);
    const silent = session('/somewhere/else', [{ at: 10, name: 'Bash', input: { command: 'ls' }, answer: 'a float and a context' }]);
    const { readers, openAlso, close } = await opened(silent, 'desktop');
    const id = await openAlso(elsewhere, true);
    expect(await readers(root)).toEqual([id]);
    await close();
  });

  it('says that nobody knows, where the project or the build is not known here', async () => {
    const { root, first, file } = await project();
    const foreign = '/somewhere/else/.float/context/src--auth.full.md';
    const text = first.replace(/\(hash: [0-9a-f]+\)/, '(hash: 0123456789abcdef)');
    const tape = session(root, [
      { at: 10, name: 'Read', input: { file_path: foreign }, answer: 'No such file.' },
      { at: 11, name: 'Read', input: { file_path: file }, answer: text },
    ]);
    const reads = await readsOf(tape);
    expect(reads[0]).toMatchObject({
      root: null,
      path: '/src/auth',
      tier: 'full',
      stale: null,
      told: 'unknown-project',
    });
    expect(reads[1]).toMatchObject({ root, path: '/src', contextHash: '0123456789abcdef', builtAt: at(0), stale: null });
    expect(reads[1]?.told).toBe('unknown-build');
    rmSync(join(root, '.float'), { recursive: true });
    expect((await readsOf(tape)).map((read) => read.root)).toEqual([null, null]);
  });
});

describe('what a call names and an answer shows', () => {
  it.each([
    ['{"file_path":"/a b/.float/context/x y.standard.md"}', [['/a b', 'x y.standard.md']]],
    ['{"file_path":"/a/.float/context/x--y.standard.md"}', [['/a', 'x--y.standard.md']]],
    ['{"file_path":"C:\\\\a\\\\.float\\\\context\\\\x.full.md"}', [['C:/a', 'x.full.md']]],
    [
      '{"command":"cat .float/context/a.deep.md ./.float/context/b.deep.md; ls"}',
      [
        ['', 'a.deep.md'],
        ['.', 'b.deep.md'],
      ],
    ],
    ['{"path":".float/boot.md"}', []],
  ])('%s', (input, expected) => expect(mentionsIn(input).map(({ before, name }) => [before, name])).toEqual(expected));

  it('is never more than text', () => {
    expect(headersIn('# FloatPrompt Context: /x\n\nnothing more')).toEqual([]);
    const one =
      '# FloatPrompt Context: /a\n\n> Generated: 2026-01-03T14:32:00Z\n> Source: .float/float.db (hash: a1b2c3d4)\n> Status: current\n> Tier: full\n';
    expect(headersIn(`${one}\n${one.replace('/a', '/b')}`)).toEqual([
      { shown: '/a', builtAt: Date.UTC(2026, 0, 3, 14, 32), hash: 'a1b2c3d4', tier: 'full' },
      { shown: '/b', builtAt: Date.UTC(2026, 0, 3, 14, 32), hash: 'a1b2c3d4', tier: 'full' },
    ]);
    expect(mentionsIn(`${'x'.repeat(1_000_000)}.float/context/a.md`)).toHaveLength(1);
    expect(headersIn('# FloatPrompt Context: x\n'.repeat(100_000))).toEqual([]);
  });
});
