import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../src/main/engine/float/build.ts';
import { cleanContexts } from '../src/main/engine/float/clean.ts';
import { assembleContext } from '../src/main/engine/float/context.ts';
import { closeFloat, type Float, openFloat } from '../src/main/engine/float/float.ts';
import { generate } from '../src/main/engine/float/generate.ts';
import { contextName } from '../src/main/engine/float/names.ts';
import { createRulesOf, type RulesOf } from '../src/main/engine/float/rules-of.ts';
import { scan } from '../src/main/engine/float/scan.ts';
import { scanFolders } from '../src/main/engine/float/watch.ts';
import { writeTexts, writeTree } from './float-tree.ts';
import { type Bench, type BenchRow, median, timed } from './report.ts';

const FILES = 4;
const JOBS = 2;
const CHANGED = 8;

interface Project {
  float: Float;
  paths: string[];
  /** Brings other bytes into a file of one folder, two levels down, that is the same in projects of all sizes. */
  change: () => void;
  rulesOf: RulesOf;
}

/** A project of so many folders that has been scanned and has its texts. */
const projectOf = async (folder: string, folders: number): Promise<Project> => {
  const root = mkdtempSync(join(folder, 'project-'));
  const paths = writeTree(root, folders, FILES);
  const float = openFloat(root, { create: true });
  await scan(float);
  await generate(float);
  writeTexts(float, paths);
  const home = join(root, paths[CHANGED] ?? '');
  const file = join(home, readdirSync(home).find((name) => name.endsWith('.ts')) ?? '');
  return { float, paths, rulesOf: createRulesOf(root), change: () => appendFileSync(file, '// one line more\n') };
};

/** Rounds of one job and two by turns, so that a noisy minute meets both. */
const fullBuilds = async ({ float, paths }: Project, rounds: number): Promise<BenchRow[]> => {
  const times: Record<number, number[]> = { 1: [], [JOBS]: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const jobs of round % 2 === 0 ? [1, JOBS] : [JOBS, 1]) {
      cleanContexts(float);
      times[jobs]?.push(await timed(() => build(float, { jobs })));
    }
  }
  const perSecond = (jobs: number): number => (paths.length * 1000) / median(times[jobs] ?? []);
  const folders = paths.length.toLocaleString('en-US');
  const [value, yardstickValue] = [perSecond(JOBS), perSecond(1)];
  const what = `float build of ${folders} folders in four tiers, --jobs ${JOBS}`;
  return [
    { what, value, unit: 'folders/s', yardstick: 'one job', yardstickValue, ratio: value / yardstickValue, target: 1.6, better: 'higher' },
  ];
};

/** What an editor's save costs: its folder is looked at, as `float watch` does, and what depends on it is built. */
const oneChange = async ({ float, paths, rulesOf, change }: Project): Promise<number> => {
  change();
  return timed(async () => {
    if (scanFolders(float, [paths[CHANGED] ?? '/'], rulesOf) === null) throw new Error('bench: the folder is not as it was');
    await build(float, { stale: true, trust: true });
  });
};

/** The same three folders in both, whatever else there is. */
const rebuilds = async (large: Project, small: Project, rounds: number): Promise<BenchRow> => {
  const [here, there]: [number[], number[]] = [[], []];
  for (const { float } of [large, small]) await build(float, { stale: true });
  for (let round = 0; round < rounds; round += 1) {
    here.push(await oneChange(large));
    there.push(await oneChange(small));
  }
  const [value, yardstickValue] = [median(here), median(there)];
  return {
    what: `float: a saved file looked at and its contexts built, ${large.paths.length.toLocaleString('en-US')} folders`,
    value,
    unit: 'ms',
    yardstick: `the same in ${small.paths.length} folders`,
    yardstickValue,
    ratio: value / yardstickValue,
    target: 1.2,
    better: 'lower',
  };
};

const scans = async (folder: string, files: number, rounds: number): Promise<BenchRow> => {
  const root = mkdtempSync(join(folder, 'files-'));
  writeTree(root, files / 10, 10);
  const float = openFloat(root, { create: true });
  await scan(float);
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await timed(() => scan(float)));
    theirs.push(await timed(() => execFileSync('find', [root, '-type', 'f', '-printf', '%p %s %T@\\n'], { maxBuffer: 2 ** 30 })));
  }
  closeFloat(float);
  const [value, yardstickValue] = [median(ours), median(theirs)];
  const what = `float scan of ${files.toLocaleString('en-US')} files, nothing changed`;
  return {
    what,
    value,
    unit: 'ms',
    yardstick: 'find -type f -printf',
    yardstickValue,
    ratio: value / yardstickValue,
    target: 5,
    better: 'lower',
  };
};

const reads = async ({ float, paths }: Project, rounds: number): Promise<BenchRow> => {
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const path = paths[(round * 37) % paths.length] ?? '/';
    theirs.push(await timed(() => assembleContext(float, path, 'standard')));
    ours.push(await timed(() => readFileSync(join(float.contexts, contextName(path, 'standard')), 'utf8')));
  }
  const [value, yardstickValue] = [median(ours), median(theirs)];
  const what = 'reading one context file';
  return {
    what,
    value,
    unit: 'ms',
    yardstick: 'assembling it from the database',
    yardstickValue,
    ratio: value / yardstickValue,
    target: null,
    better: 'lower',
  };
};

export const run: Bench = async ({ quick }): Promise<BenchRow[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-bench-'));
  try {
    const large = await projectOf(folder, quick ? 400 : 10_000);
    const small = await projectOf(folder, 100);
    // Before the full builds, which remove and make 40,000 files each time: for a while after them making one file takes this
    // file system several times as long (by profile), and that is not what a save in an editor meets.
    const rebuilt = await rebuilds(large, small, quick ? 3 : 41);
    const rows = [
      ...(await fullBuilds(large, quick ? 1 : 3)),
      rebuilt,
      await reads(large, quick ? 5 : 400),
      await scans(folder, quick ? 2000 : 100_000, quick ? 2 : 7),
    ];
    for (const { float } of [large, small]) closeFloat(float);
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
