import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { BuildReceipt } from '../../../shared/model/float.ts';
import { build } from './build.ts';
import { buildInThreads } from './build-threads.ts';
import { cleanContexts } from './clean.ts';
import { listContexts } from './context-files.ts';
import { describeFolder, setScope } from './edit.ts';
import { closeFloat, type Float, openFloat } from './float.ts';
import { TIME_LINE } from './format.ts';
import { addDecision } from './log.ts';
import { scan } from './scan.ts';
import { project, write } from './testing.ts';
import { validate } from './validate.ts';

const HOW = { tiers: ['standard'], lazy: false } as const;

/** Folders of which some say much. */
const wide = async (folders: number): Promise<Float> => {
  const names = Array.from({ length: folders }, (_, at) => `a${at % 7}/c${at}/x.ts`);
  const float = project(Object.fromEntries(names.map((name) => [name, name])));
  await scan(float);
  setScope(float, '/a1', true, 'Be brief.');
  addDecision(float, { folder: '/a1', title: 'Brief', tags: ['breaking'] });
  describeFolder(float, '/a2', { description: 'Second.', content: 'Much to say. '.repeat(2000), by: 'person' });
  return float;
};
const texts = (float: Float): Record<string, string> =>
  Object.fromEntries(listContexts(float).map((name) => [name, readFileSync(join(float.contexts, name), 'utf8').replace(TIME_LINE, '')]));
const rows = (float: Float): unknown[] => [
  float.db.prepare('SELECT path, tier, file, context_hash, digest, tokens, stale_at FROM contexts ORDER BY path, tier').all(),
  float.db.prepare('SELECT * FROM context_dependencies ORDER BY 1, 2, 3, 4').all(),
  float.db.prepare('SELECT id, path, tier, context_hash, digest, tokens, body IS NULL FROM context_history ORDER BY id').all(),
];

/** Folders that make `build` start two threads. */
const ENOUGH = 100;
const paths = (float: Float): string[] => float.db.prepare('SELECT path FROM folders ORDER BY path').pluck().all() as string[];

const empty = (): BuildReceipt => ({ folders: 0, written: [], unchanged: 0, removed: [] });
const inThreads = async (float: Float, jobs: number, lazy: boolean): Promise<string[]> => {
  const receipt = empty();
  for await (const again of buildInThreads(float, paths(float), { ...HOW, lazy }, jobs, receipt)) expect(again).toEqual([]);
  return receipt.written;
};
const inTurn = async (float: Float, stale: boolean): Promise<string[]> =>
  (await build(float, { jobs: 1, tiers: HOW.tiers, stale })).written;

it('gives the same files, rows and receipt however many threads build', async () => {
  const float = await wide(40);
  const outcomes: string[][] = [];
  for (const run of [inTurn, (_: Float, stale: boolean) => inThreads(float, 3, stale)]) {
    cleanContexts(float);
    float.db.exec('DELETE FROM context_history');
    const first = await run(float, false);
    describeFolder(float, '/a1/c1', { description: 'Changed.', by: 'person' });
    setScope(float, '/a2', true, 'All of it.');
    const second = await run(float, true);
    setScope(float, '/a2', false, null);
    describeFolder(float, '/a1/c1', { description: null, by: 'person' });
    const third = await run(float, true);
    outcomes.push([first, second, third, texts(float), ...rows(float)].map((part) => JSON.stringify(part)));
  }
  expect(JSON.parse(outcomes[0]?.[1] ?? '')).toHaveLength(10);
  expect(outcomes[1]?.map((part, at) => part === outcomes[0]?.[at])).toEqual([true, true, true, true, true, true, true]);
});

it('makes again what changed while threads made it, and leaves no drafts', async () => {
  const float = await wide(40);
  const other = openFloat(float.root);
  const [again, receipt]: [string[], BuildReceipt] = [[], empty()];
  for await (const some of buildInThreads(float, paths(float), HOW, 2, receipt)) {
    if (again.length === 0) describeFolder(other, '/a6', { description: `Meanwhile, after ${receipt.folders}.`, by: 'person' });
    again.push(...some);
  }
  expect(again.length).toBeGreaterThan(0);
  expect(again.length).toBeLessThan(paths(float).length);
  closeFloat(other);
  await build(float, { stale: true, tiers: HOW.tiers });
  expect((await validate(float)).filter(({ state }) => state !== 'current')).toEqual([]);
  expect(readdirSync(float.contexts).filter((name) => name.startsWith('%'))).toEqual([]);
});

it('makes again what another build has built or tidied away first', async () => {
  const float = await wide(ENOUGH);
  const other = openFloat(float.root);
  const turns: number[] = [];
  const running = build(float, { jobs: 2, tiers: HOW.tiers, progress: ({ done }) => turns.push(done) });
  for (let turn = 0; turn < 3; turn += 1) await build(other, { stale: true, tiers: HOW.tiers, jobs: 1 });
  const { folders, written } = await running;
  expect(written).toHaveLength(folders);
  expect(new Set(written).size).toBe(written.length);
  expect((await validate(float)).filter(({ state }) => state !== 'current')).toEqual([]);
  closeFloat(other);
});

it('stops when it is told to, with whole files, and follows no link in the place of its drafts', async () => {
  const float = await wide(ENOUGH);
  mkdirSync(join(float.root, 'precious'));
  writeFileSync(join(float.root, 'precious', 'file'), 'keep');
  symlinkSync(join(float.root, 'precious'), join(float.contexts, '%drafts'));
  symlinkSync(join(float.root, 'precious', 'file'), join(float.contexts, '%new'));
  const stop = new AbortController();
  await expect(build(float, { jobs: 2, signal: stop.signal, progress: () => stop.abort() })).rejects.toMatchObject({ code: 'cancelled' });
  expect((await validate(float)).filter(({ state }) => state !== 'current' && state !== 'pending')).toEqual([]);
  await build(float, { jobs: 2, stale: true });
  expect((await validate(float)).filter(({ state }) => state !== 'current')).toEqual([]);
  expect(readdirSync(join(float.root, 'precious'))).toEqual(['file']);
  expect(readFileSync(join(float.root, 'precious', 'file'), 'utf8')).toBe('keep');
  expect(existsSync(join(float.contexts, '%drafts'))).toBe(false);
});

it('says in one sentence what a thread could not write', async () => {
  const float = await wide(ENOUGH);
  write(float.root, { '.float/context/a1.standard.md/in-the-way': '' });
  await expect(build(float, { jobs: 2, tiers: ['standard'] })).rejects.toMatchObject({ code: 'unwritable' });
  await expect(build(float, { jobs: 1, tiers: ['standard'] })).rejects.toMatchObject({ code: 'unwritable' });
});
