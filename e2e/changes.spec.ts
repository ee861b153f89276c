import type { Locator } from '@playwright/test';
import { faults } from './axe.ts';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { openTape, parts, SHOPPING, shopping } from './window.ts';

test.use({ files: { [transcriptPath()]: shopping().lines } });

/** The step before is the one on this branch; the answer that was gone back from is held against by its number. */
const holdAgainst = async (dialog: Locator, step: number): Promise<void> => {
  const field = dialog.getByRole('textbox', { name: 'Step to compare with' });
  await expect(field).toHaveValue('2');
  await field.fill(String(step));
  await field.press('Enter');
  await expect(dialog.getByRole('button', { name: 'the request before' })).toBeVisible();
  await dialog.getByRole('listbox').focus();
};

test('what a step adds and removes, by keys alone, and the way to where an entry left', async ({ host }) => {
  const { page } = host;
  const { dialog, inspector, playhead } = parts(page);
  await openTape(page, SHOPPING);
  await page.keyboard.press('v');
  await expect(dialog.getByRole('heading', { name: 'Changes at step 4' })).toBeVisible();
  const list = dialog.getByRole('listbox', { name: 'What was added, removed and changed' });
  await expect(list).toBeFocused();
  await holdAgainst(dialog, 3);
  const added = list.getByRole('option', { name: /^added: .*paint the bicycle green/ });
  const removed = list.getByRole('option', { name: /^removed: .*sell the bicycle/ });
  await expect(added).toHaveAttribute('aria-selected', 'true');
  await expect(removed).toContainText('branch');

  // What has not left has no such step: the dialog stays, and says so.
  await page.keyboard.press('l');
  await expect(dialog.getByRole('status')).toHaveText(/^Entry \d+ is still in context at the newest step\.$/);
  await page.keyboard.press('j');
  await expect(dialog.getByRole('status')).toHaveText(/opens the entry/);

  // Only what was removed, and where it was last.
  await dialog.getByRole('button', { name: /^−\d+ removed/ }).click();
  await expect(added).toHaveCount(0);
  await expect(removed).toHaveAttribute('aria-selected', 'true');
  await expect(list).toBeFocused();
  await page.keyboard.press('f');
  await expect(dialog).toBeHidden();
  await expect(playhead).toHaveText(/^Step 3 of 4/);

  // Enter opens an entry in the inspector; Esc leaves everything as it was.
  await page.keyboard.press('v');
  await expect(list).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(inspector.getByText(/^entry \d+ · line \d+/)).toBeVisible();
  await page.keyboard.press('v');
  await expect(list).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('End');
  await expect(playhead).toHaveText(/^Step 4 of 4/);
  expect(host.complaints).toEqual([]);
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious in the changes (${theme})`, PAGE_ONLY, async ({ host }) => {
    const { page } = host;
    const { dialog } = parts(page);
    await page.emulateMedia({ colorScheme: theme });
    await openTape(page, SHOPPING);
    await page.keyboard.press('v');
    await expect(dialog.getByRole('option').first()).toBeVisible();
    await holdAgainst(dialog, 3);
    await page.keyboard.press('j');
    expect(await faults(page)).toEqual([]);
    await dialog.getByRole('button', { name: /^−\d+ removed/ }).click();
    await expect(dialog.getByRole('option', { name: /^added/ })).toHaveCount(0);
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Home');
    await page.keyboard.press('v');
    await expect(dialog.getByRole('heading', { name: 'Changes at step 1' })).toBeVisible();
    await expect(dialog.getByText(/^\+\d+ added/).first()).toBeVisible();
    expect(await faults(page)).toEqual([]);
  });
}
