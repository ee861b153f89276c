import { globSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Locator, Page, TestInfo } from '@playwright/test';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { samples } from './logs.ts';
import { differs, inWords, keepLook, keptLook, lookOf, marked } from './looks.ts';
import { newWorkspace, terminalIn } from './native.ts';
import { type Picture, readPng } from './png.ts';
import { openRun, running } from './run.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import { withServe } from './serve.ts';
import { openTape, parts, pressBoth } from './window.ts';

/**
 * Every view as it was last looked at, in both themes and at both sizes, held to the small pictures in `e2e/looks`. After a change that is meant:
 * `npm run test:e2e -- e2e/looks.browser.spec.ts --project=browser --update-snapshots`, then look at the screenshots that it leaves in `test-results`.
 */

const TIDE = 'Tide tables read an hour early';
/** A week after the samples were recorded. */
const NOW = '2026-04-20T12:00:00Z';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
] as const;

/** The samples where their agents keep them, and a native tape, all from before NOW. */
const prepare = async (sandbox: Sandbox): Promise<void> => {
  for (const [path, lines] of Object.entries(samples())) utimesSync(sandbox.write(path, lines), new Date(NOW), new Date(NOW));
  await newWorkspace(sandbox);
  for (const file of globSync('.tape/*/anchors/*/*.jsonl', { cwd: sandbox.folder }).map((path) => join(sandbox.folder, path)))
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/"at":"[^"]*"/g, '"at":"2026-04-19T09:00:00.000Z"'));
  await terminalIn(sandbox, '.')(['import']);
};

/** Says what no two runs have alike, the folder of the test and how long a search took, in the same words every time. */
const steady = (page: Page, folder: string): Promise<void> =>
  page.evaluate((place) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode() as Text | null; text !== null; text = texts.nextNode() as Text | null) {
      const said = text.data.replaceAll(place, '/home/ines').replace(/(?<= searched in )[\d,]+ ms/, '12 ms');
      if (said !== text.data) text.data = said;
    }
  }, folder);

/** Takes screenshots until one is like the kept look, or the same as the one before and no job runs: then nothing moves any more. */
const settled = async (page: Page, kept: Picture | null) => {
  let last = null as Buffer | null;
  for (;;) {
    const png = await page.screenshot();
    const shot = readPng(png);
    const look = lookOf(shot);
    const difference = kept && differs(kept, look);
    if (kept && difference === null) return { png, shot, look, difference };
    // A slow job looks the same twice, too.
    const runs = (await page.getByRole('progressbar').count()) > 0;
    if (last?.equals(png) && !runs) return { png, shot, look, difference };
    last = png;
  }
};

/** Answers what is wrong, or nothing. */
const check = async (page: Page, name: string, info: TestInfo): Promise<string[]> => {
  const path = info.outputPath(name);
  const isKept = ['all', 'changed'].includes(info.config.updateSnapshots);
  const kept = isKept ? null : keptLook(name);
  const { png, shot, look, difference } = await settled(page, kept);
  if (kept !== null && difference === null) return [];
  writeFileSync(`${path}.png`, png);
  if (isKept) keepLook(name, look);
  if (difference === null) return isKept ? [] : [`${name}: no look is kept`];
  writeFileSync(`${path}-differs.png`, marked(shot, difference));
  return [`${name}: ${inWords(difference)}; see ${path}-differs.png`];
};

const view = async (page: Page, key: string, name: string): Promise<Locator> => {
  await page.keyboard.press(key);
  return page.getByRole('region', { name, exact: true });
};

/** Leaves a page that is in the place of all views of a tape. */
const close = (page: Page): Promise<void> =>
  page
    .getByRole('banner')
    .getByRole('button', { name: /^(close|back to )/ })
    .click();

/** Each view: how one comes to it from the one before, and what is there once it is drawn. */
const VIEWS: Readonly<Record<string, (page: Page) => Promise<Locator>>> = {
  async welcome(page) {
    return page.getByRole('heading', { name: 'See what the model saw' });
  },
  async library(page) {
    await pressBoth(page, 'g', 'l');
    return page.getByRole('treegrid', { name: 'Sessions' }).locator('[aria-level]').first();
  },
  async overview(page) {
    await pressBoth(page, 'g', 'o');
    return page.getByRole('region', { name: 'Sums' }).getByRole('row').nth(1);
  },
  async context(page) {
    await close(page);
    await openTape(page, TIDE);
    await page.keyboard.press('{');
    return parts(page).context.getByRole('row').first();
  },
  async conversation(page) {
    // From its beginning: further on, where it is depends by a pixel on which rows were measured first.
    await page.keyboard.press('Home');
    return view(page, '2', 'Conversation');
  },
  async request(page) {
    for (const key of ['End', '{']) await page.keyboard.press(key);
    return view(page, '3', 'Request');
  },
  provenance: (page) => view(page, '4', 'Provenance'),
  entries: (page) => view(page, '5', 'Entries'),
  graph: (page) => view(page, '6', 'Graph'),
  async compare(page) {
    for (const key of ['1', 'd', '[', '[', 'd']) await page.keyboard.press(key);
    // What the last key did is said at the foot for a moment.
    await expect(page.getByText('Comparing 2 requests.')).toBeVisible();
    await expect(page.getByText('Comparing 2 requests.')).toHaveCount(0);
    return view(page, '7', 'Compare');
  },
  residency: (page) => view(page, '8', 'Residency'),
  async 'what-if'(page) {
    await pressBoth(page, 'g', 'i');
    return page.getByRole('region', { name: 'Edited context' });
  },
  async search(page) {
    await page.keyboard.press('/');
    await parts(page).search.fill('height_at');
    // Whether a hit reached the model is worked out after it was found.
    await expect(page.getByText(/^\d+ reached the model/)).toBeVisible();
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByText(/^In context/)).toBeVisible();
    // Where the text was scrolled to depends on which of both came first.
    await preview.evaluate((box) => {
      for (const one of [box, ...box.querySelectorAll('*')]) one.scrollTop = 0;
    });
    return page.getByRole('option').first();
  },
  async handoffs(page) {
    await close(page);
    await openTape(page, 'cli:local');
    return view(page, '9', 'Handoffs');
  },
};

/** A native tape where it is written to: what the next request will be, and what it is composed with. */
const RUN: typeof VIEWS = {
  async run(page) {
    await openTape(page, 'harbour');
    await openRun(page, 'openai:gpt-5.2', ['bash', 'fs.read']);
    await page.keyboard.press('Escape');
    const { prompt, next, panel } = running(page);
    await prompt.fill('Is the lamp lit?');
    await expect(next).toContainText('Is the lamp lit?');
    await expect(next).toContainText(/about \$0\.\d+/);
    // A caret blinks.
    await panel.getByRole('button', { name: 'System prompt' }).focus();
    return prompt;
  },
};

interface Taken {
  views: typeof VIEWS;
  browser: Browser | null;
  info: TestInfo;
  words?: readonly string[];
}

const looksOf = async ({ views, browser, info, words }: Taken): Promise<void> => {
  const sandbox = createSandbox();
  await prepare(sandbox);
  const options = { timezoneId: 'UTC', locale: 'en-GB', reducedMotion: 'reduce', deviceScaleFactor: 1 } as const;
  const each = async (page: Page): Promise<void> => {
    await page.clock.setFixedTime(NOW);
    await page.reload();
    for (const [name, open] of Object.entries(views)) {
      await page.setViewportSize(SIZES[0]);
      const drawn = await open(page);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await expect(drawn).toBeVisible();
          await expect(page.getByRole('status', { name: /^[A-Z][a-z]+ing / })).toHaveCount(0);
          await steady(page, sandbox.folder);
          expect.soft(await check(page, `${name}-${colorScheme}-${size.width}`, info)).toEqual([]);
        }
      }
    }
  };
  await withServe(browser, sandbox, each, options, words);
};

test('every view is as it was last looked at', PAGE_ONLY, async ({ ownBrowser }, info) => {
  test.slow();
  await looksOf({ views: VIEWS, browser: ownBrowser, info });
});

test('the view that sends requests is as it was last looked at', PAGE_ONLY, ({ ownBrowser }, info) =>
  looksOf({ views: RUN, browser: ownBrowser, info, words: ['--write'] }),
);
