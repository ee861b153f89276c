import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faults } from './axe.ts';
import { expect, PAGE_ONLY, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { openTape, parts, SHOPPING, shopping } from './window.ts';

test.use({ files: { [transcriptPath()]: shopping().lines } });

const block = /Milk, bread, and a red bicycle/;

test('what a reader writes about an entry is marked wherever the entry is, and is there after a reload', async ({ host }) => {
  const { page, sandbox } = host;
  const { context, entries, inspector, dialog } = parts(page);
  await openTape(page, SHOPPING);
  await context.getByRole('row', { name: block }).click();
  await expect(inspector.getByRole('button', { name: 'annotate this entry' })).toBeVisible();
  await page.keyboard.press('e');
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Is this the list of today?');
  await dialog.getByRole('textbox', { name: 'Label' }).fill('doubt');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);

  await expect(context.getByRole('row', { name: block })).toContainText('doubt');
  await expect(inspector).toContainText('Is this the list of today?');
  // The address is written when the playhead and the selection rest.
  await expect(page).toHaveURL(/entry=3/);
  await page.reload();
  await expect(context.getByRole('row', { name: block })).toContainText('doubt');
  await expect(inspector).toContainText('Is this the list of today?');
  await page.keyboard.press('5');
  await expect(entries.getByRole('row', { name: block })).toContainText('doubt');

  await page.keyboard.press('6');
  const mark = page.getByRole('region', { name: 'Graph' }).getByTitle('doubt: Is this the list of today?');
  await expect(mark).toHaveText(/^1 annotation: doubt: Is this the list of today\?/);

  // The log is as it was.
  expect(readFileSync(join(sandbox.folder, transcriptPath()), 'utf8')).toBe(
    shopping()
      .lines.map((line) => `${line}\n`)
      .join(''),
  );
});

test('annotations are changed, found again from the list, and removed', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { context, inspector, dialog } = parts(page);
  await openTape(page, SHOPPING);
  await context.getByRole('row', { name: block }).click();
  await page.keyboard.press('e');
  await dialog.getByRole('radio', { name: 'entries from … to' }).check();
  await dialog.getByRole('textbox', { name: 'To entry' }).fill('4');
  await dialog.getByRole('textbox', { name: 'Label' }).fill('groceries');
  await dialog.getByRole('button', { name: 'Annotate' }).click();
  await expect(inspector).toContainText('#3 to #4');

  await context.getByRole('row', { name: /paint the bicycle green/ }).click();
  await expect(inspector).not.toContainText('groceries');
  await page.keyboard.press('e');
  await expect(dialog.getByRole('button', { name: 'Label it groceries' })).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Go to #3 to #4' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(inspector).toContainText('groceries');

  await inspector.getByRole('button', { name: 'edit' }).click();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Bought on Friday.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(inspector).toContainText('Bought on Friday.');
  await inspector.getByRole('button', { name: 'remove' }).click();
  await expect(inspector).not.toContainText('Bought on Friday.');
});
