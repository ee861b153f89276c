import type { Page } from '@playwright/test';
import { copied, follow } from './follow.ts';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { choose, nextBranch, openTape, parts, SHOPPING, shopping } from './window.ts';

test.use({ files: { [transcriptPath()]: shopping().lines } });

const tab = (page: Page, name: string) => page.getByRole('tab', { name, selected: true });

test('a copied link restores tape, panel, step, entry and policy', async ({ host }) => {
  const { page } = host;
  const { context, playhead, inspector } = parts(page);
  await openTape(page, SHOPPING);
  await nextBranch(page);
  await expect(playhead).toHaveText(/^Step 3 of 4/);
  await context
    .getByRole('row', { name: /red bicycle/ })
    .first()
    .click();
  await expect(inspector.getByText('entry 3 ·')).toBeVisible();
  await page.keyboard.press('p');
  const policy = await page.getByRole('combobox', { name: 'Policy' }).textContent();
  const link = await copied(host);
  expect(link).toContain('step=3');
  expect(link).toContain('entry=3');

  await page.keyboard.press('5');
  await page.keyboard.press('Home');
  await expect(playhead).toHaveText(/^Step 1 of 4/);
  await follow(host, link);
  await expect(tab(page, 'Context')).toBeVisible();
  await expect(playhead).toHaveText(/^Step 3 of 4/);
  await expect(inspector.getByText('entry 3 ·')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Policy' })).toHaveText(policy ?? '');
});

test('a copied link restores what is compared', async ({ host }) => {
  const { page } = host;
  await openTape(page, SHOPPING);
  await page.keyboard.press('d');
  await page.keyboard.press('Home');
  await expect(parts(page).playhead).toHaveText(/^Step 1 of 4/);
  await page.keyboard.press('d');
  await page.keyboard.press('7');
  await expect(tab(page, 'Compare')).toBeVisible();
  const link = await copied(host);
  await page.keyboard.press('d');
  await page.keyboard.press('1');
  await expect(page).not.toHaveURL(/with=\w+%404%2C/);
  await follow(host, link);
  await expect(tab(page, 'Compare')).toBeVisible();
  await expect(page).toHaveURL(/with=\w+%404%2C\w+%401$/);
});

test('a copied link restores how the views are set', async ({ host }) => {
  const { page } = host;
  const { playhead } = parts(page);
  await openTape(page, SHOPPING);
  await page.keyboard.press('5');
  const kinds = page.getByRole('group', { name: 'Kinds shown' });
  await kinds.getByRole('button', { name: /^message/ }).click();
  await page.keyboard.press('8');
  await page.getByRole('combobox', { name: 'Rows' }).click();
  await choose(page, /^rows: tools/);
  await page.keyboard.press('9');
  await page.getByRole('button', { name: 'whole family' }).click();
  await page.keyboard.press('6');
  const family = page.getByRole('region', { name: 'Graph' }).getByRole('button', { name: 'whole family' });
  await family.click();
  const link = await copied(host);

  await family.click();
  await page.keyboard.press('8');
  await page.getByRole('combobox', { name: 'Rows' }).click();
  await choose(page, /^rows: files/);
  await page.keyboard.press('5');
  await kinds.getByRole('button', { name: /^all/ }).click();
  await follow(host, link);
  await expect(family).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('5');
  await expect(kinds.getByRole('button', { name: /^message/ })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('8');
  await expect(page.getByRole('combobox', { name: 'Rows' })).toHaveText('rows: tools');
  await page.keyboard.press('9');
  await expect(page.getByRole('button', { name: 'whole family' })).toHaveAttribute('aria-pressed', 'true');

  await follow(host, `${link}&instead=full`);
  const whatIf = page.getByRole('region', { name: 'What if', exact: true });
  await expect(whatIf.getByRole('combobox', { name: 'Instead' })).toHaveText('full');
  await expect(whatIf).toContainText('Step 4');
  await page.keyboard.press('1');
  await expect(whatIf).toHaveCount(0);
  await expect(playhead).toHaveText(/^Step 4 of 4/);
  await expect(page).not.toHaveURL(/instead/);
});

test('a link chooses a place and nothing else', async ({ host }) => {
  const { page } = host;
  const { playhead, library } = parts(page);
  await openTape(page, SHOPPING);
  const link = await copied(host);
  const stranger = link.replace(/tape\/\w+/, 'tape/feedfeedfeed');
  await follow(host, stranger);
  await expect(page.getByRole('alert')).toContainText('is not in the catalog');
  await expect(library).toBeVisible();
  if (host.kind !== 'browser') {
    for (const hostile of ['tapescope://open/etc/passwd', 'tapescope://tape/../../etc/passwd', 'TAPESCOPE:file:///etc/passwd'])
      await follow(host, hostile);
    await expect(page.getByRole('alert')).toContainText('is not in the catalog');
  }
  await follow(host, link);
  await expect(playhead).toHaveText(/^Step 4 of 4/);
  expect(host.complaints).toEqual([]);
});

test('one goes back and forward through panels and far steps, by key, button and mouse', async ({ host }) => {
  const { page } = host;
  const { playhead } = parts(page);
  await openTape(page, SHOPPING);
  // Beyond the newest step there is nothing, and so nothing to come back from.
  await page.keyboard.press(']');
  await page.keyboard.press('Home');
  await expect(playhead).toHaveText(/^Step 1 of 4/);
  await expect(page).toHaveURL(/step=1/);
  await page.keyboard.press('8');
  await expect(tab(page, 'Residency')).toBeVisible();
  await page.keyboard.press('5');
  await expect(tab(page, 'Entries')).toBeVisible();

  await page.keyboard.press('Control+[');
  await expect(tab(page, 'Residency')).toBeVisible();
  await page.getByRole('button', { name: 'Back to where you were' }).click();
  await expect(tab(page, 'Context')).toBeVisible();
  await expect(playhead).toHaveText(/^Step 1 of 4/);
  await sideButton(page, 3);
  await expect(playhead).toHaveText(/^Step 4 of 4/);
  await expect(page).not.toHaveURL(/step=/);
  await sideButton(page, 4);
  await expect(playhead).toHaveText(/^Step 1 of 4/);
  await page.getByRole('button', { name: 'Forward again' }).click();
  await expect(tab(page, 'Residency')).toBeVisible();
  await page.keyboard.press('Control+]');
  await expect(tab(page, 'Entries')).toBeVisible();
});

/** Playwright presses three buttons of a mouse; those at its side are told to the page as the browser tells them. */
const sideButton = (page: Page, button: 3 | 4): Promise<void> =>
  page.evaluate((pressed) => {
    for (const type of ['mousedown', 'mouseup'])
      document.body.dispatchEvent(new MouseEvent(type, { button: pressed, bubbles: true, cancelable: true }));
  }, button);

test('every command of the sheet of keys is in the palette', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { dialog } = parts(page);
  await openTape(page, SHOPPING);
  await page.keyboard.press('?');
  await expect(dialog.getByRole('heading', { name: 'Keys' })).toBeVisible();
  const named = await dialog.locator('dd').allTextContents();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(dialog.getByRole('option').first()).toBeVisible();
  const offered = await dialog.getByRole('option').allTextContents();
  const missing = named.filter((what) => !offered.some((text) => text.startsWith(what)));
  expect(missing).toEqual(['Find a command, a step, an entry or a tape', 'Close the dialog; show all steps again']);

  // What belongs elsewhere is found by name, and says where.
  await page.keyboard.type('first step that saw');
  // Tapes are looked up by the host, so those of the letters before are there a moment longer.
  await expect(dialog.getByRole('option')).toHaveCount(1);
  await expect(dialog.getByRole('option')).toHaveText(/^Residency: the first step that saw the row.*in Residency$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '· in Residency' })).toBeVisible();
});
