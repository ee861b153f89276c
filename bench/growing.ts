import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright';
import { openCatalog } from '../src/main/engine/catalog/open-catalog.ts';
import { createIngest } from '../src/main/engine/ingest/create-ingest.ts';
import { whyNoBrowser, withBrowser } from './chromium.ts';
import { sessionId, turn, until } from './live.ts';
import { type Bench, type BenchRow, limitRow, percentile } from './report.ts';
import { longestTask } from './tasks.ts';

/** Milliseconds that the window's thread may be busy at a stretch. */
const LIMIT = 50;
/** Milliseconds until a new line is on the screen: at once, to whoever looks. */
const SOON = 500;
/** From one line to the next: an agent in a hurry. */
const SECOND = 1000;
/** Steps between two compactions. */
const PHASE = 400;

const TITLE = 'The long session';
const SESSION = sessionId(62);

const compaction = (at: number): string => {
  const common = { sessionId: SESSION, cwd: '/home/me/live', version: '2.1.100', isSidechain: false, timestamp: new Date().toISOString() };
  const [boundary, last] = [`${SESSION}-c${at}`, `${SESSION}-a${at}`];
  const cut = { type: 'system', subtype: 'compact_boundary', uuid: boundary, parentUuid: null, logicalParentUuid: last, ...common };
  const summary = { type: 'user', uuid: `${SESSION}-s${at}`, parentUuid: boundary, isCompactSummary: true, ...common };
  const content = `Summary of ${at + 1} turns.`;
  return `${JSON.stringify({ ...cut, compactMetadata: { trigger: 'auto', preTokens: 130_000 } })}\n${JSON.stringify({ ...summary, message: { role: 'user', content } })}\n`;
};

const lineOf = (at: number): string => {
  const said = turn(SESSION, at, at === 0 ? TITLE : `Turn ${at}?`);
  if (at % PHASE === PHASE - 1) return said + compaction(at);
  // What follows a compaction hangs on its summary.
  return at > 0 && at % PHASE === 0 ? said.replace(`"parentUuid":"${SESSION}-a${at - 1}"`, `"parentUuid":"${SESSION}-s${at - 1}"`) : said;
};

/** A catalog that has read one session of so many steps, and the file of that. */
const prepare = async (folder: string, steps: number): Promise<{ home: string; file: string }> => {
  const [home, logs] = [join(folder, 'home'), join(folder, 'logs')];
  const own = join(logs, '-home-me-live');
  const file = join(own, `${SESSION}.jsonl`);
  mkdirSync(own, { recursive: true });
  writeFileSync(file, Array.from({ length: steps }, (_, at) => lineOf(at)).join(''));
  const store = openCatalog(home);
  const ingest = createIngest({ home, store, onPush: () => {}, follow: false });
  await ingest.open([logs]);
  await ingest.idle();
  await ingest.close();
  store.close();
  writeFileSync(join(home, 'settings.json'), JSON.stringify({ logs: { claudeProjects: { path: logs } } }));
  return { home, file };
};

/**
 * Keeps the longest stretch without a turn of the page's loop in `window.longest`: Chromium runs a timer every four milliseconds at most, and
 * after all that is more urgent. `window.tasks` has the tasks that Chromium calls long: 50 ms or more by the clock, all that else runs on the
 * machine included. As text, since this program has no types of the window.
 */
const PROBE = `{
  window.tasks = [];
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries())).observe({ entryTypes: ['longtask'] });
  let last = performance.now();
  window.longest = 0;
  const tick = () => {
    const now = performance.now();
    window.longest = Math.max(window.longest, now - last);
    last = now;
    setTimeout(tick);
  };
  tick();
}`;

/** The longest pause of the page meanwhile, in milliseconds. */
const longestOf = async (page: Page, work: () => Promise<unknown>): Promise<number> => {
  await page.evaluate('window.longest = 0');
  await work();
  return page.evaluate<number>('window.longest');
};

const VIEWS = ['2', '3', '4', '5', '6', '7', '8', '9', '1'];
const KEYS = ['[', '2', '[', '5', ']', '1', '['];

const measure = ({ home, file }: { home: string; file: string }, steps: number, rounds: number) =>
  withBrowser(
    home,
    async ({ page }) => {
      let at = steps;
      const grow = () => {
        appendFileSync(file, lineOf(at));
        at += 1;
      };
      await page.getByRole('tree', { name: 'Library' }).getByRole('treeitem', { name: TITLE }).click();
      await page.getByRole('region', { name: 'Context' }).getByRole('row').first().waitFor();
      // The host has read the session for the catalog and keeps nothing of it: the first line takes a look at all of it.
      grow();
      await setTimeout(2 * SECOND);
      await page.evaluate('window.tasks.length = 0');
      const { longest, done } = await longestTask(page, async () => {
        const views: number[] = [];
        for (const key of VIEWS) {
          grow();
          views.push(
            await longestOf(page, async () => {
              await page.keyboard.press(key);
              await setTimeout(SECOND);
            }),
          );
        }
        const lines: number[] = [];
        const rest: number[] = [];
        for (let round = 0; round < rounds; round += 1) {
          // In front of each view for a while: what it does with a new line is its own.
          const view = VIEWS[Math.floor((round * VIEWS.length) / rounds)] ?? '1';
          await page.keyboard.press(view);
          await setTimeout(SECOND / 2);
          const shown = `step ${(at + 1).toLocaleString('en-US')} of`;
          rest.push(
            await longestOf(page, async () => {
              lines.push(await until(page, shown, grow, 'footer'));
              await setTimeout(1.5 * SECOND);
            }),
          );
        }
        const keys: number[] = [];
        for (let round = 0; round < rounds; round += 1) {
          keys.push(
            await longestOf(page, async () => {
              grow();
              await setTimeout(((round * 37) % 100) + SECOND / 2);
              await page.keyboard.press(KEYS[round % KEYS.length] ?? '1');
              await setTimeout(SECOND / 2);
            }),
          );
        }
        return { views, lines, rest, keys };
      });
      return { ...done, longest, long: await page.evaluate<number>('window.tasks.length') };
    },
    { before: PROBE },
  );

/** How many tasks were long by the clock. For information: what else the machine does makes one long that is not. */
const longRow = (tasks: number, times: number): BenchRow => ({
  ...{ what: 'tasks of it that took 50 ms or more by the clock', value: tasks, unit: 'tasks' },
  ...{ yardstick: 'views, lines and keys in that time', yardstickValue: times },
  ...{ ratio: tasks / times, target: null, better: 'lower' },
});

/** What a window does while a long session is open and grows: how long it pauses, with and without keys, and when a new line is on the screen. */
export const run: Bench = async ({ quick }): Promise<BenchRow[]> => {
  const why = await whyNoBrowser();
  if (why !== null) {
    console.error(`bench: a growing session is not measured: ${why}.`);
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), 'tapescope-bench-'));
  const steps = quick ? 2000 : 62_000;
  try {
    const rounds = quick ? 3 : 40;
    const { longest, long: tasks, views, lines, rest, keys } = await measure(await prepare(folder, steps), steps, rounds);
    const long = `${steps.toLocaleString('en-US')} steps`;
    return [
      limitRow(`a new line of an open session of ${long} is on the screen, p95`, percentile(lines, 0.95), SOON),
      limitRow(`longest pause of its window, in front of each view, p95 of ${rounds} lines`, percentile(rest, 0.95), LIMIT),
      limitRow('the same with steps and switches of views meanwhile', percentile(keys, 0.95), LIMIT),
      limitRow('the same as each view is opened for the first time, the longest of all', Math.max(...views), LIMIT),
      limitRow('the longest task of its window in all of that, in time of its thread', longest, LIMIT),
      longRow(tasks, VIEWS.length + 2 * rounds),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
