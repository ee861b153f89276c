import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalog } from '../src/main/engine/catalog/open-catalog.ts';
import { createIngest } from '../src/main/engine/ingest/create-ingest.ts';
import { encodeFrame } from '../src/shared/rpc/frames.ts';
import { writeShortEntries } from './claude-file.ts';
import { type Bench, type BenchRow, median, timed } from './report.ts';

const MEGABYTE = 1000;

/** Kilobytes of an answer as it crosses the bridge. */
const sizeOf = (answer: unknown): number => {
  const { text, bytes } = encodeFrame(answer);
  return (text.length + (bytes?.length ?? 0)) / 1000;
};

const timesOf = async (rounds: number, work: () => unknown): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timed(work));
  return median(times);
};

/** What crosses the bridge until a long tape is drawn, and how long the engine takes for it. */
export const run: Bench = async ({ quick }): Promise<BenchRow[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-bench-'));
  const home = join(folder, 'home');
  const store = openCatalog(home);
  const ingest = createIngest({ home, store, onPush: () => {}, follow: false });
  try {
    const count = quick ? 100_000 : 1_000_000;
    const path = join(folder, 'session.jsonl');
    writeShortEntries(path, count);
    const [tape = ''] = (await ingest.open([path], { text: false })).tapes;
    const overview = sizeOf(store.catalog.overview(tape));
    const rounds = quick ? 2 : 7;
    const drawing = await timesOf(rounds, () => store.catalog.overview(tape));
    const whole = await timesOf(rounds, () => store.catalog.timeline(tape, 1, 1));
    const entries = `${count.toLocaleString('en-US')} entries`;
    const more = { better: 'lower' } as const;
    return [
      {
        ...{ what: `bytes until ${entries} are drawn`, value: overview, unit: 'kB', yardstick: 'a megabyte', yardstickValue: MEGABYTE },
        ...{ ratio: overview / MEGABYTE, target: 1, ...more },
      },
      {
        ...{ what: `overview of ${entries}`, value: drawing, unit: 'ms', yardstick: 'all of its columns', yardstickValue: whole },
        ...{ ratio: drawing / whole, target: null, ...more },
      },
    ];
  } finally {
    await ingest.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
