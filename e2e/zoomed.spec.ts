import type { Locator } from '@playwright/test';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { openTape, parts, pressBoth, SHOPPING, shopping } from './window.ts';

test.use({ files: { [transcriptPath()]: shopping().lines } });

/** A window of 1440 × 900 at 200 %. */
const ZOOMED = { width: 720, height: 450 };

/** Where the edges of elements are, from the left. */
const rightsOf = (cells: Locator): Promise<number[]> =>
  cells.evaluateAll((all) => all.filter((cell) => cell.checkVisibility()).map((cell) => Math.round(cell.getBoundingClientRect().right)));

test('at 200 % figures of the overview are below what they are called, and its answer is whole', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  await expect(parts(page).library.getByRole('treeitem', { name: SHOPPING })).toBeVisible();
  await page.setViewportSize(ZOOMED);
  await pressBoth(page, 'g', 'o');
  const sums = page.getByRole('region', { name: 'Sums' });
  await expect(sums).toBeVisible();
  expect(await rightsOf(sums.locator('thead th'))).toEqual(await rightsOf(sums.locator('tbody tr:first-child > *')));
  const answer = page.getByRole('status').filter({ has: page.getByRole('heading', { level: 1 }) });
  const [inside, around] = [await answer.boundingBox(), await answer.locator('..').boundingBox()];
  expect(inside?.y ?? 0).toBeGreaterThanOrEqual(around?.y ?? 0);
  expect((inside?.y ?? 0) + (inside?.height ?? 0)).toBeLessThanOrEqual((around?.y ?? 0) + (around?.height ?? 0));
});

test('at 400 % the library has the way back to the session in its head, cut where its name is long', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  await openTape(page, SHOPPING);
  await page.setViewportSize({ width: 360, height: 225 });
  await pressBoth(page, 'g', 'l');
  const back = page.getByRole('button', { name: /^back to / });
  await expect(back).toBeVisible();
  // What is wider than the line around it is drawn as an ellipsis, whole.
  const over = (element: HTMLElement): number =>
    Math.round(element.getBoundingClientRect().right - (element.parentElement?.getBoundingClientRect().right ?? 0));
  expect(await back.evaluate(over)).toBeLessThanOrEqual(0);
  await back.click();
  await expect(back).toBeHidden();
});

test('at 200 % an export can be saved, and What if shows its blocks', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  await openTape(page, SHOPPING);
  await page.setViewportSize(ZOOMED);
  await page.keyboard.press('x');
  const dialog = page.getByRole('dialog', { name: 'Export' });
  const save = dialog.getByRole('button', { name: 'Save file' });
  await expect(save).toBeEnabled();
  const [button, frame] = [await save.boundingBox(), await dialog.boundingBox()];
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0));
  await page.keyboard.press('Escape');
  await pressBoth(page, 'g', 'i');
  const list = page.getByRole('region', { name: 'Edited context' }).getByRole('grid');
  await expect.poll(async () => (await list.boundingBox())?.height ?? 0).toBeGreaterThan(100);
});

test('where the system gives the colours, marks that are data keep theirs', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  await openTape(page, SHOPPING);
  await page.keyboard.press('4');
  const way = page.getByRole('region', { name: 'Provenance' }).getByRole('button', { name: /^Read/ }).locator('i').first();
  await expect(way).toBeAttached();
  const colour = (): Promise<string> => way.evaluate((mark) => getComputedStyle(mark).backgroundColor);
  const own = await colour();
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await colour()).toBe(own);
});

test('where the system gives the colours, the row that the keys are on is not taken for a selected one', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  await openTape(page, SHOPPING);
  await page.emulateMedia({ forcedColors: 'active' });
  await pressBoth(page, 'g', 'l');
  const row = page.getByRole('treegrid', { name: 'Sessions' }).locator('[aria-level]').first();
  await expect(row).toBeVisible();
  await page.keyboard.press('x');
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await expect(row).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('x');
  await expect(row).toHaveCSS('outline-style', 'solid');
  // By keys: under the pointer a list would come up with its row lit again.
  await page.getByRole('combobox', { name: 'Group sessions' }).focus();
  await page.keyboard.press('Enter');
  const selected = page.getByRole('option', { selected: true });
  await expect(selected).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(selected).toHaveCSS('outline-style', 'dotted');
});
