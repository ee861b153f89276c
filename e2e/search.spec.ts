import { expect, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { openTape, parts, SHOPPING, shopping } from './window.ts';

test.use({ files: { [transcriptPath()]: shopping().lines } });

test('a search finds words of the tape, and Enter brings the playhead to them', async ({ host }) => {
  const { page } = host;
  const { search, playhead, inspector } = parts(page);
  await openTape(page, SHOPPING);
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('sell');
  const hit = page.getByRole('listbox', { name: 'Hits for sell' }).getByRole('option');
  await expect(hit).toHaveCount(1);
  await expect(hit.locator('mark')).toHaveText('sell');
  await page.keyboard.press('Enter');
  await expect(inspector.getByText('Then sell the bicycle.')).toBeVisible();
  await expect(playhead).toHaveText(/^Step [34] of 4/);
});
