import { expect, test } from './hosts.ts';
import { answered, asked, newWorkspace, writing } from './native.ts';
import { createSandbox } from './sandbox.ts';
import { withServe } from './serve.ts';
import { openTape, parts } from './window.ts';

test('tape serve without --write shows a native tape as it grows, and says why nothing can be written', async ({ ownBrowser }) => {
  const sandbox = createSandbox();
  const tape = await newWorkspace(sandbox);
  await withServe(ownBrowser, sandbox, async (page) => {
    await openTape(page, 'harbour');
    const { bar, line } = writing(page);
    await expect(bar).toContainText('This window is read-only.');
    await expect(line).toBeHidden();
    await page.keyboard.press('w');
    await expect(page.getByText('This window is read-only.').first()).toBeVisible();
    await expect(parts(page).dialog).toBeHidden();
    await tape(['append'], [asked('And the oars?'), answered('The oars are red.')]);
    await expect(parts(page).playhead).toHaveText(/^Step 2 of 2/);
    await expect(parts(page).context).toContainText('And the oars?');
    expect(await tape(['info'])).toMatchObject({ entries: 5 });
  });
});
