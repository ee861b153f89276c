import type { Page } from '@playwright/test';
import { faults } from './axe.ts';
import { HANDED, handed } from './handed.ts';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { choose, openTape, parts, pressBoth, SHOPPING, shopping } from './window.ts';

test.use({ files: { [transcriptPath()]: shopping().lines, [HANDED]: handed() } });

const openHanded = async (page: Page): Promise<void> => {
  await parts(page)
    .library.getByRole('treeitem', { name: /0123456789abcdef|paint/ })
    .first()
    .click();
  await expect(parts(page).playhead).toHaveText(/of 3/);
};

/** Opens a dialog, looks at it, and closes it again. */
const look = async (page: Page, open: () => Promise<unknown>, wait: string | RegExp): Promise<string[]> => {
  const { dialog } = parts(page);
  await open();
  await expect(dialog.getByText(wait).first()).toBeVisible();
  const found = await faults(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  return found;
};

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious in handoffs, what if, annotations and exports (${theme})`, PAGE_ONLY, async ({ host }) => {
    const { page } = host;
    await page.emulateMedia({ colorScheme: theme });
    await openHanded(page);
    const found: Record<string, string[]> = {};
    await page.keyboard.press('9');
    const handoffs = page.getByRole('region', { name: 'Handoffs' });
    await handoffs.getByRole('option', { name: /^painting/ }).click();
    await expect(handoffs.getByRole('list', { name: 'Claims' })).toBeVisible();
    found.claims = await faults(page);
    await handoffs.getByRole('button', { name: 'What left the context' }).click();
    await expect(handoffs.getByText('Returned later')).toBeVisible();
    found.left = await faults(page);
    await handoffs.getByRole('option', { name: /^session\/start/ }).click();
    await handoffs.getByRole('button', { name: 'Claims and sources' }).click();
    await expect(handoffs.getByText('No state was handed over.')).toBeVisible();
    found.nothing = await faults(page);
    found.handoffs = await look(page, () => handoffs.getByRole('button', { name: 'Export…' }).click(), 'All phases, their states');
    await page.keyboard.press('1');
    await openTape(page, SHOPPING);
    found.view = await look(page, () => page.keyboard.press('x'), /characters reviewed/);
    await pressBoth(page, 'g', 'i');
    await expect(page.getByRole('region', { name: 'What if', exact: true })).toContainText('Both are the same');
    found.whatIf = await faults(page);
    await page.keyboard.press('1');
    await parts(page).context.getByText('Milk, bread, and a red bicycle.').click();
    found.annotate = await look(page, () => page.keyboard.press('e'), 'never in the log');
    await page.keyboard.press('7');
    found.compareEmpty = await faults(page);
    expect(Object.entries(found).filter(([, faulty]) => faulty.length > 0)).toEqual([]);
    expect(host.complaints).toEqual([]);
  });
}

test('a step before the anchor that its policy names says so, and leads back', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { context, playhead } = parts(page);
  await openHanded(page);
  await context.getByRole('combobox', { name: 'Policy' }).click();
  await choose(page, /^from painting/);
  await expect(context.getByText('Sand it, then oil it.')).toBeVisible();
  await page.keyboard.press('Home');
  await expect(playhead).toHaveText(/^Step 1 of 3/);
  await expect(context.getByRole('alert')).toContainText('No anchor called "painting" is before this step.');
  expect(await faults(page)).toEqual([]);
  await pressBoth(page, 'g', 'i');
  await expect(page.getByRole('region', { name: 'Edited context' }).getByRole('alert')).toContainText('No anchor called "painting"');
  await page.keyboard.press('1');
  await context.getByRole('button', { name: 'Show what was recorded' }).click();
  await expect(context.getByRole('alert')).toHaveCount(0);
  await expect(context.getByRole('combobox', { name: 'Policy' })).toHaveText('as recorded');
});

test('an export takes all sides or the two that are next to each other, and the family of the handoffs', async ({ host }) => {
  const { page } = host;
  const { dialog } = parts(page);
  await openTape(page, SHOPPING);
  for (const key of ['d', '[', 'd', '[', 'd', '7']) await page.keyboard.press(key);
  const compare = page.getByRole('region', { name: 'Compare', exact: true });
  await compare.getByRole('row', { name: /^C / }).getByRole('button', { name: 'show' }).click();
  await expect(compare.getByRole('row', { name: /^C / }).getByRole('button', { name: 'shown' })).toBeVisible();
  await page.keyboard.press('x');
  await expect(dialog).toContainText('Each of the other sides next to A');
  await dialog.getByRole('checkbox', { name: 'all sides' }).uncheck();
  await expect(dialog).toContainText('A and C of the comparison');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('9');
  await page.getByRole('button', { name: 'whole family' }).click();
  await page.keyboard.press('x');
  await expect(dialog.getByRole('checkbox', { name: 'of the whole family' })).toBeChecked();
});
