import type { Locator, Page } from '@playwright/test';
import { AGENTS, filesOf, WORK } from './agents.ts';
import { faults } from './axe.ts';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { openTape, parts, SHOPPING, shopping } from './window.ts';

test.use({ files: { ...Object.assign({}, ...AGENTS.map(filesOf)), [transcriptPath()]: shopping().lines } });

const compare = (page: Page): Locator => page.getByRole('region', { name: 'Compare', exact: true });
/** What the address says is compared: "TAPE@STEP" each. */
const compared = (page: Page): string[] => (new URLSearchParams(page.url().split('?')[1]).get('with') ?? '').split(',').filter(Boolean);
const ctrl = { modifiers: ['ControlOrMeta' as const] };

test('a click, then a click with Ctrl, compares the two nodes of the graph', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  await openTape(page, SHOPPING);
  await page.keyboard.press('6');
  const graph = page.getByRole('region', { name: 'Graph' });
  await graph.getByText('Then sell the bicycle.').click();
  await expect(parts(page).playhead).toHaveText(/^Step 3 of 4/);
  await graph.getByText('Then paint the bicycle green.').click(ctrl);
  await expect(parts(page).playhead).toHaveText(/^Step 3 of 4/);
  await graph.getByRole('button', { name: 'compare 2 points' }).click();
  await expect(compare(page).getByText('Same prefix')).toBeVisible();
  await expect.poll(() => compared(page).map((side) => side.split('@')[1])).toEqual(['3', '4']);
  expect(host.complaints).toEqual([]);
});

test(
  'a click with Ctrl compares the playhead with a step of the timeline, and the open tape with one of the library',
  PAGE_ONLY,
  async ({ host }) => {
    const { page } = host;
    const { timeline, library } = parts(page);
    await openTape(page, SHOPPING);
    const box = await timeline.boundingBox();
    await timeline.click({ ...ctrl, position: { x: 80, y: (box?.height ?? 0) / 2 } });
    await expect(page.getByText('Comparing 2 requests.')).toBeVisible();
    await expect(parts(page).playhead).toHaveText(/^Step 4 of 4/);
    await page.keyboard.press('7');
    await expect(compare(page).getByText('Same prefix')).toBeVisible();
    // From another place a new comparison begins.
    await page.keyboard.press('[');
    await expect(parts(page).playhead).toHaveText(/^Step 2 of 4/);
    await library.getByRole('treeitem', { name: WORK }).first().click(ctrl);
    await expect(compare(page)).toHaveAttribute('aria-busy', 'false');
    await expect.poll(() => compared(page).map((side) => side.split('@')[1])).toEqual(['2', expect.any(String)]);
    expect(new Set(compared(page).map((side) => side.split('@')[0])).size).toBe(2);
    expect(host.complaints).toEqual([]);
  },
);

test('panels take the size that a hand or a key gives them, and keep it', async ({ host }) => {
  const { page } = host;
  const { inspector, library } = parts(page);
  await openTape(page, SHOPPING);
  const widths = async () => [await inspector.boundingBox(), await library.boundingBox()].map((box) => Math.round(box?.width ?? 0));
  const [before = 0, treeBefore = 0] = await widths();
  await page.getByRole('separator', { name: 'Width of the inspector' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(async () => (await widths())[0]).toBeGreaterThan(before);
  const bar = await page.getByRole('separator', { name: 'Width of the library' }).boundingBox();
  await page.mouse.move(bar?.x ?? 0, 400);
  await page.mouse.down();
  await page.mouse.move((bar?.x ?? 0) + 60, 400, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await widths())[1]).toBeGreaterThan(treeBefore + 40);
  const after = await widths();
  await page.reload();
  await expect(inspector).toBeVisible();
  await expect.poll(widths).toEqual(after);
  expect(host.complaints).toEqual([]);
});

test('a view out of sight keeps its layout, and neither keys nor readers of the screen find it', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  await openTape(page, SHOPPING);
  const entries = page.getByRole('region', { name: 'Entries' });
  await page.keyboard.press('5');
  await expect(entries.getByRole('row').first()).toBeVisible();
  await page.keyboard.press('1');
  await expect(page.getByRole('region', { name: 'Context' }).getByRole('row').first()).toBeVisible();
  await expect(entries).toHaveCount(0);
  await expect(page.getByRole('tabpanel')).toHaveCount(1);
  const hidden = page.locator('section[aria-label="Entries"]');
  await expect(hidden).not.toBeVisible();
  expect(await hidden.evaluate((view) => getComputedStyle(view.closest('[role="tabpanel"]') as Element).display)).toBe('block');
});

test('nothing moves where the system asks for no motion', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openTape(page, SHOPPING);
  const moving = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('*')].flatMap((element) =>
        ['', '::before', '::after'].flatMap((part) => {
          const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(element, part || null);
          const still = animationName === 'none' && /^(0s(, )?)+$/.test(transitionDuration) && scrollBehavior !== 'smooth';
          return still ? [] : [`${element.tagName} ${element.getAttribute('class')} ${part} ${animationName} ${transitionDuration}`];
        }),
      ),
    );
  for (const key of ['1', '2', '4', '5', '6', '8', '9', 'o']) {
    await page.keyboard.press(key);
    expect(await moving(), key).toEqual([]);
  }
});

const VIEWS = ['Context', 'Conversation', 'Provenance', 'Entries', 'Graph', 'Compare', 'Residency', 'Handoffs'];

/** Controls that are cut off at the side, or that nothing scrolls into sight. */
const cutOff = (page: Page): Promise<(string | null)[]> =>
  page.locator('button, input, [role=tab], [role=combobox]').evaluateAll((controls) =>
    controls
      .filter((control) => control.checkVisibility())
      .filter((control) => {
        const { left, right, width } = control.getBoundingClientRect();
        let box = control.parentElement;
        while (box !== null && !/auto|scroll/.test(getComputedStyle(box).overflowX)) box = box.parentElement;
        return width > 0 && box === null && (left < 0 || right > window.innerWidth);
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent),
  );

for (const [width, height, name] of [
  [720, 450, '1440 × 900'],
  [512, 350, '1024 × 700'],
] as const) {
  test(`at 200 % no view of a window of ${name} cuts a control off, and something is there to read`, PAGE_ONLY, async ({ host }) => {
    const { page } = host;
    await openTape(page, SHOPPING);
    await page.setViewportSize({ width, height });
    for (const view of VIEWS) {
      await page.getByRole('tab', { name: view }).click();
      const region = page.getByRole('region', { name: view, exact: true });
      await expect(region).toBeVisible();
      expect(await cutOff(page), view).toEqual([]);
      expect((await region.boundingBox())?.height ?? 0, view).toBeGreaterThan(100);
    }
    expect(host.complaints).toEqual([]);
  });
}

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious in any view (${theme})`, PAGE_ONLY, async ({ host }) => {
    const { page } = host;
    await page.emulateMedia({ colorScheme: theme });
    await openTape(page, SHOPPING);
    await page.keyboard.press('d');
    await page.keyboard.press('[');
    await page.keyboard.press('d');
    for (const view of VIEWS) {
      await page.getByRole('tab', { name: view }).click();
      const region = page.getByRole('region', { name: view, exact: true });
      await expect(region).toBeVisible();
      await expect(region.or(page.locator('[aria-busy]')).first()).not.toHaveAttribute('aria-busy', 'true');
      expect(await faults(page), view).toEqual([]);
    }
    expect(host.complaints).toEqual([]);
  });
}

/** Width and height of what leads to a button, which may be more than what is drawn of it. */
const reach = (button: Locator): Promise<[width: number, height: number]> =>
  button.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const along = (hit: (by: number) => Element | null): number => {
      let pixels = 0;
      for (let by = -40; by <= 40; by += 0.5) if (hit(by) === element) pixels += 0.5;
      return pixels;
    };
    const [left, top] = [x + width / 2, y + height / 2];
    return [along((by) => document.elementFromPoint(left + by, top)), along((by) => document.elementFromPoint(left, top + by))];
  });

const BAR = ['entry', 'step', 'time', 'Zoom out', 'Zoom in', 'whole'];

test('the small words below the timeline are hit within 24 × 24 px', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  await openTape(page, SHOPPING);
  for (const name of BAR) {
    const [width, height] = await reach(page.getByRole('region', { name: 'Tape' }).getByRole('button', { name, exact: true }));
    expect([name, width >= 24, height >= 24]).toEqual([name, true, true]);
  }
});

test.describe('a screen that is touched', () => {
  test.use({ touch: true });

  test('a finger has 40 px and more for them', PAGE_ONLY, async ({ host }) => {
    const { page } = host;
    await openTape(page, SHOPPING);
    await page.setViewportSize({ width: 1024, height: 700 });
    for (const name of BAR) {
      const [width, height] = await reach(page.getByRole('region', { name: 'Tape' }).getByRole('button', { name, exact: true }));
      expect([name, width >= 40, height >= 40]).toEqual([name, true, true]);
    }
  });

  test('a tap opens a tape and a block, and a finger on the timeline moves the playhead', PAGE_ONLY, async ({ host }) => {
    const { page } = host;
    const { library, context, inspector, timeline, playhead } = parts(page);
    await library.getByRole('treeitem', { name: SHOPPING }).tap();
    await context.getByText('Milk, bread, and a red bicycle.').tap();
    await expect(inspector.getByText('entry 3 · line 3')).toBeVisible();
    const box = await timeline.boundingBox();
    await timeline.tap({ position: { x: 80, y: (box?.height ?? 0) / 2 } });
    await expect(playhead).toHaveText(/^Step 1 of 4/);
    await page.setViewportSize({ width: 1024, height: 700 });
    await page.getByRole('button', { name: 'Inspector', exact: true }).tap();
    await expect(inspector).toBeVisible();
    expect(host.complaints).toEqual([]);
  });
});

test.describe('a first start', () => {
  test.use({ files: {} });

  test('the palette says that there is no way back, and a search that there is nothing to search, with ways to get it', async ({
    host,
  }) => {
    const { page } = host;
    await expect(page.getByRole('heading', { name: 'No logs yet' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('option', { name: 'Back to where you were' })).toContainText('There is no place to go back to.');
    await expect(page.getByRole('option', { name: 'Forward again' })).toContainText('There is no place to go forward to.');
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type('retry');
    const nothing = page.getByRole('region', { name: 'Nothing to search' });
    await expect(nothing).toContainText('There is nothing to search yet');
    await expect(page.getByText('0 hits')).toBeHidden();
    await nothing.getByRole('button', { name: 'Open a file or a folder…' }).click();
    await expect(parts(page).dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await nothing.getByRole('button', { name: 'Open the sample tapes' }).click();
    await expect(parts(page).context.getByRole('grid')).toBeVisible();
    expect(host.complaints).toEqual([]);
  });

  test('the tour is on the samples: what is tried gives way to the next, by keys or by its button', PAGE_ONLY, async ({ host }) => {
    const { page } = host;
    const tour = page.getByRole('complementary', { name: 'Tour' });
    await page.getByRole('button', { name: 'Open the sample tapes' }).click();
    await expect(tour).toContainText('Try it, 1 of 7');
    await expect(parts(page).context.getByRole('grid')).toBeVisible();
    await page.keyboard.press('[');
    await expect(tour).toContainText('Try it, 2 of 7');
    await tour.getByRole('button', { name: /^Do it/ }).click();
    await expect(parts(page).dialog).toBeVisible();
    // Its keys do nothing under a dialog, so the next stop comes when that is closed.
    await expect(page.locator('[aria-label="Tour"]')).toContainText('Try it, 2 of 7');
    await page.keyboard.press('Escape');
    await expect(tour).toContainText('Try it, 3 of 7');
    await tour.getByRole('button', { name: 'skip' }).click();
    await expect(tour).toContainText('Try it, 4 of 7');
    await page.keyboard.press('4');
    await tour.getByRole('button', { name: /^Do it/ }).click();
    await expect(tour).toContainText('Try it, 6 of 7');
    for (const key of ['6', '/']) await page.keyboard.press(key);
    await expect(tour).toContainText('Try it, 7 of 7');
    await page.keyboard.type('height_at');
    await page.keyboard.press('Enter');
    await expect(tour).toContainText('Now you know the way around.');
    await page.keyboard.press('?');
    await expect(parts(page).dialog).toContainText('Previous step');
    await page.keyboard.press('Escape');
    expect(await faults(page)).toEqual([]);
    await tour.getByRole('button', { name: 'end the tour' }).click();
    await expect(tour).toBeHidden();
    expect(host.complaints).toEqual([]);
  });
});
