import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bubTape, PHASE } from './bub-tape.ts';
import { claudeTape } from './claude-tape.ts';
import { environmentIn } from './environment.ts';
import { writeRecords } from './records.ts';
import { type Bench, type BenchRow, timed } from './report.ts';

const MEGA = 1 << 20;
/** Megabytes of memory, whatever is printed. */
const LIMIT = 300;
const TEXT = 'The retry moves to the outbox worker.';
const TAPE = fileURLToPath(new URL('../out/main/tape.js', import.meta.url));
const HOOK = pathToFileURL(join(import.meta.dirname, 'peak-at-exit.mjs')).href;

interface Printed {
  peak: number;
  seconds: number;
}

const print = async (file: string, env: NodeJS.ProcessEnv, folder: string): Promise<Printed> => {
  const tape = (...words: string[]) => [TAPE, ...words];
  execFileSync(process.execPath, tape('import', file), { env, stdio: 'ignore' });
  const { items } = JSON.parse(execFileSync(process.execPath, tape('list', '--json'), { env, encoding: 'utf8' }));
  const words = ['--import', HOOK, ...tape('view', items[0].tape, '--policy', 'full', '--json')];
  const to = join(folder, 'peak');
  const ms = await timed(() => execFileSync(process.execPath, words, { env: { ...env, TAPESCOPE_PEAK: to }, stdio: 'ignore' }));
  return { peak: Number(readFileSync(to, 'utf8')), seconds: ms / 1000 };
};

/** The most memory that a terminal takes which prints the view of everything, of a list and of a tree. */
export const run: Bench = async ({ quick }): Promise<BenchRow[]> => {
  if (process.platform !== 'linux' || !existsSync(TAPE)) {
    console.error(`bench: printed is not measured: ${existsSync(TAPE) ? 'it needs Linux' : 'there are no bundles: run npm run build'}.`);
    return [];
  }
  const phases = quick ? 40 : 2000;
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-bench-'));
  const rows: BenchRow[] = [];
  try {
    for (const [what, lines] of [
      ['bub', bubTape],
      ['claude', claudeTape],
    ] as const) {
      const home = mkdtempSync(join(folder, 'home-'));
      const file = join(home, 'long__0b871d5e50e7c192.jsonl');
      await writeRecords(file, lines(phases, TEXT));
      const { peak, seconds } = await print(file, environmentIn(home), home);
      rmSync(home, { recursive: true });
      console.error(`bench: the view of everything, ${what}: ${seconds.toFixed(1)} s`);
      rows.push({
        ...{
          what: `memory at its peak, full of ${(phases * PHASE).toLocaleString('en-US')} entries by --json, ${what}`,
          value: peak / MEGA,
        },
        ...{ unit: 'MB', yardstick: 'its limit', yardstickValue: LIMIT, ratio: peak / MEGA / LIMIT, target: 1, better: 'lower' },
      });
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
