import { expect, PAGE_ONLY, test } from './hosts.ts';
import { openSamples, openTape, parts } from './window.ts';

test('a sample is opened, stepped through, read, unfolded and searched', async ({ host }) => {
  const { page } = host;
  const { playhead, context, inspector, search } = parts(page);
  await openSamples(page);
  await openTape(page, 'Tide tables read an hour early');
  await expect(playhead).toHaveText(/^Step 119 of 119/);

  // The compaction left most of the session out; what it left out opens where it would have been.
  const omission = context.getByRole('row').filter({ hasText: /entries before compaction/ });
  await expect(omission).toContainText('tokens were in context');
  const rows = context.getByRole('row');
  const before = await rows.nth(2).textContent();
  await omission.getByRole('button', { name: 'show' }).click();
  await expect(omission.getByRole('button', { name: 'hide' })).toBeVisible();
  await expect(rows.nth(2)).not.toHaveText(before ?? '');

  await page.keyboard.press('[');
  await expect(playhead).toHaveText(/^Step 118 of 119/);
  await page.keyboard.press('Home');
  await expect(playhead).toHaveText(/^Step 1 of 119/);
  await expect(omission).toBeHidden();

  await context.getByRole('row').filter({ hasText: 'user' }).first().click();
  await expect(inspector.getByText(/^entry \d+ · line \d+/)).toBeVisible();

  await page.keyboard.press('/');
  await page.keyboard.type('MET');
  await expect(page.getByRole('listbox', { name: 'Hits for MET' }).getByRole('option').first()).toBeVisible();
  await expect(search).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(playhead).not.toHaveText(/^Step 1 of 119/);
  expect(host.complaints).toEqual([]);
});

test('the broken lines of a sample are counted and listed', PAGE_ONLY, async ({ host }) => {
  const { page } = host;
  const { dialog } = parts(page);
  await openSamples(page);
  await openTape(page, 'The lock house loses power');
  await page.getByRole('button', { name: /4 lines unreadable.*receipt/ }).click();
  await expect(dialog).toContainText('Every line is accounted for.');
  await expect(dialog.getByRole('button', { name: /^line 17 it is not JSON unreadable/ })).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^line 7 2 records on one line repaired/ })).toBeVisible();
});

test(
  'on paper a listing of a sample has no numbers: its long lines are wrapped, and they would be those of others',
  PAGE_ONLY,
  async ({ host }) => {
    const { page } = host;
    await openSamples(page);
    await openTape(page, 'Tide tables read an hour early');
    await page.keyboard.press('Home');
    await expect(parts(page).playhead).toHaveText(/^Step 1 of 119/);
    await page.keyboard.press('2');
    const conversation = page.getByRole('region', { name: 'Conversation' });
    await conversation.getByRole('button', { name: 'Unfold tools' }).click();
    const numbers = conversation.locator('pre[aria-hidden]').first();
    await expect(numbers).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(numbers).toBeHidden();
  },
);
