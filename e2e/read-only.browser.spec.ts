import { expect, test } from './hosts.ts';
import { transcriptPath } from './logs.ts';
import { createSandbox } from './sandbox.ts';
import { withServe } from './serve.ts';
import { choose, openTape, parts, SHOPPING, shopping } from './window.ts';

test('tape serve without --write reads everything and changes nothing', async ({ ownBrowser }) => {
  const sandbox = createSandbox();
  sandbox.write(transcriptPath(), shopping().lines);
  await withServe(ownBrowser, sandbox, async (page, { readOnly }) => {
    expect(readOnly).toBe(true);
    await openTape(page, SHOPPING);
    await expect(parts(page).playhead).toHaveText(/^Step 4 of 4/);
    await page.keyboard.press('Control+,');
    await page.getByRole('dialog').getByRole('combobox', { name: 'Theme' }).click();
    await choose(page, 'Dark');
    await expect(page.getByRole('alert')).toContainText('read-only');
  });
});
