import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { openCatalog } from '../src/main/engine/catalog/open-catalog.ts';
import { createIngest } from '../src/main/engine/ingest/create-ingest.ts';
import { PHASE } from './bub-tape.ts';
import { countFrames, whyNoBrowser, withBrowser } from './chromium.ts';
import { claudeTape } from './claude-tape.ts';
import { writeRecords } from './records.ts';
import { type Bench, type BenchRow, median, timed } from './report.ts';

const MEGABYTE = 1000;

const TITLE = 'The retry moves to the outbox worker.';

const timesOf = async (rounds: number, work: () => unknown): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timed(work));
  return median(times);
};

/** Kilobytes that cross in both directions from the click on a tape until its timeline and its context are drawn. */
const kilobytesUntilDrawn = async (page: Page): Promise<number> => {
  const frames = await countFrames(page);
  const row = page.getByRole('tree', { name: 'Library' }).getByRole('treeitem', { name: TITLE });
  await row.waitFor();
  const before = frames.bytes();
  await row.click();
  await Promise.all([
    page.getByRole('slider', { name: 'Tape timeline' }).waitFor(),
    page.getByRole('region', { name: 'Context' }).getByRole('row').first().waitFor(),
  ]);
  return (frames.bytes() - before) / 1000;
};

/** The same with a browser of its own; none where there is no browser. */
const bytesRow = async (home: string, entries: string): Promise<BenchRow[]> => {
  const why = await whyNoBrowser();
  if (why !== null) {
    console.error(`bench: bytes until a tape is drawn are not counted: ${why}.`);
    return [];
  }
  const value = await withBrowser(home, ({ page }) => kilobytesUntilDrawn(page));
  const yardstick = { yardstick: 'a megabyte', yardstickValue: MEGABYTE };
  return [
    { what: `bytes until ${entries} are drawn`, value, unit: 'kB', ...yardstick, ratio: value / MEGABYTE, target: 1, better: 'lower' },
  ];
};

/** All that crosses the bridge until a long tape with many anchors is drawn, and how long the engine takes for its picture. */
export const run: Bench = async ({ quick }): Promise<BenchRow[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-bench-'));
  const home = join(folder, 'home');
  try {
    const phases = quick ? 200 : 2000;
    const path = join(folder, 'session.jsonl');
    await writeRecords(path, claudeTape(phases, TITLE));
    const store = openCatalog(home);
    const ingest = createIngest({ home, store, onPush: () => {}, follow: false });
    const [tape = ''] = (await ingest.open([path], { text: false })).tapes;
    const rounds = quick ? 2 : 7;
    const value = await timesOf(rounds, () => store.catalog.overview(tape));
    const yardstickValue = await timesOf(rounds, () => store.catalog.timeline(tape, 1, 1));
    await ingest.close();
    store.close();
    const entries = `${(phases * PHASE).toLocaleString('en-US')} entries`;
    const whole = { unit: 'ms', yardstick: 'all of its columns', yardstickValue, ratio: value / yardstickValue, target: null };
    return [...(await bytesRow(home, entries)), { what: `overview of ${entries}`, value, ...whole, better: 'lower' }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
