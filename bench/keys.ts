import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { openCatalog } from '../src/main/engine/catalog/open-catalog.ts';
import { createIngest } from '../src/main/engine/ingest/create-ingest.ts';
import { PHASE } from './bub-tape.ts';
import { whyNoBrowser, withBrowser } from './chromium.ts';
import { claudeTape } from './claude-tape.ts';
import { writeManySessions } from './many-sessions.ts';
import { writeRecords } from './records.ts';
import { type Bench, type BenchRow, limitRow, median, percentile } from './report.ts';

/** Milliseconds from a key to the frame that shows what it did. */
const LIMIT = 50;

/** Milliseconds from a painted frame to the next key: a quick hand. A key that comes with the frame itself measures what is left to do of the one before. */
const PAUSE = 100;

/** How often each view is opened: in the first tens of switches V8 still compiles what draws them. */
const DAY = 100;

/** Phases of the tape on which steps and views are measured. */
const PHASES = 100;

/**
 * `watch(read)` resolves `window.painted` with how long it took from the next key until a frame was painted in which `read()` says something
 * else. As text, since this program has no types of the window. A task that is posted in a frame callback runs when that frame was painted.
 */
const METER = `window.watch = (read) => {
  const before = read();
  let pressed = null;
  addEventListener('keydown', (event) => { pressed = event.timeStamp; }, { capture: true, once: true });
  window.painted = new Promise((resolve) => {
    const look = () => {
      if (pressed === null || read() === before) return requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - pressed);
      port2.postMessage(null);
    };
    requestAnimationFrame(look);
  });
}`;

/** Milliseconds from one key to its frame. `read`: a JavaScript expression for the text that the key changes. */
const keyToPaint = async (page: Page, key: string, read: string): Promise<number> => {
  await page.evaluate(`watch(() => ${read})`);
  await page.keyboard.press(key);
  return page.evaluate<number>('painted');
};

/** One thing that is done by keys over and over: its row of the table. */
interface Keys {
  what: string;
  /** What of `read` each of the keys changes. */
  read: string;
  keys: readonly string[];
  begin(page: Page): Promise<void>;
}

const FILTER: Keys = {
  what: 'a key in the filter of the library',
  // How many sessions fit.
  read: `document.querySelector('[aria-label="Library"] [role="status"]')?.textContent`,
  // Each of them leaves other projects: project-1, project-17, project-1, and so on.
  keys: ['1', '7', 'Backspace', '2', 'Backspace', 'Backspace'],
  async begin(page) {
    await page.getByRole('tree', { name: 'Library' }).getByRole('treeitem').first().waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await page.getByRole('treegrid', { name: 'Sessions' }).locator('[aria-level]').first().waitFor();
    await page.keyboard.press('f');
    const field = page.getByRole('combobox', { name: 'Add to the filter' });
    await field.pressSequentially('project-');
  },
};

const LONG_TITLE = 'The retry moves to the outbox worker.';

/** Back and forth on a long tape, most of the steps for the first time; painted is the context, which comes from the engine. */
const STEP: Keys = {
  what: 'a step of the playhead',
  read: `document.querySelector('section[aria-label="Context"]')?.textContent`,
  keys: ['[', '[', ']'],
  async begin(page) {
    const row = page.getByRole('tree', { name: 'Library' }).getByRole('treeitem', { name: LONG_TITLE });
    // Thousands are newer.
    await page.getByLabel('Filter the library').fill(LONG_TITLE);
    await row.click();
    await page.getByRole('region', { name: 'Context' }).getByRole('row').first().waitFor();
    // Keys are the window's again.
    await page.getByRole('tab', { name: 'Context' }).click();
    await page.getByRole('region', { name: 'Context' }).getByRole('row').first().waitFor();
  },
};

/** The view whose rows are shown; the one before until there are some. */
const VIEW: Keys = {
  what: 'a switch of views',
  read: `(window.shown = [...document.querySelectorAll('section[aria-label]')].find((one) => one.checkVisibility() && one.querySelector('[role="row"]'))?.ariaLabel ?? window.shown)`,
  keys: ['5', '2', '1'],
  begin: async () => {},
};

const timesOf = async (page: Page, { read, keys, begin }: Keys, rounds: number): Promise<number[]> => {
  await begin(page);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const key of keys) {
      times.push(await keyToPaint(page, key, read));
      await pause(PAUSE);
    }
  }
  return times;
};

const measured = async (page: Page, keys: Keys, rounds: number, of: string): Promise<BenchRow> =>
  limitRow(`${keys.what} until it is painted, ${of}, p95`, percentile(await timesOf(page, keys, rounds), 0.95), LIMIT);

/** Views as they are switched all day: what each of them takes for the first time, where it is drawn from nothing, is a row for information. */
const ofViews = async (page: Page, rounds: number, of: string): Promise<BenchRow[]> => {
  const times = await timesOf(page, VIEW, rounds);
  const first = median(times.slice(0, VIEW.keys.length));
  return [
    limitRow(`${VIEW.what} until it is painted, ${of}, one of ${times.length}, p95`, percentile(times, 0.95), LIMIT),
    { ...limitRow(`the same, each of ${VIEW.keys.length} views for the first time, median`, first, LIMIT), target: null },
  ];
};

/** From a key to the frame that shows what it did, in a Chromium that draws by software. */
export const run: Bench = async ({ quick }) => {
  const why = await whyNoBrowser();
  if (why !== null) {
    console.error(`bench: keys are not measured: ${why}.`);
    return [];
  }
  const sessions = quick ? 2500 : 25_000;
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-bench-'));
  const [home, logs] = [join(folder, 'home'), join(folder, 'logs')];
  try {
    writeManySessions(logs, sessions);
    const long = join(folder, 'long.jsonl');
    await writeRecords(long, claudeTape(PHASES, LONG_TITLE));
    const store = openCatalog(home);
    const ingest = createIngest({ home, store, onPush: () => {}, follow: false });
    await ingest.open([logs, long]);
    await ingest.idle();
    await ingest.close();
    store.close();
    return await withBrowser(
      home,
      async ({ page }) => {
        const rounds = quick ? 4 : 20;
        const filter = await measured(page, FILTER, rounds, `${sessions.toLocaleString('en-US')} sessions`);
        await page.evaluate(`location.hash = '#/'`);
        await page.reload();
        const long = `${(PHASES * PHASE).toLocaleString('en-US')} entries`;
        return [filter, await measured(page, STEP, rounds, long), ...(await ofViews(page, quick ? rounds : DAY, long))];
      },
      { before: METER },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
