import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { openCatalog } from '../src/main/engine/catalog/open-catalog.ts';
import { createIngest } from '../src/main/engine/ingest/create-ingest.ts';
import { whyNoBrowser, withBrowser } from './chromium.ts';
import { writeManySessions } from './many-sessions.ts';
import { type Bench, type BenchRow, limitRow, percentile } from './report.ts';

/** Milliseconds from a key to the frame that shows what it did. */
const LIMIT = 50;

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

const measured = async (page: Page, { what, read, keys, begin }: Keys, rounds: number, of: string): Promise<BenchRow> => {
  await begin(page);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) for (const key of keys) times.push(await keyToPaint(page, key, read));
  return limitRow(`${what} until it is painted, ${of}, p95`, percentile(times, 0.95), LIMIT);
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
  const [home, logs, nowhere] = [join(folder, 'home'), join(folder, 'logs'), join(folder, 'nowhere')];
  try {
    writeManySessions(logs, sessions);
    const store = openCatalog(home);
    const ingest = createIngest({ home, store, onPush: () => {}, follow: false });
    await ingest.open([logs]);
    await ingest.idle();
    await ingest.close();
    store.close();
    writeFileSync(join(home, 'settings.json'), JSON.stringify({ claudeProjects: nowhere, bubTapes: nowhere, tapeHome: nowhere }));
    return await withBrowser(
      home,
      async ({ page }) => [await measured(page, FILTER, quick ? 4 : 20, `${sessions.toLocaleString('en-US')} sessions`)],
      { before: METER },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
